//! The declaration of a game with dice, cards or other chance.

/// The facts about the chance states of an instance.
///
/// The bounds allow a search to cut at a chance state (B. Ballard, "The *-minimax search procedure for trees containing
/// chance nodes", 1983): without them a single outcome could outweigh all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The maximum number of outcomes of a chance state, 1 to [`Facts::max_moves`](crate::Facts::max_moves).
    pub max_outcomes: u32,
    /// The lowest value of any position, from MAX's view: of finished games and of the heuristic. At least
    /// -[`UTILITY_LIMIT`](crate::UTILITY_LIMIT).
    pub low: i32,
    /// The highest value of any position, at least `low` and at most [`UTILITY_LIMIT`](crate::UTILITY_LIMIT).
    pub high: i32,
}
