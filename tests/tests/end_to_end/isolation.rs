//! Sessions whose library runs in a process of its own: what a library does to itself, it does to its session alone.

#[cfg(feature = "long-tests")]
pub(crate) mod long_pauses;
mod messages;
mod pauses;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(all(target_os = "linux", feature = "long-tests"))]
mod texts;
#[cfg(feature = "long-tests")]
mod timed_games;

use super::many_searches::niceness;
use plyd_tests::{Client, Daemon, Engine, PluginFolder, planted_in};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::time::{Duration, Instant};

/// Longer than any immediate answer takes on a busy machine.
const SOON: Duration = Duration::from_secs(10);

/// A server whose libraries have a second for a call in a search, and two for others. It knows `hostile` and `heap`.
fn daemon(folder: &PluginFolder) -> Daemon {
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--game", "heap"]);
    command.env("PLYD_SESSION_POSITION_SECONDS", "2").env("PLYD_SESSION_STOP_SECONDS", "1");
    Daemon::spawn(command)
}

fn folder() -> PluginFolder {
    PluginFolder::new(&["hostile", "heap"])
}

/// A client that has chosen the game that means harm.
fn hostile(daemon: &Daemon) -> Client {
    let mut client = daemon.client();
    let said = client.ask("setoption name UCI_Variant value hostile").concat();
    assert!(said.starts_with("info string variant hostile"), "{said}");
    client
}

/// The processes whose parent is this one, except for those that have ended.
pub(super) fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").expect("there are processes").flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_child = |pid: &u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.next() != Some("Z") && fields.next() == Some(&parent.to_string())
    };
    numbers.filter(is_child).collect()
}

pub(super) fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let deadline = Instant::now() + SOON;
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(super) fn end(process: u32) {
    signal(process, Signal::KILL);
}

fn signal(process: u32, signal: Signal) {
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw).expect("a process number");
    kill_process(pid, signal).expect("the process is there");
}

/// The client has lost its library in a search: one error, one legal move, and it goes on.
fn survives(client: &mut Client, deed: &str) {
    assert!(client.ask(&format!("position fen 9 w {deed}")).is_empty(), "{deed}");
    client.send("go depth 20");
    let lines = client.until("bestmove ");
    let errors: Vec<_> = lines.iter().filter(|line| line.contains(" error ")).collect();
    assert!(errors.len() == 1 && errors[0].contains(" error plugin-crashed "), "{deed}: {lines:?}");
    let place = format!("info string the library of `hostile` was at: position fen 9 w {deed}");
    assert!(lines.contains(&place), "{deed}: {lines:?}");
    let best = lines.last().expect("there is one");
    assert!(["bestmove 1", "bestmove 2"].contains(&best.as_str()), "{deed}: {best}");
    // The position stays.
    assert_eq!(client.ask("query fen"), [format!("response 9 w {deed}")]);
}

/// The client leaves.
fn quit(mut client: Client) {
    client.send("quit");
    client.rest();
}

#[test]
fn a_library_that_ends_its_process_hurts_its_own_session_only() {
    let folder = folder();
    let daemon = daemon(&folder);
    let mut other = daemon.client();
    assert_eq!(other.go("position fen 8 w\ngo depth 3").len(), 4);
    other.send("go infinite");
    for deed in ["segv", "abort", "exit", "_exit", "terminates", "overflows-stack", "closes"] {
        let mut client = hostile(&daemon);
        survives(&mut client, deed);
        quit(client);
    }
    other.ask("debug off");
    other.send("stop");
    let lines = other.until("bestmove ");
    assert!(lines.iter().all(|line| !line.contains(" error ")), "{lines:?}");
}

#[test]
fn a_library_that_hangs_in_a_search_is_ended_also_without_a_clock() {
    let folder = folder();
    let daemon = daemon(&folder);
    for deed in ["loops", "sleeps", "stops", "blocks-signals"] {
        let mut client = hostile(&daemon);
        survives(&mut client, deed);
        quit(client);
    }
    wait_until("no child is left", || children(daemon.process.id()).is_empty());
}

#[test]
fn a_library_that_hangs_in_a_call_is_ended_and_its_position_refused() {
    let folder = folder();
    let daemon = daemon(&folder);
    let mut client = hostile(&daemon);
    assert!(client.ask("position fen 7 w").is_empty());
    client.send("position fen 9 w open+loops\nquery fen");
    let timeout = "info string error timeout the game's library did not answer within 2 seconds";
    assert_eq!(client.line(), timeout);
    assert!(
        client.line().starts_with("info string error no-position the last position was refused: the game's library")
    );
    assert!(client.ask("d").contains(&"Fen: 7 w".to_owned()), "the session goes on");
    wait_until("the process that hung has ended", || children(daemon.process.id()).len() == 1);
}

