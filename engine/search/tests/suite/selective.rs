//! The techniques that may overlook something: what they find is true, and what they call solved is exact.

use crate::maze::{Maze, WIN};
use crate::random::SeededRandom;
use plyd_plugin::{Game, Move, Options, Outcome, Plugin};
use plyd_search::{
    Algorithm, Budget, Control, EnteredNode, LeafKind, NoObserver, Observer, Root, SearchEvent, SearchResult,
    SearchScore, SearcherLimits, SearcherSettings, TechniqueNumbers, Techniques, TranspositionTable,
};
use plyd_trials::observed::search;
use std::time::Duration;

/// Longer than any search here.
const HOUR: Duration = Duration::from_secs(3_600);

const SELECTIVE: [&str; 11] = [
    "Quiescence Table",
    "Evasions",
    "Null Move",
    "Reductions",
    "Late Moves",
    "Check Extensions",
    "Singular Extensions",
    "Twofold Repetition",
    "Internal Reduction",
    "Futility",
    "Candidates",
];

/// The default techniques, with these selective ones only.
fn only(names: &[&str]) -> Techniques {
    let mut techniques = Techniques::default();
    for switch in Techniques::SWITCHES.iter().filter(|switch| SELECTIVE.contains(&switch.name)) {
        (switch.set)(&mut techniques, names.contains(&switch.name));
    }
    techniques
}

/// Each alone, each pair, and all.
fn sets() -> Vec<Techniques> {
    let mut sets = vec![only(&SELECTIVE)];
    for (place, one) in SELECTIVE.iter().enumerate() {
        sets.push(only(&[one]));
        sets.extend(SELECTIVE[place + 1..].iter().map(|other| only(&[one, other])));
    }
    sets
}

fn answer(
    maze: &Maze,
    table: Option<&TranspositionTable>,
    techniques: Techniques,
    limits: &SearcherLimits,
    observer: &mut impl Observer,
) -> (SearchResult, Vec<SearchScore>) {
    // A maze is too small for moves that are singular far above the horizon.
    let numbers = TechniqueNumbers { singular_depth: 4, ..TechniqueNumbers::default() };
    let settings = SearcherSettings { table, techniques, numbers, ..Algorithm::Pvs.into() };
    let mut scores = Vec::new();
    let mut report = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(iteration) = event {
            scores.push(iteration.score);
        }
    };
    let control = Control::new();
    let answer = search(&Root::new(maze, &Maze::ROOT), settings, limits, &control, observer, &mut report);
    (answer, scores)
}

fn to(depth: u32) -> SearcherLimits {
    SearcherLimits { depth: Some(depth), ..SearcherLimits::default() }
}

#[test]
fn solved_is_the_shortest_win_and_the_longest_defence() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut longer, mut differing) = (0, 0);
    for seed in 0..150 {
        let maze = Maze::layers(seed);
        let full = answer(&maze, None, only(&[]), &SearcherLimits::default(), &mut NoObserver).0;
        for techniques in sets() {
            for table in [None, Some(&table)] {
                let (found, scores) = answer(&maze, table, techniques, &SearcherLimits::default(), &mut NoObserver);
                let context = format!("seed {seed}, {techniques:?}, table {}", table.is_some());
                assert_eq!((found.score, found.solved), (Some(maze.truth()), true), "{context}");
                longer += u32::from(scores.iter().any(|&score| is_final(score) && score != maze.truth()));
                differing += u32::from(table.is_none() && found.nodes != full.nodes);
            }
        }
    }
    // Many at once with the table, in which entries of selective searches are no proofs here.
    for seed in 150..3_000 {
        let maze = Maze::layers(seed);
        let (found, _) = answer(&maze, Some(&table), only(&SELECTIVE), &SearcherLimits::default(), &mut NoObserver);
        assert_eq!((found.score, found.solved), (Some(maze.truth()), true), "seed {seed}");
    }
    assert!(longer > 20, "only {longer} times a first win was not the shortest");
    assert!(differing > 1_000, "the techniques changed {differing} searches only");
}

#[test]
fn singular_moves_are_looked_for_and_found_with_a_table() {
    let differing = (0..100).filter(|&seed| {
        let maze = Maze::layers(seed);
        let nodes = |names: &[&str]| {
            let table = TranspositionTable::new(1).unwrap();
            answer(&maze, Some(&table), only(names), &to(12), &mut NoObserver).0.nodes
        };
        nodes(&["Reductions"]) != nodes(&["Reductions", "Singular Extensions"])
    });
    let differing = differing.count();
    assert!(differing > 20, "only {differing} of 100 searches differ");
}

