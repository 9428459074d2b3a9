//! The connection between a client and its session.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};

/// The kind of connection of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Standard input and output, or memory. At the end of the input a search may continue for a while; one without an
    /// end stops immediately.
    Pipe,
    /// A connection of a server. The end of the input is as with a pipe. Many others want to be served, so it ends when
    /// the client is idle for too long, or speaks HTTP or TLS.
    Connection,
    /// Commands given in advance. The search that they start runs to its own end, or for this time at most, and the
    /// first error ends the session.
    Script(Option<Duration>),
}

impl Transport {
    /// Whether the commands were given in advance.
    pub(crate) fn is_script(self) -> bool {
        matches!(self, Self::Script(_))
    }
}

/// The bytes that a client sends.
pub trait Input: AsyncRead + Unpin {
    /// Ends when the client is known to have gone for good, though nothing is read: a connection that was reset.
    fn gone(&self) -> impl Future<Output = ()> + Send;
}

/// An input that reports its end only to its reader.
#[derive(Debug)]
pub struct Pipe<R>(pub R);

impl<R: AsyncRead + Unpin> AsyncRead for Pipe<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<R: AsyncRead + Unpin> Input for Pipe<R> {
    fn gone(&self) -> impl Future<Output = ()> + Send {
        std::future::pending()
    }
}

impl<I: Input> Input for &mut I {
    fn gone(&self) -> impl Future<Output = ()> + Send {
        (**self).gone()
    }
}
