//! `isready`, and what is done before its answer, so that no search has to do it on the clock.

use super::Session;
use super::call::AnswerEffect;
use super::questions::QuestionTopic;
use plyd_protocol::{Reply, Right};
use std::time::Instant;

impl Session {
    /// Answers `isready`, which came then. First the worker of the next search is there, in a child of its own if that
    /// is where libraries run, the table is made, and the network is compared with the game. Of all that was set or
    /// forgotten since a search began only the outcome counts, and nothing is done for a client that asks for nothing,
    /// or that may not search. A failure is reported when what failed is needed.
    pub(super) fn get_ready(&mut self, since: Instant) {
        let is_due = self.is_unready && self.running.is_none() && self.transport.rights().allow(Right::Play);
        let board = if is_due { self.board().ok().cloned() } else { None };
        let Some(board) = board else { return self.say_ready(since) };
        (self.has_table, self.is_unready) = (true, false);
        let options = self.options.search.clone();
        let network = self.engine.networks.find(&board.library, &options).ok().flatten();
        let ready = QuestionTopic::Ready(Box::new(options.with_network(network)));
        if self.call(board, ready, AnswerEffect::Ready { since }).is_err() {
            self.say_ready(since);
        }
    }

    /// Answers an `isready` that came then.
    pub(super) fn say_ready(&mut self, since: Instant) {
        self.engine.counters.ready.note(since.elapsed());
        self.say(Reply::ReadyOk);
    }
}
