//! The bytes that come over TCP.

use plyd_session::Input;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;

/// What a client sends over a connection.
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
    /// A client that reset the connection is told by the system at once. One that closed only its sending side is still
    /// there.
    #[cfg(target_os = "linux")]
    async fn gone(&self) {
        // An error means that the runtime ends, and the session with it.
        while self.0.ready(tokio::io::Interest::ERROR).await.is_ok_and(|ready| !ready.is_error()) {
            tokio::task::yield_now().await;
        }
    }

    /// What the system does not tell apart is found out when something is written.
    #[cfg(not(target_os = "linux"))]
    async fn gone(&self) {
        std::future::pending().await
    }
}
