//! The entry: from a position and limits to the answer.

use crate::deepening::{Course, from_view};
use crate::effort::Effort;
use crate::helpers::Helpers;
use crate::lines::Lines;
use crate::strong::Strong;
use crate::textbook::Textbook;
use crate::watch::{Tree, Watch};
use crate::{
    Algorithm, Answer, Control, Conventions, Cut, Event, Fail, Iteration, Limits, MAX_THREADS, Root, Score, Settings,
    Strength,
};
use plyd_rules::{Game, Move, Outcome, Step, Want};
use plyd_textbook::{AlphaBeta, Minimax, Observer};
use std::thread;

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
    let mut settings = settings.into();
    let shares_table = settings.algorithm == Algorithm::Pvs && settings.table.is_some() && root.game.facts().has_key;
    let mut node_limit = limits.nodes.unwrap_or(u64::MAX);
    let shown = settings.lines;
    settings.threads = if shares_table { settings.threads.clamp(1, MAX_THREADS) } else { 1 };
    let strength = settings.strength.filter(|_| settings.algorithm == Algorithm::Pvs);
    if let Some(strength) = strength {
        node_limit = node_limit.min(strength.nodes());
        settings.lines = settings.lines.max(Strength::LINES);
        settings.threads = 1;
    }
    let effort = Effort::new(control, node_limit, settings.threads);
    let watch = Watch::new(&effort, report);
    let mut tree = Tree::new(root, limits.plies(settings.algorithm), observer, watch);
    let step = tree.examine_root(Want::MOVES.and(Want::VALUE));
    if step.is_error() {
        return Answer { fault: tree.fault, ..Answer::default() };
    }
    let turn = step.turn();
    if !step.is_ongoing() {
        return without_move(tree, finished_score(step));
    }
    let count = restrict(tree.root_moves(step.count()), limits.root_moves.as_deref());
    let score = Score::Value(from_view(turn, step.value()));
    if count == 0 {
        return without_move(tree, score);
    }
    // What there is to say when not even one root move gets searched.
    let pv = tree.root_moves(1).to_vec();
    let time = tree.supervisor.control().elapsed();
    let first = Iteration { line: 1, depth: 0, seldepth: 0, score, solved: false, nodes: 0, time, pv };
    let lines = Lines::new(settings.lines, tree.root_moves(count), step.value(), first);
    let mut course = Course { turn, limits, lines, shown, strength, root_is_whole: count == step.count(), claim: None };
    match settings.algorithm {
        Algorithm::Minimax => course.run(Textbook::<Minimax, _, _>::new(tree), None),
        Algorithm::AlphaBeta => match settings.conventions {
            Conventions { cut: Cut::Equal, fail: Fail::Soft } => {
                course.run(Textbook::<AlphaBeta<false, false>, _, _>::new(tree), None)
            }
            Conventions { cut: Cut::Equal, fail: Fail::Hard } => {
                course.run(Textbook::<AlphaBeta<false, true>, _, _>::new(tree), None)
            }
            Conventions { cut: Cut::Beyond, fail: Fail::Soft } => {
                course.run(Textbook::<AlphaBeta<true, false>, _, _>::new(tree), None)
            }
            Conventions { cut: Cut::Beyond, fail: Fail::Hard } => {
                course.run(Textbook::<AlphaBeta<true, true>, _, _>::new(tree), None)
            }
        },
        Algorithm::Pvs => {
            if let Some(table) = settings.table {
                table.begin();
            }
            let strong = Strong::new(tree, &settings);
            thread::scope(|scope| {
                let helpers = Helpers::new(scope, settings.threads - 1, root, &settings, limits, &effort);
                course.run(strong, Some(helpers))
            })
        }
    }
}

/// Reports and answers a position in which no move can be chosen.
fn without_move<G: Game, O: Observer>(mut tree: Tree<'_, G, O>, score: Score) -> Answer {
    let time = tree.supervisor.control().elapsed();
    let iteration = Iteration { line: 1, depth: 0, seldepth: 0, score, solved: true, nodes: 0, time, pv: Vec::new() };
    tree.supervisor.report(Event::Iteration(&iteration));
    Answer { score: Some(score), solved: true, ..Answer::default() }
}

/// Keeps the wanted moves, in the game's order, at the front; returns their count.
pub(crate) fn restrict(moves: &mut [Move], wanted: Option<&[Move]>) -> usize {
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

fn finished_score(step: Step) -> Score {
    match step.outcome() {
        Outcome::Win(winner) if winner == step.turn() => Score::Win(0),
        Outcome::Win(_) => Score::Loss(0),
        Outcome::Utility(value) => Score::Value(from_view(step.turn(), value)),
        Outcome::Draw | Outcome::Ongoing | Outcome::Unknown => Score::Value(0),
    }
}
