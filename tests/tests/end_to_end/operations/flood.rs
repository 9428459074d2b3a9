//! Many connections from one address.

use super::{figures, ready, serve, until_figure};
use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// The places of the server. Its clients play, and the flood has none.
const PLACES: &str = "4";

/// How soon a client must know that it is refused, on a busy machine.
const SOON: Duration = Duration::from_secs(5);

/// Opens connections one after the other, each of which is refused or closed without a word. Returns the longest time
/// that one took.
fn flood(address: SocketAddr, connections: u64, within: Duration) -> Duration {
    let (begun, mut longest) = (Instant::now(), Duration::ZERO);
    for number in 0..connections {
        let asked = Instant::now();
        let mut stream = TcpStream::connect_timeout(&address, SOON).expect("it is accepted in time");
        stream.set_read_timeout(Some(SOON)).expect("a time limit");
        let mut told = [0; 256];
        // A connection that is closed with something unread is reset.
        let count = stream.read(&mut told).unwrap_or_else(|error| {
            assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "it is refused in time");
            0
        });
        let told = String::from_utf8_lossy(&told[..count]);
        assert!(told.is_empty() || told.starts_with("info string error too-many-sessions "), "{told}");
        longest = longest.max(asked.elapsed());
        let due = within.mul_f64(number as f64 / connections as f64);
        std::thread::sleep(due.saturating_sub(begun.elapsed()));
    }
    longest
}

fn play_beside(connections: u64, within: Duration) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("plyd.toml");
    std::fs::write(&file, format!("[server]\nmax-sessions = {PLACES}\n")).expect("the folder can be written");
    let (daemon, metrics) = serve(&["--config", file.to_str().expect("it is text"), "--game", "tictactoe"]);
    let mut clients: Vec<_> = (0..4).map(|_| daemon.client()).collect();
    clients.iter_mut().for_each(ready);
    let address = daemon.address();
    let flooding = std::thread::spawn(move || flood(address, connections, within));
    let (mut moves, mut longest) = (0, Duration::ZERO);
    while !flooding.is_finished() {
        for client in &mut clients {
            let asked = Instant::now();
            assert!(client.go("go depth 3").last().is_some_and(|line| line.starts_with("bestmove ")));
            longest = longest.max(asked.elapsed());
            moves += 1;
        }
    }
    flooding.join().expect("all were refused in time");
    assert!(moves > 0 && longest < SOON, "{moves} moves, the longest took {longest:?}");
    let refused = figures(metrics)[r#"plyd_sessions_refused_total{code="too-many-sessions"}"#];
    assert_eq!(refused, connections as f64);
    clients.into_iter().for_each(|mut client| {
        client.send("quit");
        assert!(client.rest().is_empty());
    });
    until_figure(metrics, "plyd_sessions_open", 0.0);
    ready(&mut daemon.client());
}

#[test]
fn a_flood_of_connections_is_refused_in_time_while_others_play() {
    play_beside(500, Duration::from_secs(1));
}

#[cfg(feature = "long-tests")]
#[test]
fn ten_thousand_connections_a_minute_are_refused_in_time_while_others_play() {
    play_beside(10_000, Duration::from_secs(60));
}
