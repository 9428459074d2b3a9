//! The threads of the solver: they work on the same question, share the table, and put off what another one searches.
//!
//! A move that another thread is searching comes later, when the table knows its answer, see [`Busy`]. Each helper begins with another move of the root, and learns an order of its own.

use super::{Bounds, Solver};
use crate::busy::Busy;
use crate::inquiry::Inquiry;
use crate::questions::{Asking, Choice, Ends, Question};
use crate::shared::Shared;
use crate::watch::{Tree, Watch};
use crate::{Event, NoObserver, Root, Table, Tablebase, Techniques};
use plyd_rules::{Game, Player};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The interval at which a helper without work looks whether there is some.
const LOOK: Duration = Duration::from_micros(200);

/// What the threads know of each other.
pub(super) struct Team {
    /// The question, and the moves of the root it is asked about.
    task: Mutex<(Question, Vec<Choice>)>,
    /// The keys of positions that are being searched.
    pub(super) busy: Busy,
}

impl Team {
    /// Nothing is asked yet.
    pub(super) fn new() -> Self {
        let question = Question { least: 0, ends: Ends::Whole };
        Self { task: Mutex::new((question, Vec::new())), busy: Busy::new() }
    }

    /// All threads turn to this.
    pub(super) fn set(&self, question: Question, choices: &[Choice], shared: &Shared<'_>) {
        *self.task.lock().unwrap_or_else(PoisonError::into_inner) = (question, choices.to_vec());
        shared.begin_round();
    }

    fn task(&self) -> (Question, Vec<Choice>) {
        self.task.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The start of the threads.
pub(super) struct Start<'a, G: Game> {
    pub(super) root: &'a Root<'a, G>,
    pub(super) turn: Player,
    /// The most plies of a line.
    pub(super) plies: u32,
    pub(super) table: Option<&'a Table>,
    pub(super) tablebase: Option<&'a dyn Tablebase>,
    /// Those that the game has a use for.
    pub(super) techniques: Techniques,
}

impl<'a, G: Game> Start<'a, G> {
    /// The walk of one thread.
    pub(super) fn inquiry<'t>(&self, tree: Tree<'t, G, NoObserver>) -> Inquiry<'t, G>
    where
        'a: 't,
    {
        Inquiry::new(tree, self.root, self.turn, self.table.is_some(), self.techniques.symmetry)
            .with_tablebase(self.tablebase)
    }
}

/// Works on one question after the other until the search is ended. Returns the error of the game that ended it sooner.
pub(super) fn help<G: Game>(number: usize, start: &Start<'_, G>, shared: &Shared<'_>, team: &Team) -> Option<String> {
    let (mut observer, mut report) = (NoObserver, |_: Event<'_>| {});
    let &Start { root, plies, table, techniques, .. } = start;
    let tree = Tree::new(root, plies, &mut observer, Watch::new(shared, &mut report));
    let inquiry = start.inquiry(tree);
    let mut solver = Solver::new(inquiry, table.map(Bounds::of_now), techniques, Some(team), number);
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
