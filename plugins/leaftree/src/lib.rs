//! Game trees given by their leaves. MAX and MIN alternate in choosing a child until they reach a leaf, whose number is
//! the result. Chance may choose at some of the nodes.
//!
//! The game instance contains the tree, which is built once when a setup is opened; a [`State`] is a place in that
//! tree. A move is the number of a child, counted from 0.

mod bound;
mod chance;
mod literal;
mod names;
mod picture;
mod random;
mod setup;
mod state;
mod tokens;
mod tree;
mod turns;
mod uniform;
mod view;
mod weights;

pub use state::State;

use bound::write_bounded;
use chance::ChanceNodes;
use names::Names;
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Facts, Game, Leaves, Move, Moves, Options, Outcome, Player, Plugin, SetupError, Step as Answer, Turn,
    UTILITY_LIMIT, Want,
};
use tree::{Node, Tree, UNKNOWN};

/// The setup used when the given setup is empty.
const START: &str = "3 5 2 9 12 5 23 23";

/// A tree, the player who moves first at its root, and the names of its nodes.
#[derive(Debug)]
pub struct LeafTree {
    tree: Tree,
    first: Player,
    names: Names,
}

impl LeafTree {
    /// The root of the tree, from which the path of a setup starts.
    fn root(&self) -> State {
        self.tree.root(self.first)
    }

    #[inline]
    fn node(&self, state: &State) -> Node {
        self.tree.node(state.place(), state.depth())
    }

    fn name(&self, state: &State) -> Option<&str> {
        self.names.get(state.place())
    }

    fn path(&self, state: &State) -> Vec<u32> {
        self.tree.path(state.place(), state.depth())
    }
}

impl Game for LeafTree {
    type State = State;

    fn facts(&self) -> Facts {
        let (win, chance) = match self.tree.chance() {
            None => (Facts::DEFAULT.win, None),
            // No leaf is a win for either player, but static values must be smaller than `win`.
            Some(nodes) => (UTILITY_LIMIT, Some(nodes.declared())),
        };
        Facts {
            max_moves: self.tree.widest().max(1),
            max_plies: self.tree.height(),
            win,
            moves_are_actions: false,
            // Users who draw a tree want its exact minimax value, so selective search is off.
            abilities: Abilities { no_selectivity: true, ..Abilities::NONE },
            chance,
            ..Facts::DEFAULT
        }
    }

    #[inline]
    fn evaluate(&self, _state: &State) -> i32 {
        self.tree.chance().map_or(0, ChanceNodes::static_value)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        *state = self.tree.child(*state, mv.0);
    }

    /// Every move is irreversible: moves only descend in the tree.
    #[inline]
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        true
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        match self.node(state) {
            Node::Inner(_) => Outcome::Ongoing,
            Node::Leaf(value) => result(value),
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        if let Node::Inner(count) = self.node(state) {
            push_children(count, out);
        }
    }

    #[inline]
    fn leaves(&self, state: &State) -> Option<Leaves<impl Fn(u32) -> i32>> {
        self.tree.leaves(state.place(), state.depth())
    }

    /// Does the work of the default implementation but looks up the node only once. It never computes a key, because
    /// the engine does not request one for trees.
    #[inline]
    fn examine(&self, state: &State, want: Want, out: &mut Moves<'_>) -> Answer {
        match self.node(state) {
            Node::Leaf(value) => Answer::new(result(value), state.turn()),
            Node::Inner(count) => {
                let mut answer = Answer::new(Outcome::Ongoing, state.turn());
                if want.contains(Want::VALUE) {
                    answer = answer.with_value(self.evaluate(state));
                }
                if !want.contains(Want::MOVES) {
                    return answer;
                }
                push_children(count, out);
                answer.with_moves(out)
            }
        }
    }

    fn weights(&self, state: &State, _outcomes: &[Move], weights: &mut [u32]) {
        weights.copy_from_slice(self.tree.weights(state.place()));
    }

    fn last_error(&self, state: &State) -> String {
        match self.path(state).as_slice() {
            [] => "the tree is one unknown leaf, `?`".into(),
            path => {
                let mut leaf = String::new();
                write_bounded(&mut leaf, UNKNOWN, self.tree.bound(state.place()));
                format!("the leaf at path {} is unknown, `{leaf}`", in_words(path))
            }
        }
    }
}

impl Plugin for LeafTree {
    const ID: &'static str = "leaftree";
    const NAME: &'static str = "Leaf tree";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const SIDES: Option<[&'static str; 2]> = Some(["MAX", "MIN"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));

    fn open(setup: &str, _options: &Options<'_>) -> Result<(Self, State), SetupError> {
        setup::parse(if setup.trim().is_empty() { START } else { setup })
    }

    fn format_state(&self, state: &State) -> String {
        let mut text = String::new();
        self.tree.write(&mut text);
        if self.first == Player::Min {
            text.push_str(" min");
        }
        let path = self.path(state);
        if !path.is_empty() {
            text.push_str(" @ ");
            text.push_str(&in_words(&path));
        }
        text
    }

    fn format_move(&self, _state: &State, mv: Move) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        let child = tokens::plain_number(text)?;
        match self.node(state) {
            Node::Inner(count) => (child < count).then_some(Move(child)),
            Node::Leaf(_) => None,
        }
    }

    const IS_TREE: bool = true;

    fn node_name(&self, state: &State) -> Option<String> {
        let name = self.name(state).unwrap_or_default();
        let bound = self.tree.bound(state.place()).map(|bound| bound.to_string());
        Some(format!("{name}{}", bound.unwrap_or_default())).filter(|label| !label.is_empty())
    }

    fn picture(&self, state: &State) -> String {
        picture::draw(self, state)
    }

    fn view(&self, state: &State) -> Option<View> {
        view::view(self, state)
    }

    fn gesture(&self, state: &State, mv: Move) -> Vec<Step> {
        let mut child = *state;
        self.play(&mut child, mv);
        Step::spots([view::id(&child)])
    }
}

/// The outcome at a leaf with this value.
#[inline]
fn result(value: i32) -> Outcome {
    if value == UNKNOWN { Outcome::Unknown } else { Outcome::Utility(value) }
}

#[inline]
fn push_children(count: u32, out: &mut Moves<'_>) {
    (0..count).for_each(|child| out.push(Move(child)));
}

fn in_words(path: &[u32]) -> String {
    let words: Vec<String> = path.iter().map(u32::to_string).collect();
    words.join(" ")
}
