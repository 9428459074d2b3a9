//! Where clients arrive: a port of TCP, or a socket in the file system.

use crate::connection::{Connection, PeerAddress};
use crate::given::{GivenSocket, MemoryListener};
use crate::listen_address::ListenAddress;
use socket2::{SockRef, TcpKeepalive};
use std::io;
#[cfg(unix)]
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
#[cfg(unix)]
use {crate::socket_file::SocketFile, std::path::PathBuf, tokio::net::UnixListener};

/// A vanished peer is noticed after a minute of silence: this time, and then unanswered probes.
const KEEPALIVE: Duration = Duration::from_secs(30);
const PROBES: (u32, Duration) = (3, Duration::from_secs(10));

/// How many bytes the system takes for a client beyond those on their way, in bytes. By default it takes megabytes, a
/// few at a time, for a client that acknowledges nothing, and each of them would count as a sign of life.
#[cfg(target_os = "linux")]
const MAX_UNSENT: u32 = 32 << 10;

/// The open door.
#[derive(Debug)]
pub(crate) enum ServerListener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix {
        listener: UnixListener,
        path: PathBuf,
        /// `None` if somebody else has made it.
        file: Option<Arc<SocketFile>>,
    },
    /// In this process.
    Memory(MemoryListener),
}

impl ServerListener {
    pub(crate) async fn bind(address: &ListenAddress) -> io::Result<Self> {
        match address {
            ListenAddress::Tcp(address) => TcpListener::bind(address).await.map(Self::Tcp),
            #[cfg(unix)]
            ListenAddress::Unix(path) => {
                let (listener, file) = SocketFile::bind(path)?;
                let (listener, path) = (UnixListener::from_std(listener)?, path.clone());
                Ok(Self::Unix { listener, path, file: Some(Arc::new(file)) })
            }
            #[cfg(not(unix))]
            ListenAddress::Unix(_) => {
                Err(io::Error::new(io::ErrorKind::Unsupported, "this system has no such sockets"))
            }
        }
    }

    /// Continues with a socket that listens already. Its file belongs to the process that made it.
    pub(crate) fn take(socket: GivenSocket, address: &ListenAddress) -> io::Result<Self> {
        match (socket, address) {
            (GivenSocket::Tcp(listener), _) => {
                listener.set_nonblocking(true)?;
                TcpListener::from_std(listener).map(Self::Tcp)
            }
            #[cfg(unix)]
            (GivenSocket::Unix(listener), ListenAddress::Unix(path)) => {
                listener.set_nonblocking(true)?;
                let (listener, path) = (UnixListener::from_std(listener)?, path.clone());
                Ok(Self::Unix { listener, path, file: None })
            }
            #[cfg(unix)]
            (GivenSocket::Unix(_), ListenAddress::Tcp(_)) => Err(io::ErrorKind::InvalidInput.into()),
            (GivenSocket::Memory(listener), _) => Ok(Self::Memory(listener)),
        }
    }

    /// The address, with the port that the system chose if it was left open.
    pub(crate) fn address(&self) -> io::Result<ListenAddress> {
        match self {
            Self::Tcp(listener) => listener.local_addr().map(ListenAddress::Tcp),
            #[cfg(unix)]
            Self::Unix { path, .. } => Ok(ListenAddress::Unix(path.clone())),
            Self::Memory(listener) => Ok(ListenAddress::Tcp(listener.address())),
        }
    }

    /// A question to be asked later: whether clients still find the listener at its address. Not if somebody has
    /// removed or moved the file of its socket.
    pub(crate) fn is_found(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        #[cfg(unix)]
        let file = match self {
            Self::Unix { file: Some(file), .. } => Some(Arc::downgrade(file)),
            Self::Unix { .. } | Self::Tcp(_) | Self::Memory(_) => None,
        };
        move || {
            #[cfg(unix)]
            if let Some(file) = file.as_ref().and_then(std::sync::Weak::upgrade) {
                return file.is_in_place();
            }
            true
        }
    }

    /// The next client.
    pub(crate) async fn accept(&self) -> io::Result<(Connection, PeerAddress)> {
        match self {
            Self::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                // Without them the session works too, only later and longer.
                let _ = stream.set_nodelay(true);
                let (retries, interval) = PROBES;
                let keepalive = TcpKeepalive::new().with_time(KEEPALIVE).with_interval(interval).with_retries(retries);
                let _ = SockRef::from(&stream).set_tcp_keepalive(&keepalive);
                #[cfg(target_os = "linux")]
                let _ = SockRef::from(&stream).set_tcp_notsent_lowat(MAX_UNSENT);
                Ok((Connection::Tcp(stream), PeerAddress::Tcp(peer)))
            }
            #[cfg(unix)]
            Self::Unix { listener, .. } => {
                let (stream, _) = listener.accept().await?;
                Ok((Connection::Unix(stream), PeerAddress::Local))
            }
            Self::Memory(listener) => {
                let (stream, peer) = listener.accept().await;
                Ok((Connection::Memory(stream), PeerAddress::Tcp(peer)))
            }
        }
    }
}
