//! What the line that is executed waits for: the library, or a thread that reads a long line. Lines wait until it is
//! there, and everything else continues.

use super::board::SessionPosition;
use super::games::variant;
use super::questions::{QuestionOwner, QuestionResult, QuestionTopic};
use super::refusal::RefusedSetting;
use super::waiting::{WaitingInput, WaitingLine};
use super::{Session, TableOrigin};
use crate::position::{PositionRefused, died};
use crate::work::PositionQuestion;
use plyd_host::Library;
use plyd_protocol::{Command, OwedLine, ParseError, Reply, parse_with};
use plyd_worker::Moment;
use std::pin::Pin;
use std::sync::Arc;
use tokio::time::Instant;

/// The command of a long line, if it has any; `None` if reading it failed.
pub(super) type ParsedLine = Option<Option<Result<Command, ParseError>>>;

/// A line that waits for something.
pub(super) struct LineInProgress {
    began: Moment,
    /// Whether a `stop` came meanwhile, which is for the line that is being read.
    pub(super) is_stopped: bool,
    /// The current line, if it is owed an answer.
    owed: Option<OwedLine>,
    awaited: AwaitedInput,
}

/// What a line waits for.
enum AwaitedInput {
    /// Its own command.
    Reading { parsed: Pin<Box<dyn Future<Output = ParsedLine> + Send>>, bytes: usize },
    /// The answer of the library, which has this effect.
    Library(AnswerEffect),
}

/// The effect of an answer.
pub(super) enum AnswerEffect {
    /// The lines are said, after a note.
    Say { note: Option<Reply> },
    /// The `isready` that came at this time is answered, regardless of the outcome.
    Ready { since: std::time::Instant },
    /// The position is set, of a game with these options.
    Put { origin: TableOrigin, by: PositionOrigin },
}

/// Who sets a position.
pub(super) enum PositionOrigin {
    /// The session itself, as it begins.
    Start,
    /// `position`, of this library.
    Position(Arc<Library>),
    /// The choice of this game, or of its options.
    Choice { library: Arc<Library>, is_other: bool },
}

impl AnswerEffect {
    /// What the answer sets.
    fn setting(&self) -> Option<RefusedSetting> {
        match self {
            Self::Put { by: PositionOrigin::Choice { is_other: true, .. }, .. } => Some(RefusedSetting::Game),
            Self::Put { .. } => Some(RefusedSetting::Position),
            Self::Say { .. } | Self::Ready { .. } => None,
        }
    }
}

impl LineInProgress {
    /// Waits for the command of a long line, if that is being read. To drop the future loses nothing.
    pub(super) async fn parsed(&mut self) -> ParsedLine {
        match &mut self.awaited {
            AwaitedInput::Reading { parsed, .. } => parsed.as_mut().await,
            AwaitedInput::Library(_) => std::future::pending().await,
        }
    }

    /// The last line of the answer to the current line, if it must come in every case.
    pub(super) fn owed(&self) -> Option<OwedLine> {
        self.owed
    }

    /// If it is an `isready`, when that came.
    pub(super) fn ready_since(&self) -> Option<std::time::Instant> {
        match self.awaited {
            AwaitedInput::Library(AnswerEffect::Ready { since }) => Some(since),
            _ => None,
        }
    }

    /// When it began, or began to wait for its turn.
    pub(super) fn began(&self) -> Moment {
        self.began
    }
}

impl Session {
    /// Asks the library about a position; the answer has this effect. Until it is there, or its time is over, lines
    /// wait.
    pub(super) fn call(
        &mut self,
        board: SessionPosition,
        what: QuestionTopic,
        effect: AnswerEffect,
    ) -> Result<(), PositionRefused> {
        self.check_enabled(&board.library)?;
        let began = self.moment();
        self.call =
            Some(LineInProgress { began, is_stopped: false, owed: None, awaited: AwaitedInput::Library(effect) });
        self.ask(board, what, QuestionOwner::Line);
        Ok(())
    }

