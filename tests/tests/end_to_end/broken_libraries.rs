//! Libraries that are refused when they are loaded, and libraries that fail while they are played, beside sound ones.

use plyd_tests::{Client, Daemon, Engine, PluginFolder, built_folder, has_program};
use std::fs;
use std::process::{Command, Stdio};

/// The lines of `games` about this library of the folder.
fn refusal(lines: &[String], folder: &PluginFolder, name: &str) -> String {
    let path = folder.library(name).canonicalize().expect("the library is there");
    let prefix = format!("info string refused {} ", path.display());
    let found: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix(&prefix)).collect();
    let [reason] = found[..] else { panic!("not one refusal of {name}: {lines:?}") };
    reason.to_owned()
}

/// An engine that finds the games of this folder only. The panics of libraries are not shown.
fn engine(folder: &PluginFolder) -> Engine {
    let mut command = folder.command(&[]);
    command.stderr(Stdio::null());
    let mut engine = Engine::spawn(command);
    // By then it has loaded the libraries of the folder.
    engine.ask("debug off");
    engine
}

#[test]
fn what_is_no_game_is_refused_with_the_reason_and_the_rest_is_played() {
    let refused = [
        ("no_entry", "does not export the function `plyd_plugin`, so it is not a plyd game"),
        ("null_table", "returned a null pointer from `plyd_plugin` instead of its table"),
        (
            "wrong_magic",
            "has a table that begins with 0x0000000000000007 instead of the magic number 0x504c594447414d45",
        ),
        ("newer_major", "was built for plugin interface 3.3, but this plyd speaks 2."),
        ("shorter_table", "that lacks `last_error`, `extension`; interface 2."),
        ("panics_at_start", "has no usable start position: the library panicked: the heap is too heavy"),
        ("bad_default", "declares the option `Counters` with the default 13, which is not from 1 to 12"),
        ("bad_option_name", "declares the option name `Max Counters`, which contains the word `max`"),
        ("text", "is not a loadable library: "),
        ("empty", "is not a loadable library: "),
        ("half", if cfg!(target_os = "linux") { "is cut off: it has " } else { "is not a loadable library: " }),
        ("heap_again", "has the id `heap` of "),
    ];
    let mut fixtures: Vec<_> = refused.iter().map(|(name, _)| *name).collect();
    fixtures.retain(|name| !["text", "empty", "half"].contains(name));
    fixtures.extend(["heap", "newer_minor"]);
    let folder = PluginFolder::new(&fixtures);
    fs::write(folder.library("text"), "This is no library.\n").expect("the folder can be written");
    fs::write(folder.library("empty"), "").expect("the folder can be written");
    let whole = fs::read(folder.library("heap")).expect("it is there");
    fs::write(folder.library("half"), &whole[..whole.len() / 2]).expect("the folder can be written");

    let mut engine = engine(&folder);
    let lines = engine.ask("games");
    let games: Vec<_> = lines.iter().filter(|line| line.starts_with("game ") && line.contains(" name ")).collect();
    let newer = format!("game newer version 0.1.0 interface 2.{} name Heap", plyd_plugin::abi::ABI_MINOR + 1);
    assert_eq!(games, ["game heap version 0.1.0 interface 2.1 selected name Heap", &newer]);
    for (name, reason) in refused {
        let told = refusal(&lines, &folder, name);
        assert!(told.contains(reason), "{name}: {told}");
    }
    let refusals = lines.iter().filter(|line| line.starts_with("info string refused "));
    assert_eq!(refusals.count(), refused.len(), "{lines:?}");
    for game in ["heap", "newer"] {
        engine.ask(&format!("setoption name UCI_Variant value {game}"));
        let lines = engine.go("go depth 9");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove 1")), "{lines:?}");
    }
}

#[test]
fn of_two_libraries_with_one_id_the_first_folder_wins() {
    let (first, second) = (PluginFolder::new(&["heap_again"]), PluginFolder::new(&["heap"]));
    let mut command = first.command(&[]);
    command.arg("--plugin-dir").arg(second.path());
    let mut engine = Engine::spawn(command);
    let lines = engine.ask("games");
    assert_eq!(lines[0], "game heap version 0.2.0 interface 2.1 selected name Heap");
    let kept = first.library("heap_again").canonicalize().expect("the library is there");
    let reason = refusal(&lines, &second, "heap");
    assert_eq!(reason, format!("has the id `heap` of {}, which was found first", kept.display()));
}

