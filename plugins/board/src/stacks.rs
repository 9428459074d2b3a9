//! Stacks: cells with several pieces, one on another.

use crate::placement::write_ranks;
use crate::{BoardField, Geometry, quoted};
use plyd_plugin::SetupError;

/// The pieces on one cell, in one word. A piece is a number below 2 to the power of `BITS`: with one bit, 0 for MAX's
/// and 1 for MIN's. There is room for 63 of these, for 31 of two bits, for 21 of three.
///
/// ```
/// use plyd_board::{BoardField, Geometry, Sizes, Stack};
///
/// const BOARD: Geometry<8> = Geometry::new(5, 5);
/// const FIELD: BoardField = BoardField::new(Sizes::Only(5), Sizes::Only(5), ["W", "b"]);
///
/// let mut stacks: [Stack; 64] = BOARD.read_stacks(&FIELD, "5/2(bWb)2/5/5/W4", &['W', 'b'])?;
/// let (a1, c4) = (BOARD.cell(0, 0) as usize, BOARD.cell(2, 3) as usize);
/// // The two upper pieces of c4 go onto a1.
/// let lifted = stacks[c4].lift(2);
/// stacks[a1].put(lifted);
/// assert_eq!((stacks[a1].top(), stacks[a1].len()), (Some(1), 3));
/// assert_eq!(BOARD.write_stacks(&['W', 'b'], &stacks), "5/2b2/5/5/(WWb)4");
/// # Ok::<(), plyd_plugin::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stack<const BITS: u32 = 1>(
    /// The topmost piece in the lowest bits, and a bit above the lowest piece.
    u64,
);

impl<const BITS: u32> Stack<BITS> {
    /// No piece.
    pub const EMPTY: Self = Self(1);
    /// The most pieces.
    pub const MOST: u32 = (u64::BITS - 1) / BITS;

    /// The number of pieces.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.ilog2() / BITS
    }

    /// Whether there is no piece.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// The stack as a number that no other one has: for keys.
    #[inline]
    #[must_use]
    pub const fn word(self) -> u64 {
        self.0
    }

    /// Puts a piece on top.
    ///
    /// # Panics
    /// The stack is full, or there is no such piece; without checks of overflow, which only tests have, the stack is
    /// wrong then.
    #[inline]
    pub const fn push(&mut self, piece: u32) {
        debug_assert!(self.len() < Self::MOST && piece >> BITS == 0, "the stack is full, or there is no such piece");
        self.0 = self.0 << BITS | piece as u64;
    }

    /// Takes the topmost piece.
    #[inline]
    pub const fn pop(&mut self) -> Option<u32> {
        let top = self.top();
        if top.is_some() {
            self.0 >>= BITS;
        }
        top
    }

    /// The topmost piece.
    #[inline]
    #[must_use]
    pub const fn top(self) -> Option<u32> {
        if self.is_empty() { None } else { Some((self.0 & lowest(BITS)) as u32) }
    }

    /// Takes `count` pieces from the top, or all if there are fewer, and returns them as a separate stack.
    #[inline]
    pub const fn lift(&mut self, count: u32) -> Self {
        let all = self.len();
        let count = if count < all { count } else { all };
        let lifted = Self(1 << (BITS * count) | self.0 & lowest(BITS * count));
        self.0 >>= BITS * count;
        lifted
    }

    /// Puts another stack on top.
    ///
    /// # Panics
    /// There is no room: as [`push`](Self::push).
    #[inline]
    pub const fn put(&mut self, other: Self) {
        debug_assert!(self.len() + other.len() <= Self::MOST, "the stack has no room for so many");
        let bits = BITS * other.len();
        self.0 = self.0 << bits | other.0 & lowest(bits);
    }

    /// How many pieces are of this kind.
    #[must_use]
    pub fn count(self, piece: u32) -> u32 {
        self.into_iter().filter(|one| *one == piece).count() as u32
    }
}

/// A word in which only the lowest `bits` bits are set; `bits` is below 64.
const fn lowest(bits: u32) -> u64 {
    (1 << bits) - 1
}

impl<const BITS: u32> Default for Stack<BITS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// From the bottom piece to the top one, the order of texts and views.
impl<const BITS: u32> IntoIterator for Stack<BITS> {
    type Item = u32;
    type IntoIter = Pieces<BITS>;

    fn into_iter(self) -> Pieces<BITS> {
        Pieces(self)
    }
}

