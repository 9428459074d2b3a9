//! TLS: what is encrypted, whom a client trusts, and how a certificate is replaced.

use super::{Keys, assert_ready, bridge, client, run, set_mode, strings};
use plyd_tests::{Client, Daemon, PATIENCE, command};
use rcgen::date_time_ymd;
use rustix::process::Signal;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

fn tls_daemon(keys: &Keys, arguments: &[&str]) -> Daemon {
    let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "-v"]);
    serve.args(keys.tls()).args(arguments);
    Daemon::spawn(serve)
}

/// A client that trusts the authority of the keys.
pub(super) fn connect(keys: &Keys, daemon: &Daemon) -> StreamOwned<ClientConnection, TcpStream> {
    greet(&trust(keys), daemon.stream())
}

/// Whom a client trusts that has the authority of the keys.
pub(super) fn trust(keys: &Keys) -> Arc<ClientConfig> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(keys.path("ca.pem")).expect("a certificate")).expect("an authority");
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = builder.expect("there are versions").with_root_certificates(roots).with_no_client_auth();
    Arc::new(config)
}

/// A client on this connection.
pub(super) fn greet(trust: &Arc<ClientConfig>, stream: TcpStream) -> StreamOwned<ClientConnection, TcpStream> {
    let name = ServerName::try_from("localhost").expect("a name");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket has a timeout");
    StreamOwned::new(ClientConnection::new(Arc::clone(trust), name).expect("a client"), stream)
}

/// The address of the server with these keys, under the name of its certificate.
fn address(daemon: &Daemon) -> String {
    format!("localhost:{}", daemon.address().port())
}

#[test]
fn a_whole_dialogue_is_encrypted() {
    let keys = Keys::new();
    keys.make_certificate(&["localhost"]);
    let token = keys.new_token("laptop", "play");
    let daemon = tls_daemon(&keys, &["--game", "tictactoe", "--token-file", &keys.text("tokens")]);
    let file = keys.private("token", &token);
    let arguments = [&address(&daemon), "--tls", "--ca", &keys.text("ca.pem"), "--token-file", &file];
    let mut engine = bridge(&arguments);
    engine.send("uci");
    engine.until("uciok");
    assert!(engine.go("go depth 9").last().is_some_and(|line| line.starts_with("bestmove ")));
    // Far more than fits into one record, both ways.
    engine.send_bytes(&vec![b'x'; 3 << 20]);
    engine.send_bytes(b"\n");
    assert!(engine.line().starts_with("info string error line-too-long "));
    engine.send(&"help\n".repeat(2_000));
    for _ in 0..2_000 {
        engine.until("quit - ");
    }
    engine.send("go infinite");
    engine.close_input();
    let rest = engine.rest();
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
    assert!(engine.process.wait().success());
}

#[test]
fn what_others_see_is_not_what_is_said() {
    let keys = Keys::new();
    keys.make_certificate(&["localhost"]);
    let daemon = tls_daemon(&keys, &[]);
    // A relay that keeps what passes.
    let relay = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = relay.local_addr().expect("it has an address").port();
    let server = daemon.stream();
    let seen = std::thread::spawn(move || {
        let (mut client, _) = relay.accept().expect("a client");
        let (mut upstream, mut to_server) =
            (client.try_clone().expect("a socket"), server.try_clone().expect("a socket"));
        let sent = std::thread::spawn(move || tee(&mut upstream, &mut to_server));
        let mut seen = tee(&mut { server }, &mut client);
        seen.extend(sent.join().expect("it ends"));
        seen
    });
    let mut engine = bridge(&[&format!("localhost:{port}"), "--ca", &keys.text("ca.pem")]);
    engine.send("position startpos\nisready");
    engine.until("readyok");
    engine.send("quit");
    assert!(engine.rest().is_empty());
    let seen = seen.join().expect("the relay ends");
    assert!(seen.len() > 500);
    for text in [&b"readyok"[..], b"isready", b"startpos"] {
        assert!(!seen.windows(text.len()).any(|bytes| bytes == text));
    }
}