fn is_final(score: SearchScore) -> bool {
    matches!(score, SearchScore::Win(_) | SearchScore::Loss(_))
}

#[test]
fn a_win_that_was_found_is_a_win_wherever_the_search_ends() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut wins, mut early) = (0, 0);
    for seed in 0..1_500 {
        let maze = Maze::layers(seed);
        let mut random = SeededRandom(seed);
        for limits in
            [to(1 + random.below(8) as u32), SearcherLimits { nodes: Some(20 + random.below(2_000)), ..to(20) }]
        {
            let table = Some(&table).filter(|_| random.below(2) == 0);
            let (found, _) = answer(&maze, table, only(&SELECTIVE), &limits, &mut NoObserver);
            let Some(SearchScore::Win(plies)) = found.score else { continue };
            let SearchScore::Win(shortest) = maze.truth() else {
                panic!("seed {seed}: no win, but {:?}", maze.truth())
            };
            assert!(shortest <= plies, "seed {seed}: a win in {plies}, but the shortest takes {shortest}");
            assert!(!found.solved || shortest == plies, "seed {seed}: solved, but there is a win in {shortest}");
            wins += 1;
            early += u32::from(!found.solved);
        }
    }
    assert!(wins > 100 && early > 20, "{wins} wins, {early} of them not solved, prove little");
}

#[test]
fn a_win_stays_when_the_search_ends_before_it_is_confirmed() {
    let mut ended = 0;
    for seed in 0..60 {
        let maze = Maze::layers(seed);
        let techniques = only(&SELECTIVE);
        // However little is searched after a win was found.
        for nodes in (3..60).map(|step| step * step) {
            let limits = SearcherLimits { nodes: Some(nodes), ..SearcherLimits::default() };
            let (found, scores) = answer(&maze, None, techniques, &limits, &mut NoObserver);
            let wins = scores.iter().skip_while(|score| !matches!(score, SearchScore::Win(_)));
            let mut soonest = u32::MAX;
            for score in wins {
                let SearchScore::Win(plies) = *score else { panic!("seed {seed}, {nodes} nodes: {scores:?}") };
                assert!(plies <= soonest, "seed {seed}, {nodes} nodes: {scores:?}");
                soonest = plies;
            }
            ended += u32::from(soonest < u32::MAX && !found.solved);
        }
    }
    assert!(ended > 50, "only {ended} searches ended between a win and its confirmation");
}

/// The depths and scores of the iterations of a selective search with this budget.
fn on_a_clock(maze: &Maze, budget: Budget) -> (SearchResult, Vec<(u32, SearchScore)>) {
    let mut iterations = Vec::new();
    let mut report = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(iteration) = event {
            iterations.push((iteration.depth, iteration.score));
        }
    };
    let settings = SearcherSettings { techniques: only(&SELECTIVE), ..Algorithm::Pvs.into() };
    let control = Control::new();
    control.start_clock(budget);
    let root = Root::new(maze, &Maze::ROOT);
    let answer = search(&root, settings, &SearcherLimits::default(), &control, &mut NoObserver, &mut report);
    (answer, iterations)
}

#[test]
fn a_clock_that_leaves_a_choice_ends_a_search_at_its_first_win() {
    let budgets = [Budget { soft: HOUR, hard: 2 * HOUR }, Budget::fixed(HOUR)];
    let (mut wins, mut early) = (0, 0);
    for seed in 0..300 {
        let maze = Maze::layers(seed);
        let [(found, iterations), (fixed, _)] = budgets.map(|budget| on_a_clock(&maze, budget));
        let SearchScore::Win(shortest) = maze.truth() else { continue };
        if maze.has_one_move() {
            // On a clock it is played without thinking.
            continue;
        }
        let Some(SearchScore::Win(plies)) = found.score else { panic!("seed {seed}: {found:?}") };
        assert!(shortest <= plies, "seed {seed}: {found:?}");
        let is_win = |&(_, score): &(u32, SearchScore)| matches!(score, SearchScore::Win(_));
        assert_eq!(iterations.iter().position(is_win), Some(iterations.len() - 1), "seed {seed}: {iterations:?}");
        // What a fixed time leaves over is of no use later.
        assert_eq!((fixed.score, fixed.solved), (Some(maze.truth()), true), "seed {seed}");
        wins += 1;
        early += u32::from(!found.solved);
    }
    assert!(wins > 20 && early > 10, "{wins} wins, {early} of them before they were confirmed, prove little");
}

