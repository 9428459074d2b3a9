//! The page: its transport, its defences, and games in a real browser.

mod attacks;
#[cfg(all(unix, feature = "long-tests"))]
mod authors;
pub(crate) mod browser;
mod classroom;
mod command;
mod filter;
mod flags;
#[cfg(target_os = "linux")]
mod floods;
mod load;
mod modules;
mod proxies;
mod refusal;
mod sessions;
mod socket;
mod watch;

use plyd_tests::{Daemon, command};
use std::net::SocketAddr;
use std::path::Path;

/// A server with a page, and what its clients need.
struct Served {
    daemon: Daemon,
    /// The address of the page.
    address: SocketAddr,
    token: String,
    /// The folder with its state, which is removed at the end.
    state: tempfile::TempDir,
}

/// Starts a server with a page, and with these additional arguments.
fn serve(arguments: &[&str]) -> Served {
    serve_in(tempfile::tempdir().expect("a folder for the state"), arguments)
}

/// The same with the state of an earlier one.
fn serve_in(state: tempfile::TempDir, arguments: &[&str]) -> Served {
    let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0"]);
    serve.env("XDG_STATE_HOME", state.path()).args(arguments);
    let daemon = Daemon::spawn(serve);
    let lines = daemon.log_until(PAGE);
    let address = lines.last().and_then(|line| line.strip_prefix(PAGE)).and_then(|rest| rest.strip_prefix("http://"));
    let address = address.and_then(|rest| rest.strip_suffix('/')).expect("it says where, and nothing else");
    let address = address.parse().expect("an address and a port");
    let token = token_in(state.path());
    Served { daemon, address, token, state }
}

#[test]
fn where_the_token_is_not_shown_its_file_is_named() {
    const FILE: &str = "plyd: its token is in ";
    let served = serve(&[]);
    let line = served.daemon.log_until(FILE).pop().expect("it is the last one");
    let file = served.state.path().join("plyd/web-token");
    assert_eq!(line.strip_prefix(FILE), file.to_str());
}

/// How the line with the address of the page begins.
const PAGE: &str = "plyd: the page is at ";

/// The token that is kept in a folder of state.
fn token_in(state: &Path) -> String {
    let token = std::fs::read_to_string(state.join("plyd/web-token")).expect("the token is kept");
    token.trim_end().to_owned()
}
