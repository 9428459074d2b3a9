//! Instructions a node, counted by callgrind: figures that do not depend on what else the machine does.
//!
//! The program starts itself under valgrind, once for each piece of work, and callgrind counts inside the function
//! `measured` only.

use plyd_benchmarks::{command_of, empty_table, loaded, say, search_with};
use plyd_plugin::{Game, Options, Plugin};
use plyd_search::{Algorithm, Bound, Entry, Settings};
use plyd_tests::finish;
use plyd_trials::left_out;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

const WORK: &str = "--work";
const PATIENCE: Duration = Duration::from_secs(300);
const MEBIBYTES: usize = 1;
const ACCESSES: u64 = 100_000;

/// Game, setup, and the depths of the searches that are counted: of `minimax`, `alphabeta` and `pvs`.
const SEARCHES: [(&str, &str, [u32; 3]); 18] = [
    ("amazons", "q2q/1*2/Q2Q b", [2, 3, 4]),
    ("ataxx", "", [3, 4, 6]),
    ("backgammon", "", [2, 3, 4]),
    ("breakthrough", "", [3, 4, 6]),
    ("cfour", "", [6, 8, 11]),
    ("checkers", "", [5, 7, 9]),
    ("chess", "", [3, 4, 5]),
    ("dotsandboxes", "", [3, 4, 6]),
    ("flipello", "", [5, 7, 9]),
    ("go", "", [2, 3, 3]),
    ("gomoku", "", [2, 2, 3]),
    ("hex", "", [2, 2, 3]),
    ("isolation", "", [2, 2, 3]),
    ("kalah", "", [5, 7, 10]),
    ("leaftree", "random b=2 depth=16 seed=42", [16, 16, 16]),
    ("morris", "", [2, 3, 4]),
    ("nim", "", [4, 6, 9]),
    ("tictactoe", "", [7, 9, 9]),
];

/// The game that cannot be linked statically: its rules are in C.
const LIBRARY_ONLY: &str = "nim";

const TABLE: [&str; 2] = ["probe", "store"];

/// What callgrind counts.
#[inline(never)]
fn measured(work: impl FnOnce() -> u64) -> u64 {
    black_box(work())
}

fn nodes<G: Game>(game: &G, root: &G::State, algorithm: Algorithm, depth: u32) -> u64 {
    let table = empty_table(MEBIBYTES);
    let settings = Settings { algorithm, table: Some(&table), ..Settings::default() };
    measured(|| search_with(game, root, settings, Some(depth), &mut |_, _| {}).0)
}

fn linked<G: Plugin>(setup: &str, algorithm: Algorithm, depth: u32) -> u64 {
    let (game, root) = G::open(setup, &Options::new(G::OPTIONS, "")).expect("the setup is right");
    nodes(&game, &root, algorithm, depth)
}

