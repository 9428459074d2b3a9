//! Views of boards of squares and points.

use crate::square::{file_name, square_name};
use plyd_plugin::view::{Glyph, Label, Owner, Shape, Token, Tone, View};

/// The distance of the labels from the edge of the board.
const LABEL_GAP: f64 = 0.35;

/// A board to be drawn: its spots are named as its squares are, `a1` being at the bottom left.
///
/// ```
/// use plyd_board::{Grid, Legend, Paint};
/// use plyd_plugin::view::{Glyph, Owner};
///
/// const LEGEND: Legend<'_> = &[('P', Glyph::Disc, Owner::Max), ('p', Glyph::Disc, Owner::Min)];
///
/// let letter = |file, rank| if (file, rank) == (0, 0) { 'P' } else { '.' };
/// let view = Grid::new(5, 6, Paint::Chequered).drawn(LEGEND, letter);
/// assert_eq!(view.tokens[0].on, "a1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    files: u32,
    ranks: u32,
    paint: Paint,
}

/// The look of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Dark and light squares in turn; a1 is dark.
    Chequered,
    /// Squares of one tone.
    Squares(Tone),
    /// The crossings of lines.
    Points,
}

/// The token and the owner for each letter; other letters have no token.
pub type Legend<'a> = &'a [(char, Glyph, Owner)];

impl Grid {
    /// A board of at most 26 files.
    #[must_use]
    pub const fn new(files: u32, ranks: u32, paint: Paint) -> Self {
        Self { files, ranks, paint }
    }

    /// The view of the board with the tokens for the letters of its squares. `letter` gets file and rank.
    #[must_use]
    pub fn drawn(&self, legend: Legend<'_>, letter: impl Fn(u32, u32) -> char) -> View {
        self.with_tokens(|file, rank| {
            let letter = letter(file, rank);
            let &(_, glyph, owner) = legend.iter().find(|(known, ..)| *known == letter)?;
            Some(Token::new(glyph, owner))
        })
    }

    /// The view of the board with the tokens of its squares, given as file and rank: one or none, or all of a stack,
    /// the lowest first.
    #[must_use]
    pub fn with_tokens<I: IntoIterator<Item = Token>>(&self, tokens: impl Fn(u32, u32) -> I) -> View {
        let shape = if self.paint == Paint::Points { Shape::Point } else { Shape::Square };
        let mut view = View::grid(shape, self.files, self.ranks, square_name);
        let places = (0..self.ranks).rev().flat_map(|rank| (0..self.files).map(move |file| (file, rank)));
        for ((file, rank), spot) in places.clone().zip(&mut view.spots) {
            spot.tone = self.tone(file, rank);
        }
        for (file, rank) in places {
            tokens(file, rank).into_iter().for_each(|token| view.put(square_name(file, rank), token));
        }
        view.labels = self.labels();
        view
    }

    fn tone(&self, file: u32, rank: u32) -> Tone {
        match self.paint {
            Paint::Chequered if (file + rank).is_multiple_of(2) => Tone::Dark,
            Paint::Chequered => Tone::Light,
            Paint::Squares(tone) => tone,
            Paint::Points => Tone::Plain,
        }
    }

    /// The numbers of the ranks to the left, the letters of the files below.
    fn labels(&self) -> Vec<Label> {
        let ranks = f64::from(self.ranks);
        let number = |rank: u32| Label::new([-LABEL_GAP, ranks - f64::from(rank) - 0.5], (rank + 1).to_string());
        let letter = |file: u32| Label::new([f64::from(file) + 0.5, ranks + LABEL_GAP], file_name(file));
        (0..self.ranks).rev().map(number).chain((0..self.files).map(letter)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEGEND: Legend<'_> = &[('X', Glyph::Cross, Owner::Max), ('O', Glyph::Ring, Owner::Min)];

    #[test]
    fn letters_become_tokens_on_their_squares() {
        let letter = |file, rank| match (file, rank) {
            (0, 0) => 'X',
            (1, 2) => 'O',
            _ => '.',
        };
        let view = Grid::new(2, 3, Paint::Squares(Tone::Green)).drawn(LEGEND, letter);
        let tokens: Vec<_> = view.tokens.iter().map(|token| (token.on.as_str(), token.glyph, token.owner)).collect();
        assert_eq!(tokens, [("b3", Glyph::Ring, Owner::Min), ("a1", Glyph::Cross, Owner::Max)]);
        assert!(view.spots.iter().all(|spot| spot.tone == Tone::Green && spot.shape == Shape::Square));
        let labels: Vec<_> = view.labels.iter().map(|label| (label.at, label.text.as_str())).collect();
        let expected =
            [([-0.35, 0.5], "3"), ([-0.35, 1.5], "2"), ([-0.35, 2.5], "1"), ([0.5, 3.35], "a"), ([1.5, 3.35], "b")];
        assert_eq!(labels, expected);
        view.check().unwrap();
    }

    #[test]
    fn a1_is_dark_and_h1_is_light() {
        let view = Grid::new(8, 8, Paint::Chequered).with_tokens(|_, _| None);
        let tone = |id: &str| view.spots.iter().find(|spot| spot.id == id).unwrap().tone;
        assert_eq!(
            [tone("a1"), tone("h1"), tone("h8"), tone("a8")],
            [Tone::Dark, Tone::Light, Tone::Dark, Tone::Light]
        );
    }

    #[test]
    fn points_have_lines() {
        let view = Grid::new(9, 9, Paint::Points).with_tokens(|_, _| None);
        assert_eq!(view.lines.len(), 18);
        assert!(view.spots.iter().all(|spot| spot.shape == Shape::Point));
    }
}
