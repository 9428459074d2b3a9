//! Instructions a node, counted by callgrind: figures that do not depend on what else the machine does.
//!
//! The program starts itself under valgrind, once for each piece of work, and callgrind counts inside the function
//! `measured` only.

use plyd_benchmarks::{command_of, empty_table, loaded, say, search_with};
use plyd_linked::each_game;
use plyd_plugin::{Game, Options, Plugin};
use plyd_search::{Algorithm, Bound, SearcherSettings, TableEntry};
use plyd_tests::finish;
use plyd_trials::{Instructions, Shipped, left_out};
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

const WORK: &str = "--work";
const PATIENCE: Duration = Duration::from_secs(300);
const MEBIBYTES: usize = 1;
const ACCESSES: u64 = 100_000;

const TABLE: [&str; 2] = ["probe", "store"];

/// What callgrind counts.
#[inline(never)]
fn measured(work: impl FnOnce() -> u64) -> u64 {
    black_box(work())
}

fn nodes<G: Game>(game: &G, root: &G::State, algorithm: Algorithm, depth: u32) -> u64 {
    let table = empty_table(MEBIBYTES);
    let settings = SearcherSettings { algorithm, table: Some(&table), ..SearcherSettings::default() };
    measured(|| search_with(game, root, settings, Some(depth), &mut |_, _| {}).0)
}

fn linked<G: Plugin>(setup: &str, algorithm: Algorithm, depth: u32) -> u64 {
    let (game, root) = G::open(setup, &Options::new(G::OPTIONS, "")).expect("the setup is right");
    nodes(&game, &root, algorithm, depth)
}

type Count = fn(&str, Algorithm, u32) -> u64;

macro_rules! linked_games {
    ($($name:ident $game:ty),*) => {
        &[$((<$game as Plugin>::ID, linked::<$game> as Count)),*]
    };
}

/// The games that are linked statically: all but those in C.
const LINKED: &[(&str, Count)] = each_game!(linked_games);

/// Does the work with this name and returns its amount.
fn work(name: &str) -> u64 {
    const ENTRY: TableEntry = TableEntry { value: 7, bound: Bound::EXACT, proven: false, depth: 9, best: Some(3) };
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
    let Instructions { setup, depths } = &Shipped::of(id).instructions;
    let (algorithm, depth) = Algorithm::BY_DEPTH
        .into_iter()
        .zip(*depths)
        .find(|(known, _)| known.name() == algorithm)
        .expect("an algorithm");
    if way == "library" {
        let game = loaded(id, setup);
        return nodes(&game, &game.root(), algorithm, depth);
    }
    let game = LINKED.iter().find(|(linked, _)| *linked == id).expect("the game is linked");
    game.1(setup, algorithm, depth)
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
        for Shipped { id, instructions, .. } in Shipped::all() {
            let (through_library, nodes) = counted(&valgrind, &format!("library {} {id}", algorithm.name()));
            let what = format!("{id} to depth {}, {nodes} nodes", instructions.depths[place]);
            if LINKED.iter().all(|(linked, _)| linked != id) {
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
