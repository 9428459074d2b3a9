//! Clients that want in at any price, or want to keep all others out. More is tested in memory, in
//! `engine/server/tests`.

use super::tls::connect;
use super::{Keys, assert_ready, enter};
use plyd_tests::{Client, Daemon};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

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
    // No bytes, a part of a record, and one that promises more than it has.
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
    // The time for a token is five seconds; a server that ends does not wait for it.
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
