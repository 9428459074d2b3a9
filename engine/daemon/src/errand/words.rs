//! What a command asks, and what the work with the library says.

use super::console::Span;
use super::explanation::{ExplanationOrder, ExplanationText, Sheet};
use super::game::GameToPlay;
use super::learning::{LearningFacts, Lesson};
use super::table::{SolveEvent, SolvedSummary, TableBuild, TableCheck, WorthJson};
use super::terms::make_plain;
use crate::bench::Measure;
use plyd_formats::Place;
use plyd_formats::go::GameRecord;
use plyd_formats::pgn;
use plyd_player::SearchRoom;
use plyd_protocol::{ErrorCode, LineWords, PositionText};
use plyd_session::position::PositionRefused;
use plyd_session::record::MainLine;
use plyd_worker::{LONG_GAME, LONG_TEXT, LONG_TREE, SHORT_MESSAGE};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// Something to do with a library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Errand {
    /// To read the main line of a game, at most this many plies of it. A text without tags is read with these options.
    Read { source: GameSource, options: Vec<(String, String)>, plies: usize },
    /// To say whether the game reads this position.
    Open { options: Vec<(String, String)>, text: PositionText },
    /// To search a position, and count.
    Measure(Measure),
    /// To explain a search.
    Draw(Box<ExplanationOrder>),
    /// To explain the searches of a worksheet.
    DrawSheet(Box<Sheet>),
    /// To play a game in the terminal.
    Play(Box<GameToPlay>),
    /// To build a table of a solved game.
    Build(Box<TableBuild>),
    /// To check one.
    Check(Box<TableCheck>),
    /// To say what there is to know of the game with these options, for who learns.
    Teach { options: Vec<(String, String)> },
    /// To take positions from games.
    Learn(Box<Lesson>),
}

/// Where a game is read from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum GameSource {
    /// PGN.
    Game(pgn::AnnotatedGame),
    /// SGF of go.
    Go(GameRecord),
    /// A position or moves, which begin at this place of a file.
    Text(String, Place),
}

/// What an errand has found out.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum ErrandResult {
    Line(MainLine),
    Opened,
    Measured {
        nodes: u64,
        time: Duration,
    },
    Drawn(ExplanationText),
    /// The exercises and their answers.
    Sheets([String; 2]),
    /// Of each answer to an exercise, whether it is right, if it can be judged, and why not.
    Marked(Vec<(Option<bool>, String)>),
    /// Whether Ctrl-C has ended the game.
    Played {
        is_interrupted: bool,
    },
    Solved(SolvedSummary),
    /// A build or a check was stopped, after this many positions.
    Stopped {
        positions: u64,
    },
    /// What is known of the position of the table.
    Verified {
        root: Option<WorthJson>,
    },
    Taught(LearningFacts),
    /// The bytes of samples.
    Positions(#[serde(with = "plyd_foreign::bytes")] Vec<u8>),
}

/// What the work says on its way.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum ErrandEvent {
    /// The next part of what a game in the terminal shows.
    Text(Vec<Span>),
    /// A game in the terminal is at the position after these moves from its setup.
    At(LineWords),
    /// A line is wanted, after this prompt. Tab completes these moves.
    Ask { prompt: String, moves: Vec<String> },
    /// A game is to be added to the file that the last line has named.
    Save(String),
    /// How far a build or a check is, and the files of a build.
    Solving(SolveEvent),
    /// What the log should have.
    Remark(String),
    /// The errand is done.
    Done(Result<ErrandResult, ErrandFailure>),
}

/// The answer to an event that waits for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Word {
    Typed(TypedInput),
    /// Whether the game was saved, or why not.
    Saved(Result<(), String>),
}

/// What a person has typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum TypedInput {
    Line(String),
    /// The end of the input, or Ctrl-D.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// What is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum ErrandRequest {
    Do(Box<Errand>),
    Word(Word),
}

/// Why an errand was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ErrandFailure {
    /// That of the innermost reason, if the game has refused something.
    code: Option<ErrorCode>,
    /// The reasons, the outermost first.
    reasons: Vec<String>,
}

/// The most reasons of a failure, and the characters of each.
const MOST_REASONS: usize = 8;
const LONGEST_REASON: usize = 4_000;

impl Errand {
    /// The room that it takes for tables and threads.
    pub(super) fn room(&self) -> SearchRoom {
        match self {
            Self::Read { .. } | Self::Open { .. } | Self::Teach { .. } | Self::Learn(_) => {
                SearchRoom { hash: 0, threads: 1 }
            }
            Self::Measure(measure) => measure.room(),
            Self::Draw(drawing) => drawing.room(),
            Self::DrawSheet(sheet) => sheet.room(),
            Self::Play(game) => game.room(),
            Self::Build(build) => build.room(),
            Self::Check(check) => check.room(),
        }
    }

