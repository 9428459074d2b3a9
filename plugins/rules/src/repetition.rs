//! The rule about repeated positions.

use crate::{Move, Outcome, Player, Turn, Want};

/// The rule about repeated positions. The caller keeps the history: a game sees one state at a time. A position that
/// the game's own rules end, or at which a draw can be claimed, is no repetition.
///
/// A position that a chance outcome led to counts, and its repetition may be a draw or worth something. But no player
/// loses by it, and it is not forbidden, because it was not a player's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The rule applies when the same position occurs for this time, at least 2; chess: 3.
    pub times: u32,
    /// The consequence.
    pub verdict: Verdict,
    /// The parts of a position that have to be the same.
    pub key: RepetitionKey,
    /// The move to which the rule does not apply, such as a pass in go: the number that
    /// [`Game::moves`](crate::Game::moves) gives it in every position. The position after it counts like any other, so
    /// another move may not repeat it. `None` if the rule applies to all moves.
    pub exempt: Option<Move>,
}

/// The consequence of a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game ends, and is worth this from MAX's view, at most [`UTILITY_LIMIT`](crate::UTILITY_LIMIT) in size. With
    /// the worth 0 it is a draw.
    Worth(i32),
    /// The game ends, and the player whose move repeated the position loses.
    Loses,
    /// The move is not legal. `stuck` is the worth, from MAX's view, of a position all of whose moves are forbidden, at
    /// most [`UTILITY_LIMIT`](crate::UTILITY_LIMIT) in size; with `None` the player to move loses there.
    Forbidden {
        /// The worth of a position without a permitted move.
        stuck: Option<i32>,
    },
}

/// What follows for a position that a move has repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// No effect: the game goes on.
    GoesOn,
    /// The game ends with this outcome.
    Ends(Outcome),
    /// The move is not legal.
    Forbidden,
}

impl Verdict {
    /// A draw.
    pub const DRAW: Self = Self::Worth(0);

    /// Whether it forbids moves.
    #[must_use]
    pub const fn forbids(self) -> bool {
        matches!(self, Self::Forbidden { .. })
    }

    /// What follows for a position that was repeated by a move of `mover`, which is not exempt.
    const fn ruling(self, mover: Turn) -> Ruling {
        match (self, mover.player()) {
            (Self::Worth(worth), _) => Ruling::Ends(outcome_worth(worth)),
            (Self::Loses, Some(player)) => Ruling::Ends(Outcome::Win(player.other())),
            (Self::Forbidden { .. }, Some(_)) => Ruling::Forbidden,
            (Self::Loses | Self::Forbidden { .. }, None) => Ruling::GoesOn,
        }
    }

    /// The outcome of a position in which this player is to move and has moves, all of which are forbidden; `None` if
    /// this verdict forbids no move.
    #[must_use]
    pub const fn stuck(self, player: Player) -> Option<Outcome> {
        match self {
            Self::Forbidden { stuck: Some(worth) } => Some(outcome_worth(worth)),
            Self::Forbidden { stuck: None } => Some(Outcome::Win(player.other())),
            Self::Worth(_) | Self::Loses => None,
        }
    }
}

const fn outcome_worth(worth: i32) -> Outcome {
    if worth == 0 { Outcome::Draw } else { Outcome::Utility(worth) }
}

/// The parts of two positions that have to be the same for a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionKey {
    /// Everything, as [`Game::key`](crate::Game::key) has it.
    Position,
    /// What [`Game::board_key`](crate::Game::board_key) has. In go this is the board for positional superko, and the
    /// board with the player to move for situational superko; the passes in a row are no part of either.
    Board,
}

impl RepetitionKey {
    /// What a step has to ask for to get this key.
    #[must_use]
    pub const fn want(self) -> Want {
        match self {
            Self::Position => Want::KEY,
            Self::Board => Want::BOARD_KEY,
        }
    }
}

impl Repetition {
    /// The common rule: the game is drawn when the same position occurs for this time, at least 2.
    #[must_use]
    pub const fn draw(times: u32) -> Self {
        Self { times, verdict: Verdict::DRAW, key: RepetitionKey::Position, exempt: None }
    }

    /// What follows for a position that the move `mv` of `mover` has repeated.
    #[must_use]
    pub const fn ruling(self, mover: Turn, mv: Move) -> Ruling {
        match self.exempt {
            Some(Move(exempt)) if exempt == mv.0 => Ruling::GoesOn,
            _ => self.verdict.ruling(mover),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mover_decides_what_follows() {
        use Turn::{Chance, Max, Min};
        let forbidden = Verdict::Forbidden { stuck: None };
        for (verdict, mover, ruling) in [
            (Verdict::DRAW, Max, Ruling::Ends(Outcome::Draw)),
            (Verdict::DRAW, Chance, Ruling::Ends(Outcome::Draw)),
            (Verdict::Worth(-7), Chance, Ruling::Ends(Outcome::Utility(-7))),
            (Verdict::Loses, Max, Ruling::Ends(Outcome::Win(Player::Min))),
            (Verdict::Loses, Min, Ruling::Ends(Outcome::Win(Player::Max))),
            (Verdict::Loses, Chance, Ruling::GoesOn),
            (forbidden, Min, Ruling::Forbidden),
            (forbidden, Chance, Ruling::GoesOn),
        ] {
            assert_eq!(verdict.ruling(mover), ruling, "{verdict:?} after a move of {mover:?}");
        }
    }

    #[test]
    fn nothing_follows_for_an_exempt_move() {
        let pass = Move(9);
        for verdict in [Verdict::DRAW, Verdict::Loses, Verdict::Forbidden { stuck: None }] {
            let rule = Repetition { verdict, exempt: Some(pass), ..Repetition::draw(2) };
            assert_eq!(rule.ruling(Turn::Max, pass), Ruling::GoesOn, "{verdict:?}");
            assert_eq!(rule.ruling(Turn::Max, Move(8)), verdict.ruling(Turn::Max), "{verdict:?}");
        }
    }

    #[test]
    fn only_who_may_not_move_is_stuck() {
        let stuck = |stuck| Verdict::Forbidden { stuck }.stuck(Player::Max);
        assert_eq!(stuck(None), Some(Outcome::Win(Player::Min)));
        assert_eq!(stuck(Some(0)), Some(Outcome::Draw));
        assert_eq!(stuck(Some(5)), Some(Outcome::Utility(5)));
        assert_eq!((Verdict::DRAW.stuck(Player::Max), Verdict::Loses.stuck(Player::Min)), (None, None));
    }
}
