//! The lines that a task prints for each file.

use anyhow::{Context, Result};
use std::fmt::Display;
use std::io::{self, Write};

/// Prints lines. An error does not stop the task, which would leave half an installation: [`Self::finish`] tells it.
#[derive(Debug)]
pub(crate) struct Listing<W> {
    output: W,
    is_verbose: bool,
    result: io::Result<()>,
}

impl<W: Write> Listing<W> {
    /// Prints details too if it `is_verbose`.
    pub(crate) fn new(output: W, is_verbose: bool) -> Self {
        Self { output, is_verbose, result: Ok(()) }
    }

    /// A line that only some want to read.
    pub(crate) fn detail(&mut self, line: impl Display) {
        if self.is_verbose {
            self.line(line);
        }
    }

    pub(crate) fn line(&mut self, line: impl Display) {
        if self.result.is_ok() {
            self.result = writeln!(self.output, "{line}");
        }
    }

    /// # Errors
    /// A line could not be printed. It is no error if the reader has closed the pipe, like `head`.
    pub(crate) fn finish(mut self) -> Result<()> {
        match self.result.and_then(|()| self.output.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(error).context("all is done, but the list of files cannot be printed")
            }
            _ => Ok(()),
        }
    }
}
