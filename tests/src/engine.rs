//! The built binary as an engine on pipes.

use crate::{Client, Process, command};
use std::ops::{Deref, DerefMut};
use std::process::Command;

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
    pub fn spawn(command: Command) -> Self {
        let (client, child) = Client::of_program(command);
        Self { process: Process::new(child), client }
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
