//! The messages of a WebSocket as the lines of a client: one line a message, in both directions.
//!
//! Nothing gathers here. Each direction holds one message or a piece of it, and a small buffer, and waits: for a client
//! that does not read, the session's own bounds and deadlines count, as on every connection. What a WebSocket answers
//! by itself has the same bound: after a ping nothing is read until its answer is written.

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{
    AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, ReadBuf, duplex,
    split,
};
use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame, Utf8Bytes};
use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocketConfig};
use tokio_util::sync::{CancellationToken, DropGuard, WaitForCancellationFutureOwned};

/// What is read at once from a socket, in bytes.
const READ_BUFFER: usize = 8 << 10;
/// What is written at once to a socket, in bytes.
const WRITE_BUFFER: usize = 8 << 10;
/// The longest piece of a message, in bytes.
const LONGEST_PIECE: u64 = 16 << 10;
/// The maximum of what waits to be written to a socket, in bytes: twice what can.
const MAX_WAITING: usize = 64 << 10;
/// What waits between a socket and its session, in bytes, in each direction.
const BUFFER: usize = 16 << 10;
/// The maximum of what a client sends before its token has come, in bytes. Nothing more is read until then.
const MAX_BEFORE_TOKEN: usize = 4 << 10;
/// The time for the last lines, and for the greeting at the end, when the session has ended.
const END_TIMEOUT: Duration = Duration::from_secs(1);

/// A WebSocket of a client.
type Socket = WebSocketStream<LimitedStream<TokioIo<Upgraded>>>;

/// The session's end of a WebSocket.
#[derive(Debug)]
pub(crate) struct WebSocketLines {
    stream: DuplexStream,
    /// Cancelled when the client has gone.
    gone: CancellationToken,
    /// Cancelled when the client has shown its token.
    entered: CancellationToken,
    /// Tells that the session has ended.
    over: DropGuard,
}

/// What comes from the client.
#[derive(Debug)]
pub(crate) struct LinesReader {
    half: tokio::io::ReadHalf<DuplexStream>,
    gone: CancellationToken,
    entered: CancellationToken,
    _over: DropGuard,
}

/// What goes to the client.
#[derive(Debug)]
pub(crate) struct LinesWriter(tokio::io::WriteHalf<DuplexStream>);

impl WebSocketLines {
    /// The session's end of a WebSocket over this connection, with messages of at most so many bytes; and what carries
    /// the lines between the two until one of them has ended.
    pub(crate) fn of(stream: TokioIo<Upgraded>, longest: usize) -> (Self, impl Future<Output = ()> + Send) {
        let (near, far) = duplex(BUFFER);
        let [gone, over, entered] = [(); 3].map(|()| CancellationToken::new());
        let wait = Box::pin(entered.clone().cancelled_owned());
        let stream = LimitedStream { stream, left: MAX_BEFORE_TOKEN, entered: wait, has_entered: false, in_turn: 0 };
        let lines = Self { stream: near, gone: gone.clone(), entered, over: over.clone().drop_guard() };
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(WRITE_BUFFER)
            .max_write_buffer_size(MAX_WAITING)
            .max_message_size(Some(longest))
            .max_frame_size(Some(longest));
        let carrying = async move {
            let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
            carry(socket, far, gone, over).await;
        };
        (lines, carrying)
    }

    /// Its two ends.
    pub(crate) fn split(self) -> (LinesReader, LinesWriter) {
        let Self { stream, gone, entered, over } = self;
        let (half, writer) = split(stream);
        (LinesReader { half, gone, entered, _over: over }, LinesWriter(writer))
    }
}

impl LinesReader {
    /// The client has shown its token, and may send more than that.
    pub(crate) fn enter(&self) {
        self.entered.cancel();
    }

    /// Ends when the client has gone. One that closes its socket reads nothing any more.
    pub(crate) async fn gone(&self) {
        self.gone.cancelled().await;
    }
}

/// Carries lines both ways.
async fn carry(socket: Socket, far: DuplexStream, gone: CancellationToken, over: CancellationToken) {
    let (sink, messages) = socket.split();
    let sink = Mutex::new(sink);
    let (from_session, to_session) = split(far);
    let came = {
        let in_time = async {
            over.cancelled().await;
            sleep(END_TIMEOUT).await;
        };
        tokio::select! {
            reason = bring(messages, &sink, to_session) => reason,
            // The session has said all, or the client is gone.
            _ = send(&sink, BufReader::new(from_session)) => Some(CloseCode::Normal),
            () = in_time => Some(CloseCode::Away),
        }
    };
    gone.cancel();
    let mut sink = sink.into_inner();
    let farewell = async {
        match came {
            Some(code) => sink.send(Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::default() }))).await,
            // The answer to its close message is queued already, and only has to be written.
            None => sink.flush().await,
        }
    };
    let _ = timeout(END_TIMEOUT, farewell).await;
}