fn tee(from: &mut TcpStream, to: &mut TcpStream) -> Vec<u8> {
    let (mut all, mut bytes) = (Vec::new(), [0; 4_096]);
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        all.extend_from_slice(&bytes[..count]);
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(std::net::Shutdown::Write);
    all
}

#[test]
fn a_server_that_nobody_vouches_for_is_not_trusted() {
    let (keys, other) = (Keys::new(), Keys::new());
    keys.make_certificate(&["localhost"]);
    other.make_certificate(&["localhost"]);
    let daemon = tls_daemon(&keys, &[]);
    let (address, port) = (address(&daemon), daemon.address().port());
    let refused = |arguments: &[&str]| {
        let refused = run(&[&["connect"], arguments].concat());
        assert_eq!((refused.status.code(), &*refused.output), (Some(1), ""), "{arguments:?}");
        refused.errors
    };
    let (ca, wrong) = (keys.text("ca.pem"), other.text("ca.pem"));
    assert!(refused(&[&address, "--tls", "--ca", &wrong]).contains("nobody whom you trust vouches for the server"));
    assert!(refused(&[&address, "--tls"]).contains("plyd: "), "the system does not trust it either");
    // The name is checked, also if it is an address.
    let said = refused(&[&format!("127.0.0.1:{port}"), "--tls", "--ca", &ca]);
    assert!(said.contains("certificate is for another name; --server-name NAME"), "{said}");
    let said = refused(&[&address, "--ca", &ca, "--server-name", "example.org"]);
    assert!(said.contains("certificate is for another name"), "{said}");
    assert_ready(&mut bridge(&[&format!("127.0.0.1:{port}"), "--ca", &ca, "--server-name", "localhost"]));
    // The connection to a server without TLS, and the plain connection to one with it, say what is wrong.
    let plain = Daemon::start(&[]);
    let said = refused(&[&format!("localhost:{}", plain.address().port()), "--ca", &ca]);
    assert!(said.contains("the server does not speak TLS; leave --tls out"), "{said}");
    let mut client = bridge(&[&address]);
    client.send("uci");
    assert_eq!(
        client.rest(),
        [
            "info string error wrong-protocol this server speaks TLS only, see `plyd connect --tls`; the connection is closed"
        ]
    );
}

#[test]
fn a_certificate_for_an_address_is_right_for_it() {
    let keys = Keys::new();
    keys.make_certificate(&["127.0.0.1"]);
    let daemon = tls_daemon(&keys, &[]);
    assert_ready(&mut bridge(&[&daemon.address().to_string(), "--tls", "--ca", &keys.text("ca.pem")]));
}

#[test]
fn a_certificate_counts_from_its_first_day_to_its_last() {
    for (from, to, said) in [
        (2020, 2021, "the server's certificate has expired; its operator must renew it"),
        (4000, 4001, "the server's certificate is not valid yet"),
    ] {
        let keys = Keys::new();
        keys.make_certificate_with(&["localhost"], |params| {
            params.not_before = date_time_ymd(from, 1, 1);
            params.not_after = date_time_ymd(to, 1, 1);
        });
        let daemon = tls_daemon(&keys, &[]);
        let refused = run(&["connect", &address(&daemon), "--ca", &keys.text("ca.pem")]);
        assert_eq!((refused.status.code(), &*refused.output), (Some(1), ""));
        assert!(refused.errors.contains(said), "{}", refused.errors);
    }
}

