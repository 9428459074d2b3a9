//! Games with chance: every algorithm against the oracle, on random trees, layers and graphs.

use crate::places::{GraphPosition, PositionGraph, WIN};
use crate::random::SeededRandom;
use plyd_rules::{Outcome, Player, Turn};
use plyd_search::{
    Algorithm, Control, Conventions, Cut, Fail, NoObserver, Observer, Root, SearchResult, SearchScore, SearcherLimits,
    SearcherSettings, Techniques, TranspositionTable,
};
use plyd_trials::observed::search;

/// Searches the last position of a game, with as much of the game before it as a session gives.
pub(crate) fn answer<O: Observer>(
    game: &PositionGraph,
    played: &[u32],
    settings: SearcherSettings<'_>,
    depth: u32,
    observer: &mut O,
) -> SearchResult {
    use plyd_rules::{Game, RepetitionKey};
    let root = played[played.len() - 1];
    let floor = game.places[root as usize].floor;
    let key = |place: &u32| match game.rule.map(|rule| rule.key) {
        Some(RepetitionKey::Board) => game.board_key(place),
        _ => game.key(place),
    };
    let before = played[..played.len() - 1].iter().filter(|&&place| game.places[place as usize].floor == floor);
    let history: Vec<u64> = before.map(key).collect();
    let root = Root::new(game, &root).with_history(&history);
    let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
    search(&root, settings, &limits, &Control::new(), observer, &mut |_| {})
}

/// The player from whose view a score at this place is.
pub(crate) fn sign(place: &GraphPosition) -> f64 {
    if place.turn == Turn::Min { -1.0 } else { 1.0 }
}

pub(crate) fn exact<'a>(algorithm: Algorithm, table: Option<&'a TranspositionTable>) -> SearcherSettings<'a> {
    SearcherSettings { algorithm, table, techniques: Techniques::EXACT, ..SearcherSettings::default() }
}

/// Makes sure that all searches of a position agree with the oracle.
fn compare(game: &PositionGraph, played: &mut Vec<u32>, depth: u32, table: &TranspositionTable, seed: u64) -> [u64; 3] {
    let mut nodes = 0;
    let value = game.oracle(played, depth, &mut nodes);
    let place = &game.places[played[played.len() - 1] as usize];
    let sign = sign(place);
    let mut counts = [0; 3];
    for (number, settings) in [
        exact(Algorithm::Minimax, None),
        exact(Algorithm::AlphaBeta, None),
        exact(Algorithm::Pvs, None),
        exact(Algorithm::Pvs, Some(table)),
    ]
    .into_iter()
    .enumerate()
    {
        let found = answer(game, played, settings, depth, &mut NoObserver);
        let context = format!("seed {seed}, depth {depth}, {:?}, table {}", settings.algorithm, number == 3);
        assert_eq!(found.fault, None, "{context}");
        let expectation = found.expectation.unwrap_or_else(|| panic!("{context}: no expectation"));
        assert!((expectation - sign * value).abs() < 1e-9, "{context}: {expectation}, truly {}", sign * value);
        match found.score {
            Some(SearchScore::Value(score)) => assert_eq!(f64::from(score), expectation.round(), "{context}"),
            Some(SearchScore::Win(plies) | SearchScore::Loss(plies)) => {
                assert_eq!(settings.algorithm, Algorithm::Pvs, "{context}");
                let winner = if expectation * sign > 0.0 { Player::Max } else { Player::Min };
                assert_eq!(expectation.abs(), f64::from(WIN), "{context}");
                assert!(game.is_won(played, winner, plies), "{context}: not won within {plies}");
            }
            None => panic!("{context}: no score"),
        }
        let mut ignored = 0;
        let children = game.children(played, depth, &mut ignored);
        match found.best {
            None => assert_eq!(place.turn, Turn::Chance, "{context}: no move"),
            Some(best) => {
                let &(_, chosen) = children.iter().find(|&&(next, _)| next == best.0).expect("a permitted move");
                assert!((chosen - value).abs() < 1e-9, "{context}: the move {best:?} is worth {chosen}");
            }
        }
        if number < 3 {
            counts[number] = found.nodes;
        }
    }
    assert_eq!(counts[0], nodes, "seed {seed}, depth {depth}: expectiminimax visits every node once");
    assert!(counts[1] <= counts[0], "seed {seed}, depth {depth}: Star1 {} of {}", counts[1], counts[0]);
    counts
}

