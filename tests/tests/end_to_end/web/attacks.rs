//! What careless programs and networks try. More is tested in memory, in `engine/server/tests`.

use super::serve;
use super::socket;
use plyd_tests::{PATIENCE, command, finish};
use plyd_trials::web_socket::Came;

#[test]
fn a_socket_without_the_token_has_no_session() {
    let served = serve(&[]);
    for (first, code) in [
        ("uci", "auth-required"),
        ("", "auth-required"),
        ("auth plyd_token_0000000000000000000000000000000000000000000000000000000000000000", "auth-failed"),
    ] {
        let mut socket = socket::open(served.address);
        socket.send(first);
        let line = socket.line();
        assert!(line.starts_with(&format!("info string error {code} ")), "{first}: {line}");
        assert_eq!(socket.receive(), Came::Closed(1000), "{first}");
    }
    // One that says nothing is not waited for.
    let mut silent = socket::open(served.address);
    assert!(silent.line().starts_with("info string error auth-required "));
    // The token of the page opens nothing else: the port for lines asks for none here, and would not know it.
    let mut right = socket::enter(served.address, &served.token);
    right.send("isready");
    assert_eq!(right.line(), "readyok");
    right.send(&format!("auth {}", served.token));
    assert!(right.line().contains("error bad-command "));
}

#[test]
fn other_machines_reach_the_page_only_with_tls() {
    let state = tempfile::tempdir().expect("a folder for the state");
    let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "--web", "0.0.0.0:0"]);
    serve.env("XDG_STATE_HOME", state.path());
    let finished = finish(serve, PATIENCE);
    assert!(!finished.status.success());
    assert!(
        finished.errors.contains(
            "so TLS (--tls-certificate and --tls-key, or server.tls-certificate and server.tls-key) is needed"
        ),
        "{}",
        finished.errors
    );
    assert!(finished.errors.contains("--insecure=no-tls or the setting server.allow-remote "), "{}", finished.errors);
}
