//! `go`, `go perft` and `explain`: how the session has their work done.

use super::Session;
use super::questions::{QuestionOwner, QuestionResult, QuestionTopic};
use super::task::{SessionTask, TaskPlan, TaskWait};
use crate::event::{CheckedReplies, PositionFacts, WorkerEvent};
use crate::position::PositionRefused;
use crate::queue::Permit;
use crate::work::{JobKind, SearchOrder, TaskJob, last_line, refused, request, rules_turn};
use plyd_player::SearchOptions;
use plyd_protocol::{ExplainLimits, GoLimits, Reply};
use plyd_rules::Turn;
use plyd_search::Budget;
use std::sync::Arc;
use std::time::Duration;

impl Session {
    pub(super) fn start_search(&mut self, go: GoLimits) -> Result<(), PositionRefused> {
        let options = self.with_network(self.options.search.clone());
        let (mode, move_overhead, debug) = (self.mode, self.options.move_overhead(), self.debug);
        let watching = self.watching;
        self.start_job(TaskJob::Search(SearchOrder { go, options, mode, move_overhead, debug, watching }))
    }

    /// These options with the network that they ask for. If there is none, the client gets the reason, once.
    pub(super) fn with_network(&mut self, options: SearchOptions) -> SearchOptions {
        let Some(library) = self.board().ok().map(|board| Arc::clone(&board.library)) else { return options };
        match self.engine.networks.find(&library, &options) {
            Ok(network) => options.with_network(network),
            Err(reason) => {
                if let Some(reason) = self.table.once(reason) {
                    self.say(Reply::InfoString(reason));
                }
                options
            }
        }
    }

    pub(super) fn start_perft(&mut self, depth: u32) -> Result<(), PositionRefused> {
        self.start_job(TaskJob::Perft(depth))
    }

    pub(super) fn start_explanation(&mut self, explain: ExplainLimits) -> Result<(), PositionRefused> {
        let options = self.options.search.clone();
        // What is wrong with it is said before there is a thread.
        let algorithm = request(&explain, &options)?.algorithm;
        let options = self.with_network(options.with_algorithm(algorithm));
        self.start_job(TaskJob::Explain(explain, options))
    }

    fn start_job(&mut self, job: TaskJob) -> Result<(), PositionRefused> {
        let board = self.board_of(&job)?.clone();
        self.check_enabled(&board.library)?;
        let counted = match &job {
            TaskJob::Search(order) => {
                let visit = self.transport.visit().cloned();
                Some(self.engine.counters.search(board.library.id(), order.options.algorithm.name(), visit))
            }
            TaskJob::Perft(_) | TaskJob::Explain(..) => None,
        };
        let turn = self.engine.running.take(self.transport.owner());
        let (permit, turn) = match turn {
            Ok(permit) => (Some(permit), None),
            Err(turn) => (None, Some(turn)),
        };
        let is_queued = turn.is_some();
        let (budget, is_unknown) =
            if is_queued { time_in_queue(&job, board.about, self.lag.usual()) } else { (None, false) };
        let (engine, attention) = (&self.engine, self.attention.clock().clone());
        self.running =
            Some(SessionTask::new(engine, TaskPlan { job, board: board.clone(), counted, turn, budget }, attention));
        if !is_queued {
            self.launch(permit);
        } else if is_unknown {
            self.ask(board, QuestionTopic::Position, QuestionOwner::Task);
        }
        Ok(())
    }

    /// It is the turn of the task that waits, or it ends at once without one.
    pub(super) fn launch(&mut self, permit: Option<Permit>) {
        let Some(running) = &mut self.running else { return };
        self.places.put(permit);
        running.open();
        let board = running.board().clone();
        let holds = self.hired.as_ref().and_then(|hired| hired.holds).filter(|(number, _)| *number == board.number);
        match (holds, self.need(&board)) {
            (Some((_, about)), Ok(true)) if self.hired.as_ref().is_some_and(|hired| hired.holds == holds) => {
                self.begin_task(about);
            }
            _ if self.questions.has_of_task() => {}
            _ => self.ask(board, QuestionTopic::Position, QuestionOwner::Task),
        }
    }

    /// Something was found out that the task waits for.
    pub(super) fn take_found_of_task(&mut self, found: Result<QuestionResult, PositionRefused>) {
        let Some(running) = &mut self.running else { return };
        let (kind, mode) = (running.kind(), running.mode());
        match running.waits_for() {
            TaskWait::Turn => {
                // If the library fails, the search finds out when its turn comes.
                let Ok(QuestionResult::Position(board)) = found else { return };
                let budget = running.job().and_then(|job| time_in_queue(job, board.about, self.lag.usual()).0);
                running.know(budget);
            }
            TaskWait::Position => match found {
                Ok(QuestionResult::Position(board)) => board.about.into_iter().for_each(|about| self.begin_task(about)),
                Ok(_) => {}
                Err(reason) => {
                    let (lines, last) = refused(kind, mode, reason);
                    self.end_task(lines, last);
                }
            },
            TaskWait::Move => {
                let (lines, last) = match found {
                    Ok(QuestionResult::Move(best)) => (Vec::new(), last_line(kind, best, mode)),
                    Ok(_) => return,
                    Err(reason) => refused(kind, mode, reason),
                };
                self.end_task(lines, last);
            }
            TaskWait::Event => {}
        }
    }

    /// The task ends with these lines, without its worker.
    pub(super) fn end_task(&mut self, lines: Vec<Reply>, last: Option<Reply>) {
        self.take_event(WorkerEvent::Ended { lines: CheckedReplies(lines), last }, None);
    }

    /// The worker of the task is lost, for this reason: the client gets an error, and if a move is owed another worker
    /// is asked for one.
    pub(super) fn lose_task(&mut self, refused: PositionRefused) {
        if self.running.as_ref().is_some_and(SessionTask::is_at_work) {
            self.recover_task(refused);
        }
    }

    /// The same for a task that is not at work yet, too.
    pub(super) fn recover_task(&mut self, refused: PositionRefused) {
        let Some(running) = &mut self.running else { return };
        let (kind, mode, board) = (running.kind(), running.mode(), running.board().clone());
        let wanted = running.recover();
        self.places.put(None);
        self.say(refused.into());
        if kind == JobKind::Search {
            self.ask(board, QuestionTopic::Move(wanted), QuestionOwner::Task);
        } else {
            self.end_task(Vec::new(), last_line(kind, None, mode));
        }
    }
}

/// The time for the move of a search that waits for its turn, and whether it is unknown whose move it is.
fn time_in_queue(job: &TaskJob, about: Option<PositionFacts>, lag: Duration) -> (Option<Budget>, bool) {
    let TaskJob::Search(order) = job else { return (None, false) };
    if order.go.time.iter().all(Option::is_none) {
        return (order.budget(Turn::Max, lag), false);
    }
    let Some(about) = about else { return (None, true) };
    // If the library fails, the search finds out when its turn comes.
    (about.turn.and_then(|turn| order.budget(rules_turn(turn), lag)), false)
}
