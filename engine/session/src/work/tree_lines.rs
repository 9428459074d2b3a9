//! The JSON lines for the tree of a watched search.

use super::{TaskReporter, turn_name};
use plyd_host::Position;
use plyd_player::{SampledNode, SampledTree};
use plyd_protocol::Reply;
use plyd_rules::Game;
use plyd_search::{Algorithm, LeafKind, MAX_DEPTH, win_at, win_distance};
use serde::Serialize;
use std::time::Duration;

/// The most nodes of a line.
const MOST_OF_A_LINE: usize = 128;

/// Makes lines of a sample, on the search's thread.
pub(super) struct TreeLines<'a> {
    position: &'a Position,
    /// Whether wins have a distance.
    counts_wins: bool,
}

/// A line.
#[derive(Serialize)]
struct TreeLine {
    /// In milliseconds.
    time: u128,
    visited: u64,
    omitted: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    last: bool,
    tree: Vec<TreeNodeJson>,
}

/// A node.
#[derive(Serialize)]
struct TreeNodeJson {
    id: usize,
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    /// `Some(None)` for a turn that was given up.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<Option<String>>,
    /// The move as people write it, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<String>,
    turn: &'static str,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<JsonNumber>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alpha: Option<JsonNumber>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beta: Option<JsonNumber>,
    visits: u64,
    nodes: u64,
    cuts: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaf: Option<&'static str>,
}

/// A value: a whole number is written as one.
#[derive(Serialize)]
#[serde(untagged)]
enum JsonNumber {
    Whole(i64),
    Part(f64),
}

impl JsonNumber {
    /// `None` for an open end of a window.
    fn of(value: f64) -> Option<Self> {
        let is_whole = value.fract() == 0.0;
        value.is_finite().then_some(if is_whole { Self::Whole(value as i64) } else { Self::Part(value) })
    }
}

impl<'a> TreeLines<'a> {
    /// For a search of this position by this algorithm.
    pub(super) fn new(position: &'a Position, algorithm: Algorithm) -> Self {
        // Where chance decides, a win is worth what the game says.
        let counts_wins = algorithm == Algorithm::Pvs && position.game().facts().chance.is_none();
        Self { position, counts_wins }
    }

    /// Reports what has changed, unless the session is too busy: at the end everything is reported in any case.
    pub(super) fn tell(&self, tree: &mut SampledTree, time: Duration, report: &TaskReporter) {
        if !report.has_room() {
            return;
        }
        let news = tree.news(MOST_OF_A_LINE);
        if !news.is_empty() {
            // Only this thread reports, so there is room.
            drop(report.offer(self.line(tree, &news, time, false)));
        }
    }

    /// The lines with the whole sample.
    pub(super) fn all(&self, tree: &SampledTree, time: Duration) -> Vec<Reply> {
        let places: Vec<_> = (0..tree.nodes().len()).collect();
        places.chunks(MOST_OF_A_LINE).map(|places| self.line(tree, places, time, true)).collect()
    }

    fn line(&self, tree: &SampledTree, places: &[usize], time: Duration, last: bool) -> Reply {
        let told = places.iter().map(|&place| self.told(tree, place)).collect();
        let (time, visited, omitted) = (time.as_millis(), tree.visited(), tree.omitted());
        let line = TreeLine { time, visited, omitted, last, tree: told };
        Reply::Tree(serde_json::to_string(&line).expect("all keys are texts"))
    }

    fn told(&self, tree: &SampledTree, place: usize) -> TreeNodeJson {
        let SampledNode { parent, turn, depth, window: [alpha, beta], value, visits, nodes, cuts, best, leaf, .. } =
            tree.nodes()[place];
        let bound = value.map(|value| match () {
            () if value >= beta => "lower",
            () if value <= alpha => "upper",
            () => "exact",
        });
        let distance = value.and_then(|value| self.distance(value));
        let (mv, notation) = self.move_texts(tree, place).unzip();
        TreeNodeJson {
            id: place,
            parent,
            mv: parent.map(|_| mv),
            notation: notation.flatten(),
            turn: turn_name(turn),
            depth,
            value: value.filter(|_| distance.is_none()).and_then(JsonNumber::of),
            mate: distance,
            bound,
            alpha: self.end(alpha),
            beta: self.end(beta),
            visits,
            nodes,
            cuts,
            best,
            leaf: leaf.map(leaf_name),
        }
    }

    /// An end of a window; `None` for an open one. That of the strong search begins beyond all wins, and a win is no
    /// number of points.
    fn end(&self, value: f64) -> Option<JsonNumber> {
        let is_of_wins = self.counts_wins && value.abs() > f64::from(win_at(MAX_DEPTH as usize));
        JsonNumber::of(value).filter(|_| !is_of_wins)
    }

    /// The plies from the root to a win, below zero for the second player's.
    fn distance(&self, value: f64) -> Option<i64> {
        let plies = win_distance(value as i32).filter(|_| self.counts_wins)?;
        Some(if value > 0.0 { plies.into() } else { -i64::from(plies) })
    }

    /// The text of the move to a node, and how people write it if that differs; `None` for a turn that was given up.
    fn move_texts(&self, tree: &SampledTree, place: usize) -> Option<(String, Option<String>)> {
        let game = self.position.game();
        let (mut state, mut below) = (self.position.state().clone(), self.position.state().clone());
        let path = tree.path(place);
        let (&last, before) = path.split_last()?;
        for &mv in before {
            match mv {
                Some(mv) => game.play(&mut state, mv),
                None => {
                    game.pass_into(&state, &mut below);
                    std::mem::swap(&mut state, &mut below);
                }
            }
        }
        // A library that fails says so to the search itself.
        let text = game.format_move(&state, last?).ok()?;
        let notation = game.notate(&state, last?).ok().flatten().filter(|notation| *notation != text);
        Some((text, notation))
    }
}

fn leaf_name(kind: LeafKind) -> &'static str {
    match kind {
        LeafKind::Finished => "finished",
        LeafKind::Horizon => "horizon",
        LeafKind::Table => "table",
        LeafKind::Pruned => "pruned",
        LeafKind::Repeated => "repeated",
        LeafKind::Distance => "distance",
    }
}
