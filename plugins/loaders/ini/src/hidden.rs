//! Detection of unreachable goals, whose condition always implies that of an earlier goal.

use crate::goals::{Condition, Goal};
use crate::grid::Set;

impl Goal {
    /// Whether this goal can never take effect, because an earlier one applies whenever it does. `kinds` is the number
    /// of piece kinds.
    pub(crate) fn is_hidden_by(&self, earlier: &Self, kinds: usize) -> bool {
        let counts_too = |player: usize| !self.players[player] || earlier.players[player];
        (0..2).all(counts_too) && self.condition.implies(&earlier.condition, self.players, kinds)
    }
}

impl Condition {
    /// Whether this condition implies another one for each of these players. `false` if uncertain.
    fn implies(&self, other: &Self, players: [bool; 2], kinds: usize) -> bool {
        let all = u8::MAX >> (8 - kinds);
        let are_within = |own: &u8, others: &u8| own & all & !others == 0;
        let is_within = |own: &[Set; 2], others: &[Set; 2]| {
            (0..2).all(|player| !players[player] || own[player].without(others[player]).is_empty())
        };
        match (self, other) {
            (
                Self::Reach { kinds: own, all: own_all, region: cells },
                Self::Reach { kinds: others, all: others_all, region: more },
            ) => {
                // If all pieces of a kind are in a region then some are, but not vice versa.
                let are_kinds =
                    if *others_all { *own_all && own & all == others & all } else { are_within(own, others) };
                are_kinds && is_within(cells, more)
            }
            (Self::Left { kinds: own, most }, Self::Left { kinds: others, most: more }) => {
                are_within(others, own) && most <= more
            }
            (
                Self::Line { length, directions, .. },
                Self::Line { length: shorter, exactly: false, directions: more },
            ) => length >= shorter && directions.iter().all(|way| more.contains(way)),
            (
                Self::Line { length, exactly: true, directions },
                Self::Line { length: same, exactly: true, directions: more },
            ) => length == same && directions.iter().all(|way| more.contains(way)),
            (Self::Square, Self::Square) | (Self::NoMove, Self::NoMove) => true,
            (Self::Passes(count), Self::Passes(fewer)) => count >= fewer,
            _ => false,
        }
    }
}
