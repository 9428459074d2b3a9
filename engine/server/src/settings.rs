//! What the settings say about the server.

use serde::{Deserialize, Serialize};
use std::net::{Ipv4Addr, SocketAddr};

/// The TCP server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ServerSettings {
    /// The address and port to listen on. Port 0 takes a free one.
    pub listen: SocketAddr,
    /// Whether the address may be one that other machines reach.
    pub allow_remote: bool,
    /// How many sessions may be open at a time.
    pub max_sessions: usize,
    /// How many of them one address may have: with IPv6 one network of 64 bits. This machine's own are not counted.
    pub max_per_address: usize,
}

impl Default for ServerSettings {
    fn default() -> Self {
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 7878));
        Self { listen, allow_remote: false, max_sessions: 1024, max_per_address: 256 }
    }
}
