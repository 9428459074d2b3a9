//! Runs the search and explains it.

use crate::counts::{Counts, UncutTree};
use crate::explanation::Explanation;
use crate::history::NodeHistory;
use crate::letters;
use crate::order::OrderedGame;
use crate::recorder::{RecordedEvent, Recorder};
use crate::trace::Trace;
use crate::tree::TreeBuilder;
use crate::{ExplainError, ExplainRequest, ExplainSubject, MoveOrder};
use plyd_host::LibraryFault;
use plyd_rules::{Game, Move, Step};
use plyd_search::{
    Algorithm, Control, Conventions, EnteredNode, LeafKind, MAX_DEPTH, Root, SearcherLimits, SearcherSettings,
    TranspositionTable, search_by_depth, win_at,
};

/// The most nodes of minimax that are counted for comparison: tic-tac-toe from the empty board has 549,946.
const MAX_COMPARED: u64 = 1_000_000;

/// The maximum number of drawn nodes for each node that may be visited: chess has about forty children that a cut may
/// skip.
const DRAWN_PER_NODE: usize = 40;

/// A table of this size, in MiB, holds all that a tree which can be read has.
const MAX_HASH: usize = 1;

/// The most nodes of the minimax search by which children are ordered.
const MAX_ORDERED: u64 = 100_000;

/// What a node takes in memory that the search visits: with its events, its children that were skipped, and what is
/// written of it. In chess it is some 4,100 bytes, and 8,800 where it is written as JSON.
const BYTES_OF_NODE: u64 = 10 << 10;

impl ExplainRequest {
    /// The bytes of memory that an explanation takes at most; in some wide games it is more.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let ordered = if self.order == MoveOrder::Best { MAX_ORDERED } else { 0 };
        self.most_nodes.saturating_add(ordered).saturating_mul(BYTES_OF_NODE).saturating_add((MAX_HASH as u64) << 20)
    }
}

/// Searches the subject and explains what the search did. `control` may stop it.
///
/// # Errors
/// The tree has too many nodes, the game failed, an unknown leaf was read, or the search was stopped.
pub fn explain(
    subject: &ExplainSubject,
    request: &ExplainRequest,
    control: &Control,
) -> Result<Explanation, ExplainError> {
    let mut explanation = record(subject, request, control)?;
    explanation.counts.minimax = compare(subject, request, &explanation, control)?;
    Ok(explanation)
}

/// One search as it went, without a comparison.
fn record(subject: &ExplainSubject, request: &ExplainRequest, control: &Control) -> Result<Explanation, ExplainError> {
    let seen = watch(subject, request, control)?;
    let Trace { mut tree, events, .. } = Trace::follow(empty_tree(subject, request, control)?, &seen)?;
    let is_whole = tree.grow(request.depth.unwrap_or(MAX_DEPTH), request.most_nodes as usize)?;
    tree.mark_line();
    let (value, _) = tree.nodes[0].value.ok_or(ExplainError::Stopped)?;
    tree.describe(request.boards)?;
    let mut nodes = tree.into_nodes();
    let is_tree = subject.game().library().is_tree();
    if is_tree && is_whole {
        letters::give(&mut nodes);
    }
    Ok(Explanation {
        game: subject.game().library().id().to_owned(),
        is_tree,
        setup: subject.position.setup()?,
        request: *request,
        network: subject.network.clone(),
        value,
        counts: Counts::of(&events, None),
        history: NodeHistory::of(nodes.len(), &events),
        nodes,
        events,
        is_whole,
    })
}

/// The tree of a search before its first event.
fn empty_tree<'a>(
    subject: &'a ExplainSubject,
    request: &ExplainRequest,
    control: &'a Control,
) -> Result<TreeBuilder<'a>, ExplainError> {
    let most = (request.most_nodes as usize).saturating_mul(DRAWN_PER_NODE);
    TreeBuilder::new(subject, worth(request.algorithm), most, control)
}

/// The value of a win at a ply, from the game's declaration.
fn worth(algorithm: Algorithm) -> fn(usize, i32) -> i32 {
    match algorithm {
        Algorithm::Pvs => |ply, _| win_at(ply),
        _ => |_, win| win,
    }
}

