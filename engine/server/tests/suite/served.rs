//! The server, and how its clients reach it.

use crate::wire::{Wire, client};
use crate::{HERE, until};
use plyd_linked::{Client, catalog, engine};
use plyd_server::{
    Addresses, AdminSettings, Drain, GivenSockets, MemoryPort, MetricsSettings, Server, ServerSettings, Token,
    TokenFile, WebSettings,
};
use plyd_session::SharedSettings;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;
use tokio::runtime::Builder;
use tokio_util::sync::{CancellationToken, DropGuard};

/// The time that its sessions have to end.
const GRACE: Duration = Duration::from_secs(5);
/// The same when it is drained.
const DRAIN: Duration = Duration::from_secs(3_600);

/// What can be set before a server starts.
#[derive(Default)]
pub(crate) struct ServedSettings {
    pub(crate) engine: SharedSettings,
    pub(crate) server: ServerSettings,
    pub(crate) web: WebSettings,
    /// The folder of the file with tokens, if there is one.
    tokens: Option<TempDir>,
}

impl ServedSettings {
    /// Has clients need a token. Returns one with these rights, which also are its name.
    pub(crate) fn add_token(&mut self, rights: &str) -> String {
        let folder = self.tokens.get_or_insert_with(|| tempfile::tempdir().expect("a folder for the test"));
        self.server.token_file = folder.path().join("tokens");
        let token = Token::new().expect("the system has random numbers");
        let add = |file: &mut TokenFile| file.add(&rights.replace(',', "-"), rights.parse().expect("rights"), &token);
        TokenFile::change(&self.server.token_file, true, add).expect("the folder can be written");
        token.reveal().to_owned()
    }
}

/// A server on a thread of its own. It ends when this is dropped.
pub(crate) struct TestServer {
    /// Where lines are spoken.
    pub(crate) lines: MemoryPort,
    /// The port of the page.
    pub(crate) web: MemoryPort,
    /// The port of the figures.
    pub(crate) figures: MemoryPort,
    /// The port of the operator.
    pub(crate) desk: MemoryPort,
    /// The token of the page.
    pub(crate) token: String,
    pub(crate) drain: Drain,
    pub(crate) shutdown: CancellationToken,
    log: Log,
    server: Option<thread::JoinHandle<usize>>,
    /// The file with tokens; empty if there is none.
    pub(crate) token_file: PathBuf,
    _tokens: Option<TempDir>,
    _end: DropGuard,
}

impl TestServer {
    /// A server whose sessions begin with this game, after a change of the settings.
    pub(crate) fn start(game: &str, change: impl FnOnce(&mut ServedSettings)) -> Self {
        let mut settings = ServedSettings::default();
        game.clone_into(&mut settings.engine.game);
        change(&mut settings);
        let ServedSettings { engine: engine_settings, server, web, tokens } = settings;
        let port = |number| MemoryPort::new(SocketAddr::from(([127, 0, 0, 1], number)));
        let [(lines, at_lines), (page, at_page), (figures, at_figures), (desk, at_desk)] =
            [7878, 7880, 7881, 7882].map(port);
        let given =
            GivenSockets { lines: Some(at_lines), metrics: Some(at_figures), web: Some(at_page), admin: Some(at_desk) };
        let page_token = Token::new().expect("the system has random numbers");
        let (token, token_file) = (page_token.reveal().to_owned(), server.token_file.clone());
        let (shutdown, log) = (CancellationToken::new(), Log::default());
        let (sender, ready) = channel();
        let (end, its_log) = (shutdown.clone(), log.clone());
        let serve = move || {
            let lines = move || its_log.clone();
            let logged = tracing_subscriber::fmt().with_ansi(false).with_writer(lines).finish();
            let _logging = tracing::subscriber::set_default(logged);
            let runtime = Builder::new_current_thread().enable_time().build().expect("nothing is asked of the system");
            runtime.block_on(async {
                let addresses = Addresses {
                    lines: None,
                    server: &server,
                    metrics: &MetricsSettings::default(),
                    web: &web,
                    admin: &AdminSettings::default(),
                    page_token: Some(page_token),
                    other_pages: Vec::new,
                    feed: None,
                    given,
                };
                let server = Server::bind(engine(engine_settings, catalog()), addresses).await.expect("it listens");
                sender.send(server.drain()).expect("the test waits");
                server.run(end, GRACE, DRAIN).await
            })
        };
        let server = Some(thread::spawn(serve));
        let drain = ready.recv().expect("it starts");
        let end = shutdown.clone().drop_guard();
        Self {
            lines,
            web: page,
            figures,
            desk,
            token,
            drain,
            shutdown,
            log,
            server,
            token_file,
            _tokens: tokens,
            _end: end,
        }
    }

    /// A new client on this machine.
    pub(crate) fn client(&self) -> Client {
        self.client_at(HERE)
    }

    /// A new client with this address.
    pub(crate) fn client_at(&self, address: &str) -> Client {
        client(&self.lines, address)
    }

    /// A new connection for lines.
    pub(crate) fn wire(&self) -> Wire {
        Wire::to(&self.lines, HERE)
    }

    /// The lines of the log so far.
    pub(crate) fn log(&self) -> String {
        self.log.text()
    }

    /// Waits until this is in the log; returns all of it.
    pub(crate) fn log_until(&self, words: &str) -> String {
        until(&format!("`{words}` is not logged"), || self.log().contains(words));
        self.log()
    }

    /// Waits until it has ended; returns how many sessions were cut off.
    pub(crate) fn wait(mut self) -> usize {
        self.server.take().expect("nobody else waits").join().expect("it does not panic")
    }

    /// Whether it has not ended.
    pub(crate) fn is_running(&self) -> bool {
        self.server.as_ref().is_some_and(|server| !server.is_finished())
    }
}

/// What is logged on the thread of a server.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("nobody panics")).into_owned()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
