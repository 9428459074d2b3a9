//! The bytes of a connection of any kind, in both directions, and its other end.

mod lines;

pub(crate) use lines::WebSocketLines;

use lines::{LinesReader, LinesWriter};
use plyd_session::Input;
use rustls::ServerConnection;
use std::fmt;
use std::io;
#[cfg(unix)]
use std::net::Ipv4Addr;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
#[cfg(target_os = "linux")]
use tokio::io::Interest;
use tokio::io::{self as streams, AsyncRead, AsyncReadExt, AsyncWrite, DuplexStream, ReadBuf};
use tokio::net::{TcpStream, tcp};
#[cfg(unix)]
use tokio::net::{UnixStream, unix};
use tokio::time::sleep;
use tokio_rustls::server::TlsStream;

/// How often it is looked whether an encrypted connection is still there, when nothing is read from it.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// The maximum of what waits in an encrypted connection, in bytes, for more to be read from it. rustls takes 64 KiB of
/// what is sent. All above are its own answers to a client, which that client must take first.
const MAX_ENCRYPTED: usize = 96 << 10;

/// A connection.
#[derive(Debug)]
pub(crate) enum Connection {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
    Tls(Box<TlsStream<TcpStream>>),
    /// A client in this process.
    Memory(DuplexStream),
    /// A page: the messages of a WebSocket as lines.
    Web(WebSocketLines),
}

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PeerAddress {
    Tcp(SocketAddr),
    /// A program of this machine.
    #[cfg(unix)]
    Local,
    /// A client of a proxy that says so.
    Forwarded(IpAddr),
}

/// What comes from the client.
#[derive(Debug)]
pub(crate) struct ConnectionReader {
    half: ReadHalf,
    /// What was read already, and is to be read once more.
    first: Vec<u8>,
}

#[derive(Debug)]
enum ReadHalf {
    Tcp(tcp::OwnedReadHalf),
    #[cfg(unix)]
    Unix(unix::OwnedReadHalf),
    Tls(SharedTlsStream),
    Memory(streams::ReadHalf<DuplexStream>),
    Web(LinesReader),
}

/// What goes to the client.
#[derive(Debug)]
pub(crate) enum ConnectionWriter {
    Tcp(tcp::OwnedWriteHalf),
    #[cfg(unix)]
    Unix(unix::OwnedWriteHalf),
    Tls(SharedTlsStream),
    Memory(streams::WriteHalf<DuplexStream>),
    Web(LinesWriter),
}

/// Both ends of an encrypted connection are one state. One task has both, so it never waits for the lock.
#[derive(Clone, Debug)]
pub(crate) struct SharedTlsStream(Arc<Mutex<TlsStream<TcpStream>>>);

impl SharedTlsStream {
    fn stream(&self) -> MutexGuard<'_, TlsStream<TcpStream>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_gone(&self) -> bool {
        // A connection that was reset has no peer any more.
        self.stream().get_ref().0.peer_addr().is_err()
    }
}

impl Connection {
    /// Its two ends.
    pub(crate) fn split(self) -> (ConnectionReader, ConnectionWriter) {
        let (half, writer) = match self {
            Self::Tcp(stream) => {
                let (reader, writer) = stream.into_split();
                (ReadHalf::Tcp(reader), ConnectionWriter::Tcp(writer))
            }
            #[cfg(unix)]
            Self::Unix(stream) => {
                let (reader, writer) = stream.into_split();
                (ReadHalf::Unix(reader), ConnectionWriter::Unix(writer))
            }
            Self::Tls(stream) => {
                let shared = SharedTlsStream(Arc::new(Mutex::new(*stream)));
                (ReadHalf::Tls(shared.clone()), ConnectionWriter::Tls(shared))
            }
            Self::Memory(stream) => {
                let (reader, writer) = streams::split(stream);
                (ReadHalf::Memory(reader), ConnectionWriter::Memory(writer))
            }
            Self::Web(lines) => {
                let (reader, writer) = lines.split();
                (ReadHalf::Web(reader), ConnectionWriter::Web(writer))
            }
        };
        (ConnectionReader { half, first: Vec::new() }, writer)
    }
}

impl PeerAddress {
    /// Its address.
    pub(crate) fn ip(self) -> IpAddr {
        match self {
            Self::Tcp(peer) => peer.ip(),
            #[cfg(unix)]
            Self::Local => Ipv4Addr::LOCALHOST.into(),
            Self::Forwarded(address) => address,
        }
    }
}

impl fmt::Display for PeerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(peer) => peer.fmt(f),
            #[cfg(unix)]
            Self::Local => f.write_str("unix"),
            Self::Forwarded(address) => address.fmt(f),
        }
    }
}

impl ConnectionReader {
    /// The client has shown its token, and may send more than that.
    pub(crate) fn enter(&self) {
        if let ReadHalf::Web(lines) = &self.half {
            lines.enter();
        }
    }

    /// The next line without its end, for those that are not for a session; `None` if it is longer than this, or if
    /// there is nothing more. A last line may lack its end. What follows is read later. `has_come` is called for each
    /// piece.
    pub(crate) async fn line(&mut self, longest: usize, has_come: impl Fn()) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = vec![0; longest + 1];
        let mut count = 0;
        loop {
            let new = self.read(&mut bytes[count..]).await?;
            has_come();
            let end = bytes[count..count + new].iter().position(|&byte| byte == b'\n').map(|at| count + at);
            count += new;
            if let Some(end) = end {
                let mut rest = bytes[end + 1..count].to_vec();
                rest.append(&mut self.first);
                self.first = rest;
            } else if count == bytes.len() || count == 0 {
                return Ok(None);
            } else if new > 0 {
                continue;
            }
            bytes.truncate(end.unwrap_or(count));
            return Ok(Some(bytes));
        }
    }
}

