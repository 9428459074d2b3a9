//! A session in memory, and its client.

use crate::catalog;
use crate::program::{self, Program};
use plyd_host::Catalog;
use plyd_host::testing::{self, linked};
use plyd_plugin::Plugin;
use plyd_session::{Pipe, SharedSettings, Transport, serve};
use plyd_trials::Client;
use std::any::Any;
use std::ops::{Deref, DerefMut};
use std::process::Command;
use std::sync::Arc;
use std::thread;
use tokio::io::{DuplexStream, duplex};
use tokio::runtime::Builder;
use tokio_util::io::SyncIoBridge;
use tokio_util::sync::CancellationToken;

/// As much may be under way in one direction as in a pipe of Linux.
const PIPE_BYTES: usize = 64 << 10;

/// What all sessions of a process share, with these games.
///
/// # Panics
/// A setting names an unknown game or option, or a value that the option does not accept.
#[must_use]
pub fn engine(settings: SharedSettings, games: Catalog) -> Arc<plyd_session::Engine> {
    plyd_session::Engine::with_catalog(settings, games).unwrap_or_else(|refused| panic!("{refused}"))
}

/// A session on a thread of its own, or whatever else answers lines, with its client.
pub struct Engine {
    client: Client,
    /// What ends the session when it is dropped, and with it the search that runs.
    _end: Box<dyn Any + Send>,
}

impl Engine {
    /// A session that begins with this game.
    ///
    /// # Panics
    /// There is no such game.
    #[must_use]
    pub fn start(game: &str) -> Self {
        Self::with_options(game, &[])
    }

    /// The same with these options of the engine, each `NAME=VALUE`.
    ///
    /// # Panics
    /// There is no such game, or it has no such option or value.
    #[must_use]
    pub fn with_options(game: &str, options: &[&str]) -> Self {
        let pair = |option: &&str| {
            let (name, value) = option.split_once('=').expect("an option is NAME=VALUE");
            (name.to_owned(), value.to_owned())
        };
        Self::with_settings(game, |settings| settings.options = options.iter().map(pair).collect())
    }

    /// The same after a change of the settings.
    ///
    /// # Panics
    /// As [`engine`].
    #[must_use]
    pub fn with_settings(game: &str, change: impl FnOnce(&mut SharedSettings)) -> Self {
        let mut settings = SharedSettings { game: game.to_owned(), ..SharedSettings::default() };
        change(&mut settings);
        match program::command() {
            Some(command) => Self::spawn(program::with_settings(command, &settings)),
            None => Self::of(engine(settings, catalog()), Transport::Pipe),
        }
    }

    /// The built program with these arguments; `None` unless tests are asked to run it: see docs/testing.md.
    ///
    /// # Panics
    /// It does not start.
    #[must_use]
    pub fn program(arguments: &[&str]) -> Option<Self> {
        let mut command = program::command()?;
        command.args(arguments);
        Some(Self::spawn(command))
    }

    fn spawn(command: Command) -> Self {
        let (client, program) = Program::start(command);
        Self { client, _end: Box::new(program) }
    }

    /// A session with the game `G` alone, always in memory.
    ///
    /// # Panics
    /// The game does not pass the checks of a library.
    #[must_use]
    pub fn playing<G: Plugin>() -> Self {
        Self::of(engine(SharedSettings::default(), testing::catalog([linked::<G>()])), Transport::Pipe)
    }

    /// One session of this engine, always in memory.
    ///
    /// # Panics
    /// The system gives no thread.
    #[must_use]
    pub fn of(engine: Arc<plyd_session::Engine>, transport: Transport) -> Self {
        Self::served(move |input, output, shutdown| serve(engine, input, output, transport, shutdown))
    }

    /// The client of whatever is served over a stream in memory, on a thread of its own.
    ///
    /// # Panics
    /// The system gives no thread.
    #[must_use]
    pub fn served<S, F>(serve: S) -> Self
    where
        S: FnOnce(Pipe<DuplexStream>, DuplexStream, CancellationToken) -> F + Send + 'static,
        F: Future,
    {
        let ((input, read), (written, output)) = (duplex(PIPE_BYTES), duplex(PIPE_BYTES));
        let runtime = Builder::new_current_thread().enable_time().build().expect("nothing is asked of the system");
        let blocking = |end: DuplexStream| SyncIoBridge::new_with_handle(end, runtime.handle().clone());
        let client = Client::new(blocking(output), blocking(input));
        let shutdown = CancellationToken::new();
        let end = shutdown.clone().drop_guard();
        thread::spawn(move || {
            runtime.block_on(serve(Pipe(read), written, shutdown));
        });
        Self { client, _end: Box::new(end) }
    }
}

impl Deref for Engine {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl DerefMut for Engine {
    fn deref_mut(&mut self) -> &mut Client {
        &mut self.client
    }
}