impl<const BITS: u32> FromIterator<u32> for Stack<BITS> {
    fn from_iter<I: IntoIterator<Item = u32>>(pieces: I) -> Self {
        let mut stack = Self::EMPTY;
        pieces.into_iter().for_each(|piece| stack.push(piece));
        stack
    }
}

/// The pieces of a stack from the lowest one.
#[derive(Clone, Debug)]
pub struct Pieces<const BITS: u32>(Stack<BITS>);

impl<const BITS: u32> Iterator for Pieces<BITS> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let above = BITS * self.0.len().checked_sub(1)?;
        let lowest_piece = (self.0.0 >> above & lowest(BITS)) as u32;
        self.0 = Stack(1 << above | self.0.0 & lowest(above));
        Some(lowest_piece)
    }
}

/// Boards of stacks as text: a piece is its letter, several on one cell are their letters in round brackets, the lowest
/// first.
impl<const STRIDE: u32, const WORDS: usize> Geometry<STRIDE, WORDS> {
    /// Reads the first field of a position. A piece is the place of its letter in `letters`.
    ///
    /// # Errors
    /// As [`BoardField::read`], or something is wrong with a stack.
    pub fn read_stacks<const NUMBERS: usize, const BITS: u32>(
        &self,
        field: &BoardField,
        text: &str,
        letters: &[char],
    ) -> Result<[Stack<BITS>; NUMBERS], SetupError> {
        let (flat, read) = flattened::<BITS>(text, letters)?;
        let placement = field.read(&flat)?;
        let mut places: Vec<_> = placement.pieces().collect();
        // The order of the text: from the highest rank.
        places.sort_by_key(|&(file, rank, _)| (u32::MAX - rank, file));
        let mut stacks = [Stack::EMPTY; NUMBERS];
        for ((file, rank, _), stack) in places.into_iter().zip(read) {
            stacks[self.cell(file, rank) as usize] = stack;
        }
        Ok(stacks)
    }

    /// The first field of a position.
    #[must_use]
    pub fn write_stacks<const BITS: u32>(&self, letters: &[char], stacks: &[Stack<BITS>]) -> String {
        write_ranks(self.files(), self.ranks(), |file, rank| {
            let stack = stacks[self.cell(file, rank) as usize];
            let pieces: String = stack.into_iter().map(|piece| letters[piece as usize]).collect();
            match stack.len() {
                0 => None,
                1 => Some(pieces),
                _ => Some(format!("({pieces})")),
            }
        })
    }
}

