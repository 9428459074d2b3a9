//! Games with chance under the limits and settings of every search: lines, chosen moves, nodes, threads, mates, faults.

use super::oracle::{exact, sign};
use crate::places::{GraphPosition, PositionGraph, WIN};
use plyd_rules::{Chance, Facts, Game, Move, Moves, Outcome, Player, Turn};
use plyd_search::{
    Algorithm, Control, Iteration, NoObserver, PlayingStrength, Root, SearchEvent, SearchResult, SearchScore,
    SearcherLimits, SearcherSettings, TranspositionTable,
};
use plyd_trials::observed::search;

/// The answer, and the lines that were reported last.
fn lines(
    game: &PositionGraph,
    settings: SearcherSettings<'_>,
    limits: &SearcherLimits,
) -> (SearchResult, Vec<Iteration>) {
    let mut lines: Vec<Iteration> = Vec::new();
    let root = Root::new(game, &0);
    let answer = search(&root, settings, limits, &Control::new(), &mut NoObserver, &mut |event| {
        if let SearchEvent::Iteration(iteration) = event {
            lines.truncate(iteration.line as usize - 1);
            lines.push(iteration.clone());
        }
    });
    (answer, lines)
}

/// The first trees whose root is a player's, or chance's.
fn trees(is_chance: bool) -> impl Iterator<Item = (u64, PositionGraph)> {
    let trees = (0..).map(|seed| (seed, PositionGraph::tree(seed, 5)));
    trees.filter(move |(_, game)| (game.places[0].turn == Turn::Chance) == is_chance).take(150)
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    for (seed, game) in trees(false) {
        let mut nodes = 0;
        let sign = sign(&game.places[0]);
        let mut values: Vec<f64> =
            game.children(&mut vec![0], 4, &mut nodes).into_iter().map(|(_, value)| sign * value).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        for algorithm in Algorithm::BY_DEPTH {
            let limits = SearcherLimits { depth: Some(4), ..SearcherLimits::default() };
            let settings = SearcherSettings { lines: 3, ..exact(algorithm, None) };
            let (answer, lines) = lines(&game, settings, &limits);
            let found: Vec<f64> = lines.iter().map(|line| line.expectation.unwrap()).collect();
            assert_eq!(found.len(), values.len().min(3), "seed {seed}, {algorithm:?}");
            let is_near = found.iter().zip(&values).all(|(found, value)| (found - value).abs() < 1e-9);
            assert!(is_near, "seed {seed}, {algorithm:?}: {found:?}, truly {values:?}");
            assert_eq!(answer.best, lines[0].pv.first().copied());
            for line in lines {
                // Lines end at the first chance node.
                let ends = line.pv.iter().position(|mv| game.places[mv.0 as usize].turn == Turn::Chance);
                assert!(ends.is_none_or(|ply| ply + 1 == line.pv.len()), "seed {seed}, {algorithm:?}: {:?}", line.pv);
            }
        }
    }
}

/// What the table knows of one line may make another one better than it was found.
#[test]
fn several_lines_are_in_order_with_a_table_too() {
    let table = TranspositionTable::new(1).unwrap();
    let mut close = 0;
    for (seed, game) in (0..1_000).map(|seed| (seed, PositionGraph::layers(seed, 7, 5))) {
        if game.places[0].turn == Turn::Chance {
            continue;
        }
        let (mut nodes, sign) = (0, sign(&game.places[0]));
        let mut values: Vec<f64> =
            game.children(&mut vec![0], 5, &mut nodes).into_iter().map(|(_, value)| sign * value).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        let limits = SearcherLimits { depth: Some(5), ..SearcherLimits::default() };
        let settings = SearcherSettings { lines: 3, ..exact(Algorithm::Pvs, Some(&table)) };
        let (answer, lines) = lines(&game, settings, &limits);
        let found: Vec<f64> = lines.iter().map(|line| line.expectation.unwrap()).collect();
        assert_eq!(found.len(), values.len().min(3), "seed {seed}");
        let is_near = found.iter().zip(&values).all(|(found, value)| (found - value).abs() < 1e-9);
        assert!(is_near, "seed {seed}: {found:?}, truly {values:?}");
        assert!(found.is_sorted_by(|a, b| a >= b), "seed {seed}: {found:?}");
        assert_eq!(answer.best, lines[0].pv.first().copied());
        close += u32::from(found.windows(2).any(|pair| pair[0] != pair[1] && pair[0].round() == pair[1].round()));
    }
    assert!(close > 5, "only {close} times two lines had one rounded value");
}