#[test]
fn a_clock_lets_a_search_defend_a_lost_position_before_it_begins_anew() {
    let (mut losses, mut defended) = (0, 0);
    for seed in 0..300 {
        let maze = Maze::layers(seed);
        let (found, iterations) = on_a_clock(&maze, Budget::fixed(HOUR));
        let SearchScore::Loss(_) = maze.truth() else { continue };
        assert_eq!((found.score, found.solved), (Some(maze.truth()), true), "seed {seed}: {iterations:?}");
        let first = iterations.iter().position(|(_, score)| matches!(score, SearchScore::Loss(_)));
        let known = &iterations[first.expect("the answer is a loss")..];
        assert!(known.iter().all(|(_, score)| matches!(score, SearchScore::Loss(_))), "seed {seed}: {iterations:?}");
        let (depth, SearchScore::Loss(plies)) = known[0] else { panic!("seed {seed}: {known:?}") };
        losses += 1;
        if let [_, (next, _), ..] = *known
            && depth < 2 * plies
        {
            assert!(next >= depth, "seed {seed}: {iterations:?}");
            defended += 1;
        }
    }
    assert!(losses > 20 && defended > 10, "{losses} losses, {defended} of them defended, prove little");
}

#[test]
fn wins_hold_where_positions_come_again() {
    let table = TranspositionTable::new(1).unwrap();
    let (mut wins, mut solved) = (0, 0);
    for seed in 0..2_000 {
        let maze = Maze::circles(seed);
        let table = Some(&table).filter(|_| seed % 2 == 0);
        let (found, _) = answer(&maze, table, only(&SELECTIVE), &to(9), &mut NoObserver);
        let truth = |depth| maze.with_repetition(&mut vec![Maze::ROOT], depth) * maze.view();
        match found.score {
            Some(SearchScore::Win(plies)) => assert_eq!(truth(plies), WIN, "seed {seed}: {found:?}"),
            Some(SearchScore::Loss(plies)) => assert_eq!(truth(plies), -WIN, "seed {seed}: {found:?}"),
            Some(SearchScore::Value(value)) if found.solved && maze.times() == 2 => {
                assert_eq!(truth(u32::MAX), value, "seed {seed}")
            }
            _ => continue,
        }
        if let (true, Some(SearchScore::Win(plies @ 2..) | SearchScore::Loss(plies @ 2..))) =
            (found.solved, found.score)
        {
            assert_ne!(truth(plies - 1).abs(), WIN, "seed {seed}: there is something sooner than {plies}");
        }
        wins += u32::from(found.score.is_some_and(is_final));
        solved += u32::from(found.solved);
    }
    assert!(wins > 300 && solved > 300, "{wins} wins, {solved} solved prove little");
}

/// Follows the path of a search through its null moves.
struct NullMoveFollower<'a> {
    maze: &'a Maze,
    /// The position at each ply, and whether a null move led there.
    path: Vec<((u32, bool), bool)>,
    null_moves: u64,
    repetitions: u64,
}

impl Observer for NullMoveFollower<'_> {
    fn enter(&mut self, node: EnteredNode) {
        if node.ply == 0 {
            self.path.truncate(1);
            return;
        }
        // A node that is entered once more, to confirm a null move, is reached by the same move.
        self.path.truncate(node.ply);
        let (mut state, after_pass) = self.path[node.ply - 1];
        let is_pass = node.mv == Move(u32::MAX);
        if is_pass {
            assert!(!after_pass, "a null move answers a null move");
            assert!(!self.maze.in_check(&state), "a null move in check");
            assert!(self.maze.pass(&mut state), "a null move where there is none");
            self.null_moves += 1;
        } else {
            self.maze.play(&mut state, node.mv);
        }
        self.path.push((state, is_pass));
    }

    fn leaf(&mut self, ply: usize, _: f64, kind: LeafKind) {
        let (state, _) = self.path[ply];
        if kind == LeafKind::Finished && self.maze.outcome(&state) == Outcome::Ongoing {
            let since = self.path[..=ply].iter().rposition(|&(_, is_pass)| is_pass).unwrap_or(0);
            let stood = self.path[since..=ply].iter().filter(|(other, _)| *other == state).count();
            assert!(stood >= self.maze.times(), "a position counts as one from before a null move");
            self.repetitions += u64::from(since > 0);
        }
    }
}

#[test]
fn null_moves_come_one_at_a_time_and_nothing_comes_again_across_them() {
    let (mut null_moves, mut repetitions) = (0, 0);
    for seed in 0..500 {
        let maze = Maze::circles(seed);
        let mut follower =
            NullMoveFollower { maze: &maze, path: vec![(Maze::ROOT, false)], null_moves: 0, repetitions: 0 };
        answer(&maze, None, only(&SELECTIVE), &to(13), &mut follower);
        null_moves += follower.null_moves;
        repetitions += follower.repetitions;
    }
    assert!(null_moves > 1_000 && repetitions > 20, "{null_moves} null moves, {repetitions} repetitions after one");
}

