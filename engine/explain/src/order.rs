//! The order in which children are searched.

use crate::NodeId;
use crate::explanation::Explanation;
use plyd_host::{LoadedGame, NodeBound, StateSlot};
use plyd_rules::{Abilities, Facts, Features, Game, Move, Moves, Outcome, Step, Turn, Want};
use std::collections::HashMap;

/// A game whose moves may come in another order. The bound of an unknown leaf counts as its value; whoever reads the
/// events of the search has to see whether it was enough.
pub(crate) struct OrderedGame<'a> {
    game: &'a LoadedGame,
    /// Whether it is the game's own order.
    keeps_order: bool,
    /// The moves of each position by its path; of others they are reversed.
    best: HashMap<Vec<Move>, Vec<Move>>,
}

/// A state, and how it was reached.
#[derive(Clone, Hash)]
pub(crate) struct PathState {
    pub(crate) state: StateSlot,
    path: Vec<Move>,
}

impl<'a> OrderedGame<'a> {
    /// From left to right.
    pub(crate) fn plain(game: &'a LoadedGame) -> Self {
        Self { game, keeps_order: true, best: HashMap::new() }
    }

    /// From right to left.
    pub(crate) fn reversed(game: &'a LoadedGame) -> Self {
        Self { game, keeps_order: false, best: HashMap::new() }
    }

    /// The best first, by what minimax found.
    pub(crate) fn by_value(game: &'a LoadedGame, minimax: &Explanation) -> Self {
        let mut best = HashMap::new();
        minimax.nodes.iter().filter(|node| !node.children.is_empty()).for_each(|node| {
            let mut children: Vec<NodeId> = node.children.clone();
            let value = |child: NodeId| minimax.nodes[child].value.map_or(0.0, |(value, _)| value);
            match node.turn {
                Turn::Max => children.sort_by(|&one, &other| value(other).total_cmp(&value(one))),
                Turn::Min => children.sort_by(|&one, &other| value(one).total_cmp(&value(other))),
                Turn::Chance => {}
            }
            let moves = children.iter().map(|&child| minimax.nodes[child].mv).collect();
            best.insert(minimax.moves_to(node.id), moves);
        });
        Self { game, keeps_order: false, best }
    }

    pub(crate) fn place(&self, state: &StateSlot) -> PathState {
        PathState { state: state.clone(), path: Vec::new() }
    }

    /// The bound of a leaf that has no value.
    fn bound(&self, state: &StateSlot) -> Option<i32> {
        match self.game.node_bound(state).ok()?? {
            NodeBound::AtMost(value) | NodeBound::AtLeast(value) => Some(value),
        }
    }

    /// The answer about a state, with a bound in place of a value.
    fn bounded(&self, step: Step, state: &StateSlot) -> Step {
        let bound = step.is_error().then(|| self.bound(state)).flatten();
        // It is nobody's turn at a leaf.
        bound.map_or(step, |value| Step::new(Outcome::Utility(value), Turn::Max))
    }

    fn arrange(&self, path: &[Move], out: &mut Moves<'_>) {
        if self.keeps_order {
            return;
        }
        let count = out.len();
        let moves = &mut out.spare()[..count];
        match self.best.get(path) {
            Some(order) if order.len() == count => moves.copy_from_slice(order),
            _ => moves.reverse(),
        }
        out.set_len(count);
    }
}

impl Game for OrderedGame<'_> {
    type State = PathState;

    fn facts(&self) -> Facts {
        // The order is all that matters here.
        Facts { abilities: Abilities::NONE, features: Features::NONE, ..self.game.facts() }
    }

    fn turn(&self, state: &PathState) -> Turn {
        self.game.turn(&state.state)
    }

    fn play(&self, state: &mut PathState, mv: Move) {
        self.game.play(&mut state.state, mv);
        state.path.push(mv);
    }

    fn outcome(&self, state: &PathState) -> Outcome {
        match self.game.outcome(&state.state) {
            Outcome::Unknown => self.bound(&state.state).map_or(Outcome::Unknown, Outcome::Utility),
            outcome => outcome,
        }
    }

    fn moves(&self, state: &PathState, out: &mut Moves<'_>) {
        self.game.moves(&state.state, out);
        self.arrange(&state.path, out);
    }

    fn weights(&self, state: &PathState, outcomes: &[Move], weights: &mut [u32]) {
        // The game knows its outcomes in its own order; the best first leaves that of chance as it is.
        if self.keeps_order || self.best.contains_key(&state.path) {
            return self.game.weights(&state.state, outcomes, weights);
        }
        let outcomes: Vec<Move> = outcomes.iter().rev().copied().collect();
        self.game.weights(&state.state, &outcomes, weights);
        weights.reverse();
    }

    fn key(&self, state: &PathState) -> u64 {
        self.game.key(&state.state)
    }

    fn last_error(&self, state: &PathState) -> String {
        self.game.last_error(&state.state)
    }

    fn examine(&self, state: &PathState, want: Want, out: &mut Moves<'_>) -> Step {
        let step = self.game.examine(&state.state, want, out);
        if want.contains(Want::MOVES) {
            self.arrange(&state.path, out);
        }
        self.bounded(step, &state.state)
    }

    fn step(&self, parent: &PathState, mv: Move, child: &mut PathState, want: Want, out: &mut Moves<'_>) -> Step {
        let step = self.game.step(&parent.state, mv, &mut child.state, want, out);
        child.path.clone_from(&parent.path);
        child.path.push(mv);
        if want.contains(Want::MOVES) {
            self.arrange(&child.path, out);
        }
        self.bounded(step, &child.state)
    }
}
