//! The bytes that come over TCP.

use plyd_session::Input;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;

/// The input from a client over a connection.
#[derive(Debug)]
pub(crate) struct Connection(pub(crate) OwnedReadHalf);

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl Input for Connection {
    /// The system reports a client that reset the connection at once. A client that closed only its sending side is
    /// still there.
    #[cfg(target_os = "linux")]
    async fn gone(&self) {
        // An error means that the runtime ends, and the session with it.
        while self.0.ready(tokio::io::Interest::ERROR).await.is_ok_and(|ready| !ready.is_error()) {
            tokio::task::yield_now().await;
        }
    }

    /// If the system cannot tell these cases apart, the next write does.
    #[cfg(not(target_os = "linux"))]
    async fn gone(&self) {
        std::future::pending().await
    }
}
