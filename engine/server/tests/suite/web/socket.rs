//! WebSockets over streams in memory.

use crate::{HERE, TestServer, Wire};
use plyd_linked::web_socket::{WebSocket, ask_for_web_socket};
use plyd_server::MemoryPort;

/// Where sessions are.
const PATH: &str = "/session";

/// The answer to a request that asks for a WebSocket, with the connection it came over.
pub(super) fn ask(port: &MemoryPort, host: &str, fields: &str) -> (String, Wire) {
    ask_for(PATH, port, host, fields)
}

/// The same for a WebSocket at this path.
pub(super) fn ask_for(path: &str, port: &MemoryPort, host: &str, fields: &str) -> (String, Wire) {
    let mut wire = Wire::to(port, HERE);
    (ask_for_web_socket(&mut wire, path, host, fields), wire)
}

/// As the page opens it.
pub(super) fn open(port: &MemoryPort) -> WebSocket<Wire> {
    WebSocket::open(Wire::to(port, HERE), PATH, port.address())
}

/// Opened, and let in by the token of the page.
pub(super) fn enter(served: &TestServer) -> WebSocket<Wire> {
    enter_with(served, &served.token)
}

/// Opened, and let in by this token.
pub(super) fn enter_with(served: &TestServer, token: &str) -> WebSocket<Wire> {
    WebSocket::enter(Wire::to(&served.web, HERE), PATH, served.web.address(), token)
}
