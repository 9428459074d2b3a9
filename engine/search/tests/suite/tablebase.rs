//! The strong search with tablebases finds what it finds without, and the textbook algorithms do not ask them.

use crate::maze::Maze;
use crate::random::SeededRandom;
use plyd_plugin::testing::{after, legal};
use plyd_plugin::{Options, Plugin};
use plyd_rules::{Game, Moves, Outcome, Verdict, Want};
use plyd_search::{
    Algorithm, Control, NoObserver, Root, SearchEvent, SearchResult, SearchScore, SearcherLimits, SearcherSettings,
    SolvedValue, Tablebase, Techniques, TranspositionTable,
};
use plyd_tablebase::{
    BuildEnd, BuildStep, FilesBeside, RulesSignature, SolvedScore, TableFile, TableIdentity, TablebaseBuild,
};
use plyd_trials::observed::search;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A real table, which counts the questions, and may know only some of its positions.
#[derive(Debug)]
struct CountingTablebase {
    table: plyd_tablebase::SolvedTable,
    /// It knows one position in this many.
    one_in: u64,
    asked: AtomicU64,
}

impl CountingTablebase {
    fn of<G: Game<State: 'static>>(game: &G, root: &G::State, one_in: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("table");
        let signature = RulesSignature::of(game, root).unwrap();
        let (setup, options) = (String::new(), Vec::new());
        let identity = TableIdentity { game: "test".into(), options, setup, interface: 2, signature };
        let build = TablebaseBuild::new(game, root, identity, 16 << 20, None).unwrap();
        let ended = build.run(&mut FilesBeside(&file), &|| true, &mut |_| BuildStep::GoOn);
        assert!(matches!(ended, Ok(BuildEnd::Built(_))), "it is small");
        let table = TableFile::open(&file).and_then(|file| file.read(&|| true)).unwrap();
        Self { table, one_in, asked: AtomicU64::new(0) }
    }
}

impl Tablebase for CountingTablebase {
    fn probe(&self, key: u64) -> Option<SolvedValue> {
        self.asked.fetch_add(1, Relaxed);
        let known = self.table.probe(key)?;
        (key % 1_009).is_multiple_of(self.one_in).then_some(match known.value {
            SolvedScore::Win(player) => SolvedValue::Win(player, known.distance),
            SolvedScore::Utility(value) => SolvedValue::Utility(value),
        })
    }
}

fn find<G: Game<State: 'static>>(
    game: &G,
    state: &G::State,
    history: &[u64],
    settings: SearcherSettings<'_>,
    limits: &SearcherLimits,
) -> SearchResult {
    let root = Root::new(game, state).with_history(history);
    search(&root, settings, limits, &Control::new(), &mut NoObserver, &mut |_| {})
}

fn is_ongoing<G: Game<State: 'static>>(game: &G, state: &G::State) -> bool {
    game.outcome(state) == Outcome::Ongoing
}

/// Searches positions of random games with tables that know all and some of them, and without.
fn compare<P: Plugin>(options: &str, games: u64) {
    let (game, root) = P::open("", &Options::new(P::OPTIONS, options)).unwrap_or_else(|error| panic!("{error:?}"));
    let tables = [1, 3].map(|one_in| CountingTablebase::of(&game, &root, one_in));
    let (mut with, mut without) = (0, 0);
    for seed in 0..games {
        let (mut random, mut state) = (SeededRandom(seed), root.clone());
        while is_ongoing(&game, &state) {
            let plain = find(&game, &state, &[], Algorithm::Pvs.into(), &SearcherLimits::default());
            assert!(plain.solved);
            for tablebase in &tables {
                for (hash, threads, symmetry) in [(0, 1, true), (1, 1, true), (1, 1, false), (1, 4, true)] {
                    let table = TranspositionTable::new(1).filter(|_| hash > 0);
                    let techniques = Techniques { symmetry, ..Techniques::default() };
                    let settings = SearcherSettings {
                        table: table.as_ref(),
                        tablebase: Some(tablebase),
                        techniques,
                        threads,
                        ..SearcherSettings::from(Algorithm::Pvs)
                    };
                    let found = find(&game, &state, &[], settings, &SearcherLimits::default());
                    assert!(found.solved && found.score == plain.score, "{found:?}, and {plain:?} without");
                    let child = after(&game, &state, found.best.unwrap());
                    if is_ongoing(&game, &child) {
                        let reply = find(&game, &child, &[], Algorithm::Pvs.into(), &SearcherLimits::default());
                        assert_eq!(
                            reply.score.map(ScoreFromFirst::from),
                            found.score.map(|score| ScoreFromFirst::from(score).before())
                        );
                    }
                    if tablebase.one_in == 1 && threads == 1 {
                        (with, without) = (with + found.nodes, without + plain.nodes);
                    }
                }
            }
            let moves = legal(&game, &state);
            state = after(&game, &state, moves[random.below(moves.len() as u64) as usize]);
        }
    }
    assert!(4 * with < without, "{with} nodes, and {without} without");
    assert!(tables.iter().all(|table| table.asked.load(Relaxed) > 0));
}