#[test]
fn a_folder_of_nothing_but_broken_libraries_leaves_an_engine_that_says_so() {
    let folder = PluginFolder::new(&["no_entry"]);
    let mut engine = engine(&folder);
    engine.send("uci");
    engine.until("uciok");
    let lines = engine.go("position startpos\ngo");
    let [position, go, best] = &lines[..] else { panic!("{lines:?}") };
    assert!(position.starts_with("info string error no-game no game library was found; "), "{lines:?}");
    let refused = "info string error bad-go the last position was refused: no game library was found";
    assert!(go.starts_with(refused) && best == "bestmove (none)", "{lines:?}");
    assert_eq!(engine.ask("games").len(), 1);
}

/// A table in C that is its header alone.
#[test]
fn a_library_in_c_with_too_short_a_table_is_refused() {
    let folder = PluginFolder::new(&["heap"]);
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/header_only.c");
    let library = folder.library("header_only");
    if !has_program("cc", "a library in C") {
        return;
    }
    let compiled = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).status();
    assert!(compiled.is_ok_and(|status| status.success()), "{source} does not compile");
    let mut engine = engine(&folder);
    let lines = engine.ask("games");
    let reason = refusal(&lines, &folder, "header_only");
    assert!(reason.starts_with("has a table of 16 bytes that lacks `open`, `close`, "), "{reason}");
    assert!(engine.go("go depth 3").iter().any(|line| line.starts_with("info depth 3 ")));
}

/// Faults of the heap, and the messages that a session gets about them.
const FAULTS: [(&str, &str); 6] = [
    ("panics", "the library panicked: the heap fell over"),
    ("errs", "the counters were lost"),
    ("overflows", "a position has more than the 2 moves that were declared"),
    ("blocks", "an unfinished position has no moves"),
    ("outlasts", "the game goes on after the 3 plies that were declared"),
    ("exaggerates", "a position is worth 1000001, which is not from -1000000 to 1000000"),
];