impl AsyncRead for ConnectionReader {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.first.is_empty() {
            let count = self.first.len().min(buffer.remaining());
            buffer.put_slice(&self.first[..count]);
            self.first.drain(..count);
            if self.first.is_empty() {
                self.first = Vec::new();
            }
            return Poll::Ready(Ok(()));
        }
        match &mut self.half {
            ReadHalf::Tcp(half) => Pin::new(half).poll_read(context, buffer),
            #[cfg(unix)]
            ReadHalf::Unix(half) => Pin::new(half).poll_read(context, buffer),
            ReadHalf::Tls(shared) => {
                let stream = &mut *shared.stream();
                ready!(catch_up(stream, context))?;
                Pin::new(stream).poll_read(context, buffer)
            }
            ReadHalf::Memory(half) => Pin::new(half).poll_read(context, buffer),
            ReadHalf::Web(lines) => Pin::new(lines).poll_read(context, buffer),
        }
    }
}

/// Waits until the client has taken enough of what TLS answers by itself, such as new keys.
fn catch_up(stream: &mut TlsStream<TcpStream>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
    let tls = stream.get_mut().1;
    // It processes nothing: what was read was processed at once. If it is wrong, the next reading says so.
    let has_much = |tls: &mut ServerConnection| {
        tls.process_new_packets().is_ok_and(|state| state.tls_bytes_to_write() > MAX_ENCRYPTED)
    };
    if tls.wants_write() && has_much(tls) { Pin::new(stream).poll_flush(context) } else { Poll::Ready(Ok(())) }
}

impl Input for ConnectionReader {
    /// The system reports a client that reset the connection at once. A client that closed only its sending side is
    /// still there. An error of the question means that the runtime ends, and the session with it.
    async fn gone(&self) {
        while self.half.has_failed().await.is_ok_and(|has_failed| !has_failed) {
            tokio::task::yield_now().await;
        }
    }
}

impl ReadHalf {
    /// Waits until it may have been reset, and returns whether it was.
    async fn has_failed(&self) -> io::Result<bool> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Tcp(half) => Ok(half.ready(Interest::ERROR).await?.is_error()),
            #[cfg(target_os = "linux")]
            Self::Unix(half) => Ok(half.ready(Interest::ERROR).await?.is_error()),
            Self::Tls(shared) => {
                sleep(LOOK_INTERVAL).await;
                Ok(shared.is_gone())
            }
            Self::Web(lines) => {
                lines.gone().await;
                Ok(true)
            }
            // The next write reports it.
            #[cfg(target_os = "linux")]
            Self::Memory(_) => std::future::pending().await,
            // If the system cannot distinguish these cases, the next write does.
            #[cfg(not(target_os = "linux"))]
            _ => std::future::pending().await,
        }
    }
}

impl AsyncWrite for ConnectionWriter {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match &mut *self {
            Self::Tcp(half) => Pin::new(half).poll_write(context, bytes),
            #[cfg(unix)]
            Self::Unix(half) => Pin::new(half).poll_write(context, bytes),
            Self::Tls(shared) => Pin::new(&mut *shared.stream()).poll_write(context, bytes),
            Self::Memory(half) => Pin::new(half).poll_write(context, bytes),
            Self::Web(lines) => Pin::new(lines).poll_write(context, bytes),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Tcp(half) => Pin::new(half).poll_flush(context),
            #[cfg(unix)]
            Self::Unix(half) => Pin::new(half).poll_flush(context),
            Self::Tls(shared) => Pin::new(&mut *shared.stream()).poll_flush(context),
            Self::Memory(half) => Pin::new(half).poll_flush(context),
            Self::Web(lines) => Pin::new(lines).poll_flush(context),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Tcp(half) => Pin::new(half).poll_shutdown(context),
            #[cfg(unix)]
            Self::Unix(half) => Pin::new(half).poll_shutdown(context),
            Self::Tls(shared) => Pin::new(&mut *shared.stream()).poll_shutdown(context),
            Self::Memory(half) => Pin::new(half).poll_shutdown(context),
            Self::Web(lines) => Pin::new(lines).poll_shutdown(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncWriteExt, duplex};

    /// What is read as lines of at most eight bytes, up to the first that is none.
    async fn lines(sent: &[u8]) -> Vec<String> {
        let (mut client, server) = duplex(64);
        let (mut reader, _writer) = Connection::Memory(server).split();
        client.write_all(sent).await.unwrap();
        drop(client);
        let mut lines = Vec::new();
        while let Some(line) = reader.line(8, || ()).await.unwrap() {
            lines.push(String::from_utf8(line).unwrap());
        }
        lines
    }

    #[tokio::test]
    async fn short_lines_come_one_by_one() {
        assert_eq!(lines(b"one\n\neight888\nrest").await, ["one", "", "eight888", "rest"]);
        assert_eq!(lines(b"one\nnine99999\n").await, ["one"]);
        assert_eq!(lines(b"").await, [""; 0]);
    }

    #[tokio::test]
    async fn what_follows_a_line_is_read_later() {
        let (mut client, server) = duplex(64);
        let (mut reader, _writer) = Connection::Memory(server).split();
        client.write_all(b"auth x\nuci\nisready\n").await.unwrap();
        drop(client);
        assert_eq!(reader.line(100, || ()).await.unwrap().as_deref(), Some(&b"auth x"[..]));
        let mut rest = String::new();
        reader.read_to_string(&mut rest).await.unwrap();
        assert_eq!(rest, "uci\nisready\n");
    }
}
