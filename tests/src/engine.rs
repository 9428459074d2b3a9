//! The built binary as an engine on pipes.

use crate::{Client, Process, command};
use std::ops::{Deref, DerefMut};
use std::process::{Command, Stdio};

/// A running engine with its standard input and output.
pub struct Engine {
    /// The process; killed when dropped.
    pub process: Process,
    client: Client,
}

impl Engine {
    /// `plyd` with these arguments.
    #[must_use]
    pub fn start(arguments: &[&str]) -> Self {
        Self::spawn(command(arguments))
    }

    /// Runs a prepared command, see [`command`].
    ///
    /// # Panics
    /// It cannot be started.
    #[must_use]
    pub fn spawn(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let (output, input) = (child.stdout.take().expect("is piped"), child.stdin.take().expect("is piped"));
        Self { process: Process::new(child), client: Client::new(output, input) }
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