#[test]
fn a_chance_root_is_answered_by_its_expectation_alone() {
    let strength = Some(PlayingStrength::new(900, 7));
    for (seed, game) in trees(true) {
        let place = &game.places[0];
        let mut nodes = 0;
        let children = game.children(&mut vec![0], 4, &mut nodes);
        for algorithm in Algorithm::BY_DEPTH {
            // Of all outcomes, or of those that are said to be possible.
            for count in [children.len(), children.len().div_ceil(2)] {
                let chosen = &children[children.len() - count..];
                let weights = &place.weights[children.len() - count..];
                let sum: f64 = chosen.iter().zip(weights).map(|(&(_, value), &weight)| value * f64::from(weight)).sum();
                let value = sum / f64::from(weights.iter().sum::<u32>());
                let root_moves = Some(chosen.iter().map(|&(next, _)| Move(next)).collect());
                let limits = SearcherLimits { depth: Some(4), root_moves, ..SearcherLimits::default() };
                let (answer, lines) =
                    lines(&game, SearcherSettings { lines: 4, strength, ..exact(algorithm, None) }, &limits);
                assert_eq!((answer.best, answer.ponder, lines.len()), (None, None, 1), "seed {seed}, {algorithm:?}");
                assert!(lines[0].pv.is_empty(), "seed {seed}, {algorithm:?}");
                let found = answer.expectation.unwrap();
                assert!((found - value).abs() < 1e-9, "seed {seed}, {algorithm:?}: {found}, truly {value}");
                assert_eq!(lines[0].expectation, answer.expectation);
            }
        }
    }
}

#[test]
fn chosen_moves_and_limits_of_nodes_are_kept() {
    for (seed, game) in trees(false) {
        let last = Move(*game.places[0].moves.last().unwrap());
        for algorithm in Algorithm::BY_DEPTH {
            let limits = SearcherLimits { depth: Some(5), root_moves: Some(vec![last]), ..SearcherLimits::default() };
            assert_eq!(lines(&game, algorithm.into(), &limits).0.best, Some(last), "seed {seed}, {algorithm:?}");
            let limits = SearcherLimits { nodes: Some(9), ..SearcherLimits::default() };
            let (answer, reported) = lines(&game, algorithm.into(), &limits);
            assert!(answer.nodes <= 9, "seed {seed}, {algorithm:?}: {} nodes", answer.nodes);
            assert!(answer.best.is_some_and(|best| game.places[0].moves.contains(&best.0)), "seed {seed}");
            assert!(answer.expectation.is_some() && reported[0].expectation == answer.expectation, "seed {seed}");
        }
    }
}

#[test]
fn threads_and_a_shared_table_change_no_value() {
    let table = TranspositionTable::new(1).unwrap();
    for (seed, game) in (0..200).map(|seed| (seed, PositionGraph::layers(seed, 8, 5))) {
        let mut nodes = 0;
        let value = sign(&game.places[0]) * game.oracle(&mut vec![0], 8, &mut nodes);
        let settings = SearcherSettings { threads: 3, ..exact(Algorithm::Pvs, Some(&table)) };
        let (answer, _) = lines(&game, settings, &SearcherLimits { depth: Some(8), ..SearcherLimits::default() });
        assert!((answer.expectation.unwrap() - value).abs() < 1e-9, "seed {seed}: {answer:?}, truly {value}");
    }
}

/// MAX chooses between a roll that wins in three plies at the latest, and one that wins at once or not at all.
fn two_ways(low: i32, high: i32) -> PositionGraph {
    let leaf = |end| GraphPosition {
        turn: Turn::Max,
        heuristic: 0,
        moves: Vec::new(),
        weights: Vec::new(),
        end,
        floor: 0,
        board: 0,
    };
    let inner = |turn, moves: &[u32]| GraphPosition {
        turn,
        moves: moves.to_vec(),
        weights: vec![1; moves.len()],
        ..leaf(Outcome::Draw)
    };
    let won = Outcome::Win(Player::Max);
    let places = vec![
        inner(Turn::Max, &[1, 2]),
        inner(Turn::Chance, &[3, 4]),
        inner(Turn::Chance, &[5, 6]),
        leaf(won),
        inner(Turn::Max, &[7]),
        leaf(won),
        leaf(Outcome::Utility(high)),
        leaf(won),
    ];
    // Games with different leaves have different keys.
    PositionGraph { seed: high as u64, places, rule: None, low, high, has_key: true }
}

