//! Turns at the nodes of a tree with chance.
//!
//! The players alternate in the manner of *Artificial Intelligence: A Modern Approach*: chance has a separate ply, and
//! the player after it is the opponent of the player before it. The order is thus MAX, chance, MIN, chance, MAX. A
//! setup may name another player directly after chance; the players alternate again from there. After a chance node at
//! the root, the first player moves.

use crate::literal::Literal;
use plyd_plugin::{Player, Turn};

/// The turn at each place.
#[derive(Debug)]
pub(crate) struct Turns {
    turns: Vec<Turn>,
    first: Player,
}

/// A player that a setup names at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    /// The place of the node.
    pub(crate) place: u32,
    pub(crate) player: Player,
    /// The byte of the setup at which the name of the player begins.
    pub(crate) at: usize,
}

/// The error about two players in a setup that contradict each other: the byte of the second one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Disagreement(pub(crate) usize);

impl Turns {
    /// Computes the turns of all nodes. `is_chance` returns whether a node is a chance node; `first` is the player who
    /// moves first, if the setup says so.
    pub(crate) fn new(
        shape: &Literal,
        is_chance: &impl Fn(u32) -> bool,
        named: &[Named],
        first: Option<Player>,
    ) -> Result<Self, Disagreement> {
        let starts = Starts::new(shape, is_chance);
        let begins = starts.beginners(named)?;
        let first = first.or(begins[0]).unwrap_or(Player::Max);
        let mut turns: Vec<Turn> = Vec::with_capacity(shape.len() as usize);
        for place in 0..shape.len() {
            let turn = match shape.parent(place) {
                _ if is_chance(place) => Turn::Chance,
                None => first.into(),
                Some(parent) if is_chance(parent) => {
                    begins[place as usize].unwrap_or_else(|| after_chance(shape, &turns, parent, first)).into()
                }
                Some(parent) => turns[parent as usize].player().map_or(Turn::Chance, |player| player.other().into()),
            };
            turns.push(turn);
        }
        Ok(Self { turns, first })
    }

    #[inline]
    pub(crate) fn of(&self, place: u32) -> Turn {
        self.turns[place as usize]
    }

    /// The player who moves first, or directly after a chance node at the root.
    pub(crate) fn first(&self) -> Player {
        self.first
    }

    /// Whether a node has the turn that it would have if the setup named no player.
    pub(crate) fn is_as_expected(&self, shape: &Literal, place: u32) -> bool {
        match shape.parent(place) {
            Some(parent) if self.of(parent) == Turn::Chance => {
                self.of(place) == after_chance(shape, &self.turns, parent, self.first)
            }
            _ => true,
        }
    }
}

/// The default player after a chance node: the opponent of the last player before it.
fn after_chance(shape: &Literal, turns: &[Turn], chance: u32, first: Player) -> Player {
    let mut above = shape.parent(chance);
    while let Some(place) = above {
        match turns[place as usize].player() {
            Some(player) => return player.other(),
            None => above = shape.parent(place),
        }
    }
    first
}

/// For each node, its start: the nearest node at or above it that is the root or a child of a chance node.
struct Starts {
    /// The start of each node, and whether the number of plies from there is odd.
    of: Vec<(u32, bool)>,
}

impl Starts {
    fn new(shape: &Literal, is_chance: &impl Fn(u32) -> bool) -> Self {
        let mut of: Vec<(u32, bool)> = Vec::with_capacity(shape.len() as usize);
        for place in 0..shape.len() {
            of.push(match shape.parent(place) {
                Some(parent) if !is_chance(parent) => {
                    let (start, is_odd) = of[parent as usize];
                    (start, !is_odd)
                }
                _ => (place, false),
            });
        }
        Self { of }
    }

    /// The player who moves at each start, if players are named there or below.
    fn beginners(&self, named: &[Named]) -> Result<Vec<Option<Player>>, Disagreement> {
        let mut beginners = vec![None; self.of.len()];
        for &Named { place, player, at } in named {
            let (start, is_odd) = self.of[place as usize];
            let beginner = if is_odd { player.other() } else { player };
            if *beginners[start as usize].get_or_insert(beginner) != beginner {
                return Err(Disagreement(at));
            }
        }
        Ok(beginners)
    }
}
