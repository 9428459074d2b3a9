//! What a session asks its worker: one question at a time, in the order in which they came up.

use super::Session;
use super::board::SessionPosition;
use super::grant::TableInUse;
use crate::event::{CheckedReplies, PositionFacts};
use crate::position::PositionRefused;
use crate::work::{PositionQuestion, WorkerRequest};
use plyd_player::SearchOptions;
use plyd_protocol::Reply;
use std::collections::VecDeque;
use std::sync::Arc;

/// The questions that are asked, and that are to be asked: one of the line that waits, and one of the task.
#[derive(Debug, Default)]
pub(super) struct PendingQuestions(VecDeque<PendingQuestion>);

/// A question about a position.
#[derive(Debug)]
pub(super) struct PendingQuestion {
    pub(super) board: SessionPosition,
    pub(super) what: QuestionTopic,
    pub(super) whose: QuestionOwner,
    stage: QuestionStage,
    /// The table that is made in a child.
    in_use: Option<TableInUse>,
}

/// What is to be found out.
#[derive(Debug)]
pub(super) enum QuestionTopic {
    /// What there is to know of a position that is set up.
    Position,
    Answer(PositionQuestion),
    /// The move of this text if it is legal, or else the first legal one.
    Move(Option<String>),
    /// That searches with these options have nothing to do before they begin: there is an empty table, and their
    /// network was compared with the game.
    Ready(Box<SearchOptions>),
}

/// Who waits for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuestionOwner {
    /// The line that is executed.
    Line,
    Task,
    /// Whoever waited does not wait any more.
    Nobody,
}

/// How far a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuestionStage {
    /// It is to be asked.
    Waits,
    /// Its position is being set up.
    SetsUp,
    /// It is asked.
    Asked,
}

/// What was found out.
#[derive(Debug)]
pub(super) enum QuestionResult {
    Position(SessionPosition),
    Lines(Vec<Reply>),
    Move(Option<String>),
}

impl PendingQuestions {
    /// Whether the task has one.
    pub(super) fn has_of_task(&self) -> bool {
        self.0.iter().any(|asking| asking.whose == QuestionOwner::Task)
    }

    /// The one that the worker is asked now.
    fn under_way(&mut self) -> Option<&mut PendingQuestion> {
        self.0.front_mut().filter(|asking| asking.stage != QuestionStage::Waits)
    }

    /// That one, which has an end.
    pub(super) fn take_under_way(&mut self) -> Option<PendingQuestion> {
        self.under_way()?;
        self.0.pop_front()
    }

    /// The worker that was asked is no more: another one is asked.
    pub(super) fn ask_again(&mut self) {
        if let Some(asking) = self.under_way() {
            asking.stage = QuestionStage::Waits;
        }
    }

    /// These do not wait any more. Returns whether the worker is still at it.
    fn forget(&mut self, whose: QuestionOwner) -> bool {
        self.0.retain(|asking| asking.whose != whose || asking.stage != QuestionStage::Waits);
        match self.under_way() {
            Some(asking) if asking.whose == whose => {
                asking.whose = QuestionOwner::Nobody;
                true
            }
            _ => false,
        }
    }
}

impl Session {
    /// Has this found out, as soon as it is its turn.
    pub(super) fn ask(&mut self, board: SessionPosition, what: QuestionTopic, whose: QuestionOwner) {
        self.questions.0.push_back(PendingQuestion { board, what, whose, stage: QuestionStage::Waits, in_use: None });
        self.ask_next();
    }

