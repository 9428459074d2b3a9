//! `plyd connect`: a remote daemon as if it were an engine on pipes. And what `plyd serve` refuses.

use plyd_tests::{Daemon, Engine, Process, command};
use std::io::Read;
use std::process::{Command, Stdio};

/// Runs a command that has to fail; what it says.
fn complaint(mut command: Command) -> String {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("plyd starts");
    let mut errors = child.stderr.take().expect("is piped");
    assert_eq!(Process::new(child).wait().code(), Some(1));
    let mut text = String::new();
    errors.read_to_string(&mut text).expect("it is text");
    text
}

fn bridge(daemon: &Daemon) -> Engine {
    Engine::start(&["connect", &daemon.address().to_string()])
}

#[test]
fn a_whole_dialogue_goes_through_the_bridge() {
    let daemon = Daemon::start(&[]);
    let mut engine = bridge(&daemon);
    engine.send("uci");
    assert!(engine.until("uciok").iter().any(|line| line.starts_with("id name plyd")));
    assert_eq!(engine.ask("setoption name UCI_Variant value leaftree").len(), 1);
    assert_eq!(engine.ask("setoption name Algorithm value alphabeta\nposition fen 3 5 2 9 12 5 23 23"), [""; 0]);
    let lines = engine.go("go");
    assert!(lines[0].contains(" score cp 12 nodes 14 "), "{lines:?}");
    assert_eq!(lines[1], "bestmove 1 ponder 0");
    engine.send("go infinite\nisready");
    engine.until("readyok");
    assert!(engine.go("stop").last().is_some_and(|line| line.starts_with("bestmove ")));
    engine.send("quit");
    assert!(engine.rest().is_empty());
    assert!(engine.process.wait().success());
}

#[test]
fn the_end_of_input_is_passed_on_and_the_answer_awaited() {
    let daemon = Daemon::start(&["--game", "tictactoe"]);
    for (go, sure) in [("go depth 4", "depth 4"), ("go infinite", "bestmove")] {
        let mut engine = bridge(&daemon);
        engine.send(go);
        engine.close_input();
        let rest = engine.rest();
        assert!(rest.last().is_some_and(|line| line.starts_with("bestmove P@")), "{rest:?}");
        assert!(rest.iter().any(|line| line.contains(sure)), "{rest:?}");
        assert!(engine.process.wait().success());
    }
}

#[test]
fn long_and_odd_bytes_pass_unchanged() {
    let daemon = Daemon::start(&[]);
    let mut engine = bridge(&daemon);
    engine.send_bytes(&vec![b'x'; 3 << 20]);
    engine.send_bytes(b"\n\xff\xfe\nisready\r\n");
    assert!(engine.line().starts_with("info string error line-too-long "));
    assert!(engine.line().starts_with("info string error not-utf8 "));
    assert_eq!(engine.line(), "readyok");
}

#[test]
fn the_bridge_ends_when_the_daemon_does() {
    let daemon = Daemon::start(&[]);
    let mut engine = bridge(&daemon);
    assert!(engine.ask("debug off").is_empty());
    drop(daemon);
    assert!(engine.rest().is_empty());
    engine.process.wait();
}

#[test]
fn without_a_daemon_the_bridge_says_so() {
    let daemon = Daemon::start(&[]);
    let address = daemon.address().to_string();
    drop(daemon);
    let text = complaint(command(&["connect", &address]));
    assert!(text.starts_with(&format!("plyd: cannot connect to {address}: ")), "{text}");
}

#[test]
fn a_port_in_use_is_an_error() {
    let daemon = Daemon::start(&[]);
    let address = daemon.address().to_string();
    let text = complaint(command(&["serve", "--listen", &address]));
    assert!(text.starts_with(&format!("plyd: cannot listen on {address}: ")), "{text}");
    assert!(daemon.client().ask("debug off").is_empty());
}