#[test]
fn a_library_can_neither_reach_out_nor_write() {
    let folder = folder();
    let daemon = daemon(&folder);
    let mut client = hostile(&daemon);
    let file = folder.path().join("written");
    for deed in [
        "takes:100",
        "opens-tcp",
        "opens-udp",
        "forks",
        "runs",
        "traces",
        "signals",
        &format!("writes:{}", file.display()),
    ] {
        client.send(&format!("position fen 9 w open+{deed}"));
        let line = client.line();
        assert!(line.starts_with("info string error ") && !line.ends_with("done"), "{deed}: {line}");
    }
    assert!(!file.exists());
    assert_eq!(client.ask("position fen 9 w\nquery fen"), ["response 9 w"]);
}

#[test]
fn a_constructor_is_limited_in_the_trial_and_in_the_child() {
    let folder = PluginFolder::new(&["heap"]);
    // There is little room for its path.
    let written = std::path::PathBuf::from(format!("/tmp/plyd-{}", std::process::id()));
    let library = planted_in("hostile", &format!("writes:{}", written.display()));
    fs::write(folder.library("hostile"), library).expect("the folder can be written");
    let daemon = daemon(&folder);
    let mut client = hostile(&daemon);
    assert_eq!(client.ask("position fen 7 w\nquery fen"), ["response 7 w"]);
    assert!(!written.exists(), "a library wrote a file");
}

#[test]
fn forged_lines_reach_nobody() {
    let folder = folder();
    let daemon = daemon(&folder);
    let mut client = hostile(&daemon);
    for deed in ["forges", "prints"] {
        client.send(&format!("position fen 9 w {deed}"));
        client.send("go depth 20");
        let lines = client.until("bestmove ");
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{lines:?}");
        let is_own = |line: &String| line.starts_with("info ") || line.starts_with("bestmove ");
        assert!(lines.iter().all(is_own), "{lines:?}");
        assert!(client.ask("debug off").is_empty());
    }
}

#[test]
fn a_library_that_crashes_three_times_is_disabled_for_its_session() {
    let folder = folder();
    let daemon = daemon(&folder);
    let mut client = hostile(&daemon);
    for _ in 0..3 {
        survives_or_is_disabled(&mut client);
    }
    let disabled = "info string error plugin-disabled the library of `hostile` has crashed three times within a minute; \
                    this session does not call it until a minute has passed";
    assert_eq!(client.ask("query fen"), [disabled]);
    assert_eq!(client.go("go depth 1"), [disabled, "bestmove (none)"]);
    assert!(client.ask("setoption name UCI_Variant value heap").concat().starts_with("info string variant heap"));
    assert_eq!(client.go("position fen 2 w\ngo depth 2").pop().as_deref(), Some("bestmove 2"));
    // It is not disabled for others.
    assert_eq!(hostile(&daemon).ask("query gameover"), ["response false"]);
}

fn survives_or_is_disabled(client: &mut Client) {
    client.ask("position fen 9 w segv");
    client.send("go depth 20");
    let lines = client.until("bestmove ");
    assert!(lines.iter().any(|line| line.contains(" error plugin-crashed ")), "{lines:?}");
}

#[test]
fn a_child_that_is_killed_from_outside_is_replaced() {
    let daemon = Daemon::start(&["--game", "cfour"]);
    let mut client = daemon.client();
    client.ask("position startpos moves 4 4 4");
    let before = client.ask("query fen");
    client.send("go infinite");
    client.line();
    let [child] = children(daemon.process.id())[..] else { panic!("one session has one child") };
    end(child);
    let lines = client.until("info string error plugin-crashed ");
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
    // Like any search that has found out everything, it waits until it is stopped.
    client.send("stop");
    let best = client.until("bestmove ").pop();
    assert!(best.is_some_and(|best| best != "bestmove (none)"));
    assert_eq!(client.ask("query fen"), before);
    assert_ne!(children(daemon.process.id()), [child]);
    // An idle one is replaced without a word.
    let [child] = children(daemon.process.id())[..] else { panic!("one session has one child") };
    end(child);
    // Until it was waited for: its first thread may end before the others.
    wait_until("the child has ended", || fs::metadata(format!("/proc/{child}")).is_err());
    assert_eq!(client.ask("query fen"), before);
}

#[test]
fn children_end_with_their_session_and_with_the_server() {
    let folder = folder();
    let mut daemon = daemon(&folder);
    let mut clients = [(); 3].map(|()| hostile(&daemon));
    clients.iter_mut().for_each(|client| client.send("position fen 9 w\ngo infinite"));
    clients.iter_mut().for_each(|client| drop(client.line()));
    let all = children(daemon.process.id());
    assert_eq!(all.len(), 3);
    let [first, others @ ..] = clients;
    quit(first);
    wait_until("the child of the first has ended", || children(daemon.process.id()).len() == 2);
    daemon.process.signal(Signal::KILL);
    daemon.process.wait();
    wait_until("no child outlives the server", || all.iter().all(|pid| is_gone(*pid)));
    drop(others);
}

fn is_gone(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.map_or(true, |stat| stat.contains(") Z "))
}