/// The text with the topmost piece of each stack in its place, and all stacks, single pieces too, in the order of the
/// text.
fn flattened<const BITS: u32>(text: &str, letters: &[char]) -> Result<(String, Vec<Stack<BITS>>), SetupError> {
    let (mut flat, mut stacks, mut rest) = (String::new(), Vec::new(), text);
    let piece = |letter: char| letters.iter().position(|known| *known == letter).map(|place| place as u32);
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        if letter != '(' {
            flat.push(letter);
            stacks.extend(piece(letter).map(|piece| Stack::from_iter([piece])));
            continue;
        }
        let Some((pieces, behind)) = rest.split_once(')') else {
            return Err(SetupError::new(format!("the stack {} has no closing `)`", quoted(&format!("({rest}")))));
        };
        let (count, stack) = (pieces.chars().count(), quoted(&format!("({pieces})")));
        if count == 0 || count > Stack::<BITS>::MOST as usize {
            let most = Stack::<BITS>::MOST;
            return Err(SetupError::new(format!("the stack {stack} has {count} pieces but should have 1 to {most}")));
        }
        if let Some(unknown) = pieces.chars().find(|letter| piece(*letter).is_none()) {
            let known: Vec<String> = letters.iter().map(char::to_string).collect();
            let (unknown, known) = (unknown.escape_debug(), known.join(", "));
            return Err(SetupError::new(format!("unknown piece `{unknown}` in the stack {stack}: use one of {known}")));
        }
        flat.extend(pieces.chars().next_back());
        stacks.push(pieces.chars().filter_map(piece).collect());
        rest = behind;
    }
    Ok((flat, stacks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Paint, Sizes};
    use plyd_plugin::view::{Glyph, Owner, Token};

    const BOARD: Geometry<8> = Geometry::new(3, 2);
    const FIELD: BoardField = BoardField::new(Sizes::Only(3), Sizes::Only(2), ["PQ", "p"]);
    const LETTERS: [char; 3] = ['P', 'Q', 'p'];

    /// The same as a list of pieces, by random steps.
    fn check<const BITS: u32>() {
        let (mut stack, mut list, mut random) = (Stack::<BITS>::EMPTY, Vec::new(), 1);
        let mut below = |end: u32| (plyd_plugin::splitmix64::next(&mut random) % u64::from(end)) as u32;
        for _ in 0..2_000 {
            match below(5) {
                0 => assert_eq!(stack.pop(), list.pop()),
                1 => {
                    let count = below(Stack::<BITS>::MOST + 2);
                    let (mut lifted, from) = (stack.lift(count), list.len().saturating_sub(count as usize));
                    assert_eq!(lifted.into_iter().collect::<Vec<_>>(), list.split_off(from));
                    std::mem::swap(&mut stack, &mut lifted);
                    list = stack.into_iter().collect();
                    if stack.len() + lifted.len() <= Stack::<BITS>::MOST {
                        stack.put(lifted);
                        list.extend(lifted);
                    }
                }
                _ if list.len() < Stack::<BITS>::MOST as usize => {
                    let piece = below(1 << BITS);
                    stack.push(piece);
                    list.push(piece);
                }
                _ => {}
            }
            assert_eq!(
                (stack.len() as usize, stack.is_empty(), stack.top()),
                (list.len(), list.is_empty(), list.last().copied())
            );
            assert_eq!(stack.into_iter().collect::<Vec<_>>(), list);
            assert_eq!(list.iter().copied().collect::<Stack<BITS>>(), stack);
            assert_eq!(stack.count(1) as usize, list.iter().filter(|piece| **piece == 1).count());
        }
    }

    #[test]
    fn stacks_are_lists() {
        check::<1>();
        check::<2>();
        check::<3>();
        assert_eq!([Stack::<1>::MOST, Stack::<2>::MOST, Stack::<3>::MOST], [63, 31, 21]);
    }

    #[test]
    fn stacks_come_back_from_their_text() {
        for text in ["3/3", "P(pPQ)1/2p", "1(PP)1/(pp)Q(pQ)"] {
            let stacks: [Stack<2>; 16] = BOARD.read_stacks(&FIELD, text, &LETTERS).expect("the board is sound");
            assert_eq!(BOARD.write_stacks(&LETTERS, &stacks), text);
        }
        let stacks: [Stack<2>; 16] = BOARD.read_stacks(&FIELD, "P(pPQ)1/2p", &LETTERS).expect("the board is sound");
        assert_eq!(stacks[BOARD.cell(1, 1) as usize], [2, 0, 1].into_iter().collect());
        assert_eq!(stacks[BOARD.cell(2, 0) as usize], [2].into_iter().collect());
    }

    #[test]
    fn wrong_stacks_are_refused_with_what_and_where() {
        let long = format!("({})2/3", "P".repeat(32));
        for (text, error) in [
            ("(P3/3", "the stack `(P3/3` has no closing `)`"),
            ("()2/3", "the stack `()` has 0 pieces but should have 1 to 31"),
            ("(Px)2/3", "unknown piece `x` in the stack `(Px)`: use one of P, Q, p"),
            ("(PP)3/3", "rank 2 of the board, `P3`, has more than 3 squares"),
            ("2)/3", "unknown piece `)` on rank 2 of the board, square 3: use PQ or p"),
            (&*long, "the stack `(PPPPPPPPPPPPPPPPPPPPPPP...` has 32 pieces but should have 1 to 31"),
        ] {
            let read = BOARD.read_stacks::<16, 2>(&FIELD, text, &LETTERS);
            assert_eq!(read.expect_err("the board makes no sense").to_string(), error);
        }
    }

    #[test]
    fn a_view_has_the_lowest_piece_first() {
        let stacks: [Stack<2>; 16] = BOARD.read_stacks(&FIELD, "3/(PpQ)2", &LETTERS).expect("the board is sound");
        let view = Grid::new(3, 2, Paint::Chequered).with_tokens(|file, rank| {
            let stack = stacks[BOARD.cell(file, rank) as usize];
            stack.into_iter().map(|piece| Token::new(Glyph::Disc, if piece == 2 { Owner::Min } else { Owner::Max }))
        });
        assert_eq!(
            view.tokens.iter().map(|token| token.owner).collect::<Vec<_>>(),
            [Owner::Max, Owner::Min, Owner::Max]
        );
        assert!(view.tokens.iter().all(|token| token.on == "a1"));
    }
}
