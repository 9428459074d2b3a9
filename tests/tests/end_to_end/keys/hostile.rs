//! Clients that want in at any price, or want nobody else to get in.

use super::tls::connect;
use super::{Keys, assert_ready, enter};
use plyd_tests::{Client, Daemon};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// What an unknown token is told.
const UNKNOWN: &str = "info string error auth-failed the server does not know this token";

fn wrong(daemon: &Daemon) -> String {
    answer(guess(daemon))
}

/// A client that sends an unknown token.
fn guess(daemon: &Daemon) -> Client {
    let mut client = daemon.client();
    client.send(&format!("auth plyd_token_{:064x}", 7));
    client
}

/// The one line that it is told.
fn answer(mut client: Client) -> String {
    let said = client.rest();
    assert_eq!(said.len(), 1, "{said:?}");
    said[0].clone()
}

#[test]
fn wrong_tokens_are_answered_later_and_later_and_a_right_one_at_once() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let daemon = keys.daemon(&[]);
    let mut inside = enter(&daemon, &token);
    let begun = Instant::now();
    for _ in 0..3 {
        assert_eq!(wrong(&daemon), UNKNOWN);
    }
    // 200, 400 and 600 ms; one more is forgiven every six seconds.
    assert!(begun.elapsed() >= Duration::from_millis(900), "{:?}", begun.elapsed());
    // However many come at the same time, whoever has a token gets in from the same address, and whoever is inside stays.
    let guesses: Vec<Client> = (0..24).map(|_| guess(&daemon)).collect();
    let begun = Instant::now();
    assert_ready(&mut enter(&daemon, &token));
    assert!(begun.elapsed() < Duration::from_millis(200), "{:?}", begun.elapsed());
    assert!(guesses.into_iter().map(answer).all(|answer| answer == UNKNOWN));
    assert_ready(&mut enter(&daemon, &token));
    assert_ready(&mut inside);
}

#[test]
fn no_part_of_a_token_and_nothing_like_it_opens() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let hash = std::fs::read_to_string(keys.path("tokens")).expect("it is made");
    let hash = hash.lines().last().and_then(|line| line.split(' ').nth(1)).expect("a hash").to_owned();
    let daemon = keys.daemon(&[]);
    for text in [&token[..token.len() - 1], &format!("{token}0"), &token.to_uppercase(), &hash, "laptop", "*", "\0"] {
        let mut client = daemon.client();
        client.send(&format!("auth {text}"));
        assert_eq!(client.rest(), [UNKNOWN], "{text:?}");
    }
}

#[test]
fn endless_first_lines_are_cut_off_at_once() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let daemon = keys.daemon(&[]);
    for beginning in ["auth ", "", "\n"] {
        let mut stream = daemon.stream();
        let mut reader = stream.try_clone().expect("a socket can be duplicated");
        stream.write_all(beginning.as_bytes()).expect("the daemon reads");
        let flood = thread::spawn(move || while stream.write(&[b'x'; 4_096]).is_ok() {});
        let mut said = Vec::new();
        // A reset may take the end of it.
        let _ = reader.read_to_end(&mut said);
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(said.is_empty() || said.starts_with("info string error auth-required "), "{said}");
        flood.join().expect("it ends with the connection");
    }
    assert_ready(&mut enter(&daemon, &token));
}

/// Reads until the other side closes the connection, and says how long that took.
fn until_closed(mut stream: TcpStream) -> Duration {
    let begun = Instant::now();
    stream.set_read_timeout(Some(plyd_tests::PATIENCE)).expect("a socket has a timeout");
    let mut bytes = [0; 512];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return begun.elapsed(),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return begun.elapsed(),
            Err(error) => panic!("the connection stays: {error}"),
        }
    }
}