    /// Asks the first question, unless one is under way; before it, its position is set up.
    pub(super) fn ask_next(&mut self) {
        while let Some(first) = self.questions.0.front().filter(|first| first.stage == QuestionStage::Waits) {
            let board = first.board.clone();
            match self.need(&board) {
                Ok(true) => {}
                Ok(false) => return,
                Err(refused) => {
                    if let Some(first) = self.questions.0.pop_front() {
                        self.take_found(first.whose, Err(refused));
                    }
                    continue;
                }
            }
            let (Some(hired), Some(first)) = (&mut self.hired, self.questions.0.front_mut()) else { return };
            let (stage, request) = match (hired.holds, &first.what) {
                (Some((number, about)), QuestionTopic::Position) if number == board.number => {
                    let whose = first.whose;
                    self.questions.0.pop_front();
                    self.take_found(
                        whose,
                        Ok(QuestionResult::Position(SessionPosition { about: Some(about), ..board })),
                    );
                    continue;
                }
                (Some((number, _)), QuestionTopic::Answer(question)) if number == board.number => {
                    (QuestionStage::Asked, WorkerRequest::Ask(question.clone()))
                }
                (Some((number, _)), QuestionTopic::Move(wanted)) if number == board.number => {
                    (QuestionStage::Asked, WorkerRequest::FindLegal(wanted.clone()))
                }
                (Some((number, about)), QuestionTopic::Ready(options)) if number == board.number => {
                    let granted = self.granting.as_ref().filter(|_| hired.is_in_child());
                    let granted = granted.map(|granting| granting.begin_table(&hired.worker, options, about));
                    let (hash, in_use) = granted.unwrap_or_default();
                    let request = WorkerRequest::GetReady(options.clone(), hash);
                    first.in_use = in_use;
                    (QuestionStage::Asked, request)
                }
                _ => (QuestionStage::SetsUp, WorkerRequest::Open((*board.setup).clone())),
            };
            first.stage = stage;
            hired.worker.ask(request, self.attention.clock());
            return;
        }
    }

    /// A position was set up in the worker, or not.
    pub(super) fn take_opened(&mut self, opened: Result<PositionFacts, PositionRefused>) {
        let Some(asking) = self.questions.under_way() else { return };
        match opened {
            Ok(about) => {
                let number = asking.board.number;
                asking.stage = QuestionStage::Waits;
                self.hired.iter_mut().for_each(|hired| hired.holds = Some((number, about)));
                let board = self.board.as_mut().filter(|board| board.number == number);
                board.into_iter().for_each(|board| board.about = Some(about));
                if asking.whose == QuestionOwner::Nobody {
                    self.questions.0.pop_front();
                }
            }
            Err(refused) => self.end_question(Err(refused)),
        }
    }

    /// The worker has answered.
    pub(super) fn take_lines(&mut self, answer: Result<CheckedReplies, PositionRefused>) {
        self.end_question(answer.map(|CheckedReplies(lines)| QuestionResult::Lines(lines)));
    }

    /// The worker has found a move, or there is none.
    pub(super) fn take_move(&mut self, found: Result<Option<String>, PositionRefused>) {
        self.end_question(found.map(QuestionResult::Move));
    }

    fn end_question(&mut self, found: Result<QuestionResult, PositionRefused>) {
        if let Some(asking) = self.questions.take_under_way() {
            self.asked_about = (!matches!(asking.what, QuestionTopic::Position)).then_some(asking.board);
            self.take_found(asking.whose, found);
            self.asked_about = None;
        }
    }

    fn take_found(&mut self, whose: QuestionOwner, found: Result<QuestionResult, PositionRefused>) {
        match whose {
            QuestionOwner::Line => self.take_answer(found),
            QuestionOwner::Task => self.take_found_of_task(found),
            QuestionOwner::Nobody => {}
        }
    }

    /// The task's worker is given up, for this reason, and with it all that it was asked.
    pub(super) fn fail_with_task(&mut self, refused: PositionRefused) {
        self.questions.forget(QuestionOwner::Task);
        self.end_question(Err(refused.clone()));
        self.recover_task(refused);
    }

    /// The worker is lost, and with it the answer of what it was asked, and its task.
    pub(super) fn fail(&mut self, refused: &PositionRefused) {
        self.end_question(Err(refused.clone()));
        self.lose_task(refused.clone());
    }

    /// No one waits any more for the answer to the line. If the worker is still at it, and cannot leave it, it is given
    /// up for this reason.
    pub(super) fn forgo_answer(&mut self, reason: Option<&str>) {
        if !self.questions.forget(QuestionOwner::Line) {
            return;
        }
        if self.hired.as_mut().is_some_and(|hired| hired.worker.forgo()) {
            self.questions.take_under_way();
        } else if let Some(reason) = reason {
            self.questions.take_under_way();
            let refused = self.give_up_worker(reason);
            self.lose_task(refused);
        }
        self.ask_next();
    }

    /// The task waits no more for anything that it has asked.
    pub(super) fn forgo_move(&mut self) {
        self.questions.forget(QuestionOwner::Task);
    }

    /// A position of this library, which is set up when something is asked about it.
    pub(super) fn new_board(
        &mut self,
        library: &Arc<plyd_host::Library>,
        setup: crate::work::ClientSetup,
    ) -> SessionPosition {
        self.boards += 1;
        SessionPosition { number: self.boards, library: Arc::clone(library), setup: Arc::new(setup), about: None }
    }
}
