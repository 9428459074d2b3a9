//! WebSockets over TCP.

use plyd_tests::PATIENCE;
use plyd_trials::web_socket::{WebSocket, ask_for_web_socket};
use std::net::{SocketAddr, TcpStream};

/// Where sessions are.
const PATH: &str = "/session";

/// A connection whose waits have deadlines.
fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect_timeout(&address, PATIENCE).expect("it accepts");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    stream.set_write_timeout(Some(PATIENCE)).expect("a time limit");
    stream
}

/// The answer to a request that asks for a WebSocket at this path, with the connection it came over.
pub(super) fn ask_for(path: &str, address: SocketAddr, host: &str, fields: &str) -> (String, TcpStream) {
    let mut stream = connect(address);
    (ask_for_web_socket(&mut stream, path, host, fields), stream)
}

/// As the page opens it.
pub(super) fn open(address: SocketAddr) -> WebSocket<TcpStream> {
    open_at(PATH, address)
}

/// The same at this path.
pub(super) fn open_at(path: &str, address: SocketAddr) -> WebSocket<TcpStream> {
    WebSocket::open(connect(address), path, address)
}

/// Opened, and let in by this token.
pub(super) fn enter(address: SocketAddr, token: &str) -> WebSocket<TcpStream> {
    enter_at(PATH, address, token)
}

/// The same at this path.
pub(super) fn enter_at(path: &str, address: SocketAddr, token: &str) -> WebSocket<TcpStream> {
    WebSocket::enter(connect(address), path, address, token)
}