#[test]
fn every_algorithm_agrees_with_the_oracle_on_trees() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut all, mut star) = (0, 0);
    for seed in 0..2_000 {
        let game = PositionGraph::tree(seed, 2 + (seed % 5) as u32);
        for depth in [1, 2, 3, 12] {
            let [nodes, with_cuts, _] = compare(&game, &mut vec![0], depth, &table, seed);
            (all, star) = (all + nodes, star + with_cuts);
        }
    }
    assert!(star * 10 < all * 9, "Star1 visited {star} nodes of {all}");
}

#[test]
fn every_algorithm_agrees_with_the_oracle_where_lines_meet() {
    let table = TranspositionTable::new(1).unwrap();
    for seed in 0..2_000 {
        let game = PositionGraph::layers(seed, 7, 4);
        for depth in [3, 9] {
            compare(&game, &mut vec![0], depth, &table, seed);
        }
    }
}

/// Below the root it is a draw, also where chance would move.
#[test]
fn every_algorithm_agrees_with_the_oracle_where_draws_can_be_claimed() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut of_chance, mut roots) = (0, 0);
    for seed in 0..1_000 {
        for game in [PositionGraph::tree(seed, 5).claims(), PositionGraph::layers(seed, 6, 4).claims()] {
            let can_claim = |place: &GraphPosition| place.end == Outcome::DrawIfClaimed && !place.moves.is_empty();
            of_chance += game.places[1..].iter().filter(|place| can_claim(place) && place.turn == Turn::Chance).count();
            roots += usize::from(can_claim(&game.places[0]));
            for depth in [1, 2, 9] {
                compare(&game, &mut vec![0], depth, &table, seed);
            }
        }
    }
    assert!(of_chance > 1_000 && roots > 400, "{of_chance} at chance nodes, {roots} at roots");
}

/// A game of a few random moves, without one that ends it.
fn beginning(game: &PositionGraph, random: &mut SeededRandom) -> Vec<u32> {
    let mut played = vec![0_u32];
    for _ in 0..random.below(5) {
        let mut ignored = 0;
        let children = game.children(&mut played, 1, &mut ignored);
        let Some(&(next, _)) = children.get(random.below(children.len().max(1) as u64) as usize) else { break };
        if game.places[next as usize].moves.is_empty() {
            break;
        }
        played.push(next);
    }
    played
}

#[test]
fn every_algorithm_agrees_with_the_oracle_where_positions_come_again() {
    let table = TranspositionTable::new(1).unwrap();
    let mut changed = 0;
    for seed in 0..2_000 {
        let game = PositionGraph::graph(seed, 4);
        let mut random = SeededRandom(seed ^ 0xABCD);
        let mut played = beginning(&game, &mut random);
        let mut nodes = 0;
        if game.children(&mut played, 1, &mut nodes).is_empty() {
            continue;
        }
        let depth = 1 + random.below(7) as u32;
        compare(&game, &mut played, depth, &table, seed);
        let free = PositionGraph { rule: None, ..game.clone() };
        let (with, without) =
            (game.oracle(&mut played, depth, &mut nodes), free.oracle(&mut played, depth, &mut nodes));
        changed += u32::from((with - without).abs() > 1e-9);
    }
    assert!(changed > 200, "repetition changed {changed} values only");
}

/// No value of the table counts there, but its order of moves does.
#[test]
fn the_table_saves_nodes_where_positions_come_again() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut with, mut without) = (0, 0);
    for seed in 0..60 {
        let game = PositionGraph::graph(seed, 40);
        let search = |table| {
            let settings = SearcherSettings { algorithm: Algorithm::Pvs, table, ..SearcherSettings::default() };
            answer(&game, &[0], settings, 14, &mut NoObserver)
        };
        let (ordered, plain) = (search(Some(&table)), search(None));
        let difference = ordered.expectation.zip(plain.expectation).map(|(one, other)| (one - other).abs());
        assert!(difference.is_some_and(|difference| difference < 1e-9), "seed {seed}: {ordered:?} {plain:?}");
        (with, without) = (with + ordered.nodes, without + plain.nodes);
    }
    assert!(with * 10 < without * 8, "{with} nodes with a table, {without} without");
}

/// A leaf that is worth this.
fn leaf(worth: i32) -> GraphPosition {
    GraphPosition {
        turn: Turn::Max,
        heuristic: 0,
        moves: Vec::new(),
        weights: Vec::new(),
        end: Outcome::Utility(worth),
        floor: 0,
        board: 0,
    }
}

