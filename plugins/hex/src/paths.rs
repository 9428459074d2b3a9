//! The shortest paths of a player from edge to edge, of which the heuristic and the ratings of moves are made.
//!
//! The length of a path is the number of stones that the player still has to place. Bridges count as joined, as the
//! opponent cannot break them with one stone (V. Anshelevich, "The Game of Hex: An Automatic Theorem Proving Approach to
//! Game Programming", 2000, calls them virtual connections). Two bridges may share a cell, so that the length is an
//! estimate.

use crate::board::{Board, Edge, Set};
use crate::state::State;
use plyd_plugin::Player;

/// Longer paths count as this long.
pub(crate) const LONGEST: usize = 24;

/// The shortest paths of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paths {
    /// The stones that are missing; 0 if bridges alone join the edges.
    pub(crate) length: usize,
    /// The free cells on at least one of the shortest paths.
    pub(crate) cells: Set,
}

/// The free cells by the number of stones that join them with an edge, their own included: in one stone, in two, and so
/// on up to the length of the path.
struct Layers {
    layers: [Set; LONGEST],
    length: usize,
}

impl Layers {
    /// The layers from an edge. There is a path to the other one.
    #[inline]
    fn of(board: &Board, state: &State, player: Player, from: Edge, to: Edge) -> Self {
        let (own, free) = (state.stones[player as usize], state.free(board));
        let (start, goal) = (board.near_edge(player, from, free), board.near_edge(player, to, free));
        let mut layers = [Set::EMPTY; LONGEST];
        // Free cells of the layers so far, and stones joined with them or the edge.
        let mut reached = start & own;
        let mut near = start;
        for (length, layer) in layers.iter_mut().enumerate() {
            loop {
                near |= board.hexes.bridged(reached, free);
                let stones = (near & own).without(reached);
                if stones.is_empty() {
                    break;
                }
                reached |= stones;
            }
            if reached.meets(goal) {
                return Self { layers, length };
            }
            *layer = (near & free).without(reached);
            reached |= *layer;
        }
        Self { layers, length: LONGEST }
    }
}

impl Paths {
    /// The shortest paths of a player in an unfinished position.
    #[inline]
    pub(crate) fn of(board: &Board, state: &State, player: Player) -> Self {
        let there = Layers::of(board, state, player, Edge::First, Edge::Last);
        let back = Layers::of(board, state, player, Edge::Last, Edge::First);
        let length = there.length.min(back.length);
        let on_path = |place: usize| there.layers[place] & back.layers[length - 1 - place];
        Self { length, cells: (0..length).map(on_path).fold(Set::EMPTY, Set::or) }
    }
}
