//! The state of a long run, in a file that a later run continues.

use super::standard_output;
use crate::bounded_file;
use anyhow::{Context, ensure};
use plyd_foreign::{UnreadableFile, share};
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What a run needs to go on, as text.
pub(super) trait RunState: Sized {
    /// The state in this text.
    ///
    /// # Errors
    /// There is none.
    fn from_text(text: &str) -> anyhow::Result<Self>;

    /// The state as text.
    ///
    /// # Errors
    /// It has something that the format has not.
    fn to_text(&self) -> anyhow::Result<String>;
}

/// The file with the state of a run.
#[derive(Debug)]
pub(super) struct StateFile<S> {
    path: PathBuf,
    state: PhantomData<fn() -> S>,
}

impl<S: RunState> StateFile<S> {
    /// The file at this path.
    ///
    /// # Errors
    /// It is standard output, which cannot be read again.
    pub(super) fn new(path: &Path) -> anyhow::Result<Self> {
        ensure!(
            !standard_output::is_named(path),
            "the state needs a file, not standard output; a file of this name is ./-"
        );
        Ok(Self { path: path.to_owned(), state: PhantomData })
    }

    /// For people.
    pub(super) fn name(&self) -> impl Display {
        self.path.display()
    }

    /// The state in it; `None` if there is no file.
    ///
    /// # Errors
    /// It cannot be read, or has something else in it.
    pub(super) fn read(&self) -> anyhow::Result<Option<S>> {
        let text = match bounded_file::read_regular(&self.path) {
            Err(UnreadableFile::System(error)) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| format!("cannot read {}", self.name()))?,
        };
        S::from_text(&text).with_context(|| format!("cannot continue the run of {}", self.name())).map(Some)
    }

    /// Writes the state in place of the former one: whenever this process or the machine ends, one of both is there.
    ///
    /// # Errors
    /// It cannot be written. The former one is there.
    pub(super) fn write(&self, state: &S) -> anyhow::Result<()> {
        let text = state.to_text()?;
        replace(&self.path, text.as_bytes()).with_context(|| format!("cannot write {}", self.name()))
    }
}

/// Writes a file in place of the former one, as a whole or not at all.
///
/// # Errors
/// It cannot be written. The former one is there.
pub(super) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(content)?;
    share(file.as_file())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
