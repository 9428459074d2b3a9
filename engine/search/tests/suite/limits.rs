//! Limits, stops and faults: what ends a search early, and what it answers then.

use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Turn};
use plyd_search::{
    Algorithm, Budget, Control, Iteration, MAX_DEPTH, NoObserver, PerftResult, Root, SearchEvent, SearchResult,
    SearchScore, SearcherLimits, perft,
};
use plyd_trials::observed::search;
use std::time::Duration;

/// Counting up for ever, by one or two; MAX likes even numbers. Deeper than any search.
struct EndlessGame {
    facts: Facts,
    /// The game reports an error on reaching this number.
    fails_at: Option<u64>,
}

const ENDLESS: EndlessGame = EndlessGame { facts: Facts { max_moves: 2, win: 100, ..Facts::DEFAULT }, fails_at: None };

impl Game for EndlessGame {
    type State = (u64, Player);

    fn facts(&self) -> Facts {
        self.facts
    }
    fn turn(&self, state: &Self::State) -> Turn {
        state.1.into()
    }
    fn play(&self, state: &mut Self::State, mv: Move) {
        *state = (state.0 + u64::from(mv.0), state.1.other());
    }
    fn outcome(&self, state: &Self::State) -> Outcome {
        if self.fails_at.is_some_and(|number| state.0 >= number) { Outcome::Unknown } else { Outcome::Ongoing }
    }
    fn moves(&self, _state: &Self::State, out: &mut Moves<'_>) {
        out.push(Move(1));
        out.push(Move(2));
    }
    fn evaluate(&self, state: &Self::State) -> i32 {
        (state.0 % 7) as i32
    }
    fn last_error(&self, state: &Self::State) -> String {
        format!("{} is too large", state.0)
    }
}

const START: (u64, Player) = (0, Player::Max);

/// The answer and the iterations reported.
fn run(
    game: &EndlessGame,
    algorithm: Algorithm,
    limits: &SearcherLimits,
    control: &Control,
) -> (SearchResult, Vec<Iteration>) {
    let mut iterations = Vec::new();
    let mut report = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(iteration) = event {
            iterations.push(iteration.clone());
        }
    };
    let answer = search(&Root::new(game, &START), algorithm, limits, control, &mut NoObserver, &mut report);
    (answer, iterations)
}

#[test]
fn a_node_limit_is_exact_and_the_last_report_belongs_to_the_answer() {
    for algorithm in Algorithm::BY_DEPTH {
        for nodes in [1, 2, 3, 10, 255, 256, 257, 5_000] {
            let limits = SearcherLimits { nodes: Some(nodes), ..SearcherLimits::default() };
            let (answer, iterations) = run(&ENDLESS, algorithm, &limits, &Control::new());
            assert_eq!(answer.nodes, nodes, "{algorithm:?}");
            let last = iterations.last().unwrap();
            assert_eq!(last.nodes, nodes);
            assert_eq!((last.pv.first().copied(), Some(last.score)), (answer.best, answer.score));
            assert!(answer.best.is_some() && !answer.solved);
        }
    }
}

#[test]
fn a_search_stopped_at_once_answers_the_first_legal_move() {
    for algorithm in Algorithm::BY_DEPTH {
        let control = Control::new();
        control.stop();
        let (answer, iterations) = run(&ENDLESS, algorithm, &SearcherLimits::default(), &control);
        assert_eq!(answer.best, Some(Move(1)));
        assert_eq!(iterations.len(), 1);
        assert_eq!((iterations[0].depth, iterations[0].pv.as_slice()), (0, [Move(1)].as_slice()));
        let only = SearcherLimits { root_moves: Some(vec![Move(2)]), ..SearcherLimits::default() };
        assert_eq!(run(&ENDLESS, algorithm, &only, &control).0.best, Some(Move(2)));
    }
}

#[test]
fn a_stop_from_another_thread_ends_every_algorithm() {
    for algorithm in Algorithm::BY_DEPTH {
        let control = Control::new();
        let (answer, _) = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                control.stop();
            });
            run(&ENDLESS, algorithm, &SearcherLimits { deepen: true, ..SearcherLimits::default() }, &control)
        });
        assert!(answer.best.is_some() && answer.nodes > 1);
    }
}

#[test]
fn time_limits_end_every_algorithm() {
    for algorithm in Algorithm::BY_DEPTH {
        let control = Control::new();
        control.start_clock(Budget::fixed(Duration::from_millis(30)));
        let (answer, _) =
            run(&ENDLESS, algorithm, &SearcherLimits { deepen: true, ..SearcherLimits::default() }, &control);
        assert!(answer.best.is_some() && control.elapsed() >= Duration::from_millis(30));
    }
}

#[test]
fn no_iteration_begins_after_the_soft_limit() {
    let control = Control::new();
    control.start_clock(Budget { soft: Duration::ZERO, hard: Duration::from_secs(3_600) });
    let (_, iterations) = run(&ENDLESS, Algorithm::Pvs, &SearcherLimits::default(), &control);
    assert_eq!(iterations.iter().map(|iteration| iteration.depth).collect::<Vec<_>>(), [1]);
}

#[test]
fn root_moves_restrict_the_search_and_an_empty_list_has_no_answer() {
    for algorithm in Algorithm::BY_DEPTH {
        let limits = SearcherLimits { depth: Some(1), root_moves: Some(vec![Move(1)]), ..SearcherLimits::default() };
        assert_eq!(run(&ENDLESS, algorithm, &limits, &Control::new()).0.best, Some(Move(1)));
        let limits = SearcherLimits { depth: Some(1), ..SearcherLimits::default() };
        assert_eq!(run(&ENDLESS, algorithm, &limits, &Control::new()).0.best, Some(Move(2)));
        let limits = SearcherLimits { root_moves: Some(Vec::new()), ..SearcherLimits::default() };
        assert_eq!(run(&ENDLESS, algorithm, &limits, &Control::new()).0.best, None);
    }
}

