//! The value of a position without a search.

use crate::board::Board;
use crate::state::State;
use plyd_plugin::{Options, ParameterSpec, Player};

/// The value of a win. No heuristic value comes near: at most 64 pawns of at most 210 each, and a race.
pub(crate) const WIN: i32 = 20_000;

/// The value of a pawn.
const PAWN: i32 = 100;
/// The additional value by its distance from its goal, 1 to 7; the last entry is for boards' first ranks.
const ADVANCED: [i32; 8] = [0, 60, 36, 22, 12, 6, 2, 2];

const DEFENDED: ParameterSpec =
    ParameterSpec { name: "Defended", meaning: "what a defended pawn is worth more", default: 10, min: 0, max: 50 };
const LOOSE: ParameterSpec = ParameterSpec {
    name: "Loose",
    meaning: "what a pawn is worth less that is attacked and not defended",
    default: 30,
    min: 0,
    max: 100,
};
const RACE: ParameterSpec = ParameterSpec {
    name: "Race",
    meaning: "the value of reaching the goal first with a pawn that cannot be stopped",
    default: 1_000,
    min: 0,
    max: 4_000,
};
/// The numbers that can be set.
pub(crate) const PARAMETERS: &[ParameterSpec] = &[DEFENDED, LOOSE, RACE];

const _: () = assert!(64 * (PAWN + ADVANCED[1] + DEFENDED.max) + RACE.max < WIN);

/// Their values in an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    defended: i32,
    loose: i32,
    race: i32,
}

impl Weights {
    pub(crate) fn new(options: &Options<'_>) -> Self {
        let [defended, loose, race] = [DEFENDED, LOOSE, RACE].map(|spec| options.parameter(&spec));
        Self { defended, loose, race }
    }

    /// The value from MAX's view.
    #[inline]
    pub(crate) fn evaluate(&self, board: &Board, state: &State) -> i32 {
        let [max, min] = [Player::Max, Player::Min].map(|player| state.pawns(player));
        let pawns = self.worth(board, Player::Max, max, min) - self.worth(board, Player::Min, min, max);
        pawns + self.race * first_home(board, state)
    }

    #[inline]
    fn worth(&self, board: &Board, player: Player, own: u64, other: u64) -> i32 {
        let defended = own & board.attacks(player, own);
        let loose = own & !defended & board.attacks(player.other(), other);
        let mut worth = PAWN * count(own) + self.defended * count(defended) - self.loose * count(loose);
        // Rank by rank, beginning with the one before the goal.
        for (distance, bonus) in (1..board.ranks()).zip(&ADVANCED[1..]) {
            let rank = match player {
                Player::Max => board.ranks() - 1 - distance,
                Player::Min => distance,
            };
            worth += bonus * count(own & 0xFF << (8 * rank));
        }
        worth
    }
}

/// A pawn that no opponent's pawn can come to capture or to block on its way straight ahead arrives; who is first with
/// one, wins the race: 1 for MAX, -1 for MIN, 0 for neither.
#[inline]
fn first_home(board: &Board, state: &State) -> i32 {
    let arrival = |player: Player| {
        let (own, other) = (state.pawns(player), state.pawns(player.other()));
        let runners = own & !board.reach(player.other(), other);
        let first = match player {
            Player::Max => runners.leading_zeros() as i32 - 8 * (8 - board.ranks() as i32),
            Player::Min => runners.trailing_zeros() as i32,
        };
        // In plies, and later than any pawn if there is none.
        let waits = i32::from(player != state.turn());
        if runners == 0 { i32::MAX } else { 2 * (first / 8) + waits }
    };
    arrival(Player::Min).cmp(&arrival(Player::Max)) as i32
}

#[inline]
fn count(pawns: u64) -> i32 {
    pawns.count_ones() as i32
}
