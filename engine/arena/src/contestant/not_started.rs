//! Why a program or a connection is not there.

use super::NoAnswer;
use crate::lack::is_lack;
use plyd_tournament::{EngineFault, Reason};
use std::io;

/// Why an engine was not started, or not reached.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub(super) struct NotStarted {
    text: String,
    /// This process lacked something, so that the engine is not to blame.
    is_lack: bool,
}

impl NotStarted {
    /// The guardian of an engine has failed, which is a part of plyd.
    #[cfg(target_os = "linux")]
    pub(super) fn by_guardian(text: &str) -> Self {
        Self { text: text.to_owned(), is_lack: true }
    }

    /// The same, in other words.
    pub(super) fn told(self, tell: impl FnOnce(&str) -> String) -> Self {
        Self { text: tell(&self.text), ..self }
    }
}

impl From<io::Error> for NotStarted {
    fn from(error: io::Error) -> Self {
        Self { text: error.to_string(), is_lack: is_lack(&error) }
    }
}

impl From<NotStarted> for NoAnswer {
    fn from(NotStarted { text, is_lack }: NotStarted) -> Self {
        if is_lack { Self::Lack(text) } else { EngineFault::new(Reason::Start, text).into() }
    }
}
