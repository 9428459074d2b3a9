//! The state of a game: the men of both players, the player to move, and the dice.

use crate::Dice;
use crate::play;
use crate::side::{BAR, HOME, OFF, PLACES, START, Side, opposite};
use plyd_board::key::folded;
use plyd_plugin::{Move, Player};

/// A position. The mover is the player who is to roll, or who has rolled and is to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    men: [Side; 2],
    mover: Player,
    dice: Dice,
}

/// The number of points that a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Points {
    /// The loser has borne off a man.
    Single = 1,
    /// The loser has not borne off a man.
    Gammon = 2,
    /// The loser has not borne off a man, and has a man on the bar or in the winner's home board.
    Backgammon = 3,
}

impl State {
    pub(crate) const START: Self = Self { men: [START, START], mover: Player::Max, dice: Dice::NONE };

    /// Creates a position. Each side must have 15 men, including those off the board.
    pub(crate) fn new(men: [Side; 2], mover: Player, dice: Dice) -> Self {
        Self { men, mover, dice }
    }

    /// The player who is to roll or to play.
    #[inline]
    pub(crate) fn mover(&self) -> Player {
        self.mover
    }

    /// The dice that the mover has rolled, or [`Dice::NONE`].
    #[inline]
    pub(crate) fn dice(&self) -> Dice {
        self.dice
    }

    /// The men of a player in the player's own numbering.
    #[inline]
    pub(crate) fn men(&self, player: Player) -> &Side {
        &self.men[player as usize]
    }

    /// The men of the mover and of the opponent, each in its owner's numbering.
    #[inline]
    pub(crate) fn sides(&self) -> [&Side; 2] {
        [self.men(self.mover), self.men(self.mover.other())]
    }

    /// Whether the men are in the start position.
    #[inline]
    pub(crate) fn is_start(&self) -> bool {
        self.men == [START, START]
    }

    /// The player without men on the board, who has won, and the points of the game; `None` if the game is not over.
    #[inline]
    pub(crate) fn result(&self) -> Option<(Player, Points)> {
        let winner = [Player::Max, Player::Min].into_iter().find(|&player| self.men(player)[OFF as usize] == 15)?;
        let loser = self.men(winner.other());
        let points = if loser[OFF as usize] > 0 {
            Points::Single
        } else if loser[usize::from(BAR - HOME)..].iter().all(|men| *men == 0) {
            Points::Gammon
        } else {
            Points::Backgammon
        };
        Some((winner, points))
    }

    /// Sets the dice that were rolled.
    #[inline]
    pub(crate) fn roll(&mut self, dice: Dice) {
        self.dice = dice;
    }

    /// Makes a legal play. It becomes the other player's turn, with the dice not rolled.
    #[inline]
    pub(crate) fn play(&mut self, play: Move) {
        let mover = self.mover as usize;
        for step in play::steps(play) {
            let to = step.to();
            self.men[mover][step.from as usize] -= 1;
            self.men[mover][to as usize] += 1;
            if to != OFF {
                let hit = &mut self.men[1 - mover];
                let blot = opposite(to) as usize;
                // At most a single man can be on this point.
                hit[BAR as usize] += hit[blot];
                hit[blot] = 0;
            }
        }
        self.mover = self.mover.other();
        self.dice = Dice::NONE;
    }

    /// A hash of the position and a salt.
    #[inline]
    pub(crate) fn key(&self, salt: u64) -> u64 {
        let turn = u64::from(self.mover as u8) | u64::from(self.dice.high()) << 1 | u64::from(self.dice.low()) << 4;
        let [[first, second], [third, fourth]] = self.men.each_ref().map(packed);
        folded(salt, [turn, first, second, third, fourth])
    }
}

/// The men on the 24 points and the bar with four bits each, which also determine the men that are off.
#[inline]
fn packed(side: &Side) -> [u64; 2] {
    let eight = |first: usize| {
        let bytes: [u8; 8] = std::array::from_fn(|index| side[first + index]);
        u64::from_le_bytes(bytes)
    };
    const { assert!(PLACES == 26) };
    [eight(1) | eight(9) << 4, eight(17) | u64::from(side[BAR as usize]) << 4]
}
