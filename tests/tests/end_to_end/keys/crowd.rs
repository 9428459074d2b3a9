//! Ten thousand clients in a minute from one address, none of which has a key, while others play, come and go.
//!
//! The clients have two addresses of a network of their own, in which this test runs once more: all addresses of the
//! machine itself would count as one.

use super::tls::{greet, trust};
use super::{Keys, strings};
use crate::network::again_in_network;
use plyd_tests::{Daemon, PATIENCE};
use rustls::{ClientConfig, ClientConnection, StreamOwned};
use socket2::{Domain, Socket, Type};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

const NAME: &str = "keys::crowd::ten_thousand_clients_without_a_key_disturb_nobody_else";

const CONNECTIONS: u64 = 10_000;
const WITHIN: Duration = Duration::from_secs(60);
/// The address of the crowd, and of the others.
const CROWD: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
const OTHERS: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 2);

/// How soon a client of the crowd is refused: five seconds for its greeting, five for its token, and one in which the
/// server reads what is left, on a busy machine.
const REFUSED_WITHIN: Duration = Duration::from_secs(20);
/// How soon others are answered, on a busy machine.
const SOON: Duration = Duration::from_secs(5);

/// What a client of the crowd does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// It speaks without TLS.
    Plain,
    /// It sends no token over TLS.
    NoToken,
    /// It sends an unknown token.
    WrongToken,
    /// It never ends its greeting.
    SlowGreeting,
}

impl Kind {
    /// In the second half every other greeting is slow, so that they take all places at the door that the address has.
    fn of(number: u64) -> Self {
        let slow = if number < CONNECTIONS / 2 { 100 } else { 2 };
        match number {
            _ if number.is_multiple_of(slow) => Self::SlowGreeting,
            _ => [Self::Plain, Self::NoToken, Self::WrongToken][usize::try_from(number % 3).expect("it is small")],
        }
    }
}

/// A connection from one of the two addresses.
fn stream(from: Ipv4Addr, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((from, 0)).into())?;
    socket.connect_timeout(&to.into(), SOON)?;
    socket.set_read_timeout(Some(REFUSED_WITHIN))?;
    Ok(socket.into())
}

