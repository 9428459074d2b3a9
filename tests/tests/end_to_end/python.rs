//! Games through python-chess, the client library many tools are built on.

use plyd_tests::{Daemon, PATIENCE, Process, binary, command, python};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// Runs a program of `tests/python`, which starts this command as its engine. It has to end with success.
fn run(program: &str, engine: Command) {
    let Some(python) = python(program) else { return };
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("python").join(program);
    let mut command = Command::new(python);
    // Without files of compiled code beside the programs.
    command.arg("-B").arg(program).arg(PATIENCE.as_secs().to_string());
    command.arg(engine.get_program()).args(engine.get_args());
    command.envs(engine.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().expect("python starts");
    let mut errors = child.stderr.take().expect("is piped");
    let mut process = Process::new(child);
    let reader = thread::spawn(move || {
        let mut text = String::new();
        errors.read_to_string(&mut text).map(|_| text)
    });
    let status = process.wait();
    let errors = reader.join().expect("the reader does not panic").expect("python writes UTF-8");
    assert!(status.success(), "{errors}");
}

/// The engine on pipes.
fn run_on_pipes(program: &str) {
    run(program, Command::new(binary()));
}

/// A server, with the bridge as the engine.
fn run_over_tcp(program: &str) {
    let daemon = Daemon::spawn(command(&["serve", "--listen", "127.0.0.1:0", "--game", "chess"]));
    let mut bridge = Command::new(binary());
    bridge.arg("connect").arg(daemon.address().to_string());
    run(program, bridge);
    assert!(daemon.log().is_empty());
}

#[test]
fn python_chess_plays_games_of_tic_tac_toe() {
    run_on_pipes("tictactoe.py");
}

#[test]
fn python_chess_plays_whole_games_of_chess() {
    run_on_pipes("chess_games.py");
}

#[cfg(feature = "long-tests")]
#[test]
fn python_chess_plays_on_where_nobody_claims_a_draw() {
    run_on_pipes("chess_claims.py");
}

#[test]
fn python_chess_plays_whole_games_of_chess_over_tcp() {
    run_over_tcp("chess_games.py");
}

/// Two games, on clocks that leave a busy machine some time. A hundred games at 1 s and 10 ms are a command of their
/// own, see docs/testing.md.
#[cfg(feature = "long-tests")]
#[test]
fn stockfish_and_python_chess_find_no_fault_in_two_games() {
    const PLACES: [&str; 4] =
        ["/usr/games/stockfish", "/usr/bin/stockfish", "/usr/games/fairy-stockfish", "/usr/bin/fairy-stockfish"];
    if !PLACES.iter().any(|place| Path::new(place).exists()) {
        return plyd_trials::left_out(
            "games against Stockfish",
            "Stockfish is not installed (Debian: apt-get install stockfish)",
        );
    }
    let mut engine = Command::new(binary());
    engine.env("GAMES", "2").env("CLOCK", "3").env("INCREMENT", "0.1").env("MARGIN", "2");
    run("stockfish_games.py", engine);
}

#[test]
fn python_chess_analyses_positions_of_chess() {
    run_on_pipes("chess_positions.py");
}

#[test]
fn python_chess_analyses_positions_of_chess_over_tcp() {
    run_over_tcp("chess_positions.py");
}
