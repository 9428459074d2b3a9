//! plyd's textbook search through the libraries beside the tutorials' programs in C++, which are compiled first.

use plyd_benchmarks::{Contender, Scale, command_of, contest, loaded, say, timed};
use plyd_host::LoadedGame;
use plyd_search::{Algorithm, Answer, Control, Limits, NoObserver, Root, Score, search};
use plyd_tests::finish;
use plyd_trials::left_out;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The sources.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cpp");
const PATIENCE: Duration = Duration::from_secs(300);
const METHODS: [Algorithm; 2] = [Algorithm::Minimax, Algorithm::AlphaBeta];

/// The program of this name, compiled into the folder.
fn compiled(compiler: &Path, name: &str, folder: &Path) -> PathBuf {
    let program = folder.join(name);
    let mut command = Command::new(compiler);
    command.args(["-O2", "-o"]).arg(&program).arg(Path::new(FOLDER).join(name).with_extension("cpp"));
    let finished = finish(command, PATIENCE);
    assert!(finished.status.success(), "{name}: {}", finished.errors);
    program
}

/// The value, the nodes and the time that a program tells.
fn run(program: &Path, arguments: &[&str]) -> (i32, u64, Duration) {
    let mut command = Command::new(program);
    command.args(arguments);
    let finished = finish(command, PATIENCE);
    assert!(finished.status.success(), "{}: {}", program.display(), finished.errors);
    let numbers: Vec<i64> = finished.output.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let [value, nodes, nanoseconds] = numbers[..] else { panic!("not three numbers: {}", finished.output) };
    (value as i32, nodes.unsigned_abs(), Duration::from_nanos(nanoseconds.unsigned_abs()))
}

fn answer(game: &LoadedGame, method: Algorithm) -> Answer {
    let root = game.root();
    search(&Root::new(game, &root), method, &Limits::default(), &Control::new(), &mut NoObserver, &mut |_| {})
}

/// Both methods by plyd and by a program that takes the method, other words, and how often to search in a round.
fn compare(what: &str, rounds: usize, game: &LoadedGame, program: &Path, words: &[&str], at_once: &str) {
    say(&format!("{what}, through the library and in C++"));
    for method in METHODS {
        let words: Vec<&str> = [&[method.name()], words, &[at_once]].concat();
        let (found, (value, nodes, _)) = (answer(game, method), run(program, &words));
        assert_eq!((found.score, found.nodes), (Some(Score::Value(value)), nodes), "{what}: the searches differ");
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
        say(&format!("  time of plyd's {} to that in C++: {:.2}", method.name(), plyd.time_to(tutorial)));
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
    let rounds = scale.pick(3, 20);
    compare("tic-tac-toe", rounds, &loaded("tictactoe", ""), &program("tic_tac_toe"), &[], "20");
    let height = scale.pick("16", "24");
    let setup = format!("random b=2 depth={height} seed=42 low=-1000000 high=1000000");
    let game = loaded("leaftree", &setup);
    compare(&format!("2^{height} random leaves"), rounds.min(5), &game, &program("leaf_array"), &[height, "42"], "3");
}
