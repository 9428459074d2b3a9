//! The men of one player.

/// The place of the men off the board.
pub(crate) const OFF: u8 = 0;
/// The place of the men on the bar, which follows the 24 points.
pub(crate) const BAR: u8 = 25;
/// The number of places for a player's men: off, 24 points, and the bar.
pub(crate) const PLACES: usize = 26;
/// The number of men of each player.
pub(crate) const MEN: u8 = 15;
/// The highest point of a player's home board.
pub(crate) const HOME: u8 = 6;

/// The number of a player's men at each place in the player's own numbering: 0 is off the board, 1 to 6 are the home
/// board, 25 is the bar. The sum is 15.
pub(crate) type Side = [u8; PLACES];

/// The number of a point in the other player's numbering.
#[inline]
pub(crate) const fn opposite(point: u8) -> u8 {
    BAR - point
}

/// The occupied points of a player's start position, with their numbers of men.
const START_POINTS: [(usize, u8); 4] = [(24, 2), (13, 5), (8, 3), (6, 5)];

/// The men of a player in the start position.
pub(crate) const START: Side = {
    let (mut side, mut index) = ([0; PLACES], 0);
    while index < START_POINTS.len() {
        side[START_POINTS[index].0] = START_POINTS[index].1;
        index += 1;
    }
    side
};

/// The pip count: the number of pips until all men are off.
#[inline]
pub(crate) fn pips(side: &Side) -> i32 {
    (1..).zip(&side[1..]).map(|(place, men)| place * i32::from(*men)).sum()
}

/// The places whose number of men satisfies `is` (a bit set).
#[inline]
pub(crate) fn places(side: &Side, is: impl Fn(u8) -> bool) -> u32 {
    (0..).zip(side).fold(0, |bits, (place, men)| bits | u32::from(is(*men)) << place)
}
