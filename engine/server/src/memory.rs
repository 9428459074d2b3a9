//! A port without a socket: clients in this process connect to the server over streams in memory.

use crate::sockets::GivenSocket;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use tokio::io::{DuplexStream, duplex};
use tokio::sync::{Mutex, mpsc};

/// As much may be under way in one direction as in a pipe of Linux.
const STREAM_BYTES: usize = 64 << 10;

/// The maximum number of clients that wait until the server accepts them.
const MAX_WAITING: usize = 128;

/// Where clients connect.
#[derive(Clone, Debug)]
pub struct MemoryPort {
    clients: mpsc::Sender<(DuplexStream, SocketAddr)>,
    address: SocketAddr,
}

/// Where the server accepts them.
#[derive(Debug)]
pub struct MemoryListener {
    clients: Mutex<mpsc::Receiver<(DuplexStream, SocketAddr)>>,
    address: SocketAddr,
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
