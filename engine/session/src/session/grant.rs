//! What the tasks of a session in a child have of the bounds of this process. In this process each takes its own.

use super::Session;
use crate::Engine;
use crate::event::PositionFacts;
use crate::work::{Grant, SessionWork, TaskJob, WorkerRequest, rules_turn};
use plyd_player::{QuotaShare, SearchOptions, SearchRoom, TableGrant};
use plyd_rules::Turn;
use plyd_worker::Worker;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The memory for the table of a child.
#[derive(Debug)]
pub(super) struct PendingGrant {
    table: Arc<TableGrant>,
    /// Whether another session wants the memory of the idle table.
    is_wanted: Arc<Notify>,
}

/// What a search was granted.
#[derive(Debug)]
pub(super) struct InUse {
    _table: Option<TableInUse>,
    _threads: QuotaShare,
}

/// A granted table that is in use.
#[derive(Debug)]
pub(super) struct TableInUse(Arc<TableGrant>);

impl Drop for TableInUse {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl PendingGrant {
    /// Nothing is granted yet; `None` if there are no children. Only a worker in a child is granted something.
    pub(super) fn new(engine: &Engine) -> Option<Self> {
        engine.isolation.as_ref()?;
        let is_wanted = Arc::<Notify>::default();
        let wanted = Arc::clone(&is_wanted);
        let table = TableGrant::new(&engine.tables, move || wanted.notify_one());
        Some(Self { table, is_wanted })
    }

    /// Waits until another session wants the memory of the idle table. To drop the future loses nothing.
    pub(super) async fn wanted(&self) {
        self.is_wanted.notified().await;
    }

    /// Gives the memory of an idle table back.
    pub(super) fn free_idle(&self) {
        self.table.free_idle();
    }

    /// Grants the MiB of a table for searches of such a position.
    fn lend_table(&self, options: &SearchOptions, about: PositionFacts) -> (usize, Option<TableInUse>) {
        let granted = options.wanted_hash(about.has_key).map(|wanted| self.table.begin(wanted));
        (granted.unwrap_or(0), granted.map(|_| TableInUse(Arc::clone(&self.table))))
    }

    /// Grants a search of such a position what it may use.
    fn begin(&self, engine: &Engine, options: &SearchOptions, about: PositionFacts) -> (usize, usize, InUse) {
        let (hash, table) = self.lend_table(options, about);
        let threads = engine.threads.take(options.wanted_threads(hash > 0));
        (hash, threads.size(), InUse { _table: table, _threads: threads })
    }

    /// The same for the code that makes the table for a search in this worker: the MiB, until the last is dropped.
    pub(super) fn begin_table(
        &self,
        worker: &Worker<SessionWork>,
        options: &SearchOptions,
        about: PositionFacts,
    ) -> (usize, Option<TableInUse>) {
        let (hash, in_use) = self.lend_table(options, about);
        worker.allow(SearchRoom { hash, threads: 1 }.in_use());
        (hash, in_use)
    }
}

impl Session {
    /// Has the worker begin with the task, whose position it has set up.
    pub(super) fn begin_task(&mut self, about: PositionFacts) {
        let (Some(hired), Some(running)) = (&mut self.hired, &mut self.running) else { return };
        let granting = self.granting.as_ref().filter(|_| hired.is_in_child());
        let Some(job) = running.take_job() else { return };
        let (mut budget, mut in_use) = (None, None);
        let (is_stopped, is_hit) = (running.is_stopping(), running.is_hit());
        let mut grant = Grant { is_stopped, is_hit, ..Grant::default() };
        if let TaskJob::Search(order) = &*job {
            budget = order.begin(about.turn.map_or(Turn::Max, rules_turn), &mut self.lag);
            if let Some(granting) = granting {
                let (hash, threads, used) = granting.begin(&self.engine, &order.options, about);
                (grant.hash, grant.threads, in_use) = (hash, threads, Some(used));
            }
            // The time until now counts, unless the clock does not run yet.
            let is_held = order.go.ponder || order.go.infinite;
            let spent = if is_held { Duration::ZERO } else { running.began().at().elapsed() };
            grant.budget = budget.map(|budget| (budget.soft.saturating_sub(spent), budget.hard.saturating_sub(spent)));
        }
        if let Some(granting) = granting {
            // A table is kept while others than searches are at work.
            let room = SearchRoom { hash: granting.table.granted(), threads: grant.threads + 1 };
            hired.worker.allow(room.in_use());
        }
        running.run(Instant::now(), budget, in_use);
        hired.worker.ask(WorkerRequest::Start(job, grant), self.attention.clock());
    }

    /// Another session has the memory of the table now, unless a search has begun since that has some again.
    pub(super) fn free_table(&mut self) {
        let is_in_child = self.hired.as_ref().is_some_and(|hired| hired.is_in_child());
        if !is_in_child || self.granting.as_ref().is_none_or(|granting| granting.table.granted() > 0) {
            return;
        }
        self.tell_worker(WorkerRequest::FreeTable);
        if self.running.is_none() {
            self.hired.iter().for_each(|hired| hired.worker.allow(SearchRoom { hash: 0, threads: 1 }.in_use()));
        }
    }
}