/// MAX chooses between two rolls of nine against one, with these leaves.
fn textbook(leaves: [i32; 4]) -> PositionGraph {
    let inner = |turn, moves: [u32; 2], weights: [u32; 2]| GraphPosition {
        turn,
        moves: moves.to_vec(),
        weights: weights.to_vec(),
        ..leaf(0)
    };
    let mut places = vec![
        inner(Turn::Max, [1, 2], [1, 1]),
        inner(Turn::Chance, [3, 4], [9, 1]),
        inner(Turn::Chance, [5, 6], [9, 1]),
    ];
    places.extend(leaves.map(leaf));
    PositionGraph { seed: 0, places, rule: None, low: 0, high: 400, has_key: false }
}

/// S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach", on chance nodes: a change of the leaves that
/// keeps their order changes the move.
#[test]
fn the_trees_of_the_textbook_have_their_moves() {
    for (leaves, best, expectation) in [([2, 3, 1, 4], 1, 2.1), ([20, 30, 1, 400], 2, 40.9)] {
        let game = textbook(leaves);
        for algorithm in Algorithm::BY_DEPTH {
            let found = answer(&game, &[0], algorithm.into(), 9, &mut NoObserver);
            assert_eq!(found.best.map(|mv| mv.0), Some(best), "{algorithm:?}");
            assert_eq!(found.expectation, Some(expectation), "{algorithm:?}");
            assert_eq!(found.score, Some(SearchScore::Value(expectation.round() as i32)), "{algorithm:?}");
            assert!(found.solved, "{algorithm:?}");
        }
    }
}

/// A tree in which many leaves are worth the least or the most that there is, so that windows end just there.
fn tree_of_few_values(seed: u64) -> PositionGraph {
    let mut game = PositionGraph::tree(seed, 4);
    for place in &mut game.places {
        place.heuristic = place.heuristic.signum();
        place.end = Outcome::Utility(match place.end {
            Outcome::Win(Player::Max) => 1,
            Outcome::Win(Player::Min) => -1,
            Outcome::Utility(value) => value.signum(),
            _ => 0,
        });
    }
    PositionGraph { low: -1, high: 1, ..game }
}

#[test]
fn every_convention_of_alpha_beta_finds_what_minimax_finds() {
    for seed in 0..2_000 {
        for game in [PositionGraph::tree(seed, 4), tree_of_few_values(seed)] {
            let truth = answer(&game, &[0], exact(Algorithm::Minimax, None), 9, &mut NoObserver);
            for (cut, fail) in [
                (Cut::Equal, Fail::Soft),
                (Cut::Equal, Fail::Hard),
                (Cut::Beyond, Fail::Soft),
                (Cut::Beyond, Fail::Hard),
            ] {
                let conventions = Conventions { cut, fail };
                let settings = SearcherSettings { conventions, ..exact(Algorithm::AlphaBeta, None) };
                let found = answer(&game, &[0], settings, 9, &mut NoObserver);
                let context = format!("seed {seed}, {conventions:?}");
                assert_eq!((found.expectation, found.best), (truth.expectation, truth.best), "{context}");
                assert!(found.nodes <= truth.nodes, "{context}: {} nodes of {}", found.nodes, truth.nodes);
            }
        }
    }
}

#[test]
fn everything_that_the_strong_search_looks_into_is_solved() {
    let (mut solved, mut won) = (0, 0);
    let table = TranspositionTable::new(1).unwrap();
    for seed in 0..1_000 {
        // Only where lines meet there are keys, and so a table.
        for (game, table) in [
            (PositionGraph::tree(seed, 5), None),
            (PositionGraph::layers(seed, 5, 4), None),
            (PositionGraph::layers(seed, 5, 4), Some(&table)),
        ] {
            let settings = SearcherSettings { table, ..Algorithm::Pvs.into() };
            let found = answer(&game, &[0], settings, 40, &mut NoObserver);
            assert!(found.solved, "seed {seed}: a game of five plies");
            let mut nodes = 0;
            let value = sign(&game.places[0]) * game.oracle(&mut vec![0], 40, &mut nodes);
            assert!((found.expectation.unwrap() - value).abs() < 1e-9, "seed {seed}: {found:?}, truly {value}");
            let is_mate = matches!(found.score, Some(SearchScore::Win(_) | SearchScore::Loss(_)));
            // If no value exceeds a win, a value equal to a win is one.
            if game.high == WIN && game.low == -WIN && !game.utility_like_a_win() {
                assert_eq!(is_mate, value.abs() == f64::from(WIN), "seed {seed}: {found:?}");
            }
            (solved, won) = (solved + 1, won + u32::from(is_mate));
        }
    }
    assert!(solved == 3_000 && won > 100, "{solved} solved, {won} won");
}

impl PositionGraph {
    /// Whether a utility counts as much as a win.
    fn utility_like_a_win(&self) -> bool {
        self.places.iter().any(|place| matches!(place.end, Outcome::Utility(value) if value.abs() >= WIN))
    }
}
