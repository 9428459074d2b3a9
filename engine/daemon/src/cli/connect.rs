//! `plyd connect`: joins standard input and output to a remote daemon, so that any GUI can use one.

use std::io;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, copy};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long a daemon may take to accept the connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a daemon may go on after the end of our input; its own grace for a running search is ten seconds by default.
const END_TIMEOUT: Duration = Duration::from_secs(60);

/// Why the connection was not made, or ended.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConnectError {
    /// There is nobody.
    #[error("cannot connect to {address}: {reason}")]
    Connect {
        /// Where.
        address: String,
        /// Why not.
        reason: io::Error,
    },
    /// The connection broke.
    #[error("the connection to {address} broke: {reason}")]
    Broken {
        /// With whom.
        address: String,
        /// How.
        reason: io::Error,
    },
}

/// Carries bytes both ways until the daemon closes the connection. The end of `input` is passed on.
///
/// # Errors
/// No connection, or a broken one. A closed `output` is no error: nobody is left to tell.
pub(super) async fn connect<R, W>(address: &str, mut input: R, mut output: W) -> Result<(), ConnectError>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let connect_error = |reason| ConnectError::Connect { address: address.to_owned(), reason };
    let connecting = timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await;
    let stream = connecting.unwrap_or_else(|late| Err(late.into())).map_err(connect_error)?;
    stream.set_nodelay(true).map_err(connect_error)?;
    let (mut from_daemon, mut to_daemon) = stream.into_split();
    let upstream = async {
        let sent = copy(&mut input, &mut to_daemon).await;
        let _ = to_daemon.shutdown().await;
        sent
    };
    let downstream = async {
        let received = copy(&mut from_daemon, &mut output).await;
        output.flush().await?;
        received
    };
    tokio::pin!(upstream, downstream);
    let result = tokio::select! {
        received = &mut downstream => received,
        sent = &mut upstream => match sent {
            Ok(_) => timeout(END_TIMEOUT, downstream).await.unwrap_or_else(|late| Err(late.into())),
            // The daemon may have closed first; what it said last is still to be read.
            Err(reason) => timeout(CONNECT_TIMEOUT, downstream).await.map_or(Err(reason), |received| received),
        },
    };
    match result {
        Ok(_) => Ok(()),
        Err(reason) if reason.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(reason) => Err(ConnectError::Broken { address: address.to_owned(), reason }),
    }
}
