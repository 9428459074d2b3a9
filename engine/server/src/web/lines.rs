//! The messages of a WebSocket as the lines of a client: one line a message, in both directions.
//!
//! Nothing gathers here. Each direction holds one message and a small buffer, and waits: for a client that does not
//! read, the session's own bounds and deadlines count, as on every connection.

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{
    AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, ReadBuf, duplex, split,
};
use tokio::time::{sleep, timeout};
use tokio_util::sync::{CancellationToken, DropGuard};

/// What is read at once from a socket, in bytes.
pub(crate) const READ_BUFFER: usize = 8 << 10;
/// What is written at once to a socket, in bytes.
pub(crate) const WRITE_BUFFER: usize = 8 << 10;
/// What waits between a socket and its session, in bytes, in each direction.
const BUFFER: usize = 16 << 10;
/// The time for the last lines, and for the greeting at the end, when the session has ended.
const END_TIMEOUT: Duration = Duration::from_secs(1);

/// The session's end of a WebSocket.
#[derive(Debug)]
pub(crate) struct Lines {
    stream: DuplexStream,
    /// Cancelled when the client has gone.
    gone: CancellationToken,
    /// Tells that the session has ended.
    over: DropGuard,
}

/// What comes from the client.
#[derive(Debug)]
pub(crate) struct LinesReader {
    half: tokio::io::ReadHalf<DuplexStream>,
    gone: CancellationToken,
    _over: DropGuard,
}

/// What goes to the client.
#[derive(Debug)]
pub(crate) struct LinesWriter(tokio::io::WriteHalf<DuplexStream>);

impl Lines {
    /// The session's end of a socket, and what carries the lines between the two until one of them has ended.
    pub(crate) fn of(socket: WebSocket) -> (Self, impl Future<Output = ()> + Send) {
        let (near, far) = duplex(BUFFER);
        let (gone, over) = (CancellationToken::new(), CancellationToken::new());
        let lines = Self { stream: near, gone: gone.clone(), over: over.clone().drop_guard() };
        (lines, carry(socket, far, gone, over))
    }

    /// Its two ends.
    pub(crate) fn split(self) -> (LinesReader, LinesWriter) {
        let (reader, writer) = split(self.stream);
        (LinesReader { half: reader, gone: self.gone, _over: self.over }, LinesWriter(writer))
    }
}

impl LinesReader {
    /// Ends when the client has gone. One that closes its socket reads nothing any more.
    pub(crate) async fn gone(&self) {
        self.gone.cancelled().await;
    }
}

/// Carries lines both ways.
async fn carry(socket: WebSocket, far: DuplexStream, gone: CancellationToken, over: CancellationToken) {
    let (mut sink, stream) = socket.split();
    let (from_session, to_session) = split(far);
    let came = {
        let in_time = async {
            over.cancelled().await;
            sleep(END_TIMEOUT).await;
        };
        tokio::select! {
            reason = bring(stream, to_session) => {
                gone.cancel();
                reason
            }
            // The session has said all.
            _ = send(&mut sink, BufReader::new(from_session)) => Some(close_code::NORMAL),
            () = in_time => Some(close_code::AWAY),
        }
    };
    if let Some(code) = came {
        let frame = CloseFrame { code, reason: Utf8Bytes::default() };
        let _ = timeout(END_TIMEOUT, sink.send(Message::Close(Some(frame)))).await;
    }
}

/// Hands messages on as lines until the client has gone, or sends what is no line: then the code that tells it so.
async fn bring(mut messages: SplitStream<WebSocket>, mut session: tokio::io::WriteHalf<DuplexStream>) -> Option<u16> {
    while let Some(message) = messages.next().await {
        match message {
            Ok(Message::Text(line)) => {
                let mut bytes = Vec::from(line.as_bytes());
                bytes.push(b'\n');
                if session.write_all(&bytes).await.is_err() {
                    // The session has ended, and its last lines are on their way.
                    std::future::pending::<()>().await;
                }
            }
            Ok(Message::Binary(_)) => return Some(close_code::UNSUPPORTED),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            Ok(Message::Close(_)) => return None,
            // Most likely too long: then the client is still there to hear it.
            Err(_) => return Some(close_code::SIZE),
        }
    }
    None
}

/// Sends lines as messages until there are no more.
async fn send(
    messages: &mut SplitSink<WebSocket, Message>,
    mut session: BufReader<tokio::io::ReadHalf<DuplexStream>>,
) -> io::Result<()> {
    loop {
        let mut line = Vec::new();
        if session.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        line.pop_if(|last| *last == b'\n');
        let line = String::from_utf8(line).map_err(io::Error::other)?;
        messages.feed(Message::Text(line.into())).await.map_err(io::Error::other)?;
        if session.buffer().is_empty() {
            messages.flush().await.map_err(io::Error::other)?;
        }
    }
}

impl AsyncRead for LinesReader {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.half).poll_read(context, buffer)
    }
}

impl AsyncWrite for LinesWriter {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
