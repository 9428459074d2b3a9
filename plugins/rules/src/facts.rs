//! The facts that an instance declares about itself, once.

use crate::{Abilities, Chance, Features, Repetition};

/// The facts that a game instance declares about itself when it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The maximum number of legal moves or of chance outcomes in any position of the instance, 1 to
    /// [`Step::MAX_MOVES`](crate::Step::MAX_MOVES). A position with more is an error.
    pub max_moves: u32,
    /// The maximum number of plies from the root of the instance if every draw is claimed, or [`Facts::UNBOUNDED`].
    pub max_plies: u32,
    /// The value of a win to the winner, 1 to [`UTILITY_LIMIT`](crate::UTILITY_LIMIT). Heuristic values are smaller in
    /// size.
    pub win: i32,
    /// The points of advantage that make the odds of winning e times as good, measured: 1 to [`Facts::win`], or 0 if
    /// nobody has measured them. It is the scale of the game's values: chances to win follow from it.
    pub points_per_logit: i32,
    /// The points of advantage that win half of the games, measured together with the scale, 0 to [`Facts::win`]: the
    /// more of them, the more games are drawn. 0 for a game that is never drawn, or without a scale.
    pub draw_points: i32,
    /// Whether [`Game::key`](crate::Game::key) distinguishes positions. A game without keys gets no table and no
    /// repetition.
    pub has_key: bool,
    /// Whether the same move number means the same action in sibling positions.
    pub moves_are_actions: bool,
    /// The rule about repeated positions; `None` if there is no such rule. Requires keys.
    pub repetition: Option<Repetition>,
    /// The chance states, as after a roll of dice; `None` if the game has none.
    pub chance: Option<Chance>,
    /// The inputs of a network that values positions; [`Features::NONE`] for a game without them.
    pub features: Features,
    /// The optional functions of [`Game`](crate::Game) that a search may use.
    pub abilities: Abilities,
}

impl Facts {
    /// The number of plies of a game that the rules do not end.
    pub const UNBOUNDED: u32 = u32::MAX;

    /// Defaults to override: one move, unbounded, a win worth 1, no scale, no key, moves that are actions, no inputs.
    pub const DEFAULT: Self = Self {
        max_moves: 1,
        max_plies: Self::UNBOUNDED,
        win: 1,
        points_per_logit: 0,
        draw_points: 0,
        has_key: false,
        moves_are_actions: true,
        repetition: None,
        chance: None,
        features: Features::NONE,
        abilities: Abilities::NONE,
    };
}
