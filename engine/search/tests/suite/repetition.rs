//! Positions that come again, and draws that can be claimed, on random graphs, against a naive oracle that keeps the
//! whole game in a list.

use crate::random::SeededRandom;
use plyd_rules::{Abilities, Facts, Game, Move, Moves, Outcome, Player, Repetition, Turn, Verdict};
use plyd_search::{
    Algorithm, Control, Experience, NoObserver, PerftResult, Root, SearchEvent, SearchResult, SearchScore,
    SearcherLimits, SearcherSettings, Techniques, TranspositionTable, perft,
};
use plyd_trials::observed::search;

const WIN: i32 = 10;

/// Positions connected by moves in circles. Moves to another floor cannot be taken back.
struct RepetitionGraph {
    seed: u64,
    rule: Repetition,
    places: Vec<RepetitionNode>,
    /// Whether moves to another floor are noisy, and players are in check at some places.
    has_checks: bool,
}

struct RepetitionNode {
    floor: u32,
    turn: Player,
    heuristic: i32,
    /// The targets of the moves; none if the game is over.
    moves: Vec<u32>,
    /// Who has won if it is.
    winner: Player,
    /// Whether a draw can be claimed, if there are moves.
    can_claim: bool,
}

/// The worth of a repetition, which every rule of these graphs says.
fn worth(rule: Repetition) -> i32 {
    let Verdict::Worth(worth) = rule.verdict else { unreachable!("{rule:?}") };
    worth
}

impl RepetitionGraph {
    /// Three floors of `width` places; a position may occur at most `most_times` times. In every other graph draws can
    /// be claimed at some places.
    fn random(seed: u64, width: u64, most_times: u64) -> Self {
        let mut random = SeededRandom(seed);
        let mut claims = SeededRandom(seed ^ 0xC1A1);
        let rule = Repetition {
            verdict: Verdict::Worth(random.below(3) as i32 - 1),
            ..Repetition::draw(2 + random.below(most_times - 1) as u32)
        };
        let floors = 3;
        let mut places = Vec::new();
        for floor in 0..floors {
            for _ in 0..width {
                let turn = if random.below(2) == 0 { Player::Max } else { Player::Min };
                let lowest = floor * width;
                let higher = lowest + width < floors * width && random.below(4) == 0;
                let target = |random: &mut SeededRandom| {
                    let start = if higher { lowest + width } else { lowest };
                    (start + random.below(width)) as u32
                };
                let count = 1 + random.below(3);
                let mut moves: Vec<u32> = (0..count).map(|_| target(&mut random)).collect();
                moves.sort_unstable();
                moves.dedup();
                if floor == floors - 1 && random.below(5) == 0 {
                    moves.clear();
                }
                let winner = if random.below(2) == 0 { Player::Max } else { Player::Min };
                let can_claim = seed % 2 == 1 && claims.below(6) == 0;
                let heuristic = random.below(9) as i32 - 4;
                places.push(RepetitionNode { floor: floor as u32, turn, heuristic, moves, winner, can_claim });
            }
        }
        Self { seed, rule, places, has_checks: false }
    }

    /// The same with all that a search looks at beyond the horizon.
    fn with_checks(self) -> Self {
        Self { has_checks: true, ..self }
    }

    /// What the last position of a game is worth if it ends there; `game` is all positions from the first on.
    fn end(&self, game: &[u32]) -> Option<i32> {
        let place = game[game.len() - 1];
        let RepetitionNode { moves, winner, can_claim, .. } = &self.places[place as usize];
        let stood = game.iter().filter(|&&position| position == place).count();
        if moves.is_empty() {
            Some(if *winner == Player::Max { WIN } else { -WIN })
        } else if *can_claim {
            Some(0)
        } else {
            (stood >= self.rule.times as usize).then_some(worth(self.rule))
        }
    }