/// The events of one search.
fn watch(
    subject: &ExplainSubject,
    request: &ExplainRequest,
    control: &Control,
) -> Result<Vec<RecordedEvent>, ExplainError> {
    let root = subject.root();
    if !Algorithm::BY_DEPTH.contains(&request.algorithm) {
        return Err(ExplainError::NoTree { algorithm: request.algorithm.name() });
    }
    if request.algorithm != Algorithm::AlphaBeta && request.conventions != Conventions::default() {
        return Err(ExplainError::ConventionsOfAlphaBeta);
    }
    let outcome = subject.position.outcome();
    if let Ok(outcome) = outcome
        && !outcome.has_moves()
    {
        // No search has anything to do: the root is a leaf.
        let turn = subject.position.turn()?;
        let win = worth(request.algorithm)(0, subject.game().facts().win);
        let value = Step::new(outcome, turn).worth(win).into();
        let depth = request.depth.unwrap_or(0);
        let (alpha, beta) = (f64::NEG_INFINITY, f64::INFINITY);
        let node = EnteredNode { ply: 0, index: 0, mv: Move(0), turn, depth, alpha, beta };
        return Ok(vec![RecordedEvent::Enter(node), RecordedEvent::Leaf { ply: 0, value, kind: LeafKind::Finished }]);
    }
    if request.algorithm == Algorithm::Pvs && request.order != MoveOrder::Left {
        return Err(ExplainError::OrderOfPvs);
    }
    let game = match request.order {
        // Only in trees an unknown leaf may have a bound.
        MoveOrder::Left if subject.game().library().is_tree() => OrderedGame::plain(subject.game()),
        MoveOrder::Left => return run(subject, &root, request, control),
        MoveOrder::Right => OrderedGame::reversed(subject.game()),
        MoveOrder::Best => {
            let conventions = Conventions::default();
            let whole = ExplainRequest {
                algorithm: Algorithm::Minimax,
                conventions,
                order: MoveOrder::Left,
                most_nodes: MAX_ORDERED,
                ..*request
            };
            let minimax = record(subject, &whole, control).map_err(|error| match error {
                ExplainError::TooLarge { most } => ExplainError::TooLargeToOrder { most },
                ExplainError::UnknownLeaf { leaf } => ExplainError::UnknownToOrder { leaf },
                error => error,
            })?;
            OrderedGame::by_value(subject.game(), &minimax)
        }
    };
    let state = game.place(subject.position.state());
    run(subject, &Root::new(&game, &state).with_history(subject.position.history()), request, control)
}

/// Searches and records.
fn run<G: Game>(
    subject: &ExplainSubject,
    root: &Root<'_, G>,
    request: &ExplainRequest,
    control: &Control,
) -> Result<Vec<RecordedEvent>, ExplainError> {
    // A stop of the recorder must not be taken for one of the caller.
    let own = control.within();
    let mut recorder = Recorder::new(control, &own, request.most_nodes);
    let uses_table = request.algorithm == Algorithm::Pvs && request.hash > 0;
    let table = if uses_table { TranspositionTable::new(request.hash.min(MAX_HASH)) } else { None };
    let settings = SearcherSettings {
        algorithm: request.algorithm,
        table: table.as_ref(),
        techniques: request.techniques,
        numbers: request.numbers,
        conventions: request.conventions,
        ..SearcherSettings::default()
    };
    let limits = SearcherLimits { depth: request.depth, ..SearcherLimits::default() };
    let answer = search_by_depth(root, settings, &limits, &own, &mut recorder, &mut |_| {});
    if recorder.is_full() {
        return Err(ExplainError::TooLarge { most: request.most_nodes });
    }
    if let Some(fault) = answer.fault {
        let Some(leaf) = unknown_leaf(subject, &recorder.last_path(), &fault)? else {
            return Err(ExplainError::Fault(fault));
        };
        // A leaf whose bound was not enough, which the search read before, is the first that is needed.
        Trace::follow(empty_tree(subject, request, control)?, &recorder.events)?;
        return Err(ExplainError::UnknownLeaf { leaf });
    }
    if control.must_stop() {
        return Err(ExplainError::Stopped);
    }
    Ok(recorder.events)
}

/// The name of the node after these moves, if it has one, and its path by the numbers of children. `None` for the root,
/// in games whose setups are no trees, and if the search ended with another `fault` than that the game does not know
/// what the node is worth.
fn unknown_leaf(subject: &ExplainSubject, moves: &[Move], fault: &str) -> Result<Option<String>, LibraryFault> {
    let game = subject.game();
    if !game.library().is_tree() || moves.is_empty() {
        return Ok(None);
    }
    let mut state = subject.position.state().clone();
    let mut path = Vec::with_capacity(moves.len());
    for &mv in moves {
        let number = game.legal_moves(&state)?.iter().position(|&legal| legal == mv).unwrap_or_default();
        path.push(number.to_string());
        state = game.after(&state, mv)?;
    }
    if game.unknown(&state)?.as_deref() != Some(fault) {
        return Ok(None);
    }
    let path = path.join(".");
    Ok(Some(game.node_name(&state)?.map_or(path.clone(), |name| format!("{name} ({path})"))))
}

/// The cost of plain minimax to the same depth.
fn compare(
    subject: &ExplainSubject,
    request: &ExplainRequest,
    explanation: &Explanation,
    control: &Control,
) -> Result<Option<UncutTree>, ExplainError> {
    if explanation.is_whole && request.algorithm != Algorithm::Pvs {
        return Ok(Some(UncutTree::of(&explanation.nodes)));
    }
    let own = control.within();
    let mut recorder = Recorder::of_counts(control, &own, MAX_COMPARED);
    let root = subject.root();
    let limits = SearcherLimits { depth: request.depth, ..SearcherLimits::default() };
    let answer = search_by_depth(&root, Algorithm::Minimax, &limits, &own, &mut recorder, &mut |_| {});
    if control.must_stop() {
        return Err(ExplainError::Stopped);
    }
    let is_counted = !recorder.is_full() && answer.fault.is_none();
    Ok(is_counted.then_some(UncutTree { nodes: recorder.nodes(), leaves: recorder.leaves(), best_case: None }))
}
