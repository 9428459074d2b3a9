//! What people watch: the page of a match.

use super::socket::{self, ask_for};
use super::{PAGE, token_in};
use plyd_tests::{PATIENCE, Process, command, finish};
use plyd_trials::PostgresServer;
use plyd_trials::web_socket::{Came, WebSocket};
use rustix::process::Signal;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A command that serves the page of a match.
pub(super) struct Shown {
    pub(super) process: Process,
    pub(super) address: SocketAddr,
    pub(super) token: String,
    _state: tempfile::TempDir,
}

pub(super) fn show(arguments: &[&str]) -> Shown {
    show_command(command(arguments))
}

fn show_command(mut plyd: Command) -> Shown {
    let state = tempfile::tempdir().expect("a folder for the state");
    plyd.args(["--web", "127.0.0.1:0"]).env("XDG_STATE_HOME", state.path());
    let mut child =
        plyd.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("plyd starts");
    let mut lines = BufReader::new(child.stderr.take().expect("is piped")).lines().map_while(Result::ok);
    let process = Process::new(child);
    let address = lines.find_map(|line| Some(line.strip_prefix(PAGE)?.to_owned())).expect("it says where the page is");
    std::thread::spawn(move || lines.for_each(drop));
    let address = address.strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).expect("an address");
    let token = token_in(state.path());
    Shown { process, address: address.parse().expect("an address and a port"), token, _state: state }
}

fn answer(feed: &mut WebSocket<TcpStream>, question: &str) -> Value {
    feed.send(question);
    serde_json::from_str(&feed.line()).expect("it is JSON")
}

/// The same questions as about a file.
#[test]
fn a_match_in_a_database_is_watched_too() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let Some(server) = PostgresServer::start(folder.path(), "the page of a match in PostgreSQL") else { return };
    let store = server.address();
    let engines = ["--engine", "name=A", "builtin", "depth=4", "--engine", "name=B", "builtin", "depth=3"];
    let plan = ["match", "--game", "tictactoe", "--rounds", "1000000", "--random-plies", "2", "--store", &store];
    let mut shown = show(&[&plan[..], &engines].concat());
    let mut feed = socket::enter_at("/feed", shown.address, &shown.token);
    let deadline = Instant::now() + PATIENCE;
    let newest = |feed: &mut WebSocket<TcpStream>| answer(feed, "games")["games"][0]["number"].as_u64();
    while newest(&mut feed).is_none_or(|number| number < 70) {
        assert!(Instant::now() < deadline, "no games are shown");
    }
    assert!(answer(&mut feed, "report")["report"]["played"].as_u64() > Some(70));
    shown.process.signal(Signal::INT);
    shown.process.wait();
    let mut shown = show(&["report", "--store", &store]);
    let mut feed = socket::enter_at("/feed", shown.address, &shown.token);
    assert_eq!(answer(&mut feed, "match")["match"]["live"], false);
    let games = answer(&mut feed, "games 70");
    let numbers: Vec<_> =
        games["games"].as_array().expect("a list").iter().map(|game| game["number"].as_u64()).collect();
    assert_eq!(numbers, (6..70).rev().map(Some).collect::<Vec<_>>());
    let game = answer(&mut feed, "game 7 2");
    assert_eq!((&game["game"]["number"], &game["game"]["from"]), (&7.into(), &2.into()), "{game}");
    assert!(game["game"]["moves"][0]["m"].is_string(), "{game}");
    assert_eq!(answer(&mut feed, "report")["report"]["finished"], false);
    assert!(answer(&mut feed, "game 1999999")["error"].is_string());
    shown.process.signal(Signal::TERM);
    assert!(shown.process.wait().success());
}

/// The page of a match allows no searches.
#[test]
fn a_token_for_playing_looks_on_at_the_page_of_a_match() {
    let folder = tempfile::tempdir().expect("a folder for the tokens");
    let tokens = folder.path().join("tokens");
    let tokens = tokens.to_str().expect("it is text");
    let made = finish(command(&["token", "new", "player", "--rights", "play", "--token-file", tokens]), PATIENCE);
    assert!(made.status.success(), "{}", made.errors);
    let engines = ["--engine", "name=A", "builtin", "depth=4", "--engine", "name=B", "builtin", "depth=3"];
    let mut plyd = command(&["match", "--game", "cfour", "--rounds", "100000", "--record"]);
    plyd.arg(folder.path().join("m.db")).args(engines).env("PLYD_SERVER_TOKEN_FILE", tokens);
    let mut shown = show_command(plyd);
    let token = made.output.trim_end();
    let mut feed = socket::enter_at("/feed", shown.address, token);
    assert_eq!(answer(&mut feed, "match")["match"]["live"], true);
    let mut session = socket::enter(shown.address, token);
    session.send("view");
    assert!(session.line().starts_with("view {"));
    session.send("go depth 1");
    assert!(session.line().starts_with("info string error forbidden `go` needs the right `play`"));
    shown.process.signal(Signal::INT);
    shown.process.wait();
}