    /// The files that it reads.
    pub(super) fn data(&self) -> Vec<PathBuf> {
        match self {
            Self::Build(build) => build.data(),
            Self::Check(check) => check.data(),
            _ => Vec::new(),
        }
    }

    /// The position that it is about at first.
    pub(super) fn place(&self) -> Option<&PositionText> {
        match self {
            Self::Open { text, .. } => Some(text),
            Self::Draw(drawing) => Some(&drawing.text),
            Self::Play(game) => Some(&game.text),
            Self::Build(build) => Some(&build.text),
            Self::Read { .. }
            | Self::Measure(_)
            | Self::DrawSheet(_)
            | Self::Check(_)
            | Self::Teach { .. }
            | Self::Learn(_) => None,
        }
    }

    pub(super) fn kind(&self) -> ErrandKind {
        match self {
            Self::Read { .. } => ErrandKind::Read,
            Self::Open { .. } => ErrandKind::Open,
            Self::Measure(_) => ErrandKind::Measure,
            Self::Draw(_) => ErrandKind::Draw,
            Self::DrawSheet(_) => ErrandKind::DrawSheet,
            Self::Play(_) => ErrandKind::Play,
            Self::Build(_) => ErrandKind::Build,
            Self::Check(_) => ErrandKind::Check,
            Self::Teach { .. } => ErrandKind::Teach,
            Self::Learn(_) => ErrandKind::Learn,
        }
    }
}

/// The kind of an errand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrandKind {
    Read,
    Open,
    Measure,
    Draw,
    DrawSheet,
    Play,
    Build,
    Check,
    Teach,
    Learn,
}

impl ErrandKind {
    /// The longest message of such an errand, in bytes.
    pub(super) fn longest(self) -> usize {
        match self {
            Self::Open | Self::Measure | Self::Build | Self::Check => SHORT_MESSAGE,
            Self::Read | Self::Teach => LONG_TEXT,
            Self::Play => LONG_GAME,
            Self::Draw | Self::DrawSheet | Self::Learn => LONG_TREE,
        }
    }

    /// Whether this can be the answer.
    pub(super) fn takes(self, answer: &ErrandResult) -> bool {
        matches!(
            (self, answer),
            (Self::Read, ErrandResult::Line(_))
                | (Self::Open, ErrandResult::Opened)
                | (Self::Measure, ErrandResult::Measured { .. })
                | (Self::Draw, ErrandResult::Drawn(_))
                | (Self::DrawSheet, ErrandResult::Sheets(_) | ErrandResult::Marked(_) | ErrandResult::Drawn(_))
                | (Self::Play, ErrandResult::Played { .. })
                | (Self::Build, ErrandResult::Solved(_) | ErrandResult::Stopped { .. })
                | (Self::Check, ErrandResult::Verified { .. } | ErrandResult::Stopped { .. })
                | (Self::Teach, ErrandResult::Taught(_))
                | (Self::Learn, ErrandResult::Positions(_))
        )
    }
}

impl ErrandResult {
    /// The error of an answer to another question, which the terms of a child rule out.
    pub(crate) fn unexpected() -> anyhow::Error {
        anyhow::anyhow!("the work with the library has answered another question")
    }
}

impl ErrandFailure {
    /// For one reason.
    pub(super) fn new(reason: &str) -> Self {
        Self { code: None, reasons: vec![reason.to_owned()] }.shortened()
    }

    /// The same with no more than people read, and with nothing that a terminal could obey.
    pub(super) fn shortened(mut self) -> Self {
        self.reasons.truncate(MOST_REASONS);
        for reason in &mut self.reasons {
            if let Some((end, _)) = reason.char_indices().nth(LONGEST_REASON) {
                reason.truncate(end);
            }
            make_plain(reason);
        }
        self
    }

    /// The same as an error of this process.
    pub(super) fn into_error(self) -> anyhow::Error {
        let Self { code, reasons } = self;
        let mut reasons = reasons.into_iter().rev();
        let text = reasons.next().unwrap_or_default();
        let error = match code {
            Some(code) => PositionRefused { code, text }.into(),
            None => anyhow::Error::msg(text),
        };
        reasons.fold(error, anyhow::Error::context)
    }
}

impl From<anyhow::Error> for ErrandFailure {
    fn from(error: anyhow::Error) -> Self {
        let code = error.downcast_ref().map(|refused: &PositionRefused| refused.code);
        Self { code, reasons: error.chain().map(ToString::to_string).collect() }.shortened()
    }
}
