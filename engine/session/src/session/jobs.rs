//! `go`, `go perft` and `explain`: how the session has their work done.

use super::Session;
use super::board::Board;
use super::task::{Plan, Task, Workplace};
use crate::work::position::PositionRefused;
use crate::work::{Job, MoveClock, Order, Shared, Timing, request};
use plyd_protocol::{Explain, Go};
use plyd_rules::Turn;
use plyd_search::{Budget, Control};
use std::sync::{Arc, PoisonError};

impl Session {
    pub(super) fn start_search(&mut self, go: Go) -> Result<Task, PositionRefused> {
        let options = self.options.search.clone();
        let (mode, move_overhead, debug) = (self.mode, self.options.move_overhead(), self.debug);
        let watching = self.watching;
        self.start_job(Job::Search(Order { go, options, mode, move_overhead, debug, watching }))
    }

    pub(super) fn start_perft(&mut self, depth: u32) -> Result<Task, PositionRefused> {
        self.start_job(Job::Perft(depth))
    }

    pub(super) fn start_explanation(&mut self, explain: Explain) -> Result<Task, PositionRefused> {
        let options = self.options.search.clone();
        // What is wrong with it is said before there is a thread.
        request(&explain, &options)?;
        self.start_job(Job::Explain(explain, options))
    }

    fn start_job(&mut self, job: Job) -> Result<Task, PositionRefused> {
        let board = self.board_of(&job)?.clone();
        let runs = match &job {
            Job::Search(order) => !order.go.infinite && !order.go.ponder,
            Job::Perft(_) | Job::Explain(..) => false,
        };
        let library = Arc::clone(board.library());
        let control = Arc::new(Control::new());
        let clock = Arc::new(MoveClock::new(Arc::clone(&control), runs));
        let budget = self.time_in_queue(&board, &job);
        let workplace = match board {
            Board::Here(position) => {
                self.check_enabled(position.game().library())?;
                let traffic = self.engine.calls.traffic(position.game().library());
                Workplace::Here { position, traffic }
            }
            Board::Away(seat, board) => {
                Workplace::Away { seat, board, needs: (&self.options.search).into(), lag: Arc::clone(&self.lag) }
            }
        };
        let (table, threads) = (Arc::clone(&self.table), Arc::clone(&self.engine.threads));
        let (tablebases, timing) = (Arc::clone(&self.tablebases), Timing::Own(Arc::clone(&self.lag)));
        let shared = Shared { table, threads, tablebases, control, clock, timing };
        let counted = match &job {
            Job::Search(order) => {
                let visit = self.transport.visit().cloned();
                Some(self.engine.counters.search(library.id(), order.options.algorithm.name(), visit))
            }
            Job::Perft(_) | Job::Explain(..) => None,
        };
        let (attention, owner) = (self.attention.clock().clone(), self.transport.owner());
        let plan = Plan { job, owner, counted, workplace, shared, budget: Box::pin(budget) };
        Ok(Task::start(&self.engine, plan, attention))
    }

    /// Finds out the time for the move of a search that waits for its turn.
    fn time_in_queue(&self, board: &Board, job: &Job) -> impl Future<Output = Option<Budget>> + Send + use<> {
        let (board, job, lag) = (board.clone(), job.clone(), Arc::clone(&self.lag));
        let (engine, needs) = (Arc::clone(&self.engine), (&self.options.search).into());
        async move {
            let Job::Search(order) = job else { return None };
            let lag = lag.lock().unwrap_or_else(PoisonError::into_inner).usual();
            if order.go.time.iter().all(Option::is_none) {
                return order.budget(Turn::Max, lag);
            }
            let turn = match board {
                Board::Here(position) => {
                    let library = Arc::clone(position.game().library());
                    engine.calls.call(&library, move || position.turn()).await.ok()?.ok()
                }
                Board::Away(seat, board) => seat.turn(board, needs).await.ok()?,
            };
            // Where the library fails, the search will find out when it is its turn.
            turn.and_then(|turn| order.budget(turn, lag))
        }
    }
}
