//! Sessions that share a server: the number of searches that run, their priority, idle clients and idle tables.

use plyd_tests::{Client, Daemon, Engine, command};
use std::time::Duration;

/// A server with these settings, by the names of their variables.
fn daemon(settings: &[(&str, &str)]) -> Daemon {
    let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--game", "tictactoe"]);
    command.envs(settings.iter().copied());
    Daemon::spawn(command)
}

/// A server on which one search may run, and a client whose search does.
fn taken() -> (Daemon, Client) {
    let daemon = daemon(&[("PLYD_SEARCH_MAX_RUNNING", "1")]);
    let mut first = daemon.client();
    first.send("setoption name UCI_Variant value cfour\ngo infinite");
    first.until("info depth 2 ");
    (daemon, first)
}

pub(super) const QUEUED: &str = "info string too many searches are running; this one waits for its turn";
const LATE: &str = "info string error too-many-searches its time has expired, and too many searches are running";

/// What is answered to a search for which there was no time: a legal move, which nobody has thought about.
fn assert_is_first_move(lines: &[String]) {
    let [.., info, last] = lines else { panic!("{lines:?}") };
    assert!(info.starts_with("info depth 0 ") && last == "bestmove P@a3", "{lines:?}");
}

#[test]
fn a_search_waits_for_its_turn_and_says_so() {
    let (daemon, mut first) = taken();
    let mut second = daemon.client();
    second.send("go depth 2");
    assert_eq!(second.line(), QUEUED);
    assert_eq!(second.ask("query p1turn"), ["response true"], "the session waits with it");
    assert_eq!(second.line_within(Duration::from_millis(300)), None, "it did not wait");
    first.go("stop");
    let lines = second.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 2 ")), "{lines:?}");
}

/// They have no address of their own by which one could be told from another.
#[test]
fn clients_of_this_machine_take_all_places() {
    let daemon = daemon(&[("PLYD_SEARCH_MAX_RUNNING", "4")]);
    let mut clients = [(); 4].map(|()| daemon.client());
    for client in &mut clients {
        client.send("setoption name UCI_Variant value cfour\ngo infinite");
        let lines = client.until("info depth 2 ");
        assert!(!lines.iter().any(|line| line == QUEUED), "{lines:?}");
    }
    let mut late = daemon.client();
    late.send("go depth 2");
    assert_eq!(late.line(), QUEUED);
}

#[test]
fn a_search_that_is_through_keeps_no_place_while_its_answer_is_held() {
    for isolation in ["process", "none"] {
        let daemon = daemon(&[("PLYD_SEARCH_MAX_RUNNING", "1"), ("PLYD_PLUGINS_ISOLATION", isolation)]);
        let mut first = daemon.client();
        first.send("go infinite depth 1");
        first.until("info depth 1 ");
        let mut second = daemon.client();
        let lines = second.go("go depth 2");
        assert!(lines.iter().any(|line| line.starts_with("info depth 2 ")), "{isolation}: {lines:?}");
        first.go("stop");
    }
}

#[test]
fn a_search_that_waits_ends_with_its_time_and_with_stop() {
    let (daemon, _first) = taken();
    let mut second = daemon.client();
    for go in ["go movetime 50", "go wtime 200 btime 200", "go depth 3 movetime 10"] {
        let lines = second.go(go);
        assert_eq!(lines[..2], [QUEUED, LATE], "{go}");
        assert_is_first_move(&lines);
    }
    for go in ["go depth 3", "go infinite", "go ponder movetime 1", "go movetime 100000"] {
        second.send(go);
        assert_eq!(second.line(), QUEUED, "{go}");
        assert_eq!(second.line_within(Duration::from_millis(100)), None, "{go} is held");
        let lines = second.go("stop");
        assert!(!lines.iter().any(|line| line.contains(" error ")), "{lines:?}");
        assert_is_first_move(&lines);
    }
    // The clock of a move that was pondered starts with `ponderhit`.
    second.send("go ponder movetime 50");
    assert_eq!(second.line(), QUEUED);
    assert_eq!(second.line_within(Duration::from_millis(200)), None);
    assert_is_first_move(&second.go("ponderhit"));
    let lines = second.go("go movetime 10 searchmoves c1 b2");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove P@c1"), "{lines:?}");
}

#[test]
fn perft_and_explanations_wait_as_well() {
    let (daemon, mut first) = taken();
    let (mut second, mut third) = (daemon.client(), daemon.client());
    second.send("go perft 1");
    third.send("explain depth 1");
    assert_eq!([second.line(), third.line()], [QUEUED, QUEUED]);
    first.go("stop");
    assert_eq!(second.until("Nodes searched: ").len(), 9 + 2);
    assert!(third.until("explain done").len() > 9);
}

