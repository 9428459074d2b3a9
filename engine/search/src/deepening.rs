//! From the limits to the answer: one search to a depth, or one iteration after the other.

use crate::method::{AlphaBeta, Method, Minimax, Pvs};
use crate::observer::Observer;
use crate::tree::Tree;
use crate::{Algorithm, Answer, Control, Event, Iteration, Limits, MAX_DEPTH, Root, Score};
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
pub fn search<G: Game, O: Observer>(
    root: &Root<'_, G>,
    algorithm: Algorithm,
    limits: &Limits,
    control: &Control,
    observer: &mut O,
    report: &mut dyn FnMut(Event<'_>),
) -> Answer {
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let tree = Tree::new(root, limits.depth_limit(), nodes, control, observer, report);
    match algorithm {
        Algorithm::Minimax => run::<Minimax, _, _>(tree, limits),
        Algorithm::AlphaBeta => run::<AlphaBeta, _, _>(tree, limits),
        Algorithm::Pvs => run::<Pvs, _, _>(tree, limits),
    }
}

fn run<M: Method, G: Game, O: Observer>(mut tree: Tree<'_, G, O>, limits: &Limits) -> Answer {
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
    let (last, solved) = iterate::<M, G, O>(&mut tree, limits, turn, count, first);
    Answer {
        best: last.pv.first().copied(),
        ponder: last.pv.get(1).copied(),
        score: Some(last.score),
        nodes: tree.nodes,
        solved,
        fault: tree.fault,
    }
}

/// Searches deeper and deeper, or once, and reports; returns the last result and whether it is the whole tree's.
fn iterate<M: Method, G: Game, O: Observer>(
    tree: &mut Tree<'_, G, O>,
    limits: &Limits,
    turn: Player,
    count: usize,
    first: Iteration,
) -> (Iteration, bool) {
    let deepest = limits.depth_limit();
    let mut depth = if M::BY_DISTANCE || limits.deepens() { 1 } else { deepest };
    let mut last = first;
    loop {
        let finished = tree.start::<M>(turn, depth, count).is_ok();
        if let Some(value) = tree.root_value
            && (finished || last.depth == 0 || M::BY_DISTANCE)
        {
            // An unfinished iteration counts where the best move of the one before was searched first, and where there is
            // nothing better; in the game's own order it may not have come to the best move yet.
            last.depth = if tree.horizon { depth } else { depth.min(tree.seldepth as u32) };
            last.seldepth = tree.seldepth as u32;
            last.score = score::<M>(value, turn);
            last.pv = tree.line();
        }
        (last.nodes, last.time) = (tree.nodes, tree.control().elapsed());
        tree.report(Event::Iteration(&last));
        if !finished {
            return (last, false);
        }
        if !tree.horizon || !matches!(last.score, Score::Value(_)) {
            return (last, true);
        }
        if depth == MAX_DEPTH && limits.depth.is_none() {
            tree.report(Event::DepthBound(depth));
        }
        if depth >= deepest || tree.control().is_late() || is_mate(limits, last.score, tree.facts().win) {
            return (last, false);
        }
        if M::BY_DISTANCE {
            let best = last.pv[0];
            let moves = tree.root_moves(count);
            // The best move is one of them: the line begins with a root move.
            let place = moves.iter().position(|&mv| mv == best).unwrap_or(0);
            moves[..=place].rotate_right(1);
        }
        depth += 1;
    }
}

/// Whether `go mate` has found what it looked for. A textbook win is within the depth limit, which is the distance asked for.
fn is_mate(limits: &Limits, score: Score, win: i32) -> bool {
    limits.mate_plies.is_some() && matches!(score, Score::Value(value) if value >= win)
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
fn from_view(turn: Player, value: i32) -> i32 {
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

fn score<M: Method>(value: i32, turn: Player) -> Score {
    let seen = from_view(turn, value);
    match M::distance(value) {
        Some(plies) if seen > 0 => Score::Win(plies),
        Some(plies) => Score::Loss(plies),
        None => Score::Value(seen),
    }
}
