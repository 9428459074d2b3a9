//! An in-memory session, and its client.

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

/// The buffer size of one direction, equal to a Linux pipe's.
const PIPE_BYTES: usize = 64 << 10;

/// Creates the engine that all sessions of a process share, with these games.
///
/// # Panics
/// A setting names an unknown game or option, or a value that the option does not accept.
#[must_use]
pub fn engine(settings: SharedSettings, games: Catalog) -> Arc<plyd_session::Engine> {
    plyd_session::Engine::with_catalog(settings, games).unwrap_or_else(|refused| panic!("{refused}"))
}

/// A session on its own thread, or another service that answers lines, with its client.
pub struct Engine {
    client: Client,
    /// Ends the session, and its running search, on drop.
    _end: Box<dyn Any + Send>,
}

impl Engine {
    /// Starts a session with this game.
    ///
    /// # Panics
    /// The game does not exist.
    #[must_use]
    pub fn start(game: &str) -> Self {
        Self::with_options(game, &[])
    }

    /// Starts a session with this game and these engine options, each `NAME=VALUE`.
    ///
    /// # Panics
    /// The game, the option or the value does not exist.
    #[must_use]
    pub fn with_options(game: &str, options: &[&str]) -> Self {
        let pair = |option: &&str| {
            let (name, value) = option.split_once('=').expect("an option is NAME=VALUE");
            (name.to_owned(), value.to_owned())
        };
        Self::with_settings(game, |settings| settings.options = options.iter().map(pair).collect())
    }

    /// Starts a session with this game after a change of the settings.
    ///
    /// # Panics
    /// The same as for [`engine`].
    #[must_use]
    pub fn with_settings(game: &str, change: impl FnOnce(&mut SharedSettings)) -> Self {
        let mut settings = SharedSettings { game: game.to_owned(), ..SharedSettings::default() };
        change(&mut settings);
        match program::command() {
            Some(command) => Self::spawn(program::with_settings(command, &settings)),
            None => Self::of(engine(settings, catalog()), Transport::Pipe),
        }
    }

    /// Starts the built program with these arguments; `None` unless the tests are configured to run it: see
    /// docs/testing.md.
    ///
    /// # Panics
    /// The program cannot be started.
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

    /// Starts a session with only the game `G`, always in memory.
    ///
    /// # Panics
    /// The game fails the checks of a library.
    #[must_use]
    pub fn playing<G: Plugin>() -> Self {
        Self::of(engine(SharedSettings::default(), testing::catalog([linked::<G>()])), Transport::Pipe)
    }

    /// Starts a session of this engine, always in memory.
    ///
    /// # Panics
    /// A thread cannot be created.
    #[must_use]
    pub fn of(engine: Arc<plyd_session::Engine>, transport: Transport) -> Self {
        Self::served(move |input, output, shutdown| serve(engine, input, output, transport, shutdown))
    }

    /// Returns the client of a service over an in-memory stream, which runs on its own thread.
    ///
    /// # Panics
    /// A thread cannot be created.
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
