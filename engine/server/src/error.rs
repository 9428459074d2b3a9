//! Why a server does not listen.

use crate::keys::TokenFileError;
use crate::listen_address::ListenAddress;
use crate::tls::TlsError;
use std::io;

/// Why the server does not listen.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Other machines can reach the address, and the settings do not allow that.
    #[error(
        "{address} can be reached from other machines, so {lacks} needed; \
         {waiver} does without, or listen on 127.0.0.1 or a socket unix:PATH"
    )]
    Remote {
        /// The address.
        address: ListenAddress,
        /// What is missing.
        lacks: String,
        /// What waives it.
        waiver: String,
    },
    /// The system does not let us.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address.
        address: ListenAddress,
        /// Why not.
        reason: io::Error,
    },
    /// A socket that the program was started with is none, or is of no use.
    #[error("a socket that plyd was started with cannot be used: {0}")]
    Given(io::Error),
    /// It has no name in the file system.
    #[error("a Unix socket that plyd was started with has no path")]
    Nameless,
    /// Others could give orders.
    #[error("{address} is for the operator, but others can connect; it must be a Unix socket with the mode 0600")]
    OpenAdmin {
        /// The address.
        address: ListenAddress,
    },
    /// The tokens cannot be read.
    #[error(transparent)]
    Tokens(#[from] TokenFileError),
    /// The certificate or its key cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// There is one of the two only.
    #[error("TLS needs both a certificate and its key: server.tls-certificate and server.tls-key")]
    HalfOfPair,
}
