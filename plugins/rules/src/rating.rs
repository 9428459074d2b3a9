//! The ratings of moves with a special meaning.

/// Ratings of `OrderExtension` from here on are certain: a search tries these moves before everything that it has
/// learnt itself. Other ratings are limited to -4,900 to 4,900; a move that proved good nearby gets up to 1,000 more.
pub const CERTAIN_RATING: i32 = 10_000;

/// The rating of a move after which the opponent wins the game with the next move. It is a promise: a search treats
/// such a move as lost without playing it. (It is the smallest number, so no other rating equals it by accident.)
pub const LOSING_RATING: i32 = i32::MIN;

/// The rating of a legal move that is not worth a search, as far as the game can tell. A selective search skips such
/// moves if the game declares candidates (`FLAG_CANDIDATES`); any other search tries them last.
pub const UNLIKELY_RATING: i32 = i32::MIN + 1;
