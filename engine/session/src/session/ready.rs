//! `isready`, and the table that is made before its answer, so that no search has to do it on the clock.

use super::Session;
use super::call::Effect;
use super::questions::What;
use plyd_protocol::{Reply, Right};
use std::time::Instant;

impl Session {
    /// Answers `isready`, which came then. Of all that was set or forgotten since a search began only the outcome counts:
    /// there is one table to be made, and none for a client that asks for nothing, or that may not search. A child is not
    /// started for it.
    pub(super) fn get_ready(&mut self, since: Instant) {
        let is_due = self.table_is_due && self.running.is_none() && self.transport.rights().allow(Right::Play);
        let has_place = self.granting.is_none() || self.hired.is_some();
        let board = if is_due && has_place { self.board().ok().cloned() } else { None };
        let Some(board) = board else { return self.say_ready(since) };
        (self.has_table, self.table_is_due) = (true, false);
        let table = What::Table(Box::new(self.options.search.clone()));
        if self.call(board, table, Effect::Ready { since }).is_err() {
            self.say_ready(since);
        }
    }

    /// Answers an `isready` that came then.
    pub(super) fn say_ready(&mut self, since: Instant) {
        self.engine.counters.ready.note(since.elapsed());
        self.say(Reply::ReadyOk);
    }
}