/// Passes each message on as a line until the client has gone, or sends something that is no line. For the latter it
/// returns the code with which the connection is closed.
async fn bring(
    mut messages: SplitStream<Socket>,
    sink: &Mutex<SplitSink<Socket, Message>>,
    mut session: tokio::io::WriteHalf<DuplexStream>,
) -> Option<CloseCode> {
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
            Ok(Message::Binary(_)) => return Some(CloseCode::Unsupported),
            // Its answer waits already. Nothing more is read before the client has taken it.
            Ok(Message::Ping(_)) => sink.lock().await.flush().await.ok()?,
            Ok(Message::Pong(_) | Message::Frame(_)) => {}
            Ok(Message::Close(_)) => return None,
            // Most likely too long: then the client is still there to hear it.
            Err(_) => return Some(CloseCode::Size),
        }
    }
    None
}

/// Sends lines as messages until there are no more. A long line is a message in pieces, so that a line of any length
/// takes no more memory than another.
async fn send(
    sink: &Mutex<SplitSink<Socket, Message>>,
    mut session: BufReader<tokio::io::ReadHalf<DuplexStream>>,
) -> io::Result<()> {
    let mut kind = Data::Text;
    loop {
        let mut piece = Vec::new();
        let count = (&mut session).take(LONGEST_PIECE).read_until(b'\n', &mut piece).await?;
        if count == 0 && kind == Data::Text {
            return Ok(());
        }
        // The last line may lack its end.
        let is_last = piece.pop_if(|last| *last == b'\n').is_some() || (count as u64) < LONGEST_PIECE;
        let frame = Frame::message(piece, OpCode::Data(kind), is_last);
        kind = if is_last { Data::Text } else { Data::Continue };
        let mut sink = sink.lock().await;
        sink.feed(Message::Frame(frame)).await.map_err(io::Error::other)?;
        if session.buffer().is_empty() {
            sink.flush().await.map_err(io::Error::other)?;
        }
    }
}

/// How many bytes are read before others have their turn.
const READ_IN_TURN: usize = 16 << 10;

/// The bytes of a connection, of which a client without a token sends only a few.
struct LimitedStream<S> {
    stream: S,
    /// How many more may come before it has shown a token.
    left: usize,
    /// Ends when it has.
    entered: Pin<Box<WaitForCancellationFutureOwned>>,
    has_entered: bool,
    /// How many bytes have come since others had their turn.
    in_turn: usize,
}

impl<S: AsyncRead + Unpin> AsyncRead for LimitedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.has_entered {
            self.has_entered = self.entered.as_mut().poll(context).is_ready();
        }
        // Thousands of frames that become no line may come in one read.
        if self.in_turn >= READ_IN_TURN {
            self.in_turn = 0;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.has_entered {
            let before = buffer.filled().len();
            ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
            self.in_turn += buffer.filled().len() - before;
            return Poll::Ready(Ok(()));
        }
        let most = self.left.min(buffer.remaining());
        if most == 0 {
            return Poll::Pending;
        }
        let mut part = ReadBuf::new(buffer.initialize_unfilled_to(most));
        ready!(Pin::new(&mut self.stream).poll_read(context, &mut part))?;
        let count = part.filled().len();
        buffer.advance(count);
        self.left -= count;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for LimitedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
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

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::repeat;

    /// Pongs and empty pieces of messages become no line, so that the reader goes on reading.
    #[test]
    fn whatever_comes_others_have_their_turn() {
        let entered = Box::pin(CancellationToken::new().cancelled_owned());
        let mut stream = LimitedStream { stream: repeat(0x8a), left: 0, entered, has_entered: true, in_turn: 0 };
        let mut bytes = vec![0; READ_BUFFER];
        let (mut in_turn, mut turns) = (0, 0);
        for _ in 0..100 {
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut stream).poll_read(&mut Context::from_waker(std::task::Waker::noop()), &mut buffer) {
                Poll::Ready(read) => {
                    read.unwrap();
                    in_turn += buffer.filled().len();
                }
                Poll::Pending => (in_turn, turns) = (0, turns + 1),
            }
            assert!(in_turn < READ_IN_TURN + READ_BUFFER, "{in_turn} bytes in one turn");
        }
        assert_eq!(turns, 33);
    }
}
