//! The solver at the root: its moves one by one, alone or with helping threads.

use super::recursion::Solver;
use super::team::Team;
use crate::helpers::HelperThreads;
use crate::inquiry::ProofNode;
use crate::line::from_view;
use crate::ordering::MoveRank;
use crate::questions::{QuestionSearch, RootChoice, RootQuestion};
use crate::shared::NodeBudget;
use crate::watch::WatchedTree;
use crate::{NoObserver, SearchEvent};
use plyd_rules::{Game, Move, Player};
use plyd_textbook::{WalkInterrupted, WalkSupervisor};

impl<'a, G: Game> QuestionSearch<'a, G> for Solver<'a, G> {
    fn ask(&mut self, choices: &mut [RootChoice], question: RootQuestion) -> Result<Option<usize>, WalkInterrupted> {
        self.prepare(question);
        let RootQuestion { least, ends } = question;
        let tree = &mut self.inquiry.tree;
        tree.begin(self.inquiry.horizon.min(tree.plies()))?;
        tree.seldepth = 1;
        let depth = tree.horizon_ply as u32;
        let (root, order) = self.order(choices);
        for (number, place) in (1..).zip(order) {
            let choice = &mut choices[place];
            // Values by distance are others.
            if !self.inquiry.by_distance() {
                if choice.high < least {
                    continue;
                }
                if choice.low >= least {
                    return Ok(Some(place));
                }
            }
            self.inquiry.tree.supervisor.root_move(depth, choice.mv, number);
            let value = from_view(self.inquiry.turn, self.root_move(root, choice.mv)?);
            if value >= least {
                if ends.proves_low() {
                    choice.low = choice.low.max(value);
                }
                return Ok(Some(place));
            }
            if ends.proves_high() {
                choice.high = choice.high.min(value);
            }
        }
        Ok(None)
    }

    fn line(&mut self, first: Move, value: i32) -> Vec<Move> {
        // If positions can repeat, the keys of the table belong to a path.
        match self.table {
            Some(table) if !self.inquiry.has_repetition() => {
                self.follow(table, first, from_view(self.inquiry.turn, value))
            }
            _ => vec![first],
        }
    }

    fn tree(&mut self) -> &mut WatchedTree<'a, G, NoObserver> {
        &mut self.inquiry.tree
    }
}

impl<G: Game> Solver<'_, G> {
    /// The root with these moves, and the order in which to try them. Each helper begins with another one.
    fn order(&mut self, choices: &[RootChoice]) -> (ProofNode, Vec<usize>) {
        let root = ProofNode { count: choices.len(), ..ProofNode::ROOT };
        self.inquiry.tree.reserve(root.end());
        for (to, choice) in self.inquiry.tree.arena.iter_mut().zip(choices) {
            *to = choice.mv;
        }
        let mut ranks = match self.inquiry.turn {
            Player::Max => self.rank::<true>(root).to_vec(),
            Player::Min => self.rank::<false>(root).to_vec(),
        };
        ranks.sort_unstable_by(|one, other| other.cmp(one));
        let first = self.number % ranks.len().max(1);
        ranks.rotate_left(first);
        (root, ranks.into_iter().map(MoveRank::index).collect())
    }

    /// The value that a root move leads to, from MAX's view.
    fn root_move(&mut self, root: ProofNode, mv: Move) -> Result<i32, WalkInterrupted> {
        match (self.inquiry.turn, self.inquiry.has_repetition()) {
            (Player::Max, false) => self.child::<true, false>(root, mv, false),
            (Player::Min, false) => self.child::<false, false>(root, mv, false),
            (Player::Max, true) => self.child::<true, true>(root, mv, false),
            (Player::Min, true) => self.child::<false, true>(root, mv, false),
        }
    }
}

/// The first thread, and the helpers that it leads from question to question.
pub(super) struct Leader<'a, 'h, 'scope, G: Game> {
    pub(super) solver: Solver<'a, G>,
    pub(super) team: &'h Team,
    pub(super) shared: &'h NodeBudget<'h>,
    pub(super) helpers: Option<HelperThreads<'h, 'scope>>,
    /// Whether the helpers run.
    pub(super) has_begun: bool,
}

impl<'a, G: Game> QuestionSearch<'a, G> for Leader<'a, '_, '_, G> {
    fn ask(&mut self, choices: &mut [RootChoice], question: RootQuestion) -> Result<Option<usize>, WalkInterrupted> {
        self.team.set(question, choices, self.shared);
        self.solver.inquiry.tree.supervisor.follow(self.shared.round());
        if !self.has_begun {
            self.has_begun = true;
            if let Some(count) = self.helpers.as_mut().and_then(|helpers| helpers.start(1)) {
                self.solver.inquiry.tree.supervisor.report(SearchEvent::FewThreads(count + 1));
            }
        }
        self.solver.ask(choices, question)
    }

    fn line(&mut self, first: Move, value: i32) -> Vec<Move> {
        self.solver.line(first, value)
    }

    fn tree(&mut self) -> &mut WatchedTree<'a, G, NoObserver> {
        self.solver.tree()
    }

    fn dismiss(&mut self) -> Option<String> {
        self.helpers.as_mut().and_then(HelperThreads::dismiss)
    }
}