#[test]
fn a_client_that_leaves_makes_room() {
    let (daemon, first) = taken();
    let mut second = daemon.client();
    second.send("go depth 2");
    assert_eq!(second.line(), QUEUED);
    let mut third = daemon.client();
    third.send("go infinite");
    assert_eq!(third.line(), QUEUED);
    // One leaves that waits, and then the one that searches.
    drop(third);
    drop(first);
    assert!(second.until("bestmove").iter().any(|line| line.starts_with("info depth 2 ")));
}

#[cfg(target_os = "linux")]
#[test]
fn only_a_server_lowers_the_priority_of_searches() {
    let daemon = daemon(&[("PLYD_PLUGINS_ISOLATION", "none")]);
    let mut client = daemon.client();
    client.send("setoption name UCI_Variant value cfour\ngo infinite");
    client.until("info depth 2 ");
    let before = niceness(std::process::id(), |_| true);
    let own = before.iter().map(|(_, niceness)| *niceness).min().expect("this process has threads");
    let searches = niceness(daemon.process.id(), |name| name == "search");
    assert!(
        !searches.is_empty() && searches.iter().all(|(_, niceness)| *niceness == (own + 5).min(19)),
        "{searches:?}"
    );
    let workers = niceness(daemon.process.id(), |name| name.starts_with("tokio"));
    assert!(!workers.is_empty() && workers.iter().all(|(_, niceness)| *niceness == own), "{workers:?}");
    let mut command = command(&["--game", "cfour"]);
    command.env("PLYD_PLUGINS_ISOLATION", "none");
    let mut engine = Engine::spawn(command);
    engine.send("go infinite");
    engine.until("info depth 2 ");
    let all = niceness(engine.process.id(), |_| true);
    assert!(
        all.iter().any(|(name, _)| name == "search") && all.iter().all(|(_, niceness)| *niceness == own),
        "{all:?}"
    );
}

/// Name and nice value of those threads of a process whose names pass.
#[cfg(target_os = "linux")]
pub(crate) fn niceness(process: u32, passes: impl Fn(&str) -> bool) -> Vec<(String, i32)> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).expect("it runs");
    let stats = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("stat")).ok());
    let parsed = stats.map(|stat| {
        let (before, after) = stat.rsplit_once(')').expect("the name stands in parentheses");
        let name = before.split_once('(').expect("the name stands in parentheses").1.to_owned();
        // The nineteenth field, and the third comes first here.
        let niceness = after.split_whitespace().nth(16).and_then(|field| field.parse().ok()).expect("it is a number");
        (name, niceness)
    });
    parsed.filter(|(name, _)| passes(name)).collect()
}

#[test]
fn an_idle_client_is_sent_away_and_one_that_searches_is_not() {
    let daemon = daemon(&[("PLYD_SESSION_IDLE_SECONDS", "1")]);
    let (mut idle, mut held, mut busy) = (daemon.client(), daemon.client(), daemon.client());
    held.send("go infinite");
    let gone = ["info string error idle the client has sent nothing for 1 seconds; the connection is closed"];
    for _ in 0..6 {
        std::thread::sleep(Duration::from_millis(300));
        assert!(busy.ask("debug off").is_empty(), "a client that says something is not idle");
    }
    assert_eq!(idle.rest(), gone);
    held.until("info depth 9 ");
    held.send("stop");
    let lines = held.rest();
    assert!(lines[0].starts_with("bestmove ") && lines[1..] == gone, "{lines:?}");
    let mut command = command(&[]);
    command.env("PLYD_SESSION_IDLE_SECONDS", "1");
    let mut engine = Engine::spawn(command);
    assert_eq!(engine.line_within(Duration::from_millis(1_500)), None, "standard input is never idle");
    assert!(engine.ask("debug off").is_empty());
}

#[test]
fn an_idle_table_goes_to_the_session_that_searches() {
    let daemon = daemon(&[("PLYD_SEARCH_TOTAL_HASH", "4")]);
    let (mut first, mut second) = (daemon.client(), daemon.client());
    let go = "go depth 2";
    let remarks = |client: &mut Client| -> Vec<String> {
        client.go(go).into_iter().filter(|line| line.contains("table")).collect()
    };
    for client in [&mut first, &mut second] {
        assert!(client.ask("setoption name Hash value 4").is_empty());
        assert!(remarks(client).is_empty());
    }
    assert_eq!(remarks(&mut first), ["info string the table starts empty, because it was freed while idle"]);
    assert!(remarks(&mut first).is_empty());
}

#[test]
fn the_table_of_an_idle_session_is_freed() {
    let daemon = daemon(&[("PLYD_SEARCH_IDLE_TABLE_SECONDS", "1")]);
    let mut client = daemon.client();
    client.ask("setoption name Hash value 16");
    client.go("go depth 2");
    std::thread::sleep(Duration::from_millis(1_500));
    let lines = client.go("go depth 2");
    assert_eq!(lines[0], "info string the table starts empty, because it was freed while idle");
}
