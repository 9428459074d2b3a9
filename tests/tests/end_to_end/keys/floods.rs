//! Clients of TLS that are answered by TLS itself, or acknowledge nothing.

use super::tls::connect;
use super::{Keys, strings};
use plyd_tests::{Daemon, PATIENCE};
use plyd_trials::left_out;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustls::{ClientConnection, StreamOwned};
use socket2::SockRef;
use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The maximum of new keys that a client may ask for which reads none. A server that reads on takes this in a moment.
const MOST_KEYS: u64 = 15_000;
/// How long a flood lasts.
const TIME: Duration = Duration::from_millis(2_000);
/// What one client may cost.
const MOST_KIB: u64 = 2 << 10;

fn resident_kib(daemon: &Daemon) -> u64 {
    daemon.process.usage().expect("the daemon runs").resident_kib
}

/// A server with TLS, and a client of it that has its session.
fn enter(keys: &Keys, settings: &[(&str, &str)]) -> (Daemon, StreamOwned<ClientConnection, TcpStream>) {
    keys.make_certificate(&["localhost"]);
    let token = keys.new_token("laptop", "play");
    let mut serve = plyd_tests::command(&["serve", "--listen", "127.0.0.1:0", "--token-file", &keys.text("tokens")]);
    serve.args(strings(&keys.tls())).args(["--game", "tictactoe"]).envs(settings.iter().copied());
    let daemon = Daemon::spawn(serve);
    let mut stream = connect(keys, &daemon);
    SockRef::from(stream.get_ref()).set_recv_buffer_size(4_096).expect("a socket has a buffer");
    stream.write_all(format!("auth {token}\n").as_bytes()).expect("the daemon reads");
    (daemon, stream)
}

/// Each new key is answered, and the answers go out with the next that is sent. The client asks for new keys between
/// empty lines, which cost the session nothing, and reads nothing.
#[test]
fn new_keys_are_not_answered_without_end() {
    let keys = Keys::new();
    // More than the system takes, so that what TLS has to send waits; and less than has the session read no more.
    let (daemon, mut stream) = enter(&keys, &[("PLYD_SESSION_OUTPUT_BYTES", "268435456")]);
    stream.write_all(&b"help\n".repeat(5_000)).expect("the daemon reads");
    // The answers that wait are memory too.
    let mut start = 0;
    while start < resident_kib(&daemon) {
        start = resident_kib(&daemon);
        std::thread::sleep(Duration::from_millis(300));
    }
    let begun = Instant::now();
    stream.get_ref().set_nonblocking(true).expect("a socket has the option");
    stream.get_ref().set_nodelay(true).expect("a socket has the option");
    SockRef::from(stream.get_ref()).set_send_buffer_size(4_096).expect("a socket has a buffer");
    let mut rounds = 0_u64;
    // Each by itself: of several that are read at once only the first is answered.
    'flood: while begun.elapsed() < TIME {
        stream.conn.refresh_traffic_keys().expect("the keys can be new");
        stream.conn.writer().write_all(b"\n").expect("it is little");
        rounds += 1;
        while stream.conn.wants_write() && begun.elapsed() < TIME {
            match stream.conn.write_tls(&mut stream.sock) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::yield_now(),
                Err(_) => break 'flood,
            }
        }
    }
    let growth = resident_kib(&daemon).saturating_sub(start);
    assert!(growth < MOST_KIB, "{growth} KiB more after {rounds} new keys");
    // What was sent and not read waits in the system, which takes little here.
    assert!(rounds < MOST_KEYS, "{rounds} new keys in {TIME:?}: the server reads on");
}

/// The system takes megabytes for a client that reads nothing, so what it takes is no sign of life.
#[test]
fn a_client_of_tls_that_acknowledges_nothing_is_cut() {
    let keys = Keys::new();
    let (_daemon, mut stream) = enter(&keys, &[("PLYD_SESSION_WRITE_SECONDS", "1")]);
    let begun = Instant::now();
    while stream.write_all(b"uci\nhelp\ngames\n").is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(5), "it stays");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// What is refused has a second to read why, and to leave. It keeps its place at the door until then, or nothing.
#[test]
fn those_who_are_refused_have_no_more_descriptors_than_there_are_places() {
    const PLACES: u64 = 256;
    // With those of other tests in this process its clients may be more than the usual 1,024.
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).expect("a limit may rise so far");
    let keys = Keys::new();
    keys.new_token("laptop", "play");
    let serve = plyd_tests::command(&["serve", "--listen", "127.0.0.1:0", "--token-file", &keys.text("tokens")]);
    let daemon = Daemon::spawn(serve);
    let descriptors = || daemon.process.usage().expect("the daemon runs").descriptors;
    let before = descriptors();
    if before == 0 {
        return left_out("the descriptors of a server", "only root can look into one");
    }
    let (mut clients, mut most) = (Vec::new(), 0);
    for number in 0..700 {
        let mut stream = daemon.stream();
        // It may be closed by now.
        let _ = stream.write_all(b"x\n");
        clients.push(stream);
        if number % 20 == 0 {
            // Some are accepted and have no place yet, or have lost it just now. They are more than a few only for as long
            // as clients come quicker than the server runs.
            let begun = Instant::now();
            while descriptors() >= before + PLACES + 40 {
                assert!(begun.elapsed() < PATIENCE, "{} descriptors, {before} before", descriptors());
                std::thread::sleep(Duration::from_millis(5));
            }
            most = descriptors().max(most);
        }
    }
    drop(clients);
    // A busy machine lets fewer in at a time than there are places.
    assert!(most > before + PLACES / 4, "{most} descriptors, {before} before: nothing was shown");
}
