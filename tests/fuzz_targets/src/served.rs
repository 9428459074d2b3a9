//! A server in this process, on sockets in a folder, for targets that are clients of it.
//!
//! Its tasks run on the thread of the target, while that waits for an answer: an input has the same effect each time.

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

/// The time for an answer. A wrong token is answered later, and nobody waits for that.
const PATIENCE: Duration = Duration::from_millis(100);

/// The token with the right `metrics`, and that of the page. Nothing ever repeats them.
pub(crate) const METRICS_TOKEN: &str = "plyd_token_00000000000000000000000000000000000000000000000000000000000000aa";
pub(crate) const PAGE_TOKEN: &str = "plyd_token_00000000000000000000000000000000000000000000000000000000000000bb";

/// The name of the page beside those of the machine.
pub(crate) const HOST: &str = "board.example.org";

/// What a server is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The figures, for everybody.
    OpenFigures,
    /// The figures, for those with a token.
    Figures,
    /// The page.
    Page,
    /// The operator.
    Admin,
}

/// A server with one socket and without games.
#[derive(Debug)]
pub(crate) struct Served {
    runtime: Runtime,
    socket: PathBuf,
    shutdown: CancellationToken,
    _folder: TempDir,
}

impl Served {
    /// Starts it.
    ///
    /// # Panics
    /// The system gives no socket.
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

    /// All that it answers to these bytes, after which nothing more is sent; `None` if the answer has no end in time.
    ///
    /// # Panics
    /// It accepts no client.
    pub(crate) fn answer(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.runtime.block_on(async {
            let mut stream = UnixStream::connect(&self.socket).await.expect("the server listens");
            let asking = async {
                // It may answer, and close, before all was sent.
                let _ = stream.write_all(bytes).await;
                let _ = stream.shutdown().await;
                let mut answer = Vec::new();
                // What is unread when it closes may take the end of the answer with it.
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
