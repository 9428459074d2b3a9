//! What the moves of random games say of the same moves earlier: all moves as first (B. Bruegmann, "Monte Carlo Go",
//! 1993), as far as little is known of them otherwise (RAVE: S. Gelly and D. Silver, "Monte-Carlo tree search and rapid
//! action value estimation in computer Go", 2011).

use super::edges::{EdgeTarget, Edges};
use super::walk::TreeGrower;
use super::worth::turn_of;
use crate::ground::{BlockAddress, Valuation};
use plyd_rules::{Game, Move, Player, Turn};

/// A search learns of moves with smaller numbers only.
const MOVES: usize = 4_096;

/// The most moves of a random game that are looked at.
const LONGEST: usize = 1_024;

/// The random game of the visit at work.
pub(crate) struct RandomGame {
    pub(super) moves: Vec<Move>,
    count: usize,
    /// The ply at which it began, and whose turn it was.
    from: usize,
    turn: Turn,
    /// Who made a move first: the number of the visit, and the player.
    firsts: Vec<u32>,
    visit: u32,
}

impl RandomGame {
    pub(super) fn new(valuation: Valuation) -> Self {
        let is_used = valuation == Valuation::OwnPlayouts;
        let (moves, firsts) = if is_used { (LONGEST, MOVES) } else { (0, 0) };
        Self { moves: vec![Move(0); moves], count: 0, from: 0, turn: Turn::Max, firsts: vec![0; firsts], visit: 0 }
    }

    /// A game of `count` moves began at ply `from`.
    pub(super) fn tell(&mut self, count: usize, from: usize, turn: Turn) {
        (self.count, self.from, self.turn) = (count, from, turn);
    }

    /// Another visit begins.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.count = 0;
    }

    /// The mark of this visit and a player.
    #[inline]
    fn mark(&self, player: Player) -> u32 {
        self.visit << 1 | player as u32
    }

    #[inline]
    fn note(&mut self, mv: u32, player: Player) {
        let mark = self.mark(player);
        if let Some(first) = self.firsts.get_mut(mv as usize) {
            *first = mark;
        }
    }

    /// Begins to note the moves of a visit.
    fn begin(&mut self) {
        self.visit = (self.visit + 1) & (u32::MAX >> 1);
        if self.visit == 0 {
            self.firsts.fill(0);
            self.visit = 1;
        }
    }
}

/// The number of visits after which a move's own games count as much as those with the move later on.
const EQUAL: f64 = 3_500.0;

/// The prior counts as this many games.
const PRIOR: f64 = 10.0;

impl<G: Game> TreeGrower<'_, G> {
    /// Tells the nodes of the path which moves the random game had, and what came of it.
    pub(super) fn learn(&mut self, worth: f64) {
        let end = self.path.len() - 1;
        let Some(mut player) = self.later.turn.player().filter(|_| self.later.count > 0 && self.later.from == end)
        else {
            return;
        };
        let (arena, later) = (&self.growth.arena, &mut self.later);
        later.begin();
        if later.count % 2 == 0 {
            player = player.other();
        }
        // From the last to the first, so that the first one stays.
        for index in (0..later.count).rev() {
            later.note(later.moves[index].0, player);
            player = player.other();
        }
        for ply in (0..=end).rev() {
            let Some(player) = turn_of(arena.turn(self.path[ply])).player() else { continue };
            if ply < end {
                later.note(arena.move_to(self.path[ply + 1]), player);
            }
            let Some(edges) = arena.edges(self.path[ply]) else { continue };
            let own = later.mark(player);
            for index in 0..edges.len() {
                if later.firsts.get(edges.mv(index) as usize) == Some(&own) {
                    edges.add_later(index, worth as f32);
                }
            }
        }
    }

    /// The edge to follow from a node of a tree with statistics; `None` if there is none to explore now.
    pub(super) fn choose_by_later(
        &self,
        node: BlockAddress,
        edges: &Edges<'_>,
        player: Player,
        looks_at_all: bool,
    ) -> Option<usize> {
        let (growth, arena, scale) = (self.growth, &self.growth.arena, self.growth.scale);
        let (low, high) = growth.range();
        let per_range = if high > low { 1.0 / (high - low) } else { 0.0 };
        let seen = |worth: f64| match player {
            Player::Max => (worth - low) * per_range,
            Player::Min => (high - worth) * per_range,
        };
        let bounds = arena.bounds(node);
        let mut best = (f64::NEG_INFINITY, None);
        for index in 0..edges.len() {
            let (all, known) = match edges.child(index) {
                EdgeTarget::Forbidden | EdgeTarget::Awaited => continue,
                EdgeTarget::Unseen => (0.0, 0.0),
                EdgeTarget::Node(child) => {
                    let of_child = arena.bounds(child);
                    let is_no_better = match player {
                        Player::Max => scale.above(of_child.1) <= bounds.0,
                        Player::Min => scale.above(of_child.0) >= bounds.1,
                    };
                    if scale.is_decided(of_child) || is_no_better && !looks_at_all {
                        continue;
                    }
                    let visits = arena.visits(child) as f64;
                    // What other threads look at counts as bad until they know.
                    (visits + arena.pending(child) as f64, growth.worth(child).map_or(0.0, seen) * visits)
                }
            };
            let prior = f64::from(edges.weight(index)) / f64::from(u32::MAX);
            let own = (known + PRIOR * prior) / (all + PRIOR);
            let (games, sum) = edges.later(index);
            let games = f64::from(games);
            let mut value = own;
            if games > 0.0 {
                let share = games / (games + all + PRIOR + games * (all + PRIOR) / EQUAL);
                value += share * (seen(f64::from(sum) / games) - own);
            }
            if value > best.0 {
                best = (value, Some(index));
            }
        }
        best.1
    }
}
