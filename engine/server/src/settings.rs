//! The settings of the server.

use crate::listen_address::{ADDRESS, ListenAddress, OPTIONAL_ADDRESS};
use crate::proxies::{PROXIES, TrustedProxies};
use crate::waivers::{WAIVERS, Waivers};
use plyd_settings::settings;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

settings! {
    /// The server.
    pub struct ServerSettings in "server" {
        /// The address and port that `plyd serve` listens on, or the path of a Unix socket. With port 0, the system
        /// chooses a free port.
        listen: ListenAddress = ListenAddress::Tcp(SocketAddr::from((Ipv4Addr::LOCALHOST, 7878))), Own(&ADDRESS),
            flag Flag::new("listen", "ADDRESS").of("serve");
        /// Accept clients from other machines without a token or without encryption. Otherwise, they need a token, and
        /// the server needs a TLS certificate.
        allow_remote: Waivers = Waivers::default(), Own(&WAIVERS),
            flag Flag::new("insecure", "WORDS").was("allow-remote").of("serve").takes(Takes::AtMostOne(""))
                .more(": no-token, no-tls, or both with a comma between");
        /// The file with the tokens. Each client needs one of them. `plyd token` creates and changes this file, which
        /// must be readable by its owner only. Empty means that clients need no token.
        token_file: PathBuf = PathBuf::new(), File,
            flag Flag::new("tokens", "FILE").was("token-file").of("serve"),
            flag Flag::new("tokens", "FILE").was("token-file").of("token"),
            reload Noticed;
        /// The TLS certificate in PEM format, followed by its intermediate certificates. Empty means no TLS. Unix
        /// sockets never use TLS.
        tls_certificate: PathBuf = PathBuf::new(), File,
            flag Flag::new("tls-certificate", "FILE").of("serve"), reload File;
        /// The private key of the certificate, in PEM format.
        tls_key: PathBuf = PathBuf::new(), File, flag Flag::new("tls-key", "FILE").of("serve"), reload File;
        /// The maximum number of open sessions. plyd refuses clients above this limit.
        max_sessions: usize = 1024, Integer { min: 1, max: 1_000_000 };
        /// The maximum number of open sessions from one address. IPv6 addresses with the same first 64 bits count as
        /// one address. Clients on this machine don't count.
        max_per_address: usize = 256, Integer { min: 1, max: 1_000_000 };
    }
}

settings! {
    /// The metrics of the server.
    pub struct MetricsSettings in "metrics" {
        /// The address and port where `plyd serve` serves its metrics over HTTP, or the path of a Unix socket:
        /// /metrics, /healthz and /readyz. See docs/operations.md. The rules for other machines are the same as for
        /// `server.listen`. Empty means that there are no metrics.
        listen: String = String::new(), Own(&OPTIONAL_ADDRESS),
            flag Flag::new("metrics", "ADDRESS").of("serve");
    }
}

settings! {
    /// The web app of the server.
    pub struct WebSettings in "web" {
        /// The address and port where `plyd serve` serves the web app, or the path of a Unix socket. See docs/web.md.
        /// Other machines need TLS, just like for `server.listen`. Empty means that there is no web app.
        listen: String = String::new(), Own(&OPTIONAL_ADDRESS),
            flag Flag::new("web", "ADDRESS").of("serve").takes(Takes::AtMostOne(WebSettings::ADDRESS));
        /// The host names that browsers use for the web app (HOST or HOST:PORT), separated by commas. You don't need to
        /// list localhost and its addresses.
        hosts: String = String::new(), Text;
        /// The proxies whose Forwarded and X-Forwarded-For headers plyd trusts, so that limits and logs refer to the
        /// clients behind them. plyd ignores these headers from any other address.
        trusted_proxies: TrustedProxies = TrustedProxies::default(), Own(&PROXIES);
        /// The maximum number of HTTP connections, not counting sessions. A browser opens six. When the limit is
        /// reached, a new connection replaces an idle one.
        max_connections: usize = 512, Integer { min: 1, max: 1_000_000 };
        /// The maximum number of HTTP connections from one address. IPv6 addresses with the same first 64 bits count as
        /// one address. Connections from this machine and from trusted proxies don't count.
        max_per_address: usize = 256, Integer { min: 1, max: 1_000_000 };
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

settings! {
    /// The operator of the server.
    pub struct AdminSettings in "admin" {
        /// The path of the Unix socket on which `plyd serve` receives commands from `plyd admin`. See
        /// docs/operations.md. Only its owner and root can connect. Empty means that there is no socket.
        socket: PathBuf = PathBuf::new(), File,
            flag Flag::new("admin", "PATH").of("serve"), flag Flag::new("socket", "PATH").of("admin");
    }
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
