//! One position: the men of both players, whose turn it is, and the dice.

use crate::Dice;
use crate::play;
use crate::side::{BAR, HOME, OFF, PLACES, START, Side, opposite};
use plyd_board::key::folded;
use plyd_plugin::{Move, Player};

/// One position. The player who is to roll, or has rolled and is to play, is the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    men: [Side; 2],
    mover: Player,
    dice: Dice,
}

/// How much a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Points {
    /// The loser has borne off a man.
    Single = 1,
    /// The loser has borne off none.
    Gammon = 2,
    /// The loser has borne off none, and has a man on the bar or in the winner's home board.
    Backgammon = 3,
}

impl State {
    pub(crate) const START: Self = Self { men: [START, START], mover: Player::Max, dice: Dice::NONE };

    /// A position; each side has 15 men, those off the board included.
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

    /// A player's men, as that player counts.
    #[inline]
    pub(crate) fn men(&self, player: Player) -> &Side {
        &self.men[player as usize]
    }

    /// The men of the mover, and those of the opponent, each as their owner counts.
    #[inline]
    pub(crate) fn sides(&self) -> [&Side; 2] {
        [self.men(self.mover), self.men(self.mover.other())]
    }

    /// Whether the men stand as at the beginning.
    #[inline]
    pub(crate) fn is_start(&self) -> bool {
        self.men == [START, START]
    }

    /// The player with no man left, and how much the game counts.
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

    /// Rolls the dice.
    #[inline]
    pub(crate) fn roll(&mut self, dice: Dice) {
        self.dice = dice;
    }

    /// Makes a legal play. The dice are the other player's then, and not rolled.
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
                // Only a single man can stand there.
                hit[BAR as usize] += hit[blot];
                hit[blot] = 0;
            }
        }
        self.mover = self.mover.other();
        self.dice = Dice::NONE;
    }

    /// A hash of the position and of a salt.
    #[inline]
    pub(crate) fn key(&self, salt: u64) -> u64 {
        let turn = u64::from(self.mover as u8) | u64::from(self.dice.high()) << 1 | u64::from(self.dice.low()) << 4;
        let [[first, second], [third, fourth]] = self.men.each_ref().map(packed);
        folded(salt, [turn, first, second, third, fourth])
    }
}

/// The men on the 24 points and the bar, four bits each, which tell those that are off too.
#[inline]
fn packed(side: &Side) -> [u64; 2] {
    let eight = |first: usize| {
        let bytes: [u8; 8] = std::array::from_fn(|index| side[first + index]);
        u64::from_le_bytes(bytes)
    };
    const { assert!(PLACES == 26) };
    [eight(1) | eight(9) << 4, eight(17) | u64::from(side[BAR as usize]) << 4]
}
