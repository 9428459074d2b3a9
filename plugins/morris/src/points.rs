//! The 24 points, and the lines that join them.
//!
//! The board is three squares, one in the other. The number of a point is 8 times that of its square, 0 for the inner
//! one, plus its place there: 0 is the upper left corner, and the others follow clockwise, so that odd places are the
//! middles of sides. Each square is a byte of a word: a step along it rotates the byte, and a step across goes to the
//! next byte.

use plyd_board::{Cells, Geometry, square_name};

/// The points as the text of a position has them: the squares are the ranks of a board, the outer one being the highest,
/// and the places are its files.
pub(crate) const BOARD: Geometry<8> = Geometry::new(8, 3);

/// All points.
pub(crate) const ALL: Cells = BOARD.cells();

/// The middles of sides, from which lines lead across to the next square.
const MIDDLES: Cells = Cells::of_words([0xAA_AAAA]);
/// The middles of the inner square.
const INNER_MIDDLES: Cells = Cells::of_words([0xAA]);

/// The images of the board under its symmetries, itself among them: eight ways to turn and mirror it, with the outer and
/// the inner square as they are or exchanged.
pub(crate) const IMAGES: u32 = 16;

/// The number of the middle file, and of the middle rank.
const MIDDLE: u32 = 3;

/// The file and the rank of a point, counted from 0, on a board of seven each.
pub(crate) const fn place(point: u32) -> (u32, u32) {
    let (place, square) = BOARD.place(point);
    let reach = square + 1;
    let file = match place {
        0 | 6 | 7 => MIDDLE - reach,
        1 | 5 => MIDDLE,
        _ => MIDDLE + reach,
    };
    let rank = match place {
        4..=6 => MIDDLE - reach,
        3 | 7 => MIDDLE,
        _ => MIDDLE + reach,
    };
    (file, rank)
}

/// The name of a point: `a7` is the upper left one.
pub(crate) fn name(point: u32) -> String {
    let (file, rank) = place(point);
    square_name(file, rank)
}

/// The 16 lines, each with its three points: the sides of the squares, then those across.
pub(crate) fn lines() -> impl Iterator<Item = [u32; 3]> {
    let sides =
        (0..3).flat_map(|square| [0, 2, 4, 6].map(|corner| [0, 1, 2].map(|step| 8 * square + (corner + step) % 8)));
    sides.chain([1, 3, 5, 7].map(|middle| [0, 8, 16].map(|square| square + middle)))
}

/// Every point one step on along its square, clockwise.
#[inline]
const fn on(set: Cells) -> Cells {
    let word = set.word();
    Cells::of_words([word << 1 & 0xFE_FEFE | word >> 7 & 0x01_0101])
}

/// Every point one step back along its square.
#[inline]
const fn back(set: Cells) -> Cells {
    let word = set.word();
    Cells::of_words([word >> 1 & 0x7F_7F7F | word << 7 & 0x80_8080])
}

/// The middles of the set one square farther out.
#[inline]
const fn outward(set: Cells) -> Cells {
    set.and(MIDDLES).up(8).and(ALL)
}

/// The middles of the set one square farther in.
#[inline]
const fn inward(set: Cells) -> Cells {
    set.and(MIDDLES).down(8)
}

/// The points beside those of a set, which may be among them.
#[inline]
pub(crate) const fn beside(set: Cells) -> Cells {
    on(set).or(back(set)).or(inward(set)).or(outward(set))
}

/// The number of pairs of a point of one set and a point of the other beside it.
#[inline]
pub(crate) const fn contacts(one: Cells, other: Cells) -> u32 {
    let along = on(one).and(other).len() + back(one).and(other).len();
    along + inward(one).and(other).len() + outward(one).and(other).len()
}

/// The points, in the set or not, whose two others on a line are in the set.
#[inline]
pub(crate) const fn closing(set: Cells) -> Cells {
    let (after, before) = (on(set), back(set));
    let corners = after.and(on(after)).or(before.and(back(before))).without(MIDDLES);
    let word = set.and(MIDDLES).word();
    let (next, last) = (word << 8 | word >> 16, word << 16 | word >> 8);
    let across = Cells::of_words([next & last]).and(ALL);
    after.and(before).and(MIDDLES).or(corners).or(across)
}

/// The points of the set that stand in mills: lines all of whose points are in the set.
#[inline]
pub(crate) const fn in_mills(set: Cells) -> Cells {
    set.and(closing(set))
}

/// The number of mills of a set.
#[inline]
pub(crate) const fn mills(set: Cells) -> u32 {
    let sides = set.and(on(set)).and(back(set)).and(MIDDLES).len();
    sides + set.and(set.down(8)).and(set.down(16)).and(INNER_MIDDLES).len()
}

/// The images of some sets, the sets themselves first; each of the others is the one before, mirrored one way or another.
#[inline]
pub(crate) fn images<const SETS: usize>(sets: [Cells; SETS]) -> impl Iterator<Item = [Cells; SETS]> {
    let mut image = sets;
    (0..IMAGES).map(move |number| {
        let now = image;
        image = match number % 8 {
            7 => image.map(|set| turned_inside_out(mirrored_at_corner(set))),
            number if number % 2 == 0 => image.map(mirrored),
            _ => image.map(mirrored_at_corner),
        };
        now
    })
}

/// The places of each square in reverse order: mirrored at the line through two middles, of which one is place 7.
#[inline]
const fn mirrored_in_bytes(set: Cells) -> Cells {
    Cells::of_words([set.word().reverse_bits().swap_bytes()])
}

/// Mirrored left to right: place 0 becomes 2.
#[inline]
const fn mirrored(set: Cells) -> Cells {
    // Reversed, place 0 is 7, and three steps on it is 2.
    on(on(on(mirrored_in_bytes(set))))
}

/// Mirrored at the diagonal through place 0.
#[inline]
const fn mirrored_at_corner(set: Cells) -> Cells {
    on(mirrored_in_bytes(set))
}

/// The outer and the inner square exchanged.
#[inline]
const fn turned_inside_out(set: Cells) -> Cells {
    let word = set.word();
    Cells::of_words([word & 0x00_FF00 | word >> 16 | word << 16 & 0xFF_0000])
}
