//! The messages between a match and the child of a worker.

use crate::MatchError;
use crate::contestant::BuiltinOptions;
use crate::openings::OpeningNotes;
use crate::start_check::StartCheck;
use crate::transcript::Direction;
use plyd_tournament::settings::{MatchSettings, MatchSettingsError};
use plyd_tournament::{EncounterUnit, PlayedGame};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;

/// The match, in the first message to a child.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ChildPlan {
    pub(super) settings: MatchSettings,
    pub(super) builtin: Vec<Option<BuiltinOptions>>,
    /// The folders with tablebases for built-in engines.
    pub(super) tablebases: Vec<PathBuf>,
    /// Whether there is a transcript.
    pub(super) is_logged: bool,
}

/// What a match asks a child for. If it is [stopped](plyd_worker::Signal::Stop) it abandons the game, and nothing more
/// is asked.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ChildRequest {
    /// To get ready for this match. Answered by [`ChildEvent::Ready`].
    Plan(Box<ChildPlan>),
    /// To try all engines, at most `concurrency` at a time. Answered by [`ChildEvent::Checked`].
    CheckStart { concurrency: usize },
    /// To play these games. Each is answered by [`ChildEvent::Ended`], all of them then by [`ChildEvent::Over`].
    Play(EncounterUnit),
    /// To hear of an engine outside of both processes.
    Program(EngineEvent),
    /// To end the engines, and to ask for nothing more. Answered by [`ChildEvent::Parted`].
    Part,
}

/// A message from a child to its match.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ChildEvent {
    /// The plan is read. The number of its openings, if they are a list, and what is to be said about them.
    Ready { openings: Option<u64>, notes: OpeningNotes },
    /// All engines were tried.
    Checked(StartCheck),
    /// A game has ended.
    Ended(Box<PlayedGame>),
    /// All games of the unit have ended.
    Over,
    /// What was asked for cannot be done.
    Failed(MatchFailure),
    /// A notice for the user, and whether it is shown only once a match.
    Told { text: String, once: bool },
    /// A line for the transcript.
    Logged { game: u64, engine: String, direction: Direction, text: String },
    /// Something is wanted of an engine outside of both processes.
    Program(EngineRequest),
    /// The engines have ended.
    Parted,
}

/// What a child wants of an engine outside: it has limits, so its match starts and reaches engines.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum EngineRequest {
    /// To start or reach this engine, which has this number from now on. Answered by one of the first three of
    /// [`EngineEvent`].
    Start { number: u64, engine: String },
    /// To end its program. Answered by [`EngineEvent::Errors`].
    End { number: u64 },
    /// It has said who it is.
    Greeted { engine: String, version: Option<String> },
}

/// A message from a match about an engine outside, by the number that the child gave it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum EngineEvent {
    /// It is there. Its input and its output come with this message.
    Started { number: u64, is_program: bool },
    /// It is not, for this reason; whether the match lacked something, so that the engine is not to blame.
    NotStarted { number: u64, text: String, is_lack: bool },
    /// The match cannot go on.
    Stopped { number: u64, failure: MatchFailure },
    /// Its program has ended like this.
    Ended { number: u64, how: String },
    /// Its program was ended. The end of its standard error.
    Errors { number: u64, text: String },
}

/// A [`MatchError`] as data.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum MatchFailure {
    Settings(String),
    Game(String),
    Replaced(String),
    Rules(String),
    Lack { engine: String, detail: String },
    System { what: String, reason: String },
}

impl From<MatchError> for MatchFailure {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Settings(error) => Self::Settings(error.to_string()),
            MatchError::Game(text) => Self::Game(text),
            MatchError::Replaced(text) => Self::Replaced(text),
            MatchError::Rules(text) => Self::Rules(text),
            MatchError::Lack { engine, detail } => Self::Lack { engine, detail },
            MatchError::System { what, error } => Self::System { what, reason: error.to_string() },
            // A child has no record.
            MatchError::Store(error) => Self::System { what: "the record".into(), reason: error.to_string() },
        }
    }
}

impl From<MatchFailure> for MatchError {
    fn from(failure: MatchFailure) -> Self {
        // A library can affect the texts, and terminals obey control characters.
        let shown = |text: String| MatchSettingsError::new(text).to_string();
        match failure {
            MatchFailure::Settings(text) => MatchSettingsError::new(text).into(),
            MatchFailure::Game(text) => Self::Game(shown(text)),
            MatchFailure::Replaced(text) => Self::Replaced(shown(text)),
            MatchFailure::Rules(text) => Self::Rules(shown(text)),
            MatchFailure::Lack { engine, detail } => Self::Lack { engine: shown(engine), detail: shown(detail) },
            MatchFailure::System { what, reason } => Self::system(shown(what), io::Error::other(shown(reason))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_worker::message_line;

    #[test]
    fn errors_keep_their_kind_and_obey_no_library() {
        let told = |error: MatchError| {
            let text = message_line(&ChildEvent::Failed(error.into())).unwrap();
            let Ok(ChildEvent::Failed(failure)) = serde_json::from_str(&text) else { panic!("{text}") };
            MatchError::from(failure)
        };
        assert!(matches!(told(MatchSettingsError::new("x").into()), MatchError::Settings(_)));
        assert!(matches!(told(MatchError::Replaced("x".into())), MatchError::Replaced(_)));
        assert!(matches!(told(MatchError::Rules("x".into())), MatchError::Rules(_)));
        let error = told(MatchError::Game("a\u{1b}[2J".into()));
        assert_eq!(error.to_string(), "the library of the game failed: a\\u{1b}[2J");
        let lack = told(MatchError::Lack { engine: "A".into(), detail: "memory".into() });
        assert!(lack.to_string().contains("engine A: memory"), "{lack}");
        assert_eq!(told(MatchError::system("a thread", io::Error::other("none"))).to_string(), "a thread: none");
    }
}
