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
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self { listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 7878)), allow_remote: false, max_sessions: 1024 }
    }
}
