//! Sessions over the WebSocket are those of every client.

use super::socket::{Came, Socket};
use super::{Served, serve, serve_in};
use plyd_tests::{Engine, PATIENCE};
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

/// These lines, over the page and over a pipe, have the same answers.
#[test]
fn a_session_of_a_page_answers_as_every_session_does() {
    const LINES: &[&str] = &[
        "position startpos moves b2 a1",
        "view",
        "query moves",
        "position startpos moves b2 b2",
        "position fen nonsense",
        "setoption name Algorithm value minimax",
        "setoption name Algorithm value nothing",
        "nonsense",
        "go depth 0",
        "query fen",
        "position startpos moves b2",
        "query fen",
    ];
    let served = serve(&["--game", "tictactoe"]);
    let mut socket = Socket::enter(served.address, &served.token);
    let mut engine = Engine::start(&["--game", "tictactoe"]);
    for line in LINES {
        socket.send(line);
        engine.send(line);
    }
    loop {
        let line = engine.line();
        assert_eq!(socket.line(), line);
        if line.starts_with("response ") && line.contains('/') {
            break;
        }
    }
    // Several lines may come in one message.
    socket.send("isready\nisready");
    assert_eq!([socket.line(), socket.line()], ["readyok", "readyok"]);
    socket.send("quit");
    assert_eq!(socket.receive(), Came::Closed(1000));
}

#[test]
fn a_search_streams_and_stops() {
    let served = serve(&["--game", "chess"]);
    let mut socket = Socket::enter(served.address, &served.token);
    socket.send("go infinite");
    socket.until("info depth 4 ");
    socket.send("view");
    assert!(socket.until("view ").last().is_some_and(|line| line.contains("\"game\":\"chess\"")));
    socket.send("stop");
    socket.until("bestmove ");
}

#[test]
fn a_closed_tab_ends_its_search() {
    let Served { daemon, address, token, state: _state } = serve(&["--game", "chess", "--metrics", "127.0.0.1:0"]);
    let lines = daemon.log_until("plyd: metrics on ");
    let metrics = lines.last().and_then(|line| line.strip_prefix("plyd: metrics on ")).expect("it says where");
    let metrics = metrics.parse().expect("an address");
    let searches = |number: &str| {
        let deadline = Instant::now() + PATIENCE;
        let wanted = format!("\nplyd_searches_running {number}\n");
        while !super::assets::get(metrics, "/metrics", "").contains(&wanted) {
            assert!(Instant::now() < deadline, "never {number} searches");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    for closes in [true, false] {
        let mut socket = Socket::enter(address, &token);
        socket.send("go infinite");
        searches("1");
        if closes {
            socket.close();
        }
        drop(socket);
        searches("0");
    }
}

#[test]
fn the_token_survives_a_restart_and_nobody_else_can_read_it() {
    let Served { daemon, token, state, .. } = serve(&[]);
    assert_eq!(token.len(), "plyd_token_".len() + 64);
    drop(daemon);
    // At the most talkative level too.
    let again = serve_in(state, &["-vvv"]);
    assert_eq!(again.token, token);
    let mut socket = Socket::enter(again.address, &token);
    socket.send("isready");
    assert_eq!(socket.line(), "readyok");
    let mode = |path: &str| std::fs::metadata(again.state.path().join(path)).expect("it is there").permissions().mode();
    assert_eq!(mode("plyd/web-token") & 0o777, 0o600);
    assert_eq!(mode("plyd") & 0o777, 0o700);
    assert!(again.daemon.log().iter().all(|line| !line.contains(&token)), "it is in no log");
}

#[test]
fn a_shutdown_says_so_and_closes() {
    let served = serve(&["--game", "chess"]);
    let mut socket = Socket::enter(served.address, &served.token);
    socket.send("go infinite");
    socket.until("info depth 2 ");
    served.daemon.process.signal(rustix::process::Signal::TERM);
    socket.until("bestmove ");
    while let Came::Line(_) = socket.receive() {}
}
