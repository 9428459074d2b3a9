//! plyd's textbook search through the libraries beside the tutorials' programs in C++, which are compiled first.

use plyd_benchmarks::{Contender, Scale, command_of, contest, loaded, say, timed, verdict};
use plyd_host::LoadedGame;
use plyd_search::{Algorithm, Control, NoObserver, Root, SearchResult, SearchScore, SearcherLimits, search};
use plyd_tests::finish;
use plyd_trials::left_out;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The sources.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cpp");
const PATIENCE: Duration = Duration::from_secs(300);
const METHODS: [Algorithm; 2] = [Algorithm::Minimax, Algorithm::AlphaBeta];
/// The most time of each method to that in C++.
type Aims = [f64; 2];
/// A program, with the words that it takes after the method.
type Peer<'a> = (&'a Path, &'a [&'a str]);

/// The program of this name, compiled into the folder.
fn compiled(compiler: &Path, name: &str, folder: &Path) -> PathBuf {
    let program = folder.join(name);
    let mut command = Command::new(compiler);
    command.args(["-O2", "-o"]).arg(&program).arg(Path::new(FOLDER).join(name).with_extension("cpp"));
    let finished = finish(command, PATIENCE);
    assert!(finished.status.success(), "{name}: {}", finished.errors);
    program
}

/// The value, the nodes and the time that a program prints.
fn run(program: &Path, arguments: &[&str]) -> (i32, u64, Duration) {
    let mut command = Command::new(program);
    command.args(arguments);
    let finished = finish(command, PATIENCE);
    assert!(finished.status.success(), "{}: {}", program.display(), finished.errors);
    let numbers: Vec<i64> = finished.output.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let [value, nodes, nanoseconds] = numbers[..] else { panic!("not three numbers: {}", finished.output) };
    (value as i32, nodes.unsigned_abs(), Duration::from_nanos(nanoseconds.unsigned_abs()))
}

fn answer(game: &LoadedGame, method: Algorithm) -> SearchResult {
    let root = game.root();
    search(&Root::new(game, &root), method, &SearcherLimits::default(), &Control::new(), &mut NoObserver, &mut |_| {})
}

/// Both methods by plyd and by a program that takes the method, other words, and how often to search in a round. The
/// fastest search of each counts in a round, and of the rounds the median.
fn compare(what: &str, aims: Aims, (rounds, at_once): (usize, &str), game: &LoadedGame, (program, words): Peer<'_>) {
    say(&format!("{what}, through the library and in C++"));
    for (method, aim) in METHODS.into_iter().zip(aims) {
        let words: Vec<&str> = [&[method.name()], words, &[at_once]].concat();
        let (found, (value, nodes, _)) = (answer(game, method), run(program, &words));
        assert_eq!((found.score, found.nodes), (Some(SearchScore::Value(value)), nodes), "{what}: the searches differ");
        let results = contest(
            rounds,
            vec![
                Contender::new(format!("plyd, {} through the library", method.name()), || {
                    let repetitions: u64 = at_once.parse().expect("a number");
                    let runs = (0..repetitions).map(|_| timed(|| answer(game, method).nodes));
                    runs.min_by_key(|(_, time)| *time).expect("at least one")
                }),
                Contender::new(format!("tutorial in C++, {}", method.name()), || {
                    let (_, nodes, time) = run(program, &words);
                    (nodes, time)
                }),
            ],
        );
        results.iter().for_each(|result| say(&result.to_string()));
        let [plyd, tutorial] = results.as_slice() else { unreachable!("two contenders have two results") };
        let (name, ratio) = (method.name(), plyd.median_ratio_to(tutorial));
        say(&format!("  time of plyd's {name} to that in C++: {ratio:.2} (aim: {aim}, {})", verdict(ratio <= aim)));
    }
    say("");
}

pub(crate) fn run_all(scale: Scale) {
    let Some(compiler) = command_of("g++") else {
        left_out("the tutorials in C++", "there is no g++");
        return;
    };
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let program = |name| compiled(&compiler, name, folder.path());
    let often = (scale.pick(3, 21), "20");
    compare("tic-tac-toe", [0.55, 0.7], often, &loaded("tictactoe", ""), (&program("tic_tac_toe"), &[]));
    let height = scale.pick("16", "24");
    // The same leaves in both: the program fills its array with them.
    let game = loaded("leaftree", &format!("random b=2 depth={height} seed=42 low=-1000000 high=1000000"));
    let (what, often) = (format!("2^{height} random leaves"), (scale.pick(3, 7), "3"));
    compare(&what, [1.5, 1.0], often, &game, (&program("leaf_array"), &[height, "42"]));
}
