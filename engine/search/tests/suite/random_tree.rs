//! Random trees of any shape as a game: the players need not alternate, leaves are wins, draws or utilities.

use crate::random::SeededRandom;
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Turn};

/// A tree; the searcher sees it as a game, the oracle as it is.
pub(crate) enum RandomTree {
    Leaf(Outcome),
    Inner { turn: Player, heuristic: i32, children: Vec<RandomTree> },
}

impl SeededRandom {
    fn player(&mut self) -> Player {
        if self.below(2) == 0 { Player::Max } else { Player::Min }
    }

    fn outcome(&mut self) -> Outcome {
        match self.below(8) {
            0 => Outcome::Win(self.player()),
            1 => Outcome::Draw,
            _ => Outcome::Utility(self.below(19) as i32 - 9),
        }
    }

    /// A tree of at most this height. Small values make ties, which decide between moves, frequent.
    pub(crate) fn tree(&mut self, height: u64) -> RandomTree {
        if height == 0 || self.below(6) == 0 {
            return RandomTree::Leaf(self.outcome());
        }
        let children = (0..=self.below(4)).map(|_| self.tree(height - 1)).collect();
        RandomTree::Inner { turn: self.player(), heuristic: self.below(9) as i32 - 4, children }
    }
}

/// What a win is worth; more than any utility.
pub(crate) const WIN: i32 = 10;

impl Game for RandomTree {
    /// The path from the root, and its length.
    type State = ([u8; 12], usize);

    fn facts(&self) -> Facts {
        // Values are small, and so are the first windows by this scale: many fail.
        Facts { max_moves: 4, max_plies: 12, win: WIN, points_per_logit: 1, ..Facts::DEFAULT }
    }

    fn turn(&self, state: &Self::State) -> Turn {
        match self.at(state) {
            RandomTree::Leaf(_) => Turn::Max,
            RandomTree::Inner { turn, .. } => (*turn).into(),
        }
    }

    fn play(&self, (path, length): &mut Self::State, mv: Move) {
        path[*length] = mv.0 as u8;
        *length += 1;
    }

    fn outcome(&self, state: &Self::State) -> Outcome {
        match self.at(state) {
            RandomTree::Leaf(outcome) => *outcome,
            RandomTree::Inner { .. } => Outcome::Ongoing,
        }
    }

    fn moves(&self, state: &Self::State, out: &mut Moves<'_>) {
        if let RandomTree::Inner { children, .. } = self.at(state) {
            (0..children.len()).for_each(|index| out.push(Move(index as u32)));
        }
    }

    fn evaluate(&self, state: &Self::State) -> i32 {
        match self.at(state) {
            RandomTree::Leaf(_) => unreachable!("a leaf is finished"),
            RandomTree::Inner { heuristic, .. } => *heuristic,
        }
    }
}

impl RandomTree {
    pub(crate) const ROOT: ([u8; 12], usize) = ([0; 12], 0);

    /// The plies until `player` wins against every defence, or none.
    pub(crate) fn mate(&self, player: Player) -> Option<u32> {
        match self {
            RandomTree::Leaf(outcome) => (*outcome == Outcome::Win(player)).then_some(0),
            RandomTree::Inner { turn, children, .. } => {
                let mut plies = children.iter().map(|child| child.mate(player).map(|plies| plies + 1));
                if *turn == player {
                    plies.flatten().min()
                } else {
                    plies.try_fold(0, |most, plies| Some(most.max(plies?)))
                }
            }
        }
    }

    fn at(&self, (path, length): &([u8; 12], usize)) -> &RandomTree {
        path[..*length].iter().fold(self, |tree, &index| match tree {
            RandomTree::Leaf(_) => unreachable!("no move leads on from a leaf"),
            RandomTree::Inner { children, .. } => &children[usize::from(index)],
        })
    }
}
