//! Sessions over the WebSocket are like all others.

use super::{Came, socket};
use crate::TestServer;
use crate::operations::until_figure;

/// These lines, over the page and over the port for lines, have the same answers.
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
    let served = TestServer::start("tictactoe", |_| {});
    let mut socket = socket::enter(&served);
    let mut client = served.client();
    for line in LINES {
        socket.send(line);
        client.send(line);
    }
    loop {
        let line = client.line();
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
    let served = TestServer::start("chess", |_| {});
    let mut socket = socket::enter(&served);
    socket.send("go infinite");
    socket.until("info depth 4 ");
    socket.send("view");
    assert!(socket.until("view ").last().is_some_and(|line| line.contains("\"game\":\"chess\"")));
    socket.send("stop");
    socket.until("bestmove ");
}

#[test]
fn a_closed_tab_ends_its_search() {
    let served = TestServer::start("chess", |_| {});
    for closes in [true, false] {
        let mut socket = socket::enter(&served);
        socket.send("go infinite");
        until_figure(&served, "plyd_searches_running", 1.0);
        if closes {
            socket.close();
        }
        drop(socket);
        until_figure(&served, "plyd_searches_running", 0.0);
    }
}

#[test]
fn a_shutdown_says_so_and_closes() {
    let served = TestServer::start("chess", |_| {});
    let mut socket = socket::enter(&served);
    socket.send("go infinite");
    socket.until("info depth 2 ");
    served.shutdown.cancel();
    socket.until("bestmove ");
    while let Came::Line(_) = socket.receive() {}
}