/// One move a ply, for ever.
struct Corridor;

impl Game for Corridor {
    type State = u64;

    fn facts(&self) -> Facts {
        Facts::DEFAULT
    }
    fn turn(&self, _state: &u64) -> Turn {
        Player::Max.into()
    }
    fn play(&self, state: &mut u64, _mv: Move) {
        *state += 1;
    }
    fn outcome(&self, _state: &u64) -> Outcome {
        Outcome::Ongoing
    }
    fn moves(&self, _state: &u64, out: &mut Moves<'_>) {
        out.push(Move(0));
    }
}

/// Runs `work` with as much stack as the deepest recursion may need without optimisation.
fn on_a_large_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(work).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn a_game_without_end_is_cut_off_at_the_deepest_ply_and_says_so() {
    on_a_large_stack(cut_off_at_the_deepest_ply);
}

fn cut_off_at_the_deepest_ply() {
    for algorithm in Algorithm::BY_DEPTH {
        let mut bounds = Vec::new();
        let mut report = |event: SearchEvent<'_>| {
            if let SearchEvent::DepthBound(depth) = event {
                bounds.push(depth);
            }
        };
        let limits = SearcherLimits::default();
        let answer =
            search(&Root::new(&Corridor, &0), algorithm, &limits, &Control::new(), &mut NoObserver, &mut report);
        assert_eq!(bounds, [MAX_DEPTH], "{algorithm:?}");
        assert_eq!((answer.best, answer.solved), (Some(Move(0)), false));
    }
}

#[test]
fn an_error_of_the_game_ends_the_search_with_its_reason_and_a_legal_move() {
    let game = EndlessGame { fails_at: Some(5), ..ENDLESS };
    for algorithm in Algorithm::BY_DEPTH {
        let (answer, iterations) =
            run(&game, algorithm, &SearcherLimits { deepen: true, ..SearcherLimits::default() }, &Control::new());
        assert!(answer.fault.as_deref().is_some_and(|fault| fault.ends_with("is too large")), "{answer:?}");
        assert!(answer.best.is_some());
        assert_eq!(iterations.last().unwrap().pv.first().copied(), answer.best);
    }
    let dead = EndlessGame { fails_at: Some(0), ..ENDLESS };
    let (answer, iterations) = run(&dead, Algorithm::Pvs, &SearcherLimits::default(), &Control::new());
    assert_eq!((answer.best, answer.fault.as_deref()), (None, Some("0 is too large")));
    assert!(iterations.is_empty());
    assert_eq!(
        perft(&Root::new(&dead, &START), 3, &Control::new(), &mut |_, _| {}),
        PerftResult::Fault("0 is too large".into())
    );
}

#[test]
fn more_plies_than_declared_are_an_error() {
    let game = EndlessGame { facts: Facts { max_plies: 3, ..ENDLESS.facts }, fails_at: None };
    for algorithm in Algorithm::BY_DEPTH {
        let (answer, _) =
            run(&game, algorithm, &SearcherLimits { depth: Some(5), ..SearcherLimits::default() }, &Control::new());
        assert_eq!(answer.fault.as_deref(), Some("the game goes on after the 3 plies that were declared"));
    }
}

#[test]
fn mate_limits_end_at_the_first_win_and_never_search_deeper() {
    let tree = |seed| {
        let mut random = crate::random::SeededRandom(seed);
        random.tree(7)
    };
    let mut wins = 0;
    for seed in 0..2_000 {
        let tree = tree(seed);
        let solve = |limits: &SearcherLimits| {
            let root = crate::random_tree::RandomTree::ROOT;
            search(&Root::new(&tree, &root), Algorithm::Pvs, limits, &Control::new(), &mut NoObserver, &mut |_| {})
        };
        let SearchResult { score: Some(SearchScore::Win(plies)), best: Some(_), .. } =
            solve(&SearcherLimits::default())
        else {
            continue;
        };
        wins += 1;
        let found = solve(&SearcherLimits { mate_plies: Some(plies), ..SearcherLimits::default() });
        assert_eq!(found.score, Some(SearchScore::Win(plies)), "seed {seed}");
        if plies > 1 {
            let short = solve(&SearcherLimits { mate_plies: Some(plies - 1), ..SearcherLimits::default() });
            assert!(!matches!(short.score, Some(SearchScore::Win(_))), "seed {seed}");
        }
    }
    assert!(wins > 100, "the trees hold {wins} wins");
}

#[test]
fn perft_counts_and_can_be_stopped() {
    let mut each = Vec::new();
    let total = perft(&Root::new(&ENDLESS, &START), 10, &Control::new(), &mut |mv, leaves| each.push((mv, leaves)));
    assert_eq!(total, PerftResult::Total(1_024));
    assert_eq!(each, [(Move(1), 512), (Move(2), 512)]);
    assert_eq!(perft(&Root::new(&ENDLESS, &START), 0, &Control::new(), &mut |_, _| {}), PerftResult::Total(1));
    let control = Control::new();
    control.stop();
    assert_eq!(perft(&Root::new(&ENDLESS, &START), 60, &control, &mut |_, _| {}), PerftResult::Stopped);
}