/// The algorithms that ask.
const ASKING: [Algorithm; 3] = [Algorithm::Pvs, Algorithm::Solve, Algorithm::Dfpn];

/// Calls this with positions of random games, and with tables that know all and some of them.
fn on_games<P: Plugin>(options: &str, games: u64, look: impl Fn(&P, &P::State, &CountingTablebase, SeededRandom)) {
    let (game, root) = P::open("", &Options::new(P::OPTIONS, options)).unwrap_or_else(|error| panic!("{error:?}"));
    let tables = [1, 3].map(|one_in| CountingTablebase::of(&game, &root, one_in));
    for seed in 0..games {
        let (mut random, mut state) = (SeededRandom(seed), root.clone());
        while is_ongoing(&game, &state) {
            tables.iter().for_each(|tablebase| look(&game, &state, tablebase, SeededRandom(seed)));
            let moves = legal(&game, &state);
            state = after(&game, &state, moves[random.below(moves.len() as u64) as usize]);
        }
    }
    assert!(tables.iter().all(|table| table.asked.load(Relaxed) > 0));
}

/// The proving algorithms find what they prove without tables, and a move that keeps it.
fn prove<P: Plugin>(options: &str, games: u64) {
    on_games::<P>(options, games, |game, state, tablebase, _| {
        for algorithm in [Algorithm::Solve, Algorithm::Dfpn] {
            let own = TranspositionTable::new(1);
            let plain = SearcherSettings { table: own.as_ref(), ..SearcherSettings::from(algorithm) };
            let expected = find(game, state, &[], plain, &SearcherLimits::default());
            assert!(expected.solved);
            for (hash, threads, symmetry) in [(0, 1, true), (1, 1, true), (1, 1, false), (1, 4, true)] {
                let table = TranspositionTable::new(1).filter(|_| hash > 0);
                let techniques = Techniques { symmetry, ..Techniques::default() };
                let (table, tablebase) = (table.as_ref(), Some(tablebase as &dyn Tablebase));
                let settings =
                    SearcherSettings { table, tablebase, techniques, threads, ..SearcherSettings::from(algorithm) };
                let found = find(game, state, &[], settings, &SearcherLimits::default());
                assert_eq!((found.solved, found.score), (true, expected.score), "{algorithm:?}, {found:?}");
                let child = after(game, state, found.best.unwrap());
                if is_ongoing(game, &child) {
                    let reply = find(game, &child, &[], plain, &SearcherLimits::default());
                    assert_eq!(
                        reply.score.map(ScoreFromFirst::from),
                        found.score.map(ScoreFromFirst::from),
                        "{algorithm:?}, {found:?}"
                    );
                }
            }
        }
    });
}

/// The scores of the lines of a search.
fn lines<G: Game<State: 'static>>(
    game: &G,
    state: &G::State,
    settings: SearcherSettings<'_>,
) -> Vec<(bool, SearchScore)> {
    let mut lines = Vec::new();
    let mut report = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(iteration) = event {
            lines.truncate(iteration.line as usize - 1);
            lines.push((iteration.solved, iteration.score));
        }
    };
    let (root, limits) = (Root::new(game, state), SearcherLimits::default());
    search(&root, settings, &limits, &Control::new(), &mut NoObserver, &mut report);
    lines
}

