//! Standard output for the commands that are not sessions. A reader that has seen enough is no error; a full disk is.

use anyhow::Context;
use plyd_foreign::create;
use std::io::{self, Write};
use std::path::Path;

/// Standard output could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write to standard output: {0}")]
pub(super) struct UnwrittenOutput(io::Error);

/// Standard output, or what takes its place. Its errors say so.
#[derive(Debug)]
pub(super) struct StandardOutput<W> {
    output: W,
    /// Whether writing continues without effect when the reader has gone.
    outlives_readers: bool,
}

impl<W: Write> StandardOutput<W> {
    /// For a command that ends when the reader has gone.
    pub(super) fn new(output: W) -> Self {
        Self { output, outlives_readers: false }
    }

    /// For what has more to do than to write.
    pub(super) fn outliving_readers(output: W) -> Self {
        Self { output, outlives_readers: true }
    }

    /// Writes a text and nothing more.
    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        self.write_all(text.as_bytes())?;
        self.flush()
    }
}

impl<W: Write> Write for StandardOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.output.write(bytes) {
            Err(error) if self.outlives_readers && error.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
            written => written.map_err(unwritten),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.output.flush() {
            Err(error) if self.outlives_readers && error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            flushed => flushed.map_err(unwritten),
        }
    }
}

/// The same error, as one of standard output.
fn unwritten(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::Interrupted {
        error
    } else {
        io::Error::new(error.kind(), UnwrittenOutput(error))
    }
}

/// Whether the error means that the reader of standard output has gone.
pub(super) fn is_closed(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| {
        error.kind() == io::ErrorKind::BrokenPipe && error.get_ref().is_some_and(|inner| inner.is::<UnwrittenOutput>())
    })
}

/// Writes a text to standard output, whether anyone reads it or not.
pub(super) fn print(text: &str) -> io::Result<()> {
    StandardOutput::outliving_readers(io::stdout()).print(text)
}

/// The same of a text with colours, which are left out where they are not wanted.
pub(super) fn print_coloured(text: &str) -> io::Result<()> {
    StandardOutput::outliving_readers(anstream::stdout()).print(text)
}

/// Whether an output file is standard output.
pub(super) fn is_named(file: &Path) -> bool {
    file == Path::new("-")
}

/// Writes a text to a file, or to standard output if the file is called `-`.
pub(super) fn save(file: &Path, text: &str) -> anyhow::Result<()> {
    if is_named(file) {
        return Ok(print(text)?);
    }
    let written = create(file).and_then(|mut output| output.write_all(text.as_bytes()));
    written.with_context(|| format!("cannot write {}", file.display()))
}
