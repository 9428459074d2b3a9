//! Sockets in the file system.

use super::{Keys, assert_ready, bridge, run};
use plyd_tests::{Client, Process, command};
use rustix::process::Signal;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Stdio;

/// A server on a socket, which listens when this returns.
fn serve(path: &Path, arguments: &[&str]) -> Process {
    let address = format!("unix:{}", path.display());
    let mut serve = command(&["serve", "--listen", &address]);
    serve.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = serve.spawn().expect("plyd starts");
    let mut errors = BufReader::new(child.stderr.take().expect("is piped"));
    let process = Process::new(child);
    let mut line = String::new();
    while !line.starts_with("plyd: listening on ") {
        line.clear();
        assert!(errors.read_line(&mut line).expect("it is text") > 0, "it does not listen");
    }
    assert_eq!(line.trim_end(), format!("plyd: listening on {address}"));
    std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
    process
}

fn client(path: &Path) -> Client {
    let stream = UnixStream::connect(path).expect("the server accepts");
    Client::new(stream.try_clone().expect("a socket can be duplicated"), stream)
}

#[test]
fn a_socket_is_for_its_owner_and_goes_with_the_server() {
    let keys = Keys::new();
    let path = keys.path("plyd.socket");
    let mut server = serve(&path, &["--game", "tictactoe"]);
    let metadata = fs::symlink_metadata(&path).expect("the socket is there");
    assert!(metadata.file_type().is_socket());
    assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    let mut client = client(&path);
    assert!(client.go("go depth 1").last().is_some_and(|line| line.starts_with("bestmove ")));
    let mut engine = bridge(&[&format!("unix:{}", path.display())]);
    assert_ready(&mut engine);
    server.signal(Signal::TERM);
    assert!(server.wait().success());
    assert!(!path.exists(), "the socket is left behind");
    assert_eq!(client.rest(), ["info string error shutdown the engine is shutting down"]);
}

#[test]
fn a_socket_where_somebody_answers_is_not_taken() {
    let keys = Keys::new();
    let path = keys.path("plyd.socket");
    let address = format!("unix:{}", path.display());
    let mut first = serve(&path, &[]);
    let refused = run(&["serve", "--listen", &address]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(refused.errors.contains(&format!("cannot listen on {address}: another server answers there")));
    assert_ready(&mut client(&path));
    // One that was killed leaves its socket, which the next one replaces.
    first.signal(Signal::KILL);
    first.wait();
    assert!(path.exists());
    let mut second = serve(&path, &[]);
    assert_ready(&mut client(&path));
    // The socket of another server is not removed.
    fs::remove_file(&path).expect("the socket is there");
    let _third = serve(&path, &[]);
    second.signal(Signal::TERM);
    second.wait();
    assert_ready(&mut client(&path));
}

#[test]
fn other_files_and_impossible_paths_are_refused() {
    let keys = Keys::new();
    let file = keys.private("file", "precious");
    let long = keys.text(&"x".repeat(120));
    for (path, said) in [
        (&*file, "there is a file, and it is no socket"),
        (&keys.folder.path().display().to_string(), "there is a file, and it is no socket"),
        (&long, "SUN_LEN"),
        ("/nowhere/plyd.socket", "No such file or directory"),
    ] {
        let refused = run(&["serve", "--listen", &format!("unix:{path}")]);
        assert_eq!(refused.status.code(), Some(1), "{path}");
        assert!(refused.errors.contains(said), "{}", refused.errors);
    }
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "precious");
    let refused = run(&["connect", "unix:/nowhere/plyd.socket"]);
    assert!(refused.errors.contains("cannot connect to unix:/nowhere/plyd.socket"), "{}", refused.errors);
    let refused = run(&["connect", "unix:/nowhere/plyd.socket", "--tls"]);
    assert!(refused.errors.contains("a Unix socket has no TLS"), "{}", refused.errors);
}

#[test]
fn tokens_are_needed_on_a_socket_too_if_there_are_any() {
    let keys = Keys::new();
    let token = keys.new_token("laptop", "play");
    keys.make_certificate(&["localhost"]);
    let path = keys.path("plyd.socket");
    let arguments = [&["--token-file".to_owned(), keys.text("tokens")][..], &keys.tls()].concat();
    // There is TLS for connections that leave the machine, and none for this.
    let _server = serve(&path, &super::strings(&arguments));
    let mut without = client(&path);
    without.send("isready");
    assert!(without.rest()[0].starts_with("info string error auth-required "));
    let mut with = client(&path);
    with.send(&format!("auth {token}"));
    assert_eq!(with.line(), "authok");
    assert_ready(&mut with);
}