/// The nice values of the threads of this name, each once.
#[cfg(target_os = "linux")]
fn nice_values(process: u32, name: &str) -> Vec<String> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).expect("it is running").flatten();
    let stats = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("stat")).ok());
    let own = stats.filter(|stat| stat.contains(&format!("({name})")));
    // The 19th field, of which the second ends with the last bracket.
    let nice = own.filter_map(|stat| stat.rsplit_once(") ")?.1.split(' ').nth(16).map(str::to_owned));
    nice.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

#[test]
fn a_match_is_watched_and_its_record_after_it() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let record = folder.path().join("m.db");
    let record = record.to_str().expect("a path of letters");
    let engines = ["--engine", "name=A", "builtin", "depth=6", "--engine", "name=B", "builtin", "depth=5"];
    let plan = ["match", "--game", "cfour", "--rounds", "100000", "--seed", "1", "--record", record];
    let mut plyd = command(&[&plan[..], &engines].concat());
    // Of games in other processes only those that have ended are shown.
    plyd.env("PLYD_PLUGINS_ISOLATION", "none");
    let mut shown = show_command(plyd);
    let mut feed = socket::enter_at("/feed", shown.address, &shown.token);
    let about = answer(&mut feed, "match");
    assert_eq!((&about["match"]["game"], &about["match"]["live"]), (&"cfour".into(), &true.into()), "{about}");
    let deadline = Instant::now() + PATIENCE;
    let (mut has_board, mut has_game) = (false, false);
    while !(has_board && has_game) {
        assert!(Instant::now() < deadline, "no game was shown");
        let boards = answer(&mut feed, "boards");
        if let Some(board) = boards["boards"].as_array().and_then(|boards| boards.first()) {
            let game = answer(&mut feed, &format!("game {} 1", board["number"]));
            has_board |= game["game"]["from"] == 1 && game["game"]["moves"][0]["m"].is_string();
        }
        has_game = answer(&mut feed, "games")["games"][0]["termination"].is_string();
    }
    assert!(answer(&mut feed, "report")["report"]["played"].as_u64() > Some(0));
    for wrong in ["", "game", "game x", "games 1 2", "nonsense"] {
        assert!(answer(&mut feed, wrong)["error"].is_string(), "{wrong}");
    }
    feed.send(&"x".repeat(1_000));
    assert!(matches!(feed.receive(), Came::Closed(_)), "the question is too long");
    // The token of this page is for watching.
    let mut session = socket::enter(shown.address, &shown.token);
    session.send("view");
    session.send("go depth 1");
    let lines = session.until("bestmove ");
    assert!(lines[0].starts_with("view {"), "{lines:?}");
    assert!(lines[1].starts_with("info string error forbidden `go` needs the right `play`"), "{lines:?}");
    // Nobody who looks on takes the time of the games. A thread that begins gives way itself.
    #[cfg(target_os = "linux")]
    while nice_values(shown.process.id(), "call") != ["19"] {
        assert!(Instant::now() < deadline, "{:?}", nice_values(shown.process.id(), "call"));
        std::thread::sleep(Duration::from_millis(1));
    }
    // The defences are the same as for every page.
    let host = shown.address.to_string();
    let (head, _) = ask_for("/feed", shown.address, &host, "Origin: http://evil.example.org\r\n");
    assert!(head.starts_with("HTTP/1.1 403 "), "{head}");
    let (head, _) = ask_for("/feed", shown.address, "evil.example.org", "");
    assert!(head.starts_with("HTTP/1.1 421 "), "{head}");
    let mut stranger = socket::open_at("/feed", shown.address);
    stranger.send(&format!("auth plyd_token_{}", "0".repeat(64)));
    assert!(stranger.line().starts_with("info string error auth-failed "));
    shown.process.signal(Signal::INT);
    assert_eq!(shown.process.wait().code(), Some(130));

    let mut shown = show(&["report", record]);
    let mut feed = socket::enter_at("/feed", shown.address, &shown.token);
    assert_eq!(answer(&mut feed, "match")["match"]["live"], false);
    let played = answer(&mut feed, "report")["report"]["played"].as_u64().expect("a number");
    let latest = answer(&mut feed, "games")["games"][0]["number"].as_u64().expect("a number");
    assert_eq!(played, latest + 1);
    let whole = &answer(&mut feed, "game 0")["game"];
    assert_eq!(whole["plies"].as_u64(), whole["moves"].as_array().map(|moves| moves.len() as u64));
    assert!(answer(&mut feed, &format!("games {latest}"))["games"][0]["number"].as_u64() < Some(latest));
    shown.process.signal(Signal::INT);
    assert_eq!(shown.process.wait().code(), Some(0));
}
