//! The engine's move, and what it says of it.

use super::clocks::seconds;
use crate::errand::Scene;
use anyhow::Context;
use plyd_host::{Position, Sides};
use plyd_player::{Searcher, random_seed};
use plyd_rules::{Game, Move, Player};
use plyd_search::{Budget, Event, Limits, Score};
use plyd_tournament::{Evaluation, Score as Points};
use std::sync::Once;
use std::time::Duration;

/// Whether the log has why textbook searches are slower than they could be.
static OTHER_BUILD: Once = Once::new();

/// A move that the engine found.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    /// The move.
    pub(super) mv: Move,
    score: Option<Score>,
    /// Whether the score is that of the whole tree.
    is_solved: bool,
    depth: u32,
    nodes: u64,
    time: Duration,
}

/// Looks for a move until the time is over or the depth is reached.
pub(super) fn think(
    scene: &Scene,
    searcher: &Searcher,
    position: &Position,
    budget: Budget,
    depth: Option<u32>,
) -> anyhow::Result<Thought> {
    let control = scene.control();
    control.start_clock(budget);
    let limits = Limits { depth, deepen: true, ..Limits::default() };
    let mut reached = 0;
    let mut report = |event: Event<'_>| {
        if let Event::Iteration(iteration) = event {
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
    Ok(Thought {
        mv: best,
        // A bound says too little.
        score: answer.score.filter(|_| answer.bound.is_none()),
        is_solved: answer.solved,
        depth: reached,
        nodes: answer.nodes,
        time: control.elapsed(),
    })
}

impl Thought {
    /// Score, depth and time: `White +0.31, depth 12, 1.0 s`.
    pub(super) fn details(&self, player: Player, sides: &Sides) -> String {
        let score = self.score.map_or_else(String::new, |score| told(score, self.is_solved, sides.name(player)) + ", ");
        format!("{score}depth {}, {}", self.depth, seconds(self.time))
    }

    /// The same, as PGN has it.
    pub(super) fn evaluation(&self, time: Duration, left: Option<Duration>) -> Evaluation {
        let moves = |plies: u32| i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX);
        let score = self.score.map(|score| match score {
            Score::Value(value) => Points::Points(value),
            Score::Win(plies) => Points::Mate(moves(plies)),
            Score::Loss(plies) => Points::Mate(-moves(plies)),
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
fn told(score: Score, is_solved: bool, side: &str) -> String {
    let moves = |plies: u32| match plies.div_ceil(2) {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    match score {
        Score::Win(plies) => format!("{side} wins in {}", moves(plies)),
        Score::Loss(plies) => format!("{side} loses in {}", moves(plies)),
        Score::Value(0) if is_solved => "draw".to_owned(),
        Score::Value(value) if is_solved => format!("{side} gets {value:+}"),
        Score::Value(value) => format!("{side} {}", Points::Points(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_in_words() {
        assert_eq!(told(Score::Win(3), true, "X"), "X wins in 2 moves");
        assert_eq!(told(Score::Loss(2), true, "O"), "O loses in 1 move");
        assert_eq!(told(Score::Value(0), true, "O"), "draw");
        assert_eq!(told(Score::Value(3), true, "MAX"), "MAX gets +3");
        assert_eq!(told(Score::Value(-31), false, "White"), "White -0.31");
    }
}
