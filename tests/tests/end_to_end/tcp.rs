//! Many TCP sessions at once, and clients that misbehave while others play. More is tested in memory, in
//! `engine/server/tests`.

use plyd_tests::{Client, Daemon, command};
use std::io::{ErrorKind, Read, Write, copy, sink};
use std::net::{Shutdown, TcpStream};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// A daemon with these settings, each a variable and its value.
fn daemon_with(settings: &[(&str, &str)]) -> Daemon {
    let mut command = command(&["serve", "--listen", "127.0.0.1:0"]);
    command.envs(settings.iter().copied());
    Daemon::spawn(command)
}

/// Pseudo-random numbers: the same ones in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// The leaves of a binary tree of 2 to 1,024 leaves.
    fn leaves(&mut self) -> Vec<i64> {
        let count = 1 << (1 + self.below(10));
        (0..count).map(|_| i64::try_from(self.below(2_001)).expect("it is small") - 1_000).collect()
    }
}

/// The value of a binary tree, by the definition.
fn value(leaves: &[i64], max: bool) -> i64 {
    if let [leaf] = leaves {
        return *leaf;
    }
    let (left, right) = leaves.split_at(leaves.len() / 2);
    let (left, right) = (value(left, !max), value(right, !max));
    if max { left.max(right) } else { left.min(right) }
}

/// What the engine has to answer for a tree with MAX to move: the score and the move.
fn answer(leaves: &[i64]) -> (String, String) {
    let (left, right) = leaves.split_at(leaves.len() / 2);
    let best = if value(right, false) > value(left, false) { 1 } else { 0 };
    (format!(" score cp {} ", value(leaves, true)), format!("bestmove {best}"))
}

/// Sends a tree and the `go` for it.
fn ask(client: &mut Client, leaves: &[i64]) {
    let leaves: Vec<_> = leaves.iter().map(ToString::to_string).collect();
    client.send(&format!("position fen {}\ngo", leaves.join(" ")));
}

fn check(client: &mut Client, leaves: &[i64]) {
    let lines = client.until("bestmove");
    let (score, best) = answer(leaves);
    let [.., info, last] = &lines[..] else { panic!("less than an answer: {lines:?}") };
    assert!(info.contains(&score), "{info} instead of{score}for {leaves:?}");
    assert_eq!(last.split(" ponder").next(), Some(best.as_str()), "{lines:?} for {leaves:?}");
}

/// A client that sends these bytes again and again, until its connection is shut down. It reads what comes, or not.
fn flood(daemon: &Daemon, bytes: Vec<u8>, reads: bool) -> (TcpStream, JoinHandle<u64>) {
    let stream = daemon.stream();
    let mut writer = stream.try_clone().expect("a socket can be duplicated");
    if reads {
        let mut reader = stream.try_clone().expect("a socket can be duplicated");
        thread::spawn(move || copy(&mut reader, &mut sink()));
    }
    let thread = thread::spawn(move || {
        let mut sent = 0;
        while let Ok(count) = writer.write(&bytes) {
            sent += count as u64;
        }
        sent
    });
    (stream, thread)
}

#[test]
fn a_hundred_sessions_each_get_their_own_answer_whatever_others_send() {
    let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--game", "leaftree", "--option"]);
    // Libraries have the lowest priority, and the floods may take both processors for some seconds.
    command.arg("Algorithm=alphabeta").env("PLYD_SESSION_STOP_SECONDS", "20");
    let daemon = Daemon::spawn(command);
    let mut random = Random(1);
    let noise: Vec<u8> = (0..60_000).map(|_| random.below(256) as u8).collect();
    let floods = [
        flood(&daemon, noise.clone(), true),
        flood(&daemon, noise, false),
        flood(&daemon, vec![b'x'; 60_000], true),
        flood(&daemon, b"no such command\n\n\r\n\0\n".repeat(3_000), true),
        // Never reads, and every line has a long answer.
        flood(&daemon, b"uci\nhelp\ngames\ngo\n".repeat(3_000), false),
    ];
    let mut clients: Vec<_> = (0..100).map(|_| daemon.client()).collect();
    for _ in 0..10 {
        let trees: Vec<_> = clients.iter().map(|_| random.leaves()).collect();
        clients.iter_mut().zip(&trees).for_each(|(client, leaves)| ask(client, leaves));
        clients.iter_mut().zip(&trees).for_each(|(client, leaves)| check(client, leaves));
    }
    for (stream, thread) in floods {
        // The daemon may have closed it.
        let _ = stream.shutdown(Shutdown::Both);
        let sent = thread.join().expect("a flood ends with its connection");
        assert!(sent > 0);
    }
    let mut client = daemon.client();
    let leaves = random.leaves();
    ask(&mut client, &leaves);
    check(&mut client, &leaves);
}

