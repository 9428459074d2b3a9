//! The connection between a client and its session.

use crate::ClientVisit;
use crate::queue::Owner;
use plyd_protocol::ClientRights;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

/// The kind of connection of a client.
#[derive(Clone, Debug)]
pub enum Transport {
    /// Standard input and output, or memory. At the end of the input a search may continue for a while; one without an
    /// end stops immediately.
    Pipe,
    /// A connection of a server. The end of the input is as with a pipe. Many others want to be served, so it ends when
    /// the client is idle for too long, or speaks HTTP or TLS.
    Connection(Access, Arc<ClientVisit>),
    /// Commands given in advance. The search that they start runs to its own end, or for this time at most, and the
    /// first error ends the session.
    Script(Option<Duration>),
}

impl Transport {
    /// Whether the commands were given in advance.
    pub(crate) fn is_script(&self) -> bool {
        matches!(self, Self::Script(_))
    }

    /// What the server knows of the session, if there is a server.
    pub(crate) fn visit(&self) -> Option<&Arc<ClientVisit>> {
        match self {
            Self::Connection(_, visit) => Some(visit),
            Self::Pipe | Self::Script(_) => None,
        }
    }

    /// To whom the searches of the session belong. Without a server they have no owner.
    pub(crate) fn owner(&self) -> Option<Owner> {
        self.visit()?.owner().cloned()
    }

    /// Whether it is one of a server.
    pub(crate) fn is_connection(&self) -> bool {
        self.visit().is_some()
    }

    /// What the client may do.
    pub(crate) fn rights(&self) -> ClientRights {
        match self {
            Self::Connection(access, _) => access.rights,
            Self::Pipe | Self::Script(_) => ClientRights::ALL,
        }
    }

    /// Whether the client has sent a token before its session began.
    pub(crate) fn has_token(&self) -> bool {
        matches!(self, Self::Connection(Access { revoked: Some(_), .. }, _))
    }

    /// Ends when the client's token no longer counts.
    pub(crate) async fn revoked(&self) {
        match self {
            Self::Connection(Access { revoked: Some(revoked), .. }, _) => revoked.cancelled().await,
            _ => std::future::pending().await,
        }
    }

    /// Ends when the server takes no new games.
    pub(crate) async fn drained(&self) {
        match self.visit() {
            Some(visit) => visit.drained().cancelled().await,
            None => std::future::pending().await,
        }
    }
}

/// What a client on a connection may do, and for how long.
#[derive(Clone, Debug)]
pub struct Access {
    /// The rights.
    pub rights: ClientRights,
    /// Cancelled when the client's token no longer counts; `None` if it needs no token.
    pub revoked: Option<CancellationToken>,
}

impl Access {
    /// That of a client that needs no token.
    pub const FREE: Self = Self { rights: ClientRights::ALL, revoked: None };
}

/// The bytes that a client sends.
pub trait Input: AsyncRead + Unpin {
    /// Ends when the client is known to have gone for good, even without a read: its connection was reset.
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
