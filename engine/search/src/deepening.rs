//! From the limits to the answer: one search to a depth, or one iteration after the other.

use crate::aspiration::deepen;
use crate::method::{AlphaBeta, Method, Minimax};
use crate::observer::Observer;
use crate::quiescence;
use crate::strong::Strong;
use crate::tree::Tree;
use crate::{Algorithm, Answer, Control, Event, Iteration, Limits, MAX_DEPTH, Root, Score, Settings};
use plyd_plugin::{Game, Move, Outcome, Player, Step, Want};

/// Searches for the best move of `root`.
///
/// The root itself is searched even if it stands for the time that ends the game by repetition: whoever asks for a move gets
/// one. Below it the rule holds for every algorithm, and the game before the root counts.
///
/// The textbook algorithms search once, to the depth limit or to the end of the game, unless the limits call for iterations;
/// the strong one always deepens ply by ply and ends when the tree is solved. `report` hears of every iteration on this
/// thread; before the answer of an unfinished game it has heard an [`Event::Iteration`] with the answer's move and the
/// final count of nodes. Stopped early, the answer is the best root move so far, else the first legal one. An error of
/// the game ends the search in the same way, with [`Answer::fault`] set.
pub fn search<'a, G: Game, O: Observer>(
    root: &Root<'a, G>,
    settings: impl Into<Settings<'a>>,
    limits: &Limits,
    control: &'a Control,
    observer: &'a mut O,
    report: &'a mut dyn FnMut(Event<'_>),
) -> Answer {
    let settings = settings.into();
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let beyond = if settings.algorithm == Algorithm::Pvs { quiescence::MOST_PLIES } else { 0 };
    let mut tree = Tree::new(root, limits.depth_limit() + beyond, nodes, control, observer, report);
    let step = tree.examine_root(Want::MOVES.and(Want::VALUE));
    if step.is_error() {
        return Answer { fault: tree.fault, ..Answer::default() };
    }
    let turn = step.turn();
    if !step.is_ongoing() {
        return without_move(tree, finished_score(step));
    }
    let count = restrict(tree.root_moves(step.count()), limits.root_moves.as_deref());
    if count == 0 {
        return without_move(tree, Score::Value(from_view(turn, step.value())));
    }
    // What there is to say when not even one root move gets searched.
    let first = Iteration {
        depth: 0,
        seldepth: 0,
        score: Score::Value(from_view(turn, step.value())),
        nodes: 0,
        time: tree.control().elapsed(),
        pv: tree.root_moves(1).to_vec(),
    };
    let start = Start { turn, count, first };
    match settings.algorithm {
        Algorithm::Minimax => iterate::<Minimax, _, _>(tree, limits, start),
        Algorithm::AlphaBeta => iterate::<AlphaBeta, _, _>(tree, limits, start),
        Algorithm::Pvs => deepen(Strong::new(tree, &settings, count == step.count()), limits, start),
    }
}

/// A root that can be searched.
pub(crate) struct Start {
    pub(crate) turn: Player,
    /// How many of its moves are to be considered; they stand first in the arena.
    pub(crate) count: usize,
    /// What there is to say before anything was searched.
    pub(crate) first: Iteration,
}

/// The answer that ends a search with this result.
pub(crate) fn answer<G: Game, O: Observer>(tree: Tree<'_, G, O>, last: Iteration, solved: bool) -> Answer {
    Answer {
        best: last.pv.first().copied(),
        ponder: last.pv.get(1).copied(),
        score: Some(last.score),
        nodes: tree.nodes,
        solved,
        fault: tree.fault,
    }
}

/// Searches once, or deeper and deeper.
fn iterate<M: Method, G: Game, O: Observer>(mut tree: Tree<'_, G, O>, limits: &Limits, start: Start) -> Answer {
    let Start { turn, count, first: mut last } = start;
    let deepest = limits.depth_limit();
    let mut depth = if limits.deepens() { 1 } else { deepest };
    loop {
        let finished = tree.start::<M>(turn, depth, count).is_ok();
        if let Some(value) = tree.root_value
            && (finished || last.depth == 0)
        {
            // In the game's own order an unfinished iteration may not have come to the best move yet: one that was finished
            // knows more.
            last.depth = if tree.horizon { depth } else { depth.min(tree.seldepth as u32) };
            last.seldepth = tree.seldepth as u32;
            last.score = Score::Value(from_view(turn, value));
            last.pv = tree.line();
        }
        (last.nodes, last.time) = (tree.nodes, tree.control().elapsed());
        tree.report(Event::Iteration(&last));
        let solved = finished && !tree.horizon;
        if solved || !finished {
            return answer(tree, last, solved);
        }
        tree.tell_depth_bound(depth, limits);
        if depth >= deepest || tree.control().is_late() || is_mate(limits, last.score, tree.facts.win) {
            return answer(tree, last, false);
        }
        depth += 1;
    }
}

/// Whether `go mate` has found what it looked for. A textbook win is within the depth limit, which is the distance asked for.
fn is_mate(limits: &Limits, score: Score, win: i32) -> bool {
    limits.mate_plies.is_some() && matches!(score, Score::Value(value) if value >= win)
}

impl<G: Game, O: Observer> Tree<'_, G, O> {
    /// Says that the search went as deep as any may, and that the game goes on below.
    pub(crate) fn tell_depth_bound(&mut self, depth: u32, limits: &Limits) {
        if depth == MAX_DEPTH && limits.depth.is_none() {
            self.report(Event::DepthBound(depth));
        }
    }
}

/// Reports and answers a position in which no move can be chosen.
fn without_move<G: Game, O: Observer>(mut tree: Tree<'_, G, O>, score: Score) -> Answer {
    let time = tree.control().elapsed();
    tree.report(Event::Iteration(&Iteration { depth: 0, seldepth: 0, score, nodes: 0, time, pv: Vec::new() }));
    Answer { score: Some(score), solved: true, ..Answer::default() }
}

/// Keeps the wanted moves, in the game's order, at the front; returns their count.
fn restrict(moves: &mut [Move], wanted: Option<&[Move]>) -> usize {
    let Some(wanted) = wanted else { return moves.len() };
    let mut kept = 0;
    for place in 0..moves.len() {
        if wanted.contains(&moves[place]) {
            moves[kept] = moves[place];
            kept += 1;
        }
    }
    kept
}

/// A value from MAX's view, seen by `turn`.
pub(crate) fn from_view(turn: Player, value: i32) -> i32 {
    if turn == Player::Max { value } else { -value }
}

fn finished_score(step: Step) -> Score {
    match step.outcome() {
        Outcome::Win(winner) if winner == step.turn() => Score::Win(0),
        Outcome::Win(_) => Score::Loss(0),
        Outcome::Utility(value) => Score::Value(from_view(step.turn(), value)),
        Outcome::Draw | Outcome::Ongoing | Outcome::Unknown => Score::Value(0),
    }
}