/// Connects, and is refused. Returns the error code, if there was one.
fn be_refused(kind: Kind, to: SocketAddr, trust: &Arc<ClientConfig>) -> String {
    let mut plain = stream(CROWD, to).expect("a connection is accepted in time");
    let mut said = Vec::new();
    let read = match kind {
        Kind::Plain => {
            let _ = plain.write_all(b"isready\n");
            plain.read_to_end(&mut said)
        }
        Kind::SlowGreeting => {
            // The beginning of a greeting that is longer.
            let _ = plain.write_all(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03");
            plain.read_to_end(&mut said)
        }
        Kind::NoToken | Kind::WrongToken => {
            let mut encrypted = greet(trust, plain);
            let line = if kind == Kind::NoToken { "isready\n".into() } else { format!("auth plyd_token_{:064x}\n", 7) };
            encrypted.write_all(line.as_bytes()).and_then(|()| encrypted.read_to_end(&mut said))
        }
    };
    if let Err(error) = read {
        assert!(!matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{kind:?}: {error}");
    }
    let said = String::from_utf8_lossy(&said);
    let code = said.strip_prefix("info string error ").and_then(|error| error.split(' ').next());
    assert!(said.is_empty() || code.is_some(), "{kind:?} is told {said}");
    code.unwrap_or("nothing").to_owned()
}

/// Sends the crowd. Returns how many clients got which answer, and how long each took.
fn send_crowd(to: SocketAddr, trust: &Arc<ClientConfig>) -> (BTreeMap<(Kind, String), u64>, Vec<Duration>) {
    let begun = Instant::now();
    let clients: Vec<JoinHandle<_>> = (0..CONNECTIONS)
        .map(|number| {
            let due = WITHIN.mul_f64(number as f64 / CONNECTIONS as f64);
            sleep(due.saturating_sub(begun.elapsed()));
            let trust = Arc::clone(trust);
            thread::spawn(move || {
                let (kind, asked) = (Kind::of(number), Instant::now());
                (kind, be_refused(kind, to, &trust), asked.elapsed())
            })
        })
        .collect();
    let (mut told, mut taken) = (BTreeMap::new(), Vec::new());
    for client in clients {
        let (kind, code, time) = client.join().expect("it was refused in time");
        *told.entry((kind, code)).or_default() += 1;
        taken.push(time);
    }
    (told, taken)
}

/// A session of one of the others.
struct Guest(BufReader<StreamOwned<ClientConnection, TcpStream>>);

impl Guest {
    fn enter(from: Ipv4Addr, to: SocketAddr, trust: &Arc<ClientConfig>, token: &str) -> Self {
        let mut guest = Self(BufReader::new(greet(trust, stream(from, to).expect("it is accepted in time"))));
        assert_eq!(guest.ask(&format!("auth {token}"), "authok"), "authok");
        guest
    }

    /// The first line that begins so.
    fn ask(&mut self, line: &str, prefix: &str) -> String {
        self.0.get_mut().write_all(format!("{line}\n").as_bytes()).expect("the server reads");
        loop {
            let mut answer = String::new();
            let count = self.0.read_line(&mut answer).expect("the server answers");
            assert!(count > 0, "the session ends after {line}");
            if answer.starts_with(prefix) || answer.starts_with("info string error") {
                return answer.trim_end().to_owned();
            }
        }
    }
}

/// How long each of these took, while it was not over.
fn measure(
    is_over: &Arc<AtomicBool>,
    pause: Duration,
    mut act: impl FnMut() + Send + 'static,
) -> JoinHandle<Vec<Duration>> {
    let is_over = Arc::clone(is_over);
    thread::spawn(move || {
        let mut taken = Vec::new();
        while !is_over.load(Relaxed) {
            let asked = Instant::now();
            act();
            taken.push(asked.elapsed());
            sleep(pause);
        }
        taken
    })
}

/// The number, the median, the 99th percentile and the longest; of the last, that it is short enough.
fn figures(what: &str, mut taken: Vec<Duration>, most: Duration) -> String {
    taken.sort_unstable();
    let at = |permille: usize| taken[(taken.len() - 1) * permille / 1_000];
    assert!(at(1_000) < most, "{what}: {:?}", at(1_000));
    format!("{what}: {} times, median {:.1?}, 99 % {:.1?}, longest {:.1?}\n", taken.len(), at(500), at(990), at(1_000))
}

/// How many clients were refused, by the figures of the server.
fn refused(metrics: &Path, token: &str) -> f64 {
    let mut stream = UnixStream::connect(metrics).expect("the figures are served");
    let request = format!(
        "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("it is read");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it is answered");
    let lines = answer.lines().filter(|line| line.starts_with("plyd_sessions_refused_total{"));
    lines.map(|line| line.rsplit(' ').next().and_then(|count| count.parse::<f64>().ok()).expect("a number")).sum()
}

#[test]
fn ten_thousand_clients_without_a_key_disturb_nobody_else() {
    if let Some(said) = again_in_network(NAME, "many clients of one address") {
        let _ = io::stderr().write_all(said.as_bytes());
        return;
    }
    let keys = Keys::new();
    keys.make_certificate(&["localhost"]);
    let (token, metrics_token) = (keys.new_token("laptop", "play"), keys.new_token("monitor", "metrics"));
    let (metrics, tls) = (keys.path("metrics.socket"), keys.tls());
    let mut serve = plyd_tests::command(&["serve", "--listen", "0.0.0.0:0", "--token-file", &keys.text("tokens")]);
    serve.args(strings(&tls)).args(["--metrics", &format!("unix:{}", keys.text("metrics.socket"))]);
    serve.args(["--game", "tictactoe"]);
    let mut daemon = Daemon::spawn(serve);
    let to = SocketAddr::new(IpAddr::V4(OTHERS), daemon.address().port());
    let trust = trust(&keys);

    // One was inside before its neighbours came.
    let mut inside = Guest::enter(CROWD, to, &trust, &token);
    let mut player = Guest::enter(OTHERS, to, &trust, &token);
    let is_over = Arc::<AtomicBool>::default();
    let ready = measure(&is_over, Duration::from_millis(20), move || {
        assert_eq!(inside.ask("isready", "readyok"), "readyok");
    });
    let moves = measure(&is_over, Duration::from_millis(20), move || {
        assert!(player.ask("go depth 3", "bestmove ").starts_with("bestmove P@"));
    });
    let newcomer = (Arc::clone(&trust), token.clone());
    let entries = measure(&is_over, Duration::from_millis(200), move || {
        let mut guest = Guest::enter(OTHERS, to, &newcomer.0, &newcomer.1);
        assert_eq!(guest.ask("isready", "readyok"), "readyok");
    });
    let (told, taken) = send_crowd(to, &trust);
    is_over.store(true, Relaxed);
    let mut report = format!("{told:#?}\n");
    report += &figures("refused", taken, REFUSED_WITHIN);
    for (what, thread) in [("readyok", ready), ("bestmove", moves), ("a new session", entries)] {
        report += &figures(what, thread.join().expect("it was served to the end"), SOON);
    }
    let _ = io::stderr().write_all(report.as_bytes());

    // Each kind of answer came, and each client was refused once.
    let count = |kind, code: &str| told.get(&(kind, code.to_owned())).copied().unwrap_or_default();
    assert!(count(Kind::Plain, "wrong-protocol") > 0, "{report}");
    assert!(count(Kind::NoToken, "auth-required") > 0, "{report}");
    assert!(count(Kind::WrongToken, "auth-failed") > 0, "{report}");
    let silent: u64 = told.iter().filter(|((_, code), _)| code == "nothing").map(|(_, count)| count).sum();
    assert!(count(Kind::SlowGreeting, "nothing") > 0 && silent < CONNECTIONS, "{report}");
    assert!(told.keys().all(|(kind, code)| *kind != Kind::SlowGreeting || code == "nothing"), "{report}");
    let deadline = Instant::now() + PATIENCE;
    while refused(&metrics, &metrics_token) < CONNECTIONS as f64 {
        assert!(Instant::now() < deadline, "{} were refused", refused(&metrics, &metrics_token));
        sleep(Duration::from_millis(100));
    }
    assert_eq!(refused(&metrics, &metrics_token), CONNECTIONS as f64);
    assert_eq!(daemon.fault(), None);
    // The address itself is not shut out.
    Guest::enter(CROWD, to, &trust, &token);
}
