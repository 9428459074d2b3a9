//! The settings of the server.

use serde::{Deserialize, Serialize};
use std::net::{Ipv4Addr, SocketAddr};

/// The TCP server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ServerSettings {
    /// The address and port to listen on. Port 0 takes a free one.
    pub listen: SocketAddr,
    /// Whether the server may listen at an address that other machines can reach.
    pub allow_remote: bool,
    /// The maximum number of open sessions.
    pub max_sessions: usize,
    /// The maximum number of open sessions of one address, with IPv6 of one network of 64 bits. Sessions from this
    /// machine do not count.
    pub max_per_address: usize,
}

impl Default for ServerSettings {
    fn default() -> Self {
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 7878));
        Self { listen, allow_remote: false, max_sessions: 1024, max_per_address: 256 }
    }
}
