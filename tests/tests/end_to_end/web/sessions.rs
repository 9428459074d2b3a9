//! The token of the page. Its sessions are tested in memory, in `engine/server/tests`.

use super::socket;
use super::{Served, serve, serve_in};
use std::os::unix::fs::PermissionsExt;

#[test]
fn the_token_survives_a_restart_and_nobody_else_can_read_it() {
    let Served { daemon, token, state, .. } = serve(&[]);
    assert_eq!(token.len(), "plyd_token_".len() + 64);
    drop(daemon);
    // At the most talkative level too.
    let again = serve_in(state, &["-vvv"]);
    assert_eq!(again.token, token);
    let mut socket = socket::enter(again.address, &token);
    socket.send("isready");
    assert_eq!(socket.line(), "readyok");
    let mode = |path: &str| std::fs::metadata(again.state.path().join(path)).expect("it is there").permissions().mode();
    assert_eq!(mode("plyd/web-token") & 0o777, 0o600);
    assert_eq!(mode("plyd") & 0o777, 0o700);
    assert!(again.daemon.log().iter().all(|line| !line.contains(&token)), "it is in no log");
}