fn assert_contained(client: &mut Client, setup: &str, go: &str, reason: &str) {
    let lines = client.go(&format!("position fen {setup}\n{go}"));
    let error = format!("info string error plugin {reason}");
    assert_eq!(lines.iter().filter(|line| line.contains(" error ")).collect::<Vec<_>>(), [&error], "{setup}, {go}");
    let last = &lines[lines.len() - 1];
    assert!(last.starts_with("bestmove 1") || last.starts_with("bestmove 2"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info depth ") && line.contains(" score ")), "{lines:?}");
}

#[test]
fn a_fault_ends_one_search_with_its_reason_and_a_legal_move() {
    let folder = PluginFolder::new(&["heap"]);
    let daemon = Daemon::spawn(folder.command(&["serve", "--listen", "127.0.0.1:0"]));
    let mut other = daemon.client();
    other.send("position fen 900 w\ngo infinite");
    other.until("info depth 2 ");
    let mut client = daemon.client();
    for algorithm in ["minimax", "alphabeta", "pvs"] {
        assert!(client.ask(&format!("setoption name Algorithm value {algorithm}")).is_empty());
        for (fault, reason) in FAULTS {
            for go in ["go", "go depth 9", "go nodes 100000", "go movetime 3600000"] {
                assert_contained(&mut client, &format!("9 w {fault}"), go, reason);
            }
        }
    }
    // The faulty session can play on, and the other one is not affected.
    let lines = client.go("position fen 2 w\ngo depth 2");
    assert!(lines.last().is_some_and(|line| line == "bestmove 2"), "{lines:?}");
    assert!(!other.ask("debug off").iter().any(|line| line.starts_with("info string")));
    assert!(!other.go("stop").iter().any(|line| line.starts_with("info string")));
}

/// What a session says of the position at which a library has failed.
fn position(fault: &str) -> String {
    format!("info string the library of `heap` was at: position fen 3 w {fault}")
}

#[test]
fn a_fault_at_the_root_is_an_error_without_a_move() {
    let folder = PluginFolder::new(&["heap"]);
    let mut engine = engine(&folder);
    for fault in ["errs", "overflows", "blocks", "exaggerates"] {
        let (_, reason) = FAULTS.into_iter().find(|(name, _)| *name == fault).expect("it is a fault");
        let lines = engine.go(&format!("position fen 3 w {fault}\ngo depth 2"));
        let (place, error) = (position(fault), format!("info string error plugin {reason}"));
        assert_eq!(lines, [&*place, &*error, "bestmove (none)"], "{fault}");
        engine.send("go perft 2");
        assert_eq!([engine.line(), engine.line()], [place, error]);
        assert!(engine.ask("query moves").concat().ends_with(reason), "{fault}");
    }
    // A move that cannot be played leaves the position before it to be shown.
    engine.ask("position fen 4 w panics");
    let lines = engine.ask("position fen 4 w panics moves 1");
    assert_eq!(lines, ["info string error plugin the library panicked: the heap fell over"]);
    let lines = engine.ask("query fen");
    assert_eq!(
        lines,
        ["info string error no-position the last position was refused: the library panicked: the heap fell over"]
    );
    assert!(engine.ask("d").contains(&"Fen: 4 w panics".to_owned()));
    assert!(engine.process.is_running());
}

#[test]
fn a_fault_ends_a_perft() {
    let folder = PluginFolder::new(&["heap"]);
    let mut engine = engine(&folder);
    for (fault, reason) in FAULTS {
        engine.send(&format!("position fen 9 w {fault}\ngo perft 9"));
        let lines = engine.until("info string error ");
        assert_eq!(lines[lines.len() - 1], format!("info string error plugin {reason}"));
        assert!(!engine.ask("debug off").iter().any(|line| line.starts_with("Nodes searched")), "{fault}");
    }
}

#[test]
fn a_panic_in_open_refuses_the_position() {
    let folder = PluginFolder::new(&["heap"]);
    let mut engine = engine(&folder);
    engine.ask("position fen 7 w");
    let lines = engine.ask("position fen 9 w panics-in-open");
    let [error] = &lines[..] else { panic!("{lines:?}") };
    assert!(error.starts_with("info string error ") && error.ends_with("the library panicked: the heap is too heavy"));
    assert!(engine.ask("d").contains(&"Fen: 7 w".to_owned()), "the position before is shown");
    assert!(engine.ask("position fen 6 w").is_empty());
    assert_eq!(engine.ask("query fen"), ["response 6 w"]);
}

#[test]
fn a_library_that_hangs_is_given_up_after_a_stop() {
    let folder = PluginFolder::new(&["heap", "newer_minor"]);
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("PLYD_SESSION_STOP_SECONDS", "1").env("PLYD_PLUGINS_ISOLATION", "none");
    let daemon = Daemon::spawn(command);
    let mut sound = daemon.client();
    // A clock that has run out is a stop too.
    let lines = sound.go("position fen 9 w hangs\ngo movetime 100");
    assert_eq!(lines[lines.len() - 2], "info string error plugin the game's library did not return in time");
    assert!(sound.go("position fen 8 w\ngo").iter().any(|line| line.contains(" score mate ")));
    // More of them than there are workers in the daemon, most likely.
    let mut hanging: Vec<_> = (0..8).map(|_| daemon.client()).collect();
    for client in &mut hanging {
        client.send("position fen 9 w hangs\ngo infinite");
        client.until("info depth 3 ");
        assert!(client.ask("debug off").is_empty());
    }
    assert!(sound.go("position fen 8 w\ngo").iter().any(|line| line.contains(" score mate ")));
    for client in &mut hanging {
        client.send("stop");
    }
    for client in &mut hanging {
        let lines = client.until("bestmove");
        assert_eq!(lines[0], "info string error plugin the game's library did not return in time");
        assert!(lines[1] == "bestmove 1" || lines[1] == "bestmove 2", "{lines:?}");
    }
    for client in &mut hanging {
        // Too much of it hangs now, and other games are played as ever.
        let lines = client.go("position fen 2 w\ngo depth 2");
        let [position, go, best] = &lines[..] else { panic!("{lines:?}") };
        assert!(position.starts_with("info string error plugin-disabled "), "{lines:?}");
        assert!(go.starts_with("info string error bad-go the last position was refused: "), "{lines:?}");
        assert_eq!(best, "bestmove (none)", "{lines:?}");
        assert_eq!(
            client.go("setoption name UCI_Variant value newer\nposition fen 2 w\ngo depth 2").pop().as_deref(),
            Some("bestmove 2")
        );
    }
}

#[test]
fn a_library_that_hangs_outside_a_search_holds_up_its_own_session_only() {
    let folder = PluginFolder::new(&["heap"]);
    let daemon = Daemon::spawn(folder.command(&["serve", "--listen", "127.0.0.1:0"]));
    let mut sound = daemon.client();
    for line in
        ["go", "go perft 3", "query gameover", "query moves", "d", "view", "eval", "position fen 3 w stalls moves 1"]
    {
        let mut client = daemon.client();
        assert!(client.ask("position fen 3 w stalls").is_empty());
        client.send(line);
        assert!(sound.go("position fen 8 w\ngo").iter().any(|line| line.contains(" score mate ")), "after {line}");
    }
}

#[test]
fn the_broken_libraries_lie_beside_no_engine() {
    let beside = fs::read_dir(built_folder()).expect("the folder of the program is there");
    let names: Vec<_> = beside.map(|entry| entry.expect("it can be read").file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().contains("heap")), "{names:?}");
    let mut engine = Engine::start(&[]);
    assert!(engine.ask("games").iter().all(|line| line.starts_with("game ")));
}