/// Does a piece of work by its name and tells how much it was.
fn work(name: &str) -> u64 {
    const ENTRY: Entry = Entry { value: 7, bound: Bound::EXACT, proven: false, depth: 9, best: Some(3) };
    // Odd steps of a large number: keys that spread.
    let keys = || (1..=ACCESSES).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    match name {
        "probe" => {
            let table = empty_table(MEBIBYTES);
            keys().for_each(|key| table.store(key, ENTRY));
            measured(|| keys().filter(|&key| table.probe(key).is_some()).count() as u64);
            return ACCESSES;
        }
        "store" => {
            let table = empty_table(MEBIBYTES);
            measured(|| {
                keys().for_each(|key| table.store(key, ENTRY));
                0
            });
            return ACCESSES;
        }
        _ => {}
    }
    let words: Vec<&str> = name.split(' ').collect();
    let [way, algorithm, id] = words[..] else { panic!("not a way, an algorithm and a game: {name}") };
    let (_, setup, depths) = SEARCHES.into_iter().find(|(game, ..)| *game == id).expect("the game is listed");
    let (algorithm, depth) =
        Algorithm::BY_DEPTH.into_iter().zip(depths).find(|(known, _)| known.name() == algorithm).expect("an algorithm");
    if way == "library" {
        let game = loaded(id, setup);
        return nodes(&game, &game.root(), algorithm, depth);
    }
    match id {
        "ataxx" => linked::<ataxx::Ataxx>(setup, algorithm, depth),
        "backgammon" => linked::<backgammon::Backgammon>(setup, algorithm, depth),
        "checkers" => linked::<checkers::Checkers>(setup, algorithm, depth),
        "go" => linked::<go::Go>(setup, algorithm, depth),
        "amazons" => linked::<amazons::Amazons>(setup, algorithm, depth),
        "dotsandboxes" => linked::<dotsandboxes::DotsAndBoxes>(setup, algorithm, depth),
        "morris" => linked::<morris::Morris>(setup, algorithm, depth),
        "gomoku" => linked::<gomoku::Gomoku>(setup, algorithm, depth),
        "hex" => linked::<hex::Hex>(setup, algorithm, depth),
        "isolation" => linked::<isola::Isola>(setup, algorithm, depth),
        "cfour" => linked::<cfour::ConnectFour>(setup, algorithm, depth),
        "kalah" => linked::<kalah::Kalah>(setup, algorithm, depth),
        "chess" => linked::<chess::Chess>(setup, algorithm, depth),
        "flipello" => linked::<flipello::Flipello>(setup, algorithm, depth),
        "breakthrough" => linked::<breakthrough::Breakthrough>(setup, algorithm, depth),
        "tictactoe" => linked::<tictactoe::TicTacToe>(setup, algorithm, depth),
        _ => linked::<leaftree::LeafTree>(setup, algorithm, depth),
    }
}

/// Instructions for each unit of the work, and how many units there were.
fn counted(valgrind: &Path, name: &str) -> (f64, u64) {
    let mut command = Command::new(valgrind);
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*measured*"]);
    command.arg(std::env::current_exe().expect("a running program has a path")).args([WORK, name]);
    let finished = finish(command, PATIENCE);
    assert!(finished.status.success(), "{name}: {}", finished.errors);
    let collected = finished.errors.lines().find_map(|line| line.split_once("Collected : "));
    let instructions: u64 = collected.and_then(|(_, count)| count.trim().parse().ok()).expect("callgrind counts");
    let units: u64 = finished.output.trim().parse().expect("the work counts");
    (instructions as f64 / units as f64, units)
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip_while(|argument| argument != WORK);
    if let (Some(_), Some(name)) = (arguments.next(), arguments.next()) {
        return match writeln!(io::stdout(), "{}", work(&name)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let Some(valgrind) = command_of("valgrind") else {
        left_out("instructions", "there is no valgrind");
        return ExitCode::SUCCESS;
    };
    for (place, algorithm) in Algorithm::BY_DEPTH.into_iter().enumerate() {
        say(&format!("{:50} static   library   ratio", format!("instructions a node, {}:", algorithm.name())));
        for (id, _, depths) in SEARCHES {
            let (through_library, nodes) = counted(&valgrind, &format!("library {} {id}", algorithm.name()));
            let what = format!("{id} to depth {}, {nodes} nodes", depths[place]);
            if id == LIBRARY_ONLY {
                say(&format!("  {what:46} {:>9} {through_library:9.1} {:>7}", "-", "-"));
                continue;
            }
            let (linked, same_nodes) = counted(&valgrind, &format!("static {} {id}", algorithm.name()));
            assert_eq!(nodes, same_nodes, "the searches differ");
            let ratio = through_library / linked;
            say(&format!("  {what:46} {linked:9.1} {through_library:9.1} {ratio:7.3}"));
        }
    }
    for access in TABLE {
        let (instructions, _) = counted(&valgrind, access);
        say(&format!("  table, {access:39} {instructions:9.1}"));
    }
    ExitCode::SUCCESS
}
