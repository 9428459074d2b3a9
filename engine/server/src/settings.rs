//! The settings of the server.

use crate::listen_address::ListenAddress;
use crate::proxies::TrustedProxies;
use crate::waivers::Waivers;
use serde::{Deserialize, Serialize};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// The server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ServerSettings {
    /// Where to listen. Port 0 takes a free one.
    pub listen: ListenAddress,
    /// What clients from other machines may do without.
    pub allow_remote: Waivers,
    /// The file of the tokens, of which clients need one. Empty: they need none.
    pub token_file: PathBuf,
    /// The file of the certificates for TLS, in PEM. Empty: no TLS.
    pub tls_certificate: PathBuf,
    /// The file of the private key of the first certificate, in PEM.
    pub tls_key: PathBuf,
    /// The maximum number of open sessions.
    pub max_sessions: usize,
    /// The maximum number of open sessions of one address, with IPv6 of one network of 64 bits. Sessions from this
    /// machine do not count.
    pub max_per_address: usize,
}

/// The figures of the server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct MetricsSettings {
    /// Where to serve them, over HTTP; nowhere if empty, or else a [`ListenAddress`].
    pub listen: String,
}

/// The page of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct WebSettings {
    /// Where to serve it, over HTTP; nowhere if empty, or else a [`ListenAddress`].
    pub listen: String,
    /// The names by which browsers reach it beside those of this machine, with commas between: `HOST` or `HOST:PORT`.
    pub hosts: String,
    /// The proxies that say whose requests they bring.
    pub trusted_proxies: TrustedProxies,
    /// The maximum number of connections, without those that have become sessions.
    pub max_connections: usize,
    /// The maximum number of connections of one address, with IPv6 of one network of 64 bits. Those from this machine and
    /// from trusted proxies do not count.
    pub max_per_address: usize,
}

impl Default for WebSettings {
    fn default() -> Self {
        Self {
            listen: String::new(),
            hosts: String::new(),
            trusted_proxies: TrustedProxies::default(),
            max_connections: 512,
            max_per_address: 256,
        }
    }
}

impl ServerSettings {
    /// Whether clients need tokens.
    pub(crate) fn has_tokens(&self) -> bool {
        !self.token_file.as_os_str().is_empty()
    }

    /// Whether connections speak TLS.
    pub(crate) fn has_tls(&self) -> bool {
        !self.tls_certificate.as_os_str().is_empty()
    }
}

impl WebSettings {
    /// Where to serve it if no address is named.
    pub const ADDRESS: &str = "127.0.0.1:7880";

    /// Where to serve it; `None` if nowhere.
    #[must_use]
    pub fn address(&self) -> Option<ListenAddress> {
        self.listen.parse().ok()
    }
}

/// The operator of the server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct AdminSettings {
    /// The Unix socket on which the server hears its operator; none if empty.
    pub socket: PathBuf,
}

impl AdminSettings {
    /// Where the server hears its operator; `None` if nowhere.
    #[must_use]
    pub fn address(&self) -> Option<ListenAddress> {
        let is_given = !self.socket.as_os_str().is_empty();
        is_given.then(|| ListenAddress::Unix(self.socket.clone()))
    }
}

impl MetricsSettings {
    /// Where to serve them; `None` if nowhere.
    #[must_use]
    pub fn address(&self) -> Option<ListenAddress> {
        self.listen.parse().ok()
    }
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            listen: ListenAddress::Tcp(SocketAddr::from((Ipv4Addr::LOCALHOST, 7878))),
            allow_remote: Waivers::default(),
            token_file: PathBuf::new(),
            tls_certificate: PathBuf::new(),
            tls_key: PathBuf::new(),
            max_sessions: 1024,
            max_per_address: 256,
        }
    }
}