    /// Straight from the rule: `game` is all positions from the first on.
    fn oracle(&self, game: &mut Vec<u32>, depth: u32) -> i32 {
        let place = &self.places[game[game.len() - 1] as usize];
        let values: Vec<i32> = place
            .moves
            .clone()
            .into_iter()
            .map(|next| {
                game.push(next);
                let value = match self.end(game) {
                    Some(worth) => worth,
                    None if depth == 1 => self.places[next as usize].heuristic,
                    None => self.oracle(game, depth - 1),
                };
                game.pop();
                value
            })
            .collect();
        let best = if place.turn == Player::Max { values.into_iter().max() } else { values.into_iter().min() };
        best.expect("an unfinished position has moves")
    }
}

impl Game for RepetitionGraph {
    type State = u32;

    fn facts(&self) -> Facts {
        let (noisy, check) = (self.has_checks, self.has_checks);
        let abilities = Abilities { no_selectivity: !check, noisy, check, ..Abilities::NONE };
        Facts { max_moves: 4, win: WIN, has_key: true, repetition: Some(self.rule), abilities, ..Facts::DEFAULT }
    }
    fn turn(&self, state: &u32) -> Turn {
        self.places[*state as usize].turn.into()
    }
    fn play(&self, state: &mut u32, mv: Move) {
        *state = mv.0;
    }
    fn outcome(&self, state: &u32) -> Outcome {
        let place = &self.places[*state as usize];
        match place.moves.is_empty() {
            true => Outcome::Win(place.winner),
            false if place.can_claim => Outcome::DrawIfClaimed,
            false => Outcome::Ongoing,
        }
    }
    fn moves(&self, state: &u32, out: &mut Moves<'_>) {
        self.places[*state as usize].moves.iter().for_each(|&next| out.push(Move(next)));
    }
    fn noisy(&self, state: &u32, out: &mut Moves<'_>) {
        let moves = self.places[*state as usize].moves.iter();
        moves.filter(|&&next| self.is_irreversible(state, Move(next))).for_each(|&next| out.push(Move(next)));
    }
    fn in_check(&self, state: &u32) -> bool {
        self.places[*state as usize].heuristic % 2 == 0
    }
    fn evaluate(&self, state: &u32) -> i32 {
        self.places[*state as usize].heuristic
    }
    fn key(&self, state: &u32) -> u64 {
        self.seed << 8 | u64::from(*state)
    }
    fn is_irreversible(&self, parent: &u32, mv: Move) -> bool {
        self.places[*parent as usize].floor != self.places[mv.0 as usize].floor
    }
}

/// A game of a few random moves, without one that ends it, though a draw may be claimed or a position occur too often.
fn beginning(graph: &RepetitionGraph, random: &mut SeededRandom) -> Vec<u32> {
    let mut game = vec![0_u32];
    for _ in 0..random.below(5) {
        let moves = &graph.places[game[game.len() - 1] as usize].moves;
        let next = moves[random.below(moves.len() as u64) as usize];
        if graph.places[next as usize].moves.is_empty() {
            break;
        }
        game.push(next);
    }
    game
}

/// Searches the last position of a game, with as much of the game before it as a session gives.
fn answer<'a>(
    graph: &RepetitionGraph,
    game: &[u32],
    settings: impl Into<SearcherSettings<'a>>,
    depth: u32,
) -> SearchResult {
    reported(graph, game, settings, depth, &mut |_| {})
}

/// The same, with an ear for what is reported on the way.
fn reported<'a>(
    graph: &RepetitionGraph,
    game: &[u32],
    settings: impl Into<SearcherSettings<'a>>,
    depth: u32,
    report: &mut dyn FnMut(SearchEvent<'_>),
) -> SearchResult {
    let root = game[game.len() - 1];
    let floor = graph.places[root as usize].floor;
    let same_floor = |&&place: &&u32| graph.places[place as usize].floor == floor;
    let history: Vec<u64> = game[..game.len() - 1].iter().filter(same_floor).map(|place| graph.key(place)).collect();
    let root = Root::new(graph, &root).with_history(&history);
    let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
    let settings = settings.into();
    search(&root, settings, &limits, &Control::new(), &mut NoObserver, report)
}

