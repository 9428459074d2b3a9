//! Random trees for exercises, drawn until the search cuts as often as wanted.

use crate::recorder::{RecordedEvent, Recorder};
use crate::{ExplainRequest, MoveOrder};
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Turn, splitmix64};
use plyd_search::{Algorithm, Control, Root, SearcherLimits, SearcherSettings, search_by_depth};

/// The values of leaves go from 0 to this.
const HIGHEST_LEAF: u64 = 20;

/// A tree in which all inner nodes have the same number of children, and all leaves the same depth.
pub(crate) struct RegularTree {
    /// From left to right.
    leaves: Vec<i32>,
    branching: usize,
    depth: u32,
}

impl RegularTree {
    /// The next tree of a generator.
    pub(crate) fn next(state: &mut u64, branching: u32, depth: u32) -> Self {
        let leaf = |_| (splitmix64::next(state) % (HIGHEST_LEAF + 1)) as i32;
        Self { leaves: (0..branching.pow(depth)).map(leaf).collect(), branching: branching as usize, depth }
    }

    /// As a setup.
    pub(crate) fn text(&self) -> String {
        self.node(&self.leaves, self.depth)
    }

    fn node(&self, leaves: &[i32], depth: u32) -> String {
        match (leaves, depth) {
            ([leaf], 0) => leaf.to_string(),
            _ => {
                let children = leaves.chunks(leaves.len() / self.branching);
                format!("({})", children.map(|leaves| self.node(leaves, depth - 1)).collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// How often the search of a request cuts.
    pub(crate) fn cuts(&self, request: &ExplainRequest) -> u32 {
        if request.algorithm != Algorithm::AlphaBeta || self.depth == 0 {
            return 0;
        }
        let mut leaves = self.leaves.clone();
        match request.order {
            MoveOrder::Left => {}
            MoveOrder::Right => leaves.reverse(),
            MoveOrder::Best => {
                self.sort(&mut leaves, self.depth, Player::Max);
            }
        }
        let arranged = Self { leaves, ..*self };
        let root = NodeExtent { first: 0, depth: self.depth, player: Player::Max };
        let (caller, own) = (Control::new(), Control::new());
        let mut recorder = Recorder::new(&caller, &own, u64::MAX);
        let settings = SearcherSettings {
            algorithm: request.algorithm,
            conventions: request.conventions,
            ..SearcherSettings::default()
        };
        let limits = SearcherLimits::default();
        search_by_depth(&Root::new(&arranged, &root), settings, &limits, &own, &mut recorder, &mut |_| {});
        recorder.events.iter().filter(|event| matches!(event, RecordedEvent::Cut { .. })).count() as u32
    }

    /// Sorts the children of all nodes below one, the best first, of equals the leftmost. Returns the value of the node.
    fn sort(&self, leaves: &mut [i32], depth: u32, player: Player) -> i32 {
        if depth == 0 {
            return leaves[0];
        }
        let below = leaves.chunks_mut(leaves.len() / self.branching);
        let mut children: Vec<(i32, Vec<i32>)> =
            below.map(|leaves| (self.sort(leaves, depth - 1, player.other()), leaves.to_vec())).collect();
        children.sort_by_key(|&(value, _)| if player == Player::Max { -value } else { value });
        let best = children[0].0;
        leaves.copy_from_slice(&children.into_iter().flat_map(|(_, leaves)| leaves).collect::<Vec<_>>());
        best
    }
}

/// A node: its leftmost leaf, and the plies below it.
#[derive(Clone, Hash)]
pub(crate) struct NodeExtent {
    first: usize,
    depth: u32,
    player: Player,
}

impl Game for RegularTree {
    type State = NodeExtent;

    fn facts(&self) -> Facts {
        Facts { max_moves: self.branching as u32, max_plies: self.depth, ..Facts::DEFAULT }
    }

    fn turn(&self, place: &NodeExtent) -> Turn {
        place.player.into()
    }

    fn play(&self, place: &mut NodeExtent, mv: Move) {
        let (depth, player) = (place.depth - 1, place.player.other());
        *place = NodeExtent { first: place.first + mv.0 as usize * self.branching.pow(depth), depth, player };
    }

    fn outcome(&self, place: &NodeExtent) -> Outcome {
        if place.depth == 0 { Outcome::Utility(self.leaves[place.first]) } else { Outcome::Ongoing }
    }

    fn moves(&self, _place: &NodeExtent, out: &mut Moves<'_>) {
        (0..self.branching as u32).for_each(|child| out.push(Move(child)));
    }
}
