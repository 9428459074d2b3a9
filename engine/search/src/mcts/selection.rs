//! The choice of the next move to look at: the value of what was seen, and a bonus for what was seen little.
//!
//! UCT (L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", 2006), in the form with a prior for each move
//! (C. Rosin, "Multi-armed bandits with episode context", 2011). What is proven is not looked at again (M. Winands and
//! others, "Monte-Carlo tree search solver", 2008).

use super::edges::{EdgeTarget, Edges};
use super::walk::TreeGrower;
use crate::ground::{BlockAddress, Valuation};
use plyd_rules::{CERTAIN_RATING, Facts, Game, Player, Turn, UNLIKELY_RATING};

/// How much is tried out, and how far the prior is trusted.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectionTaste {
    /// The weight of the bonus.
    exploration: f64,
    /// A rating that is higher by this makes a move e times as likely to be the best, by the prior.
    temperature: f64,
}

/// These and the other two numbers below did best of about a dozen settings, at 1,000 visits a move: against 1, 0.1 and
/// 1,000 they won 58 % of 240 games of four kinds. As the best of a dozen they are worth less than that.
const FEW_MOVES: SelectionTaste = SelectionTaste { exploration: 0.7, temperature: 500.0 };

/// For games with many moves, each of which has a small prior. Against the numbers above, at 1,000 visits a move, these
/// won 39 of 60 games of amazons on 6 by 6, 38 of ataxx and 46 of isolation. In games with fewer moves they lost most.
const MANY_MOVES: SelectionTaste = SelectionTaste { exploration: 2.0, temperature: 300.0 };

/// So many moves in one position are many.
const MANY: u32 = 250;

impl SelectionTaste {
    pub(super) fn of(facts: &Facts) -> Self {
        // The outcomes of chance count as moves too, so the number would say little there.
        if facts.max_moves >= MANY && facts.chance.is_none() { MANY_MOVES } else { FEW_MOVES }
    }
}

/// The temperature where positions are valued by games that the game plays with itself: a rating stands for itself
/// there.
const OWN_TEMPERATURE: f64 = 500.0;

/// An unseen move is assumed to be worth this much less than the position, in parts of the range of all worths.
const REDUCTION: f64 = 0.2;

/// The part of the prior that is the same for all moves.
const EVEN: f64 = 0.2;