    /// Asks the library a question; its lines are said, after a note.
    pub(super) fn question_about(
        &mut self,
        board: SessionPosition,
        question: PositionQuestion,
        note: Option<Reply>,
    ) -> Result<(), PositionRefused> {
        self.call(board, QuestionTopic::Answer(question), AnswerEffect::Say { note })
    }

    /// Reads a long line away from this task, which it would keep too long. It is the next to be executed.
    pub(super) fn read(&mut self, text: String, is_stopped: bool, owed: Option<OwedLine>) {
        let bytes = text.len();
        let rights = self.transport.rights();
        let parsed = Box::pin(self.engine.pool.read(move || parse_with(&text, rights).transpose()));
        let began = self.moment();
        self.call = Some(LineInProgress { began, is_stopped, owed, awaited: AwaitedInput::Reading { parsed, bytes } });
    }

    /// Takes the command of a long line.
    pub(super) fn take_parsed(&mut self, parsed: ParsedLine) {
        let Some(LineInProgress { is_stopped, awaited: AwaitedInput::Reading { bytes, .. }, .. }) = self.call.take()
        else {
            return;
        };
        self.active = Instant::now();
        match parsed {
            Some(parsed) => {
                self.engine.release_memory_soon();
                let Some(parsed) = parsed else { return };
                let mut line = WaitingLine::new(WaitingInput::Read(parsed), bytes);
                line.is_stopped = is_stopped;
                self.waiting.push_front(line);
            }
            None => self.refuse_to_set(None, died()),
        }
    }

    /// Takes the answer that the line waits for.
    pub(super) fn take_answer(&mut self, found: Result<QuestionResult, PositionRefused>) {
        let Some(LineInProgress { awaited: AwaitedInput::Library(effect), .. }) = self.call.take() else { return };
        self.active = Instant::now();
        let setting = effect.setting();
        match (found, effect) {
            // A fault of the library is reported by the next search.
            (_, AnswerEffect::Ready { since }) => self.say_ready(since),
            (Ok(QuestionResult::Lines(lines)), AnswerEffect::Say { note }) => {
                note.into_iter().chain(lines).for_each(|line| self.say(line));
            }
            (Ok(QuestionResult::Position(board)), AnswerEffect::Put { origin, by }) => {
                self.keep_table_of(origin);
                match by {
                    PositionOrigin::Start => self.put(board),
                    PositionOrigin::Position(library) => self.take_board(library, board),
                    PositionOrigin::Choice { library, .. } => {
                        self.put(board);
                        self.say(variant(&library));
                        self.is_unready = true;
                        self.options.game = Some(library);
                    }
                }
            }
            // Each question has answers of its kind.
            (Ok(_), _) => {}
            (Err(refused), _) => self.refuse_to_set(setting, refused),
        }
    }

    /// The call has lasted too long: the session no longer waits for it.
    pub(super) fn give_up_call(&mut self) {
        if let Some(since) = self.call.as_ref().and_then(LineInProgress::ready_since) {
            self.drop_call();
            return self.say_ready(since);
        }
        let Some(call) = self.call.take() else { return };
        let seconds = self.engine.settings.session.position_seconds;
        let text = format!("the game's library did not answer within {seconds} seconds");
        let setting = match call.awaited {
            AwaitedInput::Library(effect) => {
                self.forgo_answer(Some(&text));
                effect.setting()
            }
            AwaitedInput::Reading { .. } => None,
        };
        let code = plyd_protocol::ErrorCode::Timeout;
        self.refuse_to_set(setting, PositionRefused { code, text });
    }

    /// The call is no longer needed. Returns the answer that is owed in every case.
    pub(super) fn drop_call(&mut self) -> Option<OwedLine> {
        let call = self.call.take()?;
        self.forgo_answer(None);
        call.owed()
    }
}