#[test]
fn half_greetings_in_tls_are_bounded_in_time() {
    let keys = Keys::new();
    keys.make_certificate(&["localhost"]);
    let token = keys.new_token("laptop", "play");
    let daemon = keys.daemon(&super::strings(&keys.tls()));
    // Nothing, a part of a record, and one that promises more than it has.
    let greetings: Vec<TcpStream> =
        [&b""[..], b"\x16", b"\x16\x03\x01", b"\x16\x03\x01\x40\x00\x01\x00\x3f\xfc\x03\x03"]
            .into_iter()
            .map(|bytes| {
                let mut stream = daemon.stream();
                stream.write_all(bytes).expect("the daemon reads");
                stream
            })
            .collect();
    // Meanwhile others come in.
    let mut stream = connect(&keys, &daemon);
    stream.write_all(format!("auth {token}\nisready\nquit\n").as_bytes()).expect("the daemon reads");
    let mut said = String::new();
    stream.read_to_string(&mut said).expect("the daemon says that it closes");
    assert_eq!(said, "authok\nreadyok\n");
    for stream in greetings {
        // Five seconds for the greeting, and one to drain.
        assert!(until_closed(stream) < Duration::from_secs(15));
    }
    // A client that greets and then is silent has the time for its token.
    let mut silent = connect(&keys, &daemon);
    let mut said = String::new();
    silent.read_to_string(&mut said).expect("the daemon says that it closes");
    assert!(said.starts_with("info string error auth-required no token came within 5 seconds"), "{said}");
    // Garbage is no greeting.
    let mut stream = daemon.stream();
    stream.write_all(b"\x16\x03\x03\x00\x05hello").expect("the daemon reads");
    assert!(until_closed(stream) < Duration::from_secs(5));
}

#[test]
fn a_crowd_at_the_door_takes_no_session_and_goes() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    let mut command = plyd_tests::command(&["serve", "--listen", "127.0.0.1:0", "--token-file", &keys.text("tokens")]);
    command.env("PLYD_SERVER_MAX_SESSIONS", "2");
    let daemon = Daemon::spawn(command);
    let mut inside = enter(&daemon, &token);
    // More than may wait at the door; the first ones are closed without a word.
    let crowd: Vec<TcpStream> = (0..400).map(|_| daemon.stream()).collect();
    daemon.log_until("too many clients are on their way in");
    assert_ready(&mut inside);
    // A newcomer gets the place of another one.
    let begun = Instant::now();
    let mut newcomer = enter(&daemon, &token);
    assert_ready(&mut newcomer);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    newcomer.send("quit");
    assert!(newcomer.rest().is_empty());
    for stream in crowd {
        assert!(until_closed(stream) < Duration::from_secs(20));
    }
    // They have taken none of the two sessions.
    let mut second = enter(&daemon, &token);
    assert_ready(&mut second);
    let mut third = daemon.client();
    third.send(&format!("auth {token}"));
    let said = third.rest();
    assert!(said[0] == "authok" && said[1].contains("too-many-sessions all 2 sessions are taken"), "{said:?}");
}

#[test]
fn a_server_ends_in_time_whoever_stands_at_the_door() {
    let keys = Keys::new();
    keys.make_certificate(&["localhost"]);
    keys.new_token("laptop", "play");
    let mut daemon = keys.daemon(&super::strings(&keys.tls()));
    let _crowd: Vec<TcpStream> = (0..50).map(|_| daemon.stream()).collect();
    let _silent = connect(&keys, &daemon);
    thread::sleep(Duration::from_millis(100));
    let begun = Instant::now();
    daemon.process.signal(rustix::process::Signal::TERM);
    assert!(daemon.process.wait().success());
    // The time for a token is five seconds; nobody waits for it.
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[test]
fn noise_before_the_token_never_ends_the_server() {
    let keys = Keys::new();
    keys.make_certificate(&["localhost"]);
    let token = keys.new_token("laptop", "play");
    let arguments = keys.tls();
    let mut encrypted = keys.daemon(&super::strings(&arguments));
    let mut plain = keys.daemon(&[]);
    let mut random = fastrand::Rng::with_seed(41);
    for _ in 0..200 {
        let mut bytes: Vec<u8> = (0..random.usize(1..600)).map(|_| random.u8(..)).collect();
        // Half of them look like a greeting, or like a token.
        match random.u8(..4) {
            0 => bytes.splice(..0, *b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03").for_each(drop),
            1 => bytes.splice(..0, *b"auth ").for_each(drop),
            _ => {}
        }
        for daemon in [&encrypted, &plain] {
            // The daemon may be quicker.
            let _ = daemon.stream().write_all(&bytes);
        }
    }
    assert_eq!((encrypted.fault(), plain.fault()), (None, None));
    let mut stream = connect(&keys, &encrypted);
    let sent = stream.write_all(format!("auth {token}\n").as_bytes()).and_then(|()| stream.read_exact(&mut [0; 7]));
    assert!(sent.is_ok() || sent.is_err_and(|error| error.kind() == ErrorKind::UnexpectedEof));
    let _: Client = plain.client();
}
