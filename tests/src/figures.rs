//! The figures of a server, as Prometheus would read them.

use crate::{Daemon, PATIENCE};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};

/// All figures, by name with labels.
pub type Figures = BTreeMap<String, f64>;

/// Where a server says that its figures are.
///
/// # Panics
/// It was not started with `--metrics`.
#[must_use]
pub fn metrics_address(daemon: &Daemon) -> SocketAddr {
    let lines = daemon.log_until("plyd: metrics on ");
    let address = lines.last().and_then(|line| line.strip_prefix("plyd: metrics on ")).expect("it says where");
    address.parse().expect("an address and a port")
}

/// The whole answer to this request, which also asks that the connection is closed behind it.
///
/// # Errors
/// It is not accepted, or not in UTF-8.
pub fn ask_http(address: SocketAddr, request: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    // It may answer, and close, before all was sent.
    let request = request.replacen("\r\n", "\r\nConnection: close\r\n", 1);
    let _ = stream.write_all(request.as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).map_err(io::Error::other)
}

/// The figures at this moment.
///
/// # Errors
/// They are not answered, or are no figures.
pub fn figures(address: SocketAddr) -> io::Result<Figures> {
    let page = ask_http(address, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
    let wrong = |what: &str| io::Error::other(format!("{what}: {page}"));
    let (head, body) = page.split_once("\r\n\r\n").ok_or_else(|| wrong("no head"))?;
    if !head.starts_with("HTTP/1.1 200 ") || !body.ends_with("# EOF\n") {
        return Err(wrong("no figures"));
    }
    let lines = body.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let (name, value) = line.rsplit_once(' ')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    lines.map(|line| read(line).ok_or_else(|| wrong("a line without a number"))).collect()
}