impl<G: Game> TreeGrower<'_, G> {
    /// The edge to follow from a node; `None` if there is none to explore now.
    #[inline]
    pub(super) fn select(&self, node: BlockAddress, edges: &Edges<'_>, turn: Turn, is_root: bool) -> Option<usize> {
        match turn.player() {
            Some(player) => self.choose(node, edges, player, is_root && self.looks_at_all),
            None => self.draw(edges),
        }
    }

    fn choose(&self, node: BlockAddress, edges: &Edges<'_>, player: Player, looks_at_all: bool) -> Option<usize> {
        if self.valuation == Valuation::OwnPlayouts {
            return self.choose_by_later(node, edges, player, looks_at_all);
        }
        let (growth, arena, scale) = (self.growth, &self.growth.arena, self.growth.scale);
        let (low, high) = growth.range();
        let per_range = if high > low { 1.0 / (high - low) } else { 0.0 };
        // From 0 for what is the worst for the player to 1.
        let seen = |worth: f64| match player {
            Player::Max => (worth - low) * per_range,
            Player::Min => (high - worth) * per_range,
        };
        let bounds = arena.bounds(node);
        let visits = (arena.visits(node) + arena.pending(node)) as f64;
        let bonus = self.taste.exploration * visits.sqrt() / f64::from(u32::MAX);
        let mut best = (f64::NEG_INFINITY, None);
        for index in 0..edges.len() {
            let value = match edges.child(index) {
                EdgeTarget::Forbidden | EdgeTarget::Awaited => continue,
                EdgeTarget::Unseen => {
                    let expected = seen(growth.worth(node).unwrap_or(0.0)) - REDUCTION;
                    // Those behind it have no more of a bonus.
                    let value = expected + bonus * f64::from(edges.weight(index));
                    if value > best.0 {
                        best = (value, Some(index));
                    }
                    break;
                }
                EdgeTarget::Node(child) => {
                    let of_child = arena.bounds(child);
                    let is_no_better = match player {
                        Player::Max => scale.above(of_child.1) <= bounds.0,
                        Player::Min => scale.above(of_child.0) >= bounds.1,
                    };
                    if scale.is_decided(of_child) || is_no_better && !looks_at_all {
                        continue;
                    }
                    let (visits, pending) = (arena.visits(child), arena.pending(child));
                    // What other threads look at counts as bad until they know.
                    let all = (visits + pending) as f64;
                    let known = growth.worth(child).map_or(0.0, seen) * visits as f64;
                    known / all.max(1.0) + bonus * f64::from(edges.weight(index)) / (1.0 + all)
                }
            };
            if value > best.0 {
                best = (value, Some(index));
            }
        }
        best.1
    }

    /// The outcome of chance that has come the least often, by its weight.
    fn draw(&self, edges: &Edges<'_>) -> Option<usize> {
        let (growth, arena) = (self.growth, &self.growth.arena);
        let seen = |index: usize| match edges.child(index) {
            EdgeTarget::Node(child) => arena.visits(child) + arena.pending(child),
            EdgeTarget::Unseen | EdgeTarget::Awaited | EdgeTarget::Forbidden => 0,
        };
        let (mut weights, mut visits) = (0_u64, 0_u64);
        for index in 0..edges.len() {
            weights += u64::from(edges.weight(index));
            visits += seen(index);
        }
        let share = (visits + 1) as f64 / weights as f64;
        let mut best = (f64::NEG_INFINITY, None);
        for index in 0..edges.len() {
            let is_open = match edges.child(index) {
                EdgeTarget::Unseen => true,
                EdgeTarget::Awaited | EdgeTarget::Forbidden => false,
                EdgeTarget::Node(child) => !growth.is_decided(child),
            };
            let missing = f64::from(edges.weight(index)) * share - seen(index) as f64;
            if is_open && missing > best.0 {
                best = (missing, Some(index));
            }
        }
        best.1
    }

    /// Ranks the first moves in the walk's memory, which belong to the position at this ply, and gives each of them a
    /// weight: its prior, or its outcome's.
    pub(super) fn weigh(&mut self, count: usize, ply: usize, turn: Turn) {
        let tree = &self.tree;
        let moves = &tree.arena[..count];
        self.ranks.clear();
        self.ranks.extend(0..count as u32);
        self.weights.clear();
        if turn == Turn::Chance {
            self.weights.resize(count, 1);
            tree.game.weights(&tree.states[ply], moves, &mut self.weights);
            return;
        }
        if !self.techniques.game_order || count < 2 {
            let even = if self.valuation == Valuation::OwnPlayouts { 0.5 } else { 1.0 / count as f64 };
            self.weights.resize(count, (f64::from(u32::MAX) * even) as u32);
            return;
        }
        self.ratings.clear();
        self.ratings.resize(count, 0);
        tree.game.order(&tree.states[ply], moves, &mut self.ratings);
        let ratings = &self.ratings;
        if self.valuation == Valuation::OwnPlayouts {
            let likely = |&rating: &i32| 1.0 / (1.0 + (-f64::from(rating) / OWN_TEMPERATURE).exp());
            self.weights.extend(ratings.iter().map(|rating| (likely(rating) * f64::from(u32::MAX)) as u32));
            return;
        }
        // Of equal ratings the first stays the first. Some games have thousands of unlikely moves. These are in order
        // already, which a sort of their own sees at once.
        let is_likely = |rank: &u32| ratings[*rank as usize] > UNLIKELY_RATING;
        self.ranks.clear();
        self.ranks.extend((0..count as u32).filter(is_likely));
        let likely = self.ranks.len();
        self.ranks.extend((0..count as u32).filter(|rank| !is_likely(rank)));
        let (first, rest) = self.ranks.split_at_mut(likely);
        for part in [first, rest] {
            part.sort_unstable_by_key(|&rank| (std::cmp::Reverse(ratings[rank as usize]), rank));
        }
        let best = ratings[self.ranks[0] as usize].min(2 * CERTAIN_RATING);
        // A run of equal ratings is worked out once.
        let temperature = self.taste.temperature;
        let mut last = None;
        let mut likelihood = |rating: i32| match last {
            Some((same, known)) if same == rating => known,
            _ => {
                let new = ((f64::from(rating) - f64::from(best)) / temperature).min(0.0).exp();
                last = Some((rating, new));
                new
            }
        };
        let all: f64 = ratings.iter().map(|&rating| likelihood(rating)).sum();
        let even = EVEN / count as f64;
        let mut prior = |&rating: &i32| even + (1.0 - EVEN) * likelihood(rating) / all;
        let weights = ratings.iter().map(|rating| (prior(rating) * f64::from(u32::MAX)) as u32);
        self.weights.extend(weights);
    }
}