#[test]
fn a_mate_is_what_is_won_with_every_outcome() {
    let table = TranspositionTable::new(1).unwrap();
    let limits = SearcherLimits { mate_plies: Some(5), ..SearcherLimits::default() };
    for table in [None, Some(&table)] {
        // The other way is a draw at times.
        let game = PositionGraph { high: WIN, ..two_ways(-WIN, 0) };
        let settings = SearcherSettings { table, ..Algorithm::Pvs.into() };
        let (answer, _) = lines(&game, settings, &limits);
        assert_eq!(
            (answer.score, answer.best),
            (Some(SearchScore::Win(3)), Some(Move(1))),
            "table {}",
            table.is_some()
        );
        // Here it promises more than a win, and so it is no mate.
        let (answer, _) = lines(&two_ways(-30, 30), settings, &limits);
        assert_eq!(
            (answer.score, answer.best),
            (Some(SearchScore::Value(20)), Some(Move(2))),
            "table {}",
            table.is_some()
        );
        assert_eq!(answer.expectation, Some(20.0));
    }
}

/// MAX chooses between a position in which MIN has a draw, and a roll of two positions that MIN could have gone to
/// there. In these two MAX always wins.
fn met_before() -> PositionGraph {
    let leaf = |end| GraphPosition {
        turn: Turn::Max,
        heuristic: 0,
        moves: Vec::new(),
        weights: Vec::new(),
        end,
        floor: 0,
        board: 0,
    };
    let inner = |turn, moves: &[u32]| GraphPosition {
        turn,
        moves: moves.to_vec(),
        weights: vec![1; moves.len()],
        ..leaf(Outcome::Draw)
    };
    let places = vec![
        inner(Turn::Max, &[1, 2]),
        inner(Turn::Min, &[3, 4, 5]),
        inner(Turn::Chance, &[3, 4]),
        inner(Turn::Min, &[6]),
        inner(Turn::Min, &[6]),
        leaf(Outcome::Draw),
        leaf(Outcome::Win(Player::Max)),
    ];
    PositionGraph { seed: 1, places, rule: None, low: -WIN, high: WIN, has_key: true }
}

#[test]
fn a_win_that_the_table_knows_after_every_outcome_is_a_win() {
    let table = TranspositionTable::new(1).unwrap();
    for table in [None, Some(&table)] {
        let settings = SearcherSettings { table, ..Algorithm::Pvs.into() };
        let (answer, _) = lines(&met_before(), settings, &SearcherLimits::default());
        assert_eq!(
            (answer.score, answer.best),
            (Some(SearchScore::Win(3)), Some(Move(2))),
            "table {}",
            table.is_some()
        );
    }
}

/// A roll whose second outcome has no weight.
struct Weightless;

impl Game for Weightless {
    type State = u32;

    fn facts(&self) -> Facts {
        Facts { max_moves: 2, chance: Some(Chance { max_outcomes: 2, low: -1, high: 1 }), ..Facts::DEFAULT }
    }
    fn turn(&self, state: &u32) -> Turn {
        if *state == 0 { Turn::Max } else { Turn::Chance }
    }
    fn play(&self, state: &mut u32, mv: Move) {
        *state = 2 * *state + mv.0;
    }
    fn outcome(&self, state: &u32) -> Outcome {
        if *state < 4 { Outcome::Ongoing } else { Outcome::Draw }
    }
    fn moves(&self, _: &u32, out: &mut Moves<'_>) {
        out.push(Move(1));
        out.push(Move(2));
    }
    fn weights(&self, _: &u32, _: &[Move], weights: &mut [u32]) {
        weights.copy_from_slice(&[1, 0]);
    }
    fn last_error(&self, state: &u32) -> String {
        format!("the library failed to weigh {state}")
    }
}

#[test]
fn an_outcome_without_weight_ends_the_search_with_a_fault() {
    for algorithm in Algorithm::BY_DEPTH {
        for root in [0, 1] {
            let limits = SearcherLimits { depth: Some(3), ..SearcherLimits::default() };
            let control = Control::new();
            let root = Root::new(&Weightless, &root);
            let answer = search(&root, algorithm, &limits, &control, &mut NoObserver, &mut |_| {});
            assert_eq!(answer.fault.as_deref(), Some("the library failed to weigh 1"), "{algorithm:?}");
            assert_eq!(answer.best.is_some(), *root.state == 0, "{algorithm:?}: there is a move to play");
        }
    }
}

#[test]
fn a_stopped_search_answers() {
    for (seed, game) in trees(false).chain(trees(true)).take(60) {
        for algorithm in Algorithm::BY_DEPTH {
            let control = Control::new();
            control.stop();
            let root = Root::new(&game, &0);
            let answer = search(&root, algorithm, &SearcherLimits::default(), &control, &mut NoObserver, &mut |_| {});
            assert_eq!(answer.best.is_none(), game.places[0].turn == Turn::Chance, "seed {seed}, {algorithm:?}");
            assert_eq!(
                answer.expectation,
                answer.score.map(|score| match score {
                    SearchScore::Value(value) => value.into(),
                    other => panic!("seed {seed}: {other:?}"),
                })
            );
        }
    }
}
