//! The sockets of a server: those that its settings name, or those that it was started with.

use crate::error::ServeError;
use crate::feed::Feed;
use crate::given::{GivenSocket, GivenSockets};
use crate::keys::Token;
use crate::listen_address::ListenAddress;
use crate::listener::ServerListener;
use crate::other_pages::OtherPage;
use crate::settings::{AdminSettings, MetricsSettings, ServerSettings, WebSettings};
use std::sync::Arc;

/// Where a server is to be found, and by what.
#[derive(Debug)]
pub struct Addresses<'a> {
    /// The lines of the protocol; `None` if no client speaks them without a page.
    pub lines: Option<ListenAddress>,
    /// The settings for all.
    pub server: &'a ServerSettings,
    /// The figures.
    pub metrics: &'a MetricsSettings,
    /// The page.
    pub web: &'a WebSettings,
    /// The operator.
    pub admin: &'a AdminSettings,
    /// The token of the page. Without one, only tokens of the token file count there.
    pub page_token: Option<Token>,
    /// What the page is about, if it is not for games and searches: it shows this, and its token gives the right to
    /// watch only.
    pub feed: Option<Arc<dyn Feed>>,
    /// Which other pages of the same user are served on this machine. It may block, for files.
    pub other_pages: fn() -> Vec<OtherPage>,
    /// The sockets that take the place of these addresses.
    pub given: GivenSockets,
}

/// Where a server is to listen.
#[derive(Debug)]
pub(crate) struct Sockets {
    pub(crate) lines: Option<SocketSource>,
    pub(crate) metrics: Option<SocketSource>,
    pub(crate) web: Option<SocketSource>,
    pub(crate) admin: Option<SocketSource>,
}

/// The origin of a socket.
#[derive(Debug)]
pub(crate) enum SocketSource {
    Address(ListenAddress),
    Given(GivenSocket, ListenAddress),
}

impl Sockets {
    pub(crate) fn new(addresses: Addresses<'_>) -> Result<Self, ServeError> {
        let Addresses { lines, metrics, web, admin, given, server: _, page_token: _, feed: _, other_pages: _ } =
            addresses;
        let of = |given: Option<GivenSocket>, address: Option<ListenAddress>| match given {
            Some(socket) => socket.address().map(|address| Some(SocketSource::Given(socket, address))),
            None => Ok(address.map(SocketSource::Address)),
        };
        let sockets = Self {
            lines: of(given.lines, lines)?,
            metrics: of(given.metrics, metrics.address())?,
            web: of(given.web, web.address())?,
            admin: of(given.admin, admin.address())?,
        };
        if let Some(SocketSource::Given(socket, address)) = &sockets.admin
            && !socket.is_private()
        {
            return Err(ServeError::OpenAdmin { address: address.clone() });
        }
        Ok(sockets)
    }
}

/// How a command gets what other machines need.
struct Ways {
    tokens: &'static str,
    tls: &'static str,
    /// How it does without, by these words.
    waiver: fn(&str) -> String,
}

/// Those of `plyd serve`, which alone has flags for them.
const OF_SERVE: Ways = Ways {
    tokens: "tokens (--tokens or server.token-file, see `plyd token new`)",
    tls: "TLS (--tls-certificate and --tls-key, or server.tls-certificate and server.tls-key)",
    waiver: |words| format!("--insecure={words} or the setting server.allow-remote"),
};

const OF_OTHERS: Ways = Ways {
    tokens: "tokens (the setting server.token-file, see `plyd token new`)",
    tls: "TLS (the settings server.tls-certificate and server.tls-key)",
    waiver: |words| format!("the setting server.allow-remote, such as PLYD_SERVER_ALLOW_REMOTE={words},"),
};

/// Refuses an address that other machines can reach, unless these settings ask for tokens and TLS or do without them.
/// `has_token` is for one whose clients need a token in any case, `is_serve` for `plyd serve`.
///
/// # Errors
/// [`ServeError::Remote`].
pub(crate) fn check_remote(
    address: &ListenAddress,
    settings: &ServerSettings,
    has_token: bool,
    is_serve: bool,
) -> Result<(), ServeError> {
    if address.is_local() {
        return Ok(());
    }
    let waivers = settings.allow_remote;
    let lacks_token = !has_token && !settings.has_tokens() && !waivers.token;
    let lacks_tls = !settings.has_tls() && !waivers.tls;
    let Ways { tokens, tls, waiver } = if is_serve { OF_SERVE } else { OF_OTHERS };
    let (lacks, words) = match (lacks_token, lacks_tls) {
        (false, false) => return Ok(()),
        (true, false) => (format!("{tokens} are"), "no-token"),
        (false, true) => (format!("{tls} is"), "no-tls"),
        (true, true) => (format!("{tokens} and {tls} are"), "no-token,no-tls"),
    };
    Err(ServeError::Remote { address: address.clone(), lacks, waiver: waiver(words) })
}

impl SocketSource {
    pub(crate) fn address(&self) -> &ListenAddress {
        match self {
            Self::Address(address) | Self::Given(_, address) => address,
        }
    }

    pub(crate) async fn listen(self) -> Result<ServerListener, ServeError> {
        let (address, listening) = match self {
            Self::Address(address) => (address.clone(), ServerListener::bind(&address).await),
            Self::Given(socket, address) => (address.clone(), ServerListener::take(socket, &address)),
        };
        listening.map_err(|reason| ServeError::Listen { address, reason })
    }
}
