//! The ratings of moves that mean more than an order.

/// Ratings of `OrderExtension` from here on are certain: these moves are tried before all that a search has learnt itself.
/// Of other ratings what lies beyond plus and minus 4,900 counts as that; a move that proved good nearby before is lifted
/// by up to 1,000.
pub const CERTAIN_RATING: i32 = 10_000;

/// The rating of a move after which the opponent wins the game with the very next move. It is a promise: a search takes
/// such a move for lost without playing it. (The smallest number, so that no other rating is it by accident.)
pub const LOSING_RATING: i32 = i32::MIN;