#[test]
fn a_certificate_is_replaced_at_a_signal_and_a_broken_one_is_not() {
    let keys = Keys::new();
    keys.make_certificate(&["localhost"]);
    let first = keys.private("first.pem", &fs::read_to_string(keys.path("ca.pem")).expect("it is made"));
    let daemon = tls_daemon(&keys, &[]);
    let address = address(&daemon);
    let mut old = bridge(&[&address, "--ca", &first]);
    assert_ready(&mut old);
    // The certificate of one pair and the key of another.
    let other = Keys::new();
    other.make_certificate(&["localhost"]);
    fs::copy(other.path("cert.pem"), keys.path("cert.pem")).expect("the folder can be written");
    daemon.process.signal(Signal::HUP);
    let log = daemon.log_until("the old certificate stays").join("\n");
    assert!(log.contains("does not work with the key of"), "{log}");
    assert_ready(&mut bridge(&[&address, "--ca", &first]));
    for broken in ["", "nonsense", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
        fs::write(keys.path("cert.pem"), broken).expect("the folder can be written");
        daemon.process.signal(Signal::HUP);
        daemon.log_until("the old certificate stays");
        assert_ready(&mut bridge(&[&address, "--ca", &first]));
    }
    for name in ["cert.pem", "key.pem"] {
        fs::copy(other.path(name), keys.path(name)).expect("the folder can be written");
    }
    daemon.process.signal(Signal::HUP);
    daemon.log_until("the certificate and its key were read again");
    assert_ready(&mut bridge(&[&address, "--ca", &other.text("ca.pem")]));
    assert!(run(&["connect", &address, "--ca", &first]).errors.contains("nobody whom you trust"));
    // Whoever was there stays.
    assert_ready(&mut old);
}

#[test]
fn broken_pairs_are_refused_at_the_start() {
    let (keys, other) = (Keys::new(), Keys::new());
    keys.make_certificate(&["localhost"]);
    other.make_certificate(&["localhost"]);
    let (certificate, key) = (keys.text("cert.pem"), keys.text("key.pem"));
    let swapped = keys.private("swapped.pem", &fs::read_to_string(&certificate).expect("it is made"));
    let (empty, open) = (keys.private("empty", ""), keys.text("open.pem"));
    fs::copy(&key, &open).expect("it can be copied");
    set_mode(&keys.path("open.pem"), 0o644);
    for (arguments, said) in [
        (&["--tls-certificate", &certificate][..], "TLS needs both a certificate and its key"),
        (&["--tls-key", &key], "TLS needs both a certificate and its key"),
        (&["--tls-certificate", &certificate, "--tls-key", &other.text("key.pem")], "does not work with the key of"),
        (&["--tls-certificate", &key, "--tls-key", &key], "has no certificate in PEM"),
        (&["--tls-certificate", &certificate, "--tls-key", &swapped], "it must have a private key in PEM"),
        (&["--tls-certificate", &certificate, "--tls-key", &empty], "it must have a private key in PEM"),
        (&["--tls-certificate", &certificate, "--tls-key", "/nowhere"], "cannot use /nowhere: No such file"),
        (&["--tls-certificate", "/dev/zero", "--tls-key", &key], "not a regular file"),
        (&["--tls-certificate", &certificate, "--tls-key", &open], "other users can read or change it; `chmod 600"),
    ] {
        let refused = run(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat());
        assert_eq!(refused.status.code(), Some(1), "{arguments:?}");
        assert!(refused.errors.contains(said), "{}", refused.errors);
    }
    let refused = run(&[&["serve", "--listen", "127.0.0.1:0"], &strings(&keys.tls())[..3], &[&empty]].concat());
    assert!(!refused.errors.contains("PRIVATE"), "{}", refused.errors);
}

#[test]
fn a_reset_ends_a_search_over_tls_too() {
    let keys = Keys::new();
    keys.make_certificate(&["localhost"]);
    let daemon = tls_daemon(&keys, &["--game", "tictactoe"]);
    let mut stream = connect(&keys, &daemon);
    stream.write_all(b"go infinite\nisready\n").expect("the daemon reads");
    let mut bytes = [0; 1];
    stream.read_exact(&mut bytes).expect("the daemon answers");
    // To leave answers unread resets the connection.
    drop(stream);
    daemon.log_until("ends end=");
    let mut plain: Client = client(daemon.stream());
    plain.send("isready");
    assert!(plain.rest()[0].starts_with("info string error wrong-protocol "));
}