#[test]
fn a_session_has_a_child_only_while_it_needs_one() {
    let folder = folder();
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--game", "heap"]);
    command.env("PLYD_PLUGINS_IDLE_SECONDS", "1");
    let daemon = Daemon::spawn(command);
    let mut client = daemon.client();
    client.ask("uci\nsetoption name Ponder value true");
    client.send("ucinewgame\nuci");
    client.until("uciok");
    assert!(children(daemon.process.id()).is_empty(), "nothing was asked that needs the library");
    assert_eq!(client.ask("position fen 7 w\nquery fen"), ["response 7 w"]);
    assert_eq!(children(daemon.process.id()).len(), 1);
    wait_until("the idle child has ended", || children(daemon.process.id()).is_empty());
    assert_eq!(client.ask("query fen"), ["response 7 w"]);
    // One that has learnt something stays, until that is forgotten.
    client.go("go depth 3");
    std::thread::sleep(Duration::from_millis(1_500));
    assert_eq!(children(daemon.process.id()).len(), 1);
    client.ask("ucinewgame");
    wait_until("the child has nothing left to know", || children(daemon.process.id()).is_empty());
}

#[test]
fn the_priority_of_searches_is_lower_in_a_child_too() {
    let daemon = Daemon::start(&["--game", "cfour"]);
    let mut client = daemon.client();
    client.send("go infinite");
    client.until("info depth 2 ");
    let own = niceness(std::process::id(), |_| true).iter().map(|(_, niceness)| *niceness).min().expect("threads");
    let [child] = children(daemon.process.id())[..] else { panic!("one session has one child") };
    let searches = niceness(child, |name| name == "search");
    let is_lower = |(_, niceness): &(String, i32)| *niceness == (own + 5).min(19);
    assert!(!searches.is_empty() && searches.iter().all(is_lower), "{searches:?}");
    // The system shares the processor between sessions, so the threads of a child are not weighed one by one.
    let session = |process: u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
        let field = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(3)).map(str::to_owned);
        field.expect("it has a session")
    };
    assert_eq!(session(child), child.to_string());
    assert_ne!(session(daemon.process.id()), child.to_string());
}

#[test]
fn isready_has_a_table_made_in_the_child_before_the_search() {
    let folder = folder();
    let daemon = daemon(&folder);
    let mut client = daemon.client();
    client.go("position fen 20 w moves 2\ngo depth 3");
    let before = children(daemon.process.id());
    // It needs a child with more room, which is there before the answer.
    assert!(client.ask("setoption name Hash value 64").is_empty());
    let is_new = |child: &u32| !before.contains(child);
    assert!(children(daemon.process.id()).iter().any(is_new), "the next search would start it");
    for line in ["ucinewgame", "setoption name Clear Hash", "debug off"] {
        assert!(client.ask(line).is_empty());
    }
    let lines = client.go("go depth 3");
    assert!(!lines.iter().any(|line| line.contains("table") || line.contains("error")), "{lines:?}");
}

#[test]
fn isready_starts_the_child_of_the_next_search() {
    let folder = folder();
    let daemon = daemon(&folder);
    let server = daemon.process.id();
    for lines in [
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name Algorithm value alphabeta\nucinewgame",
        "setoption name UCI_Variant value heap",
    ] {
        let mut client = daemon.client();
        assert!(client.ask("debug off").is_empty());
        assert!(children(server).is_empty(), "nothing is due yet");
        client.ask(lines);
        let ready = children(server);
        assert_eq!(ready.len(), 1, "{lines}");
        client.go("go depth 3");
        assert_eq!(children(server), ready, "{lines}: the search needs no other");
        quit(client);
        wait_until("its child has ended", || children(server).is_empty());
    }
}

#[test]
fn isready_is_answered_while_the_child_does_nothing() {
    let daemon = Daemon::start(&["--game", "cfour"]);
    let mut client = daemon.client();
    client.ask("ucinewgame");
    let [child] = children(daemon.process.id())[..] else { panic!("one session has one child") };
    signal(child, Signal::STOP);
    assert!(client.ask("ucinewgame").is_empty());
    signal(child, Signal::CONT);
    assert!(client.go("go depth 1").concat().contains("bestmove "));
    assert_eq!(children(daemon.process.id()), [child]);
}

#[test]
fn a_larger_table_is_that_of_a_new_child_with_the_same_position() {
    let folder = folder();
    let daemon = daemon(&folder);
    let mut client = daemon.client();
    client.ask("setoption name Hash value 1");
    client.go("position fen 20 w moves 2\ngo depth 3");
    let before = children(daemon.process.id());
    client.ask("setoption name Hash value 64\nsetoption name Threads value 3");
    client.go("go depth 3");
    // The old one may take a moment to end.
    wait_until("the old child has ended", || !children(daemon.process.id()).contains(&before[0]));
    let after = children(daemon.process.id());
    assert!(before.len() == 1 && after.len() == 1, "{before:?} {after:?}");
    assert_eq!(client.ask("query fen"), ["response 18 b"]);
    client.ask("setoption name Hash value 2");
    client.go("go depth 3");
    assert_eq!(children(daemon.process.id()), after, "a smaller one fits");
}

#[test]
fn a_session_on_standard_input_has_a_child_if_it_is_told_to() {
    let mut engine = Engine::start(&["--isolate", "--game", "tictactoe"]);
    let lines = engine.go("position startpos moves a1 b2 a2 b1\ngo depth 9");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove P@a3"), "{lines:?}");
}
