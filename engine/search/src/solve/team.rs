//! The threads of the solver: they work on the same question, share the table, and put off what another one searches.
//!
//! A move that another thread is searching comes later, when the table knows its answer, see [`BusyPositions`]. Each
//! helper begins with another move of the root, and learns an order of its own.

use super::{ProofTable, Solver};
use crate::busy::BusyPositions;
use crate::inquiry::Inquiry;
use crate::questions::{LineEnds, QuestionSearch, RootChoice, RootQuestion};
use crate::shared::NodeBudget;
use crate::watch::{SearchWatch, WatchedTree};
use crate::{NoObserver, Root, SearchEvent, Tablebase, Techniques, TranspositionTable};
use plyd_rules::{Game, Player};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The interval at which a helper without work looks whether there is some.
const LOOK: Duration = Duration::from_micros(200);

/// What the threads know of each other.
pub(super) struct Team {
    /// The question, and the moves of the root it is asked about.
    task: Mutex<(RootQuestion, Vec<RootChoice>)>,
    /// The keys of positions that are being searched.
    pub(super) busy: BusyPositions,
}

impl Team {
    /// A team without a question yet.
    pub(super) fn new() -> Self {
        let question = RootQuestion { least: 0, ends: LineEnds::Whole };
        Self { task: Mutex::new((question, Vec::new())), busy: BusyPositions::new() }
    }

    /// All threads turn to this.
    pub(super) fn set(&self, question: RootQuestion, choices: &[RootChoice], shared: &NodeBudget<'_>) {
        *self.task.lock().unwrap_or_else(PoisonError::into_inner) = (question, choices.to_vec());
        shared.begin_round();
    }

    fn task(&self) -> (RootQuestion, Vec<RootChoice>) {
        self.task.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The start of the threads.
pub(super) struct ProofThreadStart<'a, G: Game> {
    pub(super) root: &'a Root<'a, G>,
    pub(super) turn: Player,
    /// The most plies of a line.
    pub(super) plies: u32,
    pub(super) table: Option<&'a TranspositionTable>,
    pub(super) tablebase: Option<&'a dyn Tablebase>,
    /// Those that the game has a use for.
    pub(super) techniques: Techniques,
}

impl<'a, G: Game> ProofThreadStart<'a, G> {
    /// The walk of one thread.
    pub(super) fn inquiry<'t>(&self, tree: WatchedTree<'t, G, NoObserver>) -> Inquiry<'t, G>
    where
        'a: 't,
    {
        Inquiry::new(tree, self.root, self.turn, self.table.is_some(), self.techniques.symmetry)
            .with_tablebase(self.tablebase)
    }
}

/// Works on one question after the other until the search is ended. Returns the error of the game that ended it sooner.
pub(super) fn help<G: Game>(
    number: usize,
    start: &ProofThreadStart<'_, G>,
    shared: &NodeBudget<'_>,
    team: &Team,
) -> Option<String> {
    let (mut observer, mut report) = (NoObserver, |_: SearchEvent<'_>| {});
    let &ProofThreadStart { root, plies, table, techniques, .. } = start;
    let tree = WatchedTree::new(root, plies, &mut observer, SearchWatch::new(shared, &mut report));
    let inquiry = start.inquiry(tree);
    let mut solver = Solver::new(inquiry, table.map(ProofTable::of_now), techniques, Some(team), number);
    while !shared.must_stop() {
        let round = shared.round();
        let (question, mut choices) = team.task();
        solver.inquiry.tree.supervisor.follow(round);
        // Its answer is in the table; the first thread comes to it by itself.
        let _ = solver.ask(&mut choices, question);
        if solver.inquiry.tree.fault.is_some() {
            shared.end();
        }
        while shared.round() == round && !shared.must_stop() {
            solver.inquiry.tree.supervisor.rest();
            thread::sleep(LOOK);
        }
    }
    let tree = &mut solver.inquiry.tree;
    tree.supervisor.share_nodes(tree.visited());
    tree.fault.take()
}
