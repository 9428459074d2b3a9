//! Instructions a node, counted by callgrind: figures that do not depend on what else the machine does.
//!
//! The program starts itself under valgrind, once for each piece of work, and callgrind counts inside the function
//! `measured` only.

use plyd_benchmarks::{command_of, empty_table, loaded, say, search_with};
use plyd_plugin::{Game, Options, Plugin};
use plyd_search::{Bound, Entry, Settings};
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

/// Game, setup and depth of the searches that are counted.
const SEARCHES: [(&str, &str, u32); 7] = [
    ("cfour", "", 11),
    ("kalah", "", 10),
    ("chess", "", 5),
    ("flipello", "", 9),
    ("breakthrough", "", 6),
    ("tictactoe", "", 9),
    ("leaftree", "random b=2 depth=16 seed=42", 16),
];

const TABLE: [&str; 2] = ["probe", "store"];

/// What callgrind counts.
#[inline(never)]
fn measured(work: impl FnOnce() -> u64) -> u64 {
    black_box(work())
}

fn nodes<G: Game>(game: &G, root: &G::State, depth: u32) -> u64 {
    let table = empty_table(MEBIBYTES);
    let settings = Settings { table: Some(&table), ..Settings::default() };
    measured(|| search_with(game, root, settings, Some(depth), &mut |_, _| {}).0)
}

fn linked<G: Plugin>(setup: &str, depth: u32) -> u64 {
    let (game, root) = G::open(setup, &Options::new(G::OPTIONS, "")).expect("the setup is right");
    nodes(&game, &root, depth)
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
    let (way, id) = name.split_once(' ').expect("a way and a game");
    let (_, setup, depth) = *SEARCHES.iter().find(|(game, ..)| *game == id).expect("the game is listed");
    if way == "library" {
        let game = loaded(id, setup);
        return nodes(&game, &game.root(), depth);
    }
    match id {
        "cfour" => linked::<cfour::ConnectFour>(setup, depth),
        "kalah" => linked::<kalah::Kalah>(setup, depth),
        "chess" => linked::<chess::Chess>(setup, depth),
        "flipello" => linked::<flipello::Flipello>(setup, depth),
        "breakthrough" => linked::<breakthrough::Breakthrough>(setup, depth),
        "tictactoe" => linked::<tictactoe::TicTacToe>(setup, depth),
        _ => linked::<leaftree::LeafTree>(setup, depth),
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
    say("instructions a node, whole search with a table:    static   library   ratio");
    for (id, _, depth) in SEARCHES {
        let (linked, nodes) = counted(&valgrind, &format!("static {id}"));
        let (through_library, same_nodes) = counted(&valgrind, &format!("library {id}"));
        assert_eq!(nodes, same_nodes, "the searches differ");
        let ratio = through_library / linked;
        let what = format!("{id} to depth {depth}, {nodes} nodes");
        say(&format!("  {what:46} {linked:9.1} {through_library:9.1} {ratio:7.3}"));
    }
    for access in TABLE {
        let (instructions, _) = counted(&valgrind, access);
        say(&format!("  table, {access:39} {instructions:9.1}"));
    }
    ExitCode::SUCCESS
}
