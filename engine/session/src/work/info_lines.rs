//! The protocol lines that report a search.

use super::search::SearchOrder;
use super::{TaskReporter, wdl};
use plyd_host::Position;
use plyd_protocol::{ErrorCode, Info, Mode, Reply, Score, ScoreBound, excerpt};
use plyd_rules::{Facts, Move};
use plyd_search::{BoundSide, Iteration, Odds, SearchEvent, SearchResult, TranspositionTable};
use std::time::Duration;

/// Turns events of a search into lines, on the search's thread.
pub(crate) struct InfoLines<'a> {
    position: &'a Position,
    table: Option<&'a TranspositionTable>,
    mode: Mode,
    /// The scale of the chances, if the client wants them.
    odds: Option<Odds>,
    counts_lines: bool,
    /// Whether chance decides at the root: then there is no line, but a search.
    is_chance: bool,
    report: &'a TaskReporter,
    /// Those of the last results that the session was too busy to take.
    unsent: Vec<Reply>,
    /// Why the text of a line is missing, if one is.
    fault: Option<String>,
}

impl<'a> InfoLines<'a> {
    /// For a search of this position by this order, with this table, of a game with these facts; `is_chance` is whether
    /// chance decides at it.
    pub(crate) fn new(
        position: &'a Position,
        (table, facts): (Option<&'a TranspositionTable>, &Facts),
        order: &SearchOrder,
        is_chance: bool,
        report: &'a TaskReporter,
    ) -> Self {
        let odds = order.options.show_wdl.then(|| Odds::of(facts));
        let counts_lines = order.options.line_counters;
        let (mode, unsent, fault) = (order.mode, Vec::new(), None);
        Self { position, table, mode, odds, counts_lines, is_chance, report, unsent, fault }
    }

    /// Tells the session, unless it is too busy; results wait for the end then.
    pub(crate) fn tell(&mut self, event: SearchEvent<'_>) {
        let reply = match event {
            SearchEvent::Iteration(iteration) => return self.tell_result(iteration),
            SearchEvent::Bound(iteration) => Reply::Info(self.info(iteration)),
            SearchEvent::RootMove { depth, mv, number } => {
                let Ok(mut texts) = self.position.line_texts(&[mv]) else { return };
                let (depth, currmove) = (Some(depth), texts.pop());
                Reply::Info(Info { depth, currmove, currmovenum: Some(number), ..Info::default() })
            }
            SearchEvent::Progress { nodes, time } => Reply::Info(self.with_effort(Info::default(), nodes, time)),
            SearchEvent::DepthBound(depth) => {
                Reply::InfoString(format!("the game continues beyond {depth} plies; the static value was used there"))
            }
            SearchEvent::FewThreads(count) => {
                Reply::InfoString(format!("the system could start only {count} threads for the search"))
            }
        };
        // Dropped if the queue is full: it is soon out of date.
        drop(self.report.offer(reply));
    }

    fn tell_result(&mut self, iteration: &Iteration) {
        if iteration.line == 1 {
            self.unsent.clear();
        }
        let line = Reply::Info(self.info(iteration));
        // Behind a line that waits the others of the same result wait as well, so that they stay in order.
        if !self.unsent.is_empty() {
            return self.unsent.push(line);
        }
        self.unsent.extend(self.report.offer(line));
    }

    /// Reports a fact about the search beside its results; it is not worth waiting for.
    pub(crate) fn remark(&self, text: String) {
        drop(self.report.offer(Reply::InfoString(text)));
    }

    fn with_effort(&self, info: Info, nodes: u64, time: Duration) -> Info {
        let nps = u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1);
        let hashfull = self.table.map(TranspositionTable::permille_full);
        Info { nodes: Some(nodes), nps: u64::try_from(nps).ok(), hashfull, time: Some(time), ..info }
    }

    /// A finished game has only a depth, a line and a score.
    fn info(&mut self, iteration: &Iteration) -> Info {
        let score = match iteration.score {
            plyd_search::SearchScore::Value(value) => Score::Points(value),
            plyd_search::SearchScore::Win(plies) => Score::mate(plies, true, self.mode),
            plyd_search::SearchScore::Loss(plies) => Score::mate(plies, false, self.mode),
        };
        let wdl = self.odds.map(|odds| wdl::wdl(iteration.score, iteration.solved, odds));
        let bound =
            iteration.bound.map(|side| if side == BoundSide::Lower { ScoreBound::Lower } else { ScoreBound::Upper });
        // Clients look for the number of the line in each report with a score, even if there is only one line.
        let (depth, multipv) = (Some(iteration.depth), Some(iteration.line));
        let result = Info { depth, multipv, score: Some(score), bound, wdl, ..Info::default() };
        if iteration.pv.is_empty() && !self.is_chance {
            return result;
        }
        let pv = self.position.line_texts(&iteration.pv).unwrap_or_else(|fault| {
            self.fault = Some(fault.to_string());
            Vec::new()
        });
        let effort = self.with_effort(result, iteration.nodes, iteration.time);
        let nodes = iteration.visits.filter(|_| self.counts_lines).or(effort.nodes);
        Info { seldepth: Some(iteration.seldepth), nodes, pv, ..effort }
    }

    /// The lines that are still to be written, and the last one.
    pub(crate) fn finish(self, answer: SearchResult) -> (Vec<Reply>, Option<Reply>) {
        // After a move that leaves it the turn of the same player there is no reply to ponder on.
        let reply = answer.ponder.filter(|_| answer.best.is_none_or(|best| !self.keeps_the_turn(best)));
        let line: Vec<Move> = answer.best.into_iter().chain(reply).collect();
        let texts = self.position.line_texts(&line);
        let of_text = texts.as_ref().err().map(ToString::to_string).or(self.fault);
        let faults = answer.fault.iter().cloned().chain(of_text);
        let mut lines: Vec<_> = faults.map(|fault| plugin_error(&fault)).collect();
        lines.extend(self.unsent);
        lines.extend(answer.expectation.map(Reply::expectation));
        let mut texts = texts.unwrap_or_default().into_iter();
        (lines, Some(Reply::best_move(texts.next(), texts.next(), self.mode)))
    }

    /// Whether the same player moves again after this move.
    fn keeps_the_turn(&self, mv: Move) -> bool {
        let mut after = self.position.clone();
        let turns = (self.position.turn(), after.play(mv).and_then(|()| after.turn()));
        matches!(turns, (Ok(before), Ok(then)) if before == then)
    }
}

/// The error line for a library that failed.
pub(crate) fn plugin_error(text: &str) -> Reply {
    Reply::Error { code: ErrorCode::Plugin, text: excerpt(text) }
}