#[test]
fn games_are_proved_to_be_what_they_are_without_tablebases() {
    prove::<tictactoe::TicTacToe>("", 4);
    prove::<kalah::Kalah>("Houses=2\nSeeds=3\n", 2);
    prove::<cfour::ConnectFour>("Files=4\nRanks=4\n", 1);
}

#[test]
fn several_lines_have_the_scores_that_they_have_without_tablebases() {
    on_games::<tictactoe::TicTacToe>("", 3, |game, state, tablebase, _| {
        for algorithm in ASKING {
            let [one, other] = [(); 2].map(|()| TranspositionTable::new(1));
            let plain = SearcherSettings { table: one.as_ref(), lines: 3, ..SearcherSettings::from(algorithm) };
            let expected = lines(game, state, plain);
            let found =
                lines(game, state, SearcherSettings { table: other.as_ref(), tablebase: Some(tablebase), ..plain });
            assert_eq!(found, expected, "{algorithm:?}");
            assert_eq!(found.len(), legal(game, state).len().min(3));
        }
    });
}

#[test]
fn chosen_moves_have_the_values_that_they_have_without_tablebases() {
    on_games::<kalah::Kalah>("Houses=2\nSeeds=2\n", 4, |game, state, tablebase, mut random| {
        let moves = legal(game, state);
        let chosen: Vec<_> = moves.iter().copied().filter(|_| random.below(2) == 0).collect();
        if chosen.is_empty() {
            return;
        }
        let limits = SearcherLimits { root_moves: Some(chosen.clone()), ..SearcherLimits::default() };
        for algorithm in ASKING {
            let expected = find(game, state, &[], algorithm.into(), &limits);
            let settings = SearcherSettings { tablebase: Some(tablebase), ..SearcherSettings::from(algorithm) };
            let found = find(game, state, &[], settings, &limits);
            assert_eq!((found.solved, found.score), (true, expected.score), "{algorithm:?} {chosen:?}");
            assert!(chosen.contains(&found.best.unwrap()));
        }
    });
}

#[test]
fn wins_within_some_plies_are_found_as_without_tablebases() {
    on_games::<tictactoe::TicTacToe>("", 8, |game, state, tablebase, _| {
        for plies in [1, 3, 5] {
            let limits = SearcherLimits { mate_plies: Some(plies), ..SearcherLimits::default() };
            for algorithm in ASKING {
                let expected = find(game, state, &[], algorithm.into(), &limits).score;
                let settings = SearcherSettings { tablebase: Some(tablebase), ..SearcherSettings::from(algorithm) };
                let found = find(game, state, &[], settings, &limits).score;
                let within = |score: Option<SearchScore>| match score {
                    Some(SearchScore::Win(distance)) if distance <= plies => Some(distance),
                    _ => None,
                };
                assert_eq!(within(found), within(expected), "{algorithm:?} within {plies}: {found:?}, {expected:?}");
            }
        }
    });
}

/// A score from the first player's view.
#[derive(Debug, PartialEq)]
enum ScoreFromFirst {
    Value(i32),
    Ends(u32),
}

impl From<SearchScore> for ScoreFromFirst {
    fn from(score: SearchScore) -> Self {
        match score {
            SearchScore::Value(value) => Self::Value(value.abs()),
            SearchScore::Win(plies) | SearchScore::Loss(plies) => Self::Ends(plies),
        }
    }
}

impl ScoreFromFirst {
    /// What the position behind the best move is worth, apart from whose view it is.
    fn before(self) -> Self {
        match self {
            Self::Value(value) => Self::Value(value),
            Self::Ends(plies) => Self::Ends(plies - 1),
        }
    }
}

#[test]
fn games_have_the_values_that_they_have_without_tablebases() {
    compare::<tictactoe::TicTacToe>("", 6);
    compare::<kalah::Kalah>("Houses=2\nSeeds=3\n", 3);
}