/// The score as the oracle counts: without distance.
fn flat(answer: &SearchResult) -> i32 {
    match answer.score {
        Some(SearchScore::Win(_)) => WIN,
        Some(SearchScore::Loss(_)) => -WIN,
        Some(SearchScore::Value(value)) => value,
        None => panic!("no score"),
    }
}

fn seen(graph: &RepetitionGraph, game: &[u32], value: i32) -> i32 {
    if graph.places[game[game.len() - 1] as usize].turn == Player::Max { value } else { -value }
}

#[test]
fn every_algorithm_obeys_repetition_with_the_game_before_the_root() {
    let (mut searched, mut changed) = (0, 0);
    for seed in 0..2_000 {
        let graph = RepetitionGraph::random(seed, 4, 3);
        let mut random = SeededRandom(seed ^ 0xABCD);
        let mut game = beginning(&graph, &mut random);
        let root = game[game.len() - 1];
        let depth = 1 + random.below(6) as u32;
        let value = graph.oracle(&mut game, depth);
        changed += u32::from(value != graph.oracle(&mut vec![root], depth));
        for algorithm in Algorithm::BY_DEPTH {
            let found = flat(&answer(&graph, &game, algorithm, depth));
            assert_eq!(found, seen(&graph, &game, value), "seed {seed}, depth {depth}, {algorithm:?}");
            searched += 1;
        }
    }
    assert!(searched >= 3_000);
    assert!(changed > 20, "the game before the root changed {changed} values only");
}

#[test]
fn every_line_ends_where_the_game_does() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut ended, mut by_history) = (0, 0);
    for seed in 0..4_000 {
        let graph = RepetitionGraph::random(seed, 4, 3);
        let mut random = SeededRandom(seed ^ 0xABCD);
        let game = beginning(&graph, &mut random);
        for algorithm in Algorithm::BY_DEPTH {
            let settings = SearcherSettings { algorithm, table: Some(&table), lines: 2, ..SearcherSettings::default() };
            let mut last = Vec::new();
            let answer = reported(&graph, &game, settings, 7, &mut |event| {
                let SearchEvent::Iteration(iteration) = event else { return };
                if iteration.line == 1 {
                    last.clone_from(&iteration.pv);
                }
                let mut line = game.clone();
                for (ply, mv) in iteration.pv.iter().enumerate() {
                    assert!(ply == 0 || graph.end(&line).is_none(), "seed {seed}, {algorithm:?}: {line:?} then {mv:?}");
                    line.push(mv.0);
                }
                ended += u32::from(graph.end(&line).is_some());
                by_history += u32::from(graph.end(&line).is_some() && graph.end(&line[game.len() - 1..]).is_none());
            });
            assert_eq!((answer.best, answer.ponder), (last.first().copied(), last.get(1).copied()), "seed {seed}");
        }
    }
    assert!(ended > 5_000 && by_history > 100, "{ended} lines to the end, {by_history} by what came before the root");
}

#[test]
fn a_root_at_which_a_draw_can_be_claimed_is_searched_as_if_nobody_claimed_it() {
    let mut claimed = 0;
    for seed in (1..2_000).step_by(2) {
        let graph = RepetitionGraph::random(seed, 4, 3);
        let Some(root) = (0..graph.places.len() as u32).find(|&place| graph.outcome(&place) == Outcome::DrawIfClaimed)
        else {
            continue;
        };
        let value = graph.oracle(&mut vec![root], 4);
        for algorithm in Algorithm::BY_DEPTH {
            let answer = answer(&graph, &[root], algorithm, 4);
            assert_eq!(flat(&answer), seen(&graph, &[root], value), "seed {seed}, {algorithm:?}");
            let best = answer.best.expect("there are moves");
            assert!(graph.places[root as usize].moves.contains(&best.0), "seed {seed}, {algorithm:?}");
            assert_eq!(
                perft(&Root::new(&graph, &root), 3, &Control::new(), &mut |_, _| {}),
                PerftResult::Total(leaves(&graph, root, 3)),
                "seed {seed}"
            );
        }
        claimed += 1;
    }
    assert!(claimed > 500, "{claimed} roots prove little");
}

