//! An in-process server on sockets in a temporary folder, for targets that act as clients.
//!
//! Its tasks run on the thread of the target while that waits for an answer, so an input has the same effect each time.

use plyd_protocol::{ClientRights, Right};
use plyd_server::{
    Addresses, AdminSettings, GivenSockets, MetricsSettings, Server, ServerSettings, Token, TokenFile, WebSettings,
};
use plyd_session::{Engine, PluginSettings, SharedSettings};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

/// The time limit for an answer. The answer to a wrong token is delayed beyond it, and is not awaited.
const PATIENCE: Duration = Duration::from_millis(100);

/// The token with the right `metrics`, and the token of the page. Neither may ever be echoed.
pub(crate) const METRICS_TOKEN: &str = "plyd_token_00000000000000000000000000000000000000000000000000000000000000aa";
pub(crate) const PAGE_TOKEN: &str = "plyd_token_00000000000000000000000000000000000000000000000000000000000000bb";

/// The host name of the page, in addition to those of the machine.
pub(crate) const HOST: &str = "board.example.org";

/// The service to test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The figures, without a token.
    OpenFigures,
    /// The figures, with a token.
    Figures,
    /// The web page.
    Page,
    /// The operator's socket.
    Admin,
}

/// A running server with one socket and without games.
#[derive(Debug)]
pub(crate) struct Served {
    runtime: Runtime,
    socket: PathBuf,
    shutdown: CancellationToken,
    _folder: TempDir,
}

impl Served {
    /// Starts the server.
    ///
    /// # Panics
    /// A temporary folder or socket cannot be created.
    pub(crate) fn start(purpose: Purpose) -> Self {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let socket = folder.path().join(format!("socket{}", STARTED.fetch_add(1, Relaxed)));
        let runtime = Builder::new_current_thread().enable_all().build().expect("the system gives a poller");
        let shutdown = CancellationToken::new();
        let server = runtime.block_on(bind(purpose, &socket, folder.path()));
        runtime.spawn(server.run(shutdown.clone(), Duration::ZERO, Duration::ZERO));
        Self { runtime, socket, shutdown, _folder: folder }
    }

    /// Sends bytes, closes the sending side, and returns the complete answer; `None` if the answer does not end in
    /// time.
    ///
    /// # Panics
    /// The server does not accept the connection.
    pub(crate) fn answer(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.runtime.block_on(async {
            let mut stream = UnixStream::connect(&self.socket).await.expect("the server listens");
            let asking = async {
                // The server may answer and close before it has received everything.
                let _ = stream.write_all(bytes).await;
                let _ = stream.shutdown().await;
                let mut answer = Vec::new();
                // If unread bytes remain when the server closes, the end of the answer may be lost.
                stream.read_to_end(&mut answer).await.ok().map(|_| answer)
            };
            tokio::time::timeout(PATIENCE, asking).await.ok().flatten()
        })
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

async fn bind(purpose: Purpose, socket: &Path, folder: &Path) -> Server {
    let tokens = folder.join("tokens");
    if purpose == Purpose::Figures {
        let metrics = ClientRights::from(Right::Metrics);
        TokenFile::change(&tokens, true, |file| file.add("figures", metrics, &token(METRICS_TOKEN)))
            .expect("the folder can be written");
    }
    let address = format!("unix:{}", socket.display());
    let at = |is_meant: bool| if is_meant { address.clone() } else { String::new() };
    let server = ServerSettings {
        token_file: if purpose == Purpose::Figures { tokens } else { PathBuf::new() },
        ..ServerSettings::default()
    };
    let is_page = purpose == Purpose::Page;
    let is_figures = matches!(purpose, Purpose::OpenFigures | Purpose::Figures);
    let addresses = Addresses {
        lines: None,
        server: &server,
        metrics: &MetricsSettings { listen: at(is_figures) },
        web: &WebSettings { listen: at(is_page), hosts: HOST.to_owned(), ..WebSettings::default() },
        admin: &AdminSettings { socket: if purpose == Purpose::Admin { socket.into() } else { PathBuf::new() } },
        page_token: Some(token(PAGE_TOKEN)),
        other_pages: Vec::new,
        feed: None,
        given: GivenSockets::default(),
    };
    let plugins = PluginSettings { standard_folders: false, ..PluginSettings::default() };
    let settings = SharedSettings { plugins, ..SharedSettings::default() };
    let engine = Engine::new(settings, None, None).expect("no setting names a game");
    Server::bind(engine, addresses).await.expect("the folder can have a socket")
}

fn token(text: &str) -> Token {
    text.parse().expect("it is written as a token")
}