#[test]
fn a_client_that_never_reads_is_held_back_and_given_up() {
    let settings = [("PLYD_SESSION_WRITE_SECONDS", "5"), ("PLYD_LOG_LEVEL", "info")];
    let daemon = daemon_with(&settings);
    let mut stream = daemon.stream();
    stream.set_write_timeout(Some(Duration::from_secs(1))).expect("a socket has a timeout");
    let commands = b"uci\n".repeat(1 << 14);
    let mut sent = 0;
    let error = loop {
        match stream.write(&commands) {
            Ok(count) => sent += count,
            Err(error) => break error,
        }
        // Its answers alone would be twenty times as much.
        assert!(sent < 256 << 20, "the daemon takes all, and keeps the answers");
    };
    assert!([ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()), "{error}");
    let log = daemon.log_until("ends end=Vanished").join("\n");
    assert!(log.contains("the client has stopped reading; its session ends"), "{log}");
    let mut client = daemon.client();
    client.send("isready");
    assert_eq!(client.line(), "readyok");
}

/// What the system takes for a client that reads nothing is no sign of life: it takes megabytes.
#[test]
fn a_client_that_acknowledges_nothing_is_cut_though_the_system_takes_all() {
    for isolation in ["none", "process"] {
        let daemon = daemon_with(&[("PLYD_SESSION_WRITE_SECONDS", "1"), ("PLYD_PLUGINS_ISOLATION", isolation)]);
        let mut stream = daemon.stream();
        socket2::SockRef::from(&stream).set_recv_buffer_size(2_048).expect("a socket has a buffer");
        let begun = Instant::now();
        while stream.write_all(b"uci\nhelp\ngames\n").is_ok() {
            assert!(begun.elapsed() < Duration::from_secs(5), "it stays");
            sleep(Duration::from_millis(100));
        }
    }
}

#[test]
fn a_client_that_reads_slowly_and_steadily_stays() {
    let daemon = daemon_with(&[("PLYD_SESSION_WRITE_SECONDS", "2")]);
    let mut stream = daemon.stream();
    socket2::SockRef::from(&stream).set_recv_buffer_size(16 << 10).expect("a socket has a buffer");
    stream.write_all(&b"uci\n".repeat(300)).expect("the daemon reads");
    let (begun, mut bytes) = (Instant::now(), [0; 4 << 10]);
    while begun.elapsed() < Duration::from_millis(2_900) {
        assert!(stream.read(&mut bytes).is_ok_and(|count| count > 0), "cut after {:?}", begun.elapsed());
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_log_tells_sessions_apart() {
    let daemon = daemon_with(&[("PLYD_LOG_LEVEL", "info"), ("PLYD_LOG_FORMAT", "json")]);
    for id in 1..=2 {
        let stream = daemon.stream();
        let peer = stream.local_addr().expect("a connection has two ends");
        let mut client = Client::new(stream.try_clone().expect("a socket can be duplicated"), stream);
        client.send("quit");
        assert!(client.rest().is_empty());
        let log = daemon.log_until(r#""message":"ends""#);
        let (begins, ends) = (&log[0], &log[log.len() - 1]);
        assert!(begins.contains(r#""message":"begins""#), "{begins}");
        for line in [begins, ends] {
            assert!(line.starts_with('{') && line.ends_with('}'), "{line}");
            assert!(line.contains(&format!(r#""session":{id}"#)), "{line}");
            assert!(line.contains(&format!(r#""peer":"{peer}""#)), "{line}");
            assert!(line.contains(r#""level":"INFO""#), "{line}");
        }
    }
}
