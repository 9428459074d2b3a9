//! Upper bounds on the moves of a position and the plies of a game.

use crate::goals::Condition;
use crate::rules::{Chain, Pass, Rules};
use crate::state::State;
use plyd_plugin::Facts;

/// The maximum number of moves in a position, for which a search reserves memory at each ply.
const MOST_MOVES: u32 = 1 << 16;

impl Rules {
    /// Rejects a root from which a position with too many moves could be reached.
    pub(crate) fn check_moves(&self, root: &State) -> Result<(), String> {
        match self.max_moves(root) {
            0..=MOST_MOVES => Ok(()),
            moves => Err(format!("a position could have {moves} moves, but at most {MOST_MOVES} are possible")),
        }
    }

    /// Returns an upper bound on the moves of any position reachable from a root.
    pub(crate) fn max_moves(&self, root: &State) -> u32 {
        let most = (0..2).map(|side| self.most_moves(root, side)).max().unwrap_or(0);
        // One extra move, for a pass or for a piece that stops capturing.
        (most + 1).max(1)
    }

    fn most_moves(&self, root: &State, side: usize) -> u32 {
        let placed = self.placing.as_ref().map_or(0, |placing| match &placing.shapes {
            Some(shapes) => shapes[side].len() as u32,
            None => self.board.cells.len(),
        });
        let changes = self.custody.as_ref().is_some_and(|custody| custody.flips)
            || self.kinds.iter().any(|kind| kind.promotion.is_some());
        let flips = self.custody.as_ref().is_some_and(|custody| custody.flips);
        let targets = |kind: usize| {
            let choices = self.kinds[kind].promotion.as_ref().map_or(1, |(_, choices)| choices.len() as u32);
            self.tables.most_targets(side, kind).saturating_mul(choices)
        };
        let hand = u32::from(root.hands[side]);
        let moved = if changes {
            let sides = if flips { 0..2 } else { side..side + 1 };
            let pieces: u32 = sides.map(|side| root.sides[side].len() + u32::from(root.hands[side])).sum();
            let most = (0..self.kinds.len()).map(targets).max().unwrap_or(0);
            most.saturating_mul(pieces.min(self.board.cells.len()))
        } else {
            let of_kind = |kind: usize| {
                let in_hand = self.placing.as_ref().filter(|placing| placing.kind == kind).map_or(0, |_| hand);
                targets(kind).saturating_mul((root.of_kind(kind) & root.sides[side]).len() + in_hand)
            };
            (0..self.kinds.len()).map(of_kind).fold(0, u32::saturating_add)
        };
        placed.max(moved)
    }

    /// Returns an upper bound on the plies of a game from a root, or [`Facts::UNBOUNDED`].
    pub(crate) fn max_plies(&self, root: &State) -> u32 {
        let by_turns = self.goals.turns.filter(|_| self.chain == Chain::No).map(|most| most.saturating_sub(root.turns));
        let bounds = [by_turns, self.by_progress(root), self.by_quiet(root)];
        bounds.into_iter().flatten().min().unwrap_or(Facts::UNBOUNDED).max(1)
    }

    /// Bounds the plies of a game in which each ply except a pass fills a cell, removes a piece or advances one.
    fn by_progress(&self, root: &State) -> Option<u32> {
        let removes = self.custody.as_ref().is_some_and(|custody| !custody.flips);
        let progress = match &self.placing {
            Some(placing) if placing.hands.is_none() => {
                if removes {
                    return None;
                }
                self.board.cells.len() - root.occupied().len()
            }
            _ => {
                let hands: u32 = root.hands.iter().map(|hand| u32::from(*hand)).sum();
                let pieces = root.occupied().len() + hands;
                let steps = if self.only_captures() {
                    pieces
                } else if self.is_forward() && self.custody.is_none() {
                    pieces * (self.board.ranks - 1)
                } else {
                    return None;
                };
                hands + steps
            }
        };
        // At most one stop follows each capture.
        let progress = if self.chain == Chain::May { 2 * progress } else { progress };
        Some(if self.pass == Pass::Never { progress } else { (progress + 1).saturating_mul(self.most_passes() + 1) })
    }

    /// Bounds the plies of a game that a counter ends, if the number of moves that reset the counter is limited.
    fn by_quiet(&self, root: &State) -> Option<u32> {
        let limit = self.goals.quiet?;
        if self.custody.as_ref().is_some_and(|custody| custody.flips) || self.places_for_ever() {
            return None;
        }
        let promotes = |kind: usize| self.kinds[kind].promotion.as_ref();
        let mut kinds = (0..self.kinds.len()).filter_map(promotes).flat_map(|(_, choices)| choices);
        if kinds.any(|kind| promotes(*kind).is_some()) {
            return None;
        }
        let hands: u32 = root.hands.iter().map(|hand| u32::from(*hand)).sum();
        let events = 2 * (root.occupied().len() + hands) + hands;
        Some((events + 1).saturating_mul(limit))
    }

    fn places_for_ever(&self) -> bool {
        self.placing.as_ref().is_some_and(|placing| placing.hands.is_none())
    }

    fn most_passes(&self) -> u32 {
        let counts = self.goals.goals.iter().filter(|goal| goal.players == [true; 2]);
        counts
            .filter_map(|goal| if let Condition::Passes(count) = goal.condition { Some(count.into()) } else { None })
            .min()
            .unwrap_or(0)
    }

    /// Whether every move captures.
    fn only_captures(&self) -> bool {
        self.all_rays().all(|(_, captures, _)| captures)
    }

    /// Whether the pieces of each player only move to higher ranks, or only to lower ones.
    pub(crate) fn is_forward(&self) -> bool {
        let ways = |side: usize| {
            let rays = self.all_rays().filter(move |(of, ..)| *of == side);
            rays.map(|(_, _, way)| way).collect::<std::collections::HashSet<i32>>()
        };
        (0..2).all(|side| {
            let ways = ways(side);
            ways.len() <= 1 && !ways.contains(&0)
        })
    }

    /// Iterates over all rays: their player, whether they capture, and the sign of the rank change of a move along
    /// them; 0 if this varies.
    fn all_rays(&self) -> impl Iterator<Item = (usize, bool, i32)> {
        let places = (0..2).flat_map(|side| (0..self.kinds.len()).map(move |kind| (side, kind)));
        let cells = places.flat_map(|(side, kind)| self.board.cells.into_iter().map(move |cell| (side, kind, cell)));
        let groups = cells.flat_map(|place| [false, true].map(|captures| (place, captures)));
        groups.flat_map(move |((side, kind, cell), captures)| {
            let way = move |end: u32| (self.board.place(end).1 as i32 - self.board.place(cell).1 as i32).signum();
            let steps = self.tables.step_set(side, kind, cell, captures).into_iter();
            let rays = self.tables.rays(side, kind, cell, captures).iter();
            let first = move |ray| self.tables.cells(ray).first().map_or(cell, |first| (*first).into());
            steps.chain(rays.map(first)).map(move |end| (side, captures, way(end)))
        })
    }
}
