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
        /// The address and port that `plyd serve` listens on, or the path of a Unix socket. Port 0 takes a free
        /// port.
        listen: ListenAddress = ListenAddress::Tcp(SocketAddr::from((Ipv4Addr::LOCALHOST, 7878))), Own(&ADDRESS),
            flag Flag::new("listen", "ADDRESS").of("serve");
        /// Accept clients from other machines without a token or without encryption. Otherwise they need a token,
        /// and the server needs a certificate for TLS.
        allow_remote: Waivers = Waivers::default(), Own(&WAIVERS),
            flag Flag::new("insecure", "WORDS").was("allow-remote").of("serve").takes(Takes::AtMostOne(""))
                .more(": no-token, no-tls, or both with a comma between");
        /// The file of the tokens, of which each client needs one. `plyd token` makes and changes it. Only its owner
        /// may be able to read it. If empty: clients need no token.
        token_file: PathBuf = PathBuf::new(), File,
            flag Flag::new("tokens", "FILE").was("token-file").of("serve"),
            flag Flag::new("tokens", "FILE").was("token-file").of("token"),
            reload Noticed;
        /// The certificate for TLS in PEM, followed by those that vouch for it. If empty: no TLS. A Unix socket has
        /// none in any case.
        tls_certificate: PathBuf = PathBuf::new(), File,
            flag Flag::new("tls-certificate", "FILE").of("serve"), reload File;
        /// The private key of the certificate, in PEM.
        tls_key: PathBuf = PathBuf::new(), File, flag Flag::new("tls-key", "FILE").of("serve"), reload File;
        /// The maximum number of open sessions. Further clients are refused.
        max_sessions: usize = 1024, Integer { min: 1, max: 1_000_000 };
        /// The maximum number of open sessions from one address. IPv6 addresses with the same first 64 bits count as
        /// one address. Clients on this machine do not count.
        max_per_address: usize = 256, Integer { min: 1, max: 1_000_000 };
    }
}

settings! {
    /// The figures of the server.
    pub struct MetricsSettings in "metrics" {
        /// The address and port where `plyd serve` serves its metrics over HTTP, or the path of a Unix socket:
        /// /metrics, /healthz and /readyz. See docs/operations.md. The rules for other machines are the same as for
        /// `server.listen`. If empty: nowhere.
        listen: String = String::new(), Own(&OPTIONAL_ADDRESS),
            flag Flag::new("metrics", "ADDRESS").of("serve");
    }
}

settings! {
    /// The page of the server.
    pub struct WebSettings in "web" {
        /// The address and port where `plyd serve` serves its page for browsers, or the path of a Unix socket. See
        /// docs/web.md. Other machines reach it only with TLS, like `server.listen`. If empty: nowhere.
        listen: String = String::new(), Own(&OPTIONAL_ADDRESS),
            flag Flag::new("web", "ADDRESS").of("serve").takes(Takes::AtMostOne(WebSettings::ADDRESS));
        /// The names by which browsers reach the page, HOST or HOST:PORT, with commas between. The names of this
        /// machine for itself need not be here.
        hosts: String = String::new(), Text;
        /// The proxies whose headers Forwarded and X-Forwarded-For say whose requests they bring, so that limits and
        /// logs are about the clients behind them. From any other address plyd ignores these headers.
        trusted_proxies: TrustedProxies = TrustedProxies::default(), Own(&PROXIES);
        /// The maximum number of connections to the page that are no sessions. A browser opens six. One more replaces
        /// an idle one.
        max_connections: usize = 512, Integer { min: 1, max: 1_000_000 };
        /// The same for one address. IPv6 addresses with the same first 64 bits count as one address. Connections
        /// from this machine and from trusted proxies do not count.
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
        /// The path of the Unix socket where `plyd serve` receives admin commands, and where `plyd admin` finds it. See
        /// docs/operations.md. Only its owner can connect. If empty: nowhere.
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