#[test]
fn textbook_algorithms_never_ask() {
    let (game, root) = tictactoe::TicTacToe::open("", &Options::new(&[], "")).unwrap();
    let tablebase = CountingTablebase::of(&game, &root, 1);
    for algorithm in Algorithm::ALL {
        let settings = SearcherSettings { tablebase: Some(&tablebase), ..SearcherSettings::from(algorithm) };
        let answer = find(&game, &root, &[], settings, &SearcherLimits::default());
        assert_eq!(answer.score, Some(SearchScore::Value(0)));
        let asks = !matches!(algorithm, Algorithm::Minimax | Algorithm::AlphaBeta);
        assert_eq!(tablebase.asked.swap(0, Relaxed) > 0, asks, "{algorithm:?}");
    }
}

#[test]
fn repetitions_spoil_nothing_that_a_tablebase_says() {
    const DEPTH: u32 = 14;
    let (mut ended, mut drawn, mut proved, mut with_history) = (0, 0, 0, 0);
    for seed in 1..160 {
        let game = Maze::circles(seed).full_width();
        let facts = game.facts();
        let mut state = Maze::ROOT;
        if !is_ongoing(&game, &state) || facts.repetition.is_none_or(|rule| rule.verdict != Verdict::DRAW) {
            continue;
        }
        let tablebase = CountingTablebase::of(&game, &state, 1);
        let (mut random, mut history) = (SeededRandom(seed), Vec::new());
        for _ in 0..5 {
            let limits = SearcherLimits { depth: Some(DEPTH), ..SearcherLimits::default() };
            let techniques = Techniques { quiescence: false, ..Techniques::default() };
            let table = TranspositionTable::new(1).unwrap();
            let settings =
                SearcherSettings { table: Some(&table), techniques, ..SearcherSettings::from(Algorithm::Pvs) };
            let plain = find(&game, &state, &history, settings, &limits);
            let table = TranspositionTable::new(1).unwrap();
            let settings = SearcherSettings {
                table: Some(&table),
                techniques,
                tablebase: Some(&tablebase),
                ..SearcherSettings::from(Algorithm::Pvs)
            };
            let found = find(&game, &state, &history, settings, &limits);
            match plain.score.unwrap() {
                SearchScore::Win(_) | SearchScore::Loss(_) => {
                    assert_eq!(found.score, plain.score, "seed {seed}, after {history:?}");
                    ended += 1;
                }
                // Without a tablebase a search cannot know that neither player wins later.
                SearchScore::Value(_) if plain.solved => {
                    assert_eq!(found.score, plain.score, "seed {seed}, after {history:?}");
                    drawn += 1;
                }
                SearchScore::Value(_) => {}
            }
            for algorithm in [Algorithm::Solve, Algorithm::Dfpn] {
                let table = TranspositionTable::new(1).unwrap();
                let settings = SearcherSettings { table: Some(&table), ..SearcherSettings::from(algorithm) };
                let plain = find(&game, &state, &history, settings, &limits);
                let table = TranspositionTable::new(1).unwrap();
                let settings = SearcherSettings { table: Some(&table), tablebase: Some(&tablebase), ..settings };
                let found = find(&game, &state, &history, settings, &limits);
                if plain.solved {
                    let context = format!("seed {seed}, {algorithm:?} after {history:?}: {plain:?}");
                    assert_eq!((found.solved, found.score), (true, plain.score), "{context}");
                    proved += 1;
                }
            }
            with_history += usize::from(!history.is_empty());
            let moves = legal(&game, &state);
            let mv = moves[random.below(moves.len() as u64) as usize];
            let step = game.examine(&state, Want::KEY, &mut Moves::new(&mut []));
            history.push(step.key);
            if game.is_irreversible(&state, mv) {
                history.clear();
            }
            state = after(&game, &state, mv);
            let times = history.iter().filter(|&&key| key == game.key(&state)).count() + 1;
            if !is_ongoing(&game, &state) || times >= facts.repetition.unwrap().times as usize {
                break;
            }
        }
    }
    assert!(ended > 20 && proved > 40 && with_history > 20, "{ended} {drawn} {proved} {with_history}");
}
