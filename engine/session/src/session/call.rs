//! A call of a library as a state of the session: lines wait until it ends, and everything else continues.

use super::Session;
use super::board::Board;
use super::refusal::Setting;
use super::waiting::{Request, WaitingLine};
use crate::library_calls::{CallFailure, MAX_HANGING};
use crate::work::Question;
use crate::work::position::PositionRefused;
use plyd_host::Library;
use plyd_protocol::{Command, ErrorCode, Owed, ParseError, Reply, parse_with};
use plyd_worker::Moment;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use tokio::time::Instant;

/// The action for the answer.
type Then = Box<dyn FnOnce(&mut Session) + Send>;

/// The outcome of a call.
pub(super) type Answer = Result<Then, PositionRefused>;

/// A call in progress. Dropping it abandons the call.
pub(super) struct Call {
    answer: Pin<Box<dyn Future<Output = Answer> + Send>>,
    began: Moment,
    given_up: Arc<GivenUp>,
    /// Whether a `stop` came meanwhile, which is for the line that is being read.
    pub(super) is_stopped: bool,
    /// The current line, if it is owed an answer.
    owed: Option<Owed>,
    /// What its answer sets.
    pub(super) setting: Option<Setting>,
}

/// Whether anyone still waits for the answer of a call. One that takes many steps asks between them.
#[derive(Debug, Default)]
pub(super) struct GivenUp(AtomicBool);

impl GivenUp {
    pub(super) fn get(&self) -> bool {
        self.0.load(Relaxed)
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.given_up.0.store(true, Relaxed);
    }
}

impl Call {
    /// Waits for the answer. To drop the future loses nothing.
    pub(super) async fn answer(&mut self) -> Answer {
        self.answer.as_mut().await
    }

    /// The last line of the answer to the current line, if it must come in every case.
    pub(super) fn owed(&self) -> Option<Owed> {
        self.owed
    }

    /// When it began, or began to wait for its turn.
    pub(super) fn began(&self) -> Moment {
        self.began
    }
}

impl Session {
    /// Calls a library away from this task; `then` takes its answer. Until it is there, or its time is over, lines
    /// wait.
    pub(super) fn call<T: Send + 'static>(
        &mut self,
        library: &Arc<Library>,
        question: impl FnOnce(&GivenUp) -> Result<T, PositionRefused> + Send + 'static,
        then: impl FnOnce(&mut Self, T) + Send + 'static,
    ) -> Result<(), PositionRefused> {
        self.check_enabled(library)?;
        let given_up = Arc::new(GivenUp::default());
        let asked = Arc::clone(&given_up);
        let calling = self.engine.calls.call(library, move || question(&asked));
        self.wait_for(async move { calling.await.map_err(failed)? }, given_up, then);
        Ok(())
    }

    /// Waits for an answer from the child; `then` takes it.
    pub(super) fn call_away<T: Send + 'static>(
        &mut self,
        answer: impl Future<Output = Result<T, PositionRefused>> + Send + 'static,
        then: impl FnOnce(&mut Self, T) + Send + 'static,
    ) {
        self.wait_for(answer, Arc::default(), then);
    }

    fn wait_for<T: Send + 'static>(
        &mut self,
        answer: impl Future<Output = Result<T, PositionRefused>> + Send + 'static,
        given_up: Arc<GivenUp>,
        then: impl FnOnce(&mut Self, T) + Send + 'static,
    ) {
        let answer = async move {
            let answer = answer.await?;
            Ok(Box::new(move |session: &mut Self| then(session, answer)) as Then)
        };
        let (began, is_stopped, owed, setting) = (self.moment(), false, None, None);
        self.call = Some(Call { answer: Box::pin(answer), began, given_up, is_stopped, owed, setting });
    }

    /// Asks the library about a position, see [`Session::call`].
    pub(super) fn ask(
        &mut self,
        board: Board,
        question: Question,
        then: impl FnOnce(&mut Self, Vec<Reply>) + Send + 'static,
    ) -> Result<(), PositionRefused> {
        match board {
            Board::Here(position) => {
                let (library, table) = (Arc::clone(position.game().library()), Arc::clone(&self.table));
                self.call(&library, move |given_up| question.answer(&position, &table, &|| given_up.get()), then)
            }
            Board::Away(seat, board) => {
                self.call_away(seat.ask(board, question, (&self.options.search).into()), then);
                Ok(())
            }
        }
    }

    /// Reads a long line away from this task, which it would keep too long. It is the next to be executed.
    pub(super) fn read(&mut self, text: String, is_stopped: bool, owed: Option<Owed>) {
        let bytes = text.len();
        let rights = self.transport.rights();
        let reading = self.engine.calls.read(move || parse_with(&text, rights).transpose());
        let answer = async move {
            let parsed = reading.await.map_err(failed)?;
            Ok(Box::new(move |session: &mut Self| session.take_read(parsed, bytes)) as Then)
        };
        let (began, given_up, setting) = (self.moment(), Arc::default(), None);
        self.call = Some(Call { answer: Box::pin(answer), began, given_up, is_stopped, owed, setting });
    }

    fn take_read(&mut self, parsed: Option<Result<Command, ParseError>>, bytes: usize) {
        self.engine.release_memory_soon();
        let Some(parsed) = parsed else { return };
        let mut line = WaitingLine::new(Request::Read(parsed), bytes);
        line.is_stopped = self.call.as_ref().is_some_and(|call| call.is_stopped);
        self.waiting.push_front(line);
    }

    /// The error of a library that hangs too often to be called.
    pub(super) fn check_enabled(&self, library: &Library) -> Result<(), PositionRefused> {
        if !self.engine.calls.traffic(library).is_disabled() {
            return Ok(());
        }
        let text = format!(
            "{MAX_HANGING} calls of the library of `{}` hang; plyd does not call it until they return",
            library.id()
        );
        Err(PositionRefused { code: ErrorCode::PluginDisabled, text })
    }

    /// Takes the answer of the call that was under way.
    pub(super) fn take_answer(&mut self, answer: Answer) {
        match answer {
            Ok(then) => then(self),
            Err(refused) => {
                let setting = self.call.as_ref().and_then(|call| call.setting);
                self.refuse_to_set(setting, refused);
            }
        }
        self.call = None;
        self.active = Instant::now();
    }

    /// The call has lasted too long: the session no longer waits for it.
    pub(super) fn give_up_call(&mut self) {
        let setting = self.call.take().and_then(|call| call.setting);
        let seconds = self.engine.settings.session.position_seconds;
        let text = format!("the game's library did not answer within {seconds} seconds");
        if let Some(seat) = &self.seat {
            seat.kill(&text);
        }
        self.refuse_to_set(setting, PositionRefused { code: ErrorCode::Timeout, text });
    }
}

fn failed(failure: CallFailure) -> PositionRefused {
    let (code, text) = match failure {
        CallFailure::Died => (ErrorCode::Plugin, "a call of the game's library did not return"),
        CallFailure::NoThread => (ErrorCode::OutOfResources, "the system cannot start a thread to call the library"),
    };
    PositionRefused { code, text: text.into() }
}
