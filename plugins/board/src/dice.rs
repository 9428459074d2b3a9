//! Dice: the outcomes of a roll, their weights, texts and view.

use plyd_plugin::view::{Owner, Point, Shape, Spot, Token, View};
use plyd_plugin::{Chance, Move, Moves};
use std::fmt;

/// The form of dice that are no cubes.
const LOZENGE: &str = "M0-.46L.46 0 0 .46-.46 0Z";

/// A roll of `COUNT` dice with `FACES` faces, the highest one first: dice that differ in their order alone are one roll.
///
/// A state of chance lists all rolls with [`push_all`](Self::push_all), weighs them with [`weigh`](Self::weigh), and
/// plays what [`of`](Self::of) reads from the move.
///
/// ```
/// use plyd_board::Roll;
/// use plyd_plugin::{Move, Moves};
///
/// type Dice = Roll<2>;
///
/// let mut room = [Move(0); Dice::OUTCOMES as usize];
/// let mut outcomes = Moves::new(&mut room);
/// Dice::push_all(&mut outcomes);
/// let mut weights = [0; 21];
/// Dice::weigh(outcomes.as_slice(), &mut weights);
/// assert_eq!((outcomes.len(), weights.iter().sum::<u32>()), (21, 36));
///
/// let roll = Dice::of(outcomes.as_slice()[4]);
/// assert_eq!((roll.to_string().as_str(), roll.faces(), roll.weight()), ("32", [3, 2], 2));
/// assert_eq!(Dice::read("23"), Some(roll));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll<const COUNT: usize, const FACES: u8 = 6>([u8; COUNT]);

impl<const COUNT: usize, const FACES: u8> Roll<COUNT, FACES> {
    /// The dice before they are rolled.
    pub const NONE: Self = Self([0; COUNT]);

    /// The number of different rolls.
    pub const OUTCOMES: u32 = {
        // As many as there are ways to take COUNT things out of FACES, each as often as one likes.
        let (mut ways, mut die) = (1, 1);
        while die <= COUNT as u32 {
            ways = ways * (FACES as u32 + die - 1) / die;
            die += 1;
        }
        ways
    };

    /// The fact that these dice are the chance of a game, whose values are from `low` to `high`.
    #[must_use]
    pub const fn chance(low: i32, high: i32) -> Option<Chance> {
        Some(Chance { max_outcomes: Self::OUTCOMES, low, high })
    }

    /// The bits of a die in the number of a move.
    const BITS: u32 = {
        let bits = FACES.ilog2() + 1;
        assert!(COUNT > 0 && bits * COUNT as u32 <= u32::BITS, "the number of a move has no room for so many dice");
        bits
    };

    /// A roll of these faces, in any order, each from 1 to `FACES`.
    #[must_use]
    pub const fn new(mut faces: [u8; COUNT]) -> Self {
        let mut sorted = 1;
        while sorted < COUNT {
            let mut place = sorted;
            while place > 0 && faces[place - 1] < faces[place] {
                (faces[place - 1], faces[place]) = (faces[place], faces[place - 1]);
                place -= 1;
            }
            sorted += 1;
        }
        Self(faces)
    }

    /// The faces, the highest first; all 0 before the roll.
    #[inline]
    #[must_use]
    pub const fn faces(self) -> [u8; COUNT] {
        self.0
    }

    /// The highest face; 0 before the roll.
    #[inline]
    #[must_use]
    pub const fn high(self) -> u8 {
        self.0[0]
    }

    /// The lowest face; 0 before the roll.
    #[inline]
    #[must_use]
    pub const fn low(self) -> u8 {
        self.0[COUNT - 1]
    }

