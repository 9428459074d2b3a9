//! The sockets that listen before there is a server: those of the system that the program was started with, and a port
//! without a socket, to which clients in this process connect over streams in memory.

use crate::error::ServeError;
use crate::listen_address::ListenAddress;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use tokio::io::{DuplexStream, duplex};
use tokio::sync::{Mutex, mpsc};

/// As much may be under way in one direction as in a pipe of Linux.
const STREAM_BYTES: usize = 64 << 10;

/// The maximum number of clients that wait until the server accepts them.
const MAX_WAITING: usize = 128;

/// The sockets that a program was started with, and that listen already. They take the place of addresses.
#[derive(Debug, Default)]
pub struct GivenSockets {
    /// For clients.
    pub lines: Option<GivenSocket>,
    /// For figures.
    pub metrics: Option<GivenSocket>,
    /// For the page.
    pub web: Option<GivenSocket>,
    /// For the operator.
    pub admin: Option<GivenSocket>,
}

/// A socket that listens.
#[derive(Debug)]
pub enum GivenSocket {
    /// A port of TCP.
    Tcp(std::net::TcpListener),
    /// A socket in the file system.
    #[cfg(unix)]
    Unix(std::os::unix::net::UnixListener),
    /// One for clients in this process.
    Memory(MemoryListener),
}

/// Where clients in this process connect.
#[derive(Clone, Debug)]
pub struct MemoryPort {
    clients: mpsc::Sender<(DuplexStream, SocketAddr)>,
    address: SocketAddr,
}

/// The server's end of a [`MemoryPort`].
#[derive(Debug)]
pub struct MemoryListener {
    clients: Mutex<mpsc::Receiver<(DuplexStream, SocketAddr)>>,
    address: SocketAddr,
}

impl GivenSocket {
    /// Where it listens.
    ///
    /// # Errors
    /// [`ServeError::Given`] or [`ServeError::Nameless`].
    pub(crate) fn address(&self) -> Result<ListenAddress, ServeError> {
        Ok(match self {
            Self::Tcp(listener) => listener.local_addr().map(ListenAddress::Tcp).map_err(ServeError::Given)?,
            #[cfg(unix)]
            Self::Unix(listener) => {
                let address = listener.local_addr().map_err(ServeError::Given)?;
                ListenAddress::Unix(address.as_pathname().ok_or(ServeError::Nameless)?.to_owned())
            }
            Self::Memory(listener) => ListenAddress::Tcp(listener.address()),
        })
    }

    /// Whether only its owner can connect.
    pub(crate) fn is_private(&self) -> bool {
        match self {
            Self::Tcp(_) => false,
            #[cfg(unix)]
            Self::Unix(listener) => {
                let address = listener.local_addr();
                address.is_ok_and(|address| address.as_pathname().is_some_and(only_owner_may_write))
            }
            Self::Memory(_) => true,
        }
    }
}

#[cfg(unix)]
fn only_owner_may_write(path: &std::path::Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 == 0)
}

impl MemoryPort {
    /// A port with this address, which is only a name, and the socket of it for a server.
    #[must_use]
    pub fn new(address: SocketAddr) -> (Self, GivenSocket) {
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        let listener = MemoryListener { clients: Mutex::new(receiver), address };
        (Self { clients: sender, address }, GivenSocket::Memory(listener))
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A new connection of a client that has this address.
    ///
    /// # Errors
    /// No server listens any more.
    pub async fn connect(&self, client: SocketAddr) -> io::Result<DuplexStream> {
        let (own, other) = duplex(STREAM_BYTES);
        self.clients.send((other, client)).await.map_err(|_| ErrorKind::ConnectionRefused)?;
        Ok(own)
    }
}

impl MemoryListener {
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The next client, with its address.
    pub(crate) async fn accept(&self) -> (DuplexStream, SocketAddr) {
        let client = self.clients.lock().await.recv().await;
        match client {
            Some(client) => client,
            None => std::future::pending().await,
        }
    }
}
