//! How long a start takes, from the process to its first answer and its end: with all games, with those of an empty
//! cache, which are tried first, and with none. Where there is Valgrind, callgrind counts the instructions too.

use plyd_benchmarks::{Scale, say};
use plyd_tests::{binary, command, finish};
use plyd_trials::left_out;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Callgrind runs the program some fifty times slower.
const PATIENCE: Duration = Duration::from_secs(300);

/// What a start is like.
#[derive(Clone, Copy, Debug)]
enum Start {
    /// The private copies are there, and the files are known.
    Known,
    /// There are neither copies nor verdicts.
    First,
    /// No library is looked for.
    WithoutGames,
}

impl Start {
    const ALL: [(Self, &str); 3] =
        [(Self::Known, "known games"), (Self::First, "new games"), (Self::WithoutGames, "no games")];

    fn set_up(self, command: &mut Command, cache: &Path) {
        command.env("PLYD_CONFIG", "").env("PLYD_PLUGINS_CACHE_FOLDER", cache);
        if matches!(self, Self::WithoutGames) {
            command.env("PLYD_PLUGINS_STANDARD_FOLDERS", "false");
        }
    }
}

fn main() {
    let rounds = Scale::of_process().pick(10, 100);
    let known = cache();
    // The first fills the cache. It remembers no file that was built in the last three seconds.
    time_of(Start::Known, known.path());
    let mut times = Start::ALL.map(|_| Vec::new());
    for _ in 0..rounds {
        for ((start, _), times) in Start::ALL.iter().zip(&mut times) {
            let new = cache();
            let cache = if matches!(start, Start::First) { new.path() } else { known.path() };
            times.push(time_of(*start, cache));
        }
    }
    for ((_, name), times) in Start::ALL.iter().zip(&mut times) {
        times.sort_unstable();
        say(&format!("{name:12} best {:9.1?}  median {:9.1?}", times[0], times[rounds / 2]));
    }
    count_instructions(known.path());
}

fn cache() -> TempDir {
    tempfile::tempdir().expect("there is a temporary folder")
}

/// From the start of the process to its end, with a question in between.
fn time_of(start: Start, cache: &Path) -> Duration {
    let mut command = command(&[]);
    start.set_up(&mut command, cache);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let began = Instant::now();
    let mut child = command.spawn().expect("plyd starts");
    let mut input = child.stdin.take().expect("is piped");
    input.write_all(b"isready\nquit\n").expect("plyd reads");
    assert!(child.wait().expect("plyd ends").success());
    began.elapsed()
}

fn count_instructions(cache: &Path) {
    for (start, name) in [Start::ALL[0], Start::ALL[2]] {
        let mut valgrind = Command::new("valgrind");
        for (variable, value) in command(&[]).get_envs() {
            match value {
                Some(value) => valgrind.env(variable, value),
                None => valgrind.env_remove(variable),
            };
        }
        start.set_up(&mut valgrind, cache);
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(binary());
        if !plyd_tests::has_program("valgrind", "the instructions of a start") {
            return;
        }
        let counted = finish(valgrind, PATIENCE);
        let count = counted.errors.lines().find_map(|line| line.split_once("Collected : "));
        match count.and_then(|(_, count)| count.trim().parse::<u64>().ok()) {
            Some(count) => say(&format!("{name:12} {:9.1} million instructions", count as f64 / 1e6)),
            None => left_out("the instructions of a start", counted.errors.trim()),
        }
    }
}