    /// Whether all dice show the same face.
    #[inline]
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high() == self.low()
    }

    /// Whether the dice are rolled.
    #[inline]
    #[must_use]
    pub const fn is_rolled(self) -> bool {
        self.0[0] != 0
    }

    /// The move that is this roll. Its number has the faces in its lowest bits, so that a game can have more behind
    /// them: three bits for each die of six faces.
    #[inline]
    #[must_use]
    pub const fn mv(self) -> Move {
        let (mut number, mut die) = (0, 0);
        while die < COUNT {
            number |= (self.0[die] as u32) << (Self::BITS * die as u32);
            die += 1;
        }
        Move(number)
    }

    /// The roll in the lowest bits of a move.
    #[inline]
    #[must_use]
    pub const fn of(mv: Move) -> Self {
        let (mut faces, mut die) = ([0; COUNT], 0);
        while die < COUNT {
            faces[die] = (mv.0 >> (Self::BITS * die as u32) & ((1 << Self::BITS) - 1)) as u8;
            die += 1;
        }
        Self(faces)
    }

    /// In how many ways the dice give this roll.
    #[inline]
    #[must_use]
    pub const fn weight(self) -> u32 {
        let (mut ways, mut alike, mut die) = (1, 1, 1);
        while die < COUNT {
            alike = if self.0[die] == self.0[die - 1] { alike + 1 } else { 1 };
            die += 1;
            ways = ways * die as u32 / alike;
        }
        ways
    }

    /// All rolls, by the highest die, then by the next one.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::successors(Some(Self([1; COUNT])), |roll| roll.next())
    }

    fn next(self) -> Option<Self> {
        let mut faces = self.0;
        for die in (0..COUNT).rev() {
            let most = if die == 0 { FACES } else { faces[die - 1] };
            if faces[die] < most {
                faces[die] += 1;
                faces[die + 1..].fill(1);
                return Some(Self(faces));
            }
        }
        None
    }

    /// Writes all rolls as moves, for [`Game::moves`](plyd_plugin::Game::moves) of a chance state.
    pub fn push_all(out: &mut Moves<'_>) {
        Self::all().for_each(|roll| out.push(roll.mv()));
    }

    /// Weighs rolls, for [`Game::weights`](plyd_plugin::Game::weights).
    pub fn weigh(outcomes: &[Move], weights: &mut [u32]) {
        for (outcome, weight) in outcomes.iter().zip(weights) {
            *weight = Self::of(*outcome).weight();
        }
    }

    /// Reads a roll, with the dice in any order: see its text.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let face =
            |text: &str| text.parse().ok().filter(|face| (1..=FACES).contains(face) && !text.starts_with(['0', '+']));
        let faces: Option<Vec<u8>> = if FACES < 10 {
            text.char_indices().map(|(at, letter)| face(&text[at..at + letter.len_utf8()])).collect()
        } else {
            text.split('-').map(face).collect()
        };
        Some(Self::new(faces?.try_into().ok()?))
    }

    /// Draws the dice side by side, the first one around a point: inert spots `die-1`, `die-2` and so on, with a token
    /// each. Dice that are not rolled are left out. A die of other than six faces is a lozenge with a number.
    pub fn draw(self, view: &mut View, [x, y]: Point) {
        for (die, face) in self.0.into_iter().enumerate().filter(|_| self.is_rolled()) {
            let id = format!("die-{}", die + 1);
            view.spots.push(Spot { inert: true, ..Spot::new(&*id, [x + die as f64, y], Shape::Token) });
            let is_cube = FACES == 6;
            let lozenge = || Token::path(LOZENGE, Owner::None).with_text(face.to_string()).named(format!("die {face}"));
            view.put(id, if is_cube { Token::die(face.into()) } else { lozenge() });
        }
    }
}

/// The digits of the dice, as `31`; with ten faces and more numbers with `-` between them.
impl<const COUNT: usize, const FACES: u8> fmt::Display for Roll<COUNT, FACES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (die, face) in self.0.into_iter().enumerate() {
            f.write_str(if die > 0 && FACES >= 10 { "-" } else { "" })?;
            write!(f, "{face}")?;
        }
        Ok(())
    }
}

/// Adds a place for a text to a view, such as a score or what a player has in the hand: an inert square with this id, in
/// the colour of its owner. A text has at most 8 characters.
pub fn put_text(view: &mut View, id: &str, at: Point, owner: impl Into<Owner>, text: impl Into<String>) {
    view.spots.push(Spot { owner: owner.into(), inert: true, ..Spot::new(id, at, Shape::Square) });
    view.put(id, Token::text(text));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rolls all dice in all ways, and counts how often each roll comes.
    fn check<const COUNT: usize, const FACES: u8>() {
        let rolls: Vec<_> = Roll::<COUNT, FACES>::all().collect();
        assert_eq!(rolls.len(), Roll::<COUNT, FACES>::OUTCOMES as usize);
        let mut ways = vec![0; rolls.len()];
        for number in 0..u32::from(FACES).pow(COUNT as u32) {
            let face = |die| (number / u32::from(FACES).pow(die as u32) % u32::from(FACES)) as u8 + 1;
            let roll = Roll::<COUNT, FACES>::new(std::array::from_fn(face));
            ways[rolls.iter().position(|known| *known == roll).expect("all rolls are listed")] += 1;
        }
        assert_eq!(rolls.iter().map(|roll| roll.weight()).collect::<Vec<u32>>(), ways);
        for roll in rolls {
            assert!(roll.faces().is_sorted_by(|one, next| one >= next) && roll.is_rolled());
            assert_eq!(Roll::of(Move(roll.mv().0 | 1 << 31)), roll);
            assert_eq!(Roll::read(&roll.to_string()), Some(roll));
        }
    }

    #[test]
    fn rolls_are_as_likely_as_dice_make_them() {
        check::<1, 6>();
        check::<2, 6>();
        check::<4, 6>();
        check::<3, 2>();
        check::<2, 12>();
        check::<1, 20>();
    }

    #[test]
    fn other_texts_are_no_rolls() {
        for text in ["", "3", "07", "37", "311", "3-1", "+31", "é1"] {
            assert_eq!(Roll::<2>::read(text), None, "{text}");
        }
        assert_eq!(Roll::<2, 12>::read("3-12"), Some(Roll::new([12, 3])));
        for text in ["312", "3-13", "3-", "3-+2", "3-02"] {
            assert_eq!(Roll::<2, 12>::read(text), None, "{text}");
        }
    }

    #[test]
    fn dice_that_are_rolled_are_drawn() {
        let mut view = View::default();
        Roll::<2>::NONE.draw(&mut view, [1.0, 1.0]);
        assert_eq!(view, View::default());
        Roll::<2>::new([2, 5]).draw(&mut view, [1.0, 1.0]);
        assert_eq!(view.tokens.iter().map(|token| token.count).collect::<Vec<_>>(), [Some(5), Some(2)]);
        assert_eq!((view.spots[1].id.as_str(), view.spots[1].at), ("die-2", [2.0, 1.0]));
        let mut other = View::default();
        Roll::<1, 20>::new([17]).draw(&mut other, [1.0, 1.0]);
        assert_eq!(other.tokens[0].text.as_deref(), Some("17"));
        for view in [view, other] {
            view.check().expect("the view is sound");
        }
    }
}
