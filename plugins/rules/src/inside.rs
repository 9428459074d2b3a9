//! A textbook search, or a count of leaves, that a game does by itself, so that no node costs its caller a call.
//!
//! Only a game whose answers cross the border of a library can do so: its library has the very same search inside. The
//! types here are what both sides of that border say to each other.

use crate::{Move, Player};

/// The leave to visit nodes, of which a walk asks for more when it has used up what it was given.
pub trait Leave {
    /// Called when a walk has used up its leave, with the number of nodes that it has visited so far. Returns how many
    /// more nodes it may visit; 0 ends it.
    fn grant(&mut self, visited: u64) -> u64;

    /// The search of the root move with this number, from 1, begins.
    fn root_move(&mut self, number: u32);
}

/// The nodes of a walk: those that it has visited, and those that it may visit before it asks again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    /// Visited so far.
    pub visited: u64,
    /// May be visited without another question.
    pub left: u64,
}

/// One search of a state, whose root counts as visited already.
#[derive(Clone, Copy, Debug)]
pub struct Errand<'a> {
    /// The number of the method in the textbook search.
    pub method: u32,
    /// The player to move.
    pub turn: Player,
    /// The depth in plies, at least 1.
    pub depth: u32,
    /// The moves to choose from, in the game's order, at least one.
    pub moves: &'a [Move],
    /// The nodes of the walk before it.
    pub nodes: Nodes,
}

/// The findings of an [`Errand`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// The best value of the root, and the beginning of its line of play; `None` if no root move was searched to its
    /// end. Whoever asked knows how to find the rest of the line.
    pub best: Option<(i32, Vec<Move>)>,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Whether an unfinished game was valued statically.
    pub horizon: bool,
    /// The nodes of the walk after it.
    pub nodes: Nodes,
    /// How it ended.
    pub end: End,
}

/// The leaves that a game has counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Their number; of no meaning unless the count is finished.
    pub leaves: u64,
    /// The nodes of the walk after it.
    pub nodes: Nodes,
    /// How it ended.
    pub end: End,
}

/// The end of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The whole tree was walked.
    Finished,
    /// There was no leave to go on.
    Stopped,
    /// The game failed, for this reason.
    Failed(String),
}