#[test]
fn a_game_that_forbids_selectivity_is_searched_at_full_width() {
    let mut differing = 0;
    for seed in 0..100 {
        let nodes = |maze: &Maze, techniques| answer(maze, None, techniques, &to(8), &mut NoObserver).0.nodes;
        let full = Maze::layers(seed).full_width();
        let declaring = Maze::layers(seed);
        for techniques in sets() {
            assert_eq!(nodes(&full, techniques), nodes(&full, only(&[])), "seed {seed}, {techniques:?}");
            let equal_depth = |techniques| Techniques { equal_depth: true, ..techniques };
            let (with, without) = (equal_depth(techniques), equal_depth(only(&[])));
            assert_eq!(nodes(&declaring, with), nodes(&declaring, without), "seed {seed}, {with:?}");
        }
        for name in SELECTIVE {
            differing += u32::from(nodes(&declaring, only(&[name])) != nodes(&declaring, only(&[])));
        }
    }
    assert!(differing > 200, "the techniques changed {differing} searches only");
}

#[test]
fn a_search_for_a_mate_is_one_of_full_width() {
    for seed in 0..300 {
        let maze = Maze::layers(seed);
        let limits = SearcherLimits { mate_plies: Some(9), ..SearcherLimits::default() };
        let nodes = |techniques| answer(&maze, None, techniques, &limits, &mut NoObserver).0.nodes;
        assert_eq!(nodes(only(&SELECTIVE)), nodes(only(&[])), "seed {seed}");
    }
}

/// A rook's check on the last rank, which can only be taken, and the queen behind it takes back with mate.
#[test]
fn a_mate_beyond_the_horizon_is_seen_if_all_moves_out_of_check_are_searched() {
    let setup = "3r2k1/5ppp/8/8/8/8/4R3/4Q1K1 w - - 0 1";
    let (game, root) = chess::Chess::open(setup, &Options::new(chess::Chess::OPTIONS, "")).expect("a sound setup");
    let found = |evasions, depth| {
        let techniques = Techniques { evasions, ..Techniques::default() };
        let settings = SearcherSettings { techniques, ..Algorithm::Pvs.into() };
        search(&Root::new(&game, &root), settings, &to(depth), &Control::new(), &mut NoObserver, &mut |_| {})
    };
    let mate = found(true, 1);
    assert_eq!((mate.score, mate.best), (Some(SearchScore::Win(3)), chess::Chess::parse_move(&game, &root, "e2e8")));
    assert!(found(false, 1).score.is_some_and(|score| !is_final(score)));
    assert_eq!(found(false, 3).score, Some(SearchScore::Win(3)));
}

/// Problems and endings: what a selective search has solved is what a search for mates finds, which has full width.
#[test]
fn mates_in_chess_have_their_exact_distance() {
    for (setup, score) in [
        ("k7/8/2K5/8/8/8/8/7Q w - - 0 1", SearchScore::Win(3)),
        ("4k3/8/8/8/8/8/R7/1R2K3 w - - 0 1", SearchScore::Win(3)),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", SearchScore::Win(3)),
        ("3k4/8/3K4/8/8/8/8/R7 b - - 0 1", SearchScore::Loss(4)),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", SearchScore::Win(5)),
        ("4k3/8/8/4K3/8/8/8/7Q w - - 0 1", SearchScore::Win(5)),
        ("8/8/8/8/3k4/8/7r/2K5 b - - 0 1", SearchScore::Win(7)),
    ] {
        let (game, root) = chess::Chess::open(setup, &Options::new(chess::Chess::OPTIONS, "")).expect("a sound setup");
        let solve = |limits: SearcherLimits| {
            let table = TranspositionTable::new(1).unwrap();
            let settings = SearcherSettings { table: Some(&table), ..Algorithm::Pvs.into() };
            let control = Control::new();
            search(&Root::new(&game, &root), settings, &limits, &control, &mut NoObserver, &mut |_| {})
        };
        let found = solve(SearcherLimits { depth: Some(12), ..SearcherLimits::default() });
        assert_eq!((found.score, found.solved), (Some(score), true), "{setup}");
        let SearchScore::Win(plies) = score else { continue };
        let found = solve(SearcherLimits { mate_plies: Some(plies), ..SearcherLimits::default() });
        assert_eq!((found.score, found.solved), (Some(score), true), "{setup}");
        let sooner = solve(SearcherLimits { mate_plies: Some(plies - 2), ..SearcherLimits::default() });
        assert!(!sooner.score.is_some_and(is_final), "{setup}: {sooner:?}");
    }
}