/// The number of places `depth` plies deeper, if no draw is claimed.
fn leaves(graph: &RepetitionGraph, place: u32, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    graph.places[place as usize].moves.iter().map(|&next| leaves(graph, next, depth - 1)).sum()
}

#[test]
fn the_table_proves_no_win_that_a_repetition_spoils_and_misses_none() {
    let (table, experience) = (TranspositionTable::new(1).unwrap(), Experience::new());
    let (mut wins, mut others) = (0, 0);
    // The techniques that overlook no moves.
    let techniques =
        Techniques { reductions: false, late_moves: false, internal_reduction: false, ..Techniques::default() };
    for seed in 0..2_000 {
        let graph = RepetitionGraph::random(seed, 4, 3);
        let graph = if seed % 3 == 0 { graph.with_checks() } else { graph };
        let mut random = SeededRandom(seed ^ 0xABCD);
        let mut game = beginning(&graph, &mut random);
        // The same table for all positions of the game, like in a session: what one path proved must be true on others.
        for (length, threads) in (1..=game.len()).flat_map(|length| [(length, 1), (length, 3)]) {
            let mut game = game[..length].to_vec();
            let experience = Some(&experience).filter(|_| threads > 1);
            let settings = SearcherSettings {
                table: Some(&table),
                experience,
                threads,
                techniques,
                ..SearcherSettings::default()
            };
            let found = answer(&graph, &game, settings, 9);
            let depth = match found.score {
                Some(SearchScore::Win(plies) | SearchScore::Loss(plies)) => plies,
                _ => 9,
            };
            let truth = graph.oracle(&mut game, depth);
            let (truth, found) = (seen(&graph, &game, truth), flat(&found));
            let context = format!("seed {seed}, length {length}, {threads} threads");
            assert_eq!(truth.abs() == WIN, found.abs() == WIN, "{context}: {found}, truly {truth}");
            if truth.abs() == WIN {
                assert_eq!(found, truth, "{context}");
                wins += 1;
            } else {
                others += 1;
            }
        }
        // Without shortcuts the value is minimax's, repetition or not.
        let settings = SearcherSettings {
            algorithm: Algorithm::Pvs,
            table: Some(&table),
            techniques: Techniques::EXACT,
            ..SearcherSettings::default()
        };
        let value = graph.oracle(&mut game, 5);
        assert_eq!(flat(&answer(&graph, &game, settings, 5)), seen(&graph, &game, value), "seed {seed}");
    }
    assert!(wins > 300 && others > 500, "{wins} wins and {others} others prove little");
}

#[test]
fn what_the_table_helped_to_solve_is_the_truth_of_the_whole_tree() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut solved, mut drawn) = (0, 0);
    for seed in 0..20_000 {
        let graph = RepetitionGraph::random(seed, 3, 2);
        let mut random = SeededRandom(seed ^ 0xABCD);
        let game = beginning(&graph, &mut random);
        for length in 1..=game.len() {
            let settings =
                SearcherSettings { algorithm: Algorithm::Pvs, table: Some(&table), ..SearcherSettings::default() };
            let found = answer(&graph, &game[..length], settings, 14);
            if found.solved {
                let mut game = game[..length].to_vec();
                let truth = graph.oracle(&mut game, u32::MAX);
                assert_eq!(flat(&found), seen(&graph, &game, truth), "seed {seed}, length {length}");
                solved += 1;
                drawn += u32::from(truth.abs() != WIN);
            }
        }
    }
    assert!(solved > 1_000 && drawn > 100, "{solved} solved, {drawn} of them without a win, prove little");
}
