//! The men of one player.

/// The place of the men that are off the board.
pub(crate) const OFF: u8 = 0;
/// The place of the men on the bar, next to the 24 points.
pub(crate) const BAR: u8 = 25;
/// The places of a player's men: off, 24 points, the bar.
pub(crate) const PLACES: usize = 26;
/// The men of a player.
pub(crate) const MEN: u8 = 15;
/// The farthest point of a player's home board.
pub(crate) const HOME: u8 = 6;

/// The number of a player's men on each place, counted as that player counts: 0 is off the board, 1 to 6 the home
/// board, 25 the bar. They are 15 in all.
pub(crate) type Side = [u8; PLACES];

/// The same point as the other player counts.
#[inline]
pub(crate) const fn opposite(point: u8) -> u8 {
    BAR - point
}

/// The points of a player's start position, each with its men.
const START_POINTS: [(usize, u8); 4] = [(24, 2), (13, 5), (8, 3), (6, 5)];

/// A player's men in the start position.
pub(crate) const START: Side = {
    let (mut side, mut index) = ([0; PLACES], 0);
    while index < START_POINTS.len() {
        side[START_POINTS[index].0] = START_POINTS[index].1;
        index += 1;
    }
    side
};

/// The pips that the men have to go until all are off.
#[inline]
pub(crate) fn pips(side: &Side) -> i32 {
    (1..).zip(&side[1..]).map(|(place, men)| place * i32::from(*men)).sum()
}

/// The places at which `is` holds for the number of men, as bits of their numbers.
#[inline]
pub(crate) fn places(side: &Side, is: impl Fn(u8) -> bool) -> u32 {
    (0..).zip(side).fold(0, |bits, (place, men)| bits | u32::from(is(*men)) << place)
}
