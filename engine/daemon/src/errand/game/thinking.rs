//! The engine's move, and what it says of it.

use super::clocks::seconds;
use crate::errand::ErrandContext;
use anyhow::Context;
use plyd_host::{Position, SideNames};
use plyd_player::{GameSearcher, random_seed};
use plyd_rules::{Game, Move, Player};
use plyd_search::{Budget, SearchEvent, SearchScore, SearcherLimits};
use plyd_tournament::{EngineScore, Evaluation};
use std::sync::Once;
use std::time::Duration;

/// Whether the log has why textbook searches are slower than they could be.
static OTHER_BUILD: Once = Once::new();

/// A move that the engine found.
#[derive(Clone, Debug)]
pub(super) struct EngineMove {
    /// The move.
    pub(super) mv: Move,
    score: Option<SearchScore>,
    /// Whether the score is that of the whole tree.
    is_solved: bool,
    depth: u32,
    nodes: u64,
    time: Duration,
}

/// Looks for a move until the time is over or the depth is reached.
pub(super) fn think(
    scene: &ErrandContext,
    searcher: &GameSearcher,
    position: &Position,
    budget: Budget,
    depth: Option<u32>,
) -> anyhow::Result<EngineMove> {
    let control = scene.control();
    control.start_clock(budget);
    let limits = SearcherLimits { depth, deepen: true, ..SearcherLimits::default() };
    let mut reached = 0;
    let mut report = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(iteration) = event {
            reached = iteration.depth;
        }
    };
    let mut prepared = searcher.prepare(position.game());
    for remark in prepared.take_tablebases(position.game(), &control) {
        scene.console.remark(remark);
    }
    let answer = prepared.search(position, &limits, random_seed(), &control, &mut report);
    if let Some(remark) = position.game().library().other_build_remark() {
        OTHER_BUILD.call_once(|| scene.console.remark(remark));
    }
    if let Some(fault) = answer.fault {
        match searcher.options.algorithm.refusal(&position.game().facts(), &limits) {
            Some(refusal) => anyhow::bail!(refusal),
            None => scene.console.remark(format!("the game's library failed: {fault}")),
        }
    }
    let best = answer.best.context("the game's library returned no move")?;
    Ok(EngineMove {
        mv: best,
        // A bound says too little.
        score: answer.score.filter(|_| answer.bound.is_none()),
        is_solved: answer.solved,
        depth: reached,
        nodes: answer.nodes,
        time: control.elapsed(),
    })
}

impl EngineMove {
    /// Score, depth and time: `White +0.31, depth 12, 1.0 s`.
    pub(super) fn details(&self, player: Player, sides: &SideNames) -> String {
        let score = self.score.map_or_else(String::new, |score| told(score, self.is_solved, sides.name(player)) + ", ");
        format!("{score}depth {}, {}", self.depth, seconds(self.time))
    }

    /// The same, as PGN has it.
    pub(super) fn evaluation(&self, time: Duration, left: Option<Duration>) -> Evaluation {
        let moves = |plies: u32| i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX);
        let score = self.score.map(|score| match score {
            SearchScore::Value(value) => EngineScore::Points(value),
            SearchScore::Win(plies) => EngineScore::Mate(moves(plies)),
            SearchScore::Loss(plies) => EngineScore::Mate(-moves(plies)),
        });
        Evaluation { score, depth: Some(self.depth), nodes: Some(self.nodes), ..timed(time, left) }
    }
}

/// The time of a move, and what is left on the clock after it.
pub(super) fn timed(time: Duration, left: Option<Duration>) -> Evaluation {
    let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    Evaluation { score: None, depth: None, nodes: None, micros: micros(time), left: left.map(micros) }
}

/// A score of this side in words.
fn told(score: SearchScore, is_solved: bool, side: &str) -> String {
    let moves = |plies: u32| match plies.div_ceil(2) {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    match score {
        SearchScore::Win(plies) => format!("{side} wins in {}", moves(plies)),
        SearchScore::Loss(plies) => format!("{side} loses in {}", moves(plies)),
        SearchScore::Value(0) if is_solved => "draw".to_owned(),
        SearchScore::Value(value) if is_solved => format!("{side} gets {value:+}"),
        SearchScore::Value(value) => format!("{side} {}", EngineScore::Points(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_in_words() {
        assert_eq!(told(SearchScore::Win(3), true, "X"), "X wins in 2 moves");
        assert_eq!(told(SearchScore::Loss(2), true, "O"), "O loses in 1 move");
        assert_eq!(told(SearchScore::Value(0), true, "O"), "draw");
        assert_eq!(told(SearchScore::Value(3), true, "MAX"), "MAX gets +3");
        assert_eq!(told(SearchScore::Value(-31), false, "White"), "White -0.31");
    }
}
