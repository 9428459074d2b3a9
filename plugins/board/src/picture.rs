//! Boards drawn for people.

use crate::square::file_name;
use plyd_plugin::{Outcome, Player};

/// The signs in pictures for the letters of the notation, in pairs: `Signs(&[('P', 'X'), ('p', 'O')])`. A letter
/// without a sign is shown as itself, a free square as a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signs(pub &'static [(char, char)]);

impl Signs {
    /// Pieces are shown by their letters.
    pub const LETTERS: Self = Self(&[]);

    /// The sign of a square with this letter.
    #[must_use]
    pub fn sign(self, letter: Option<char>) -> char {
        let Some(letter) = letter else { return '.' };
        self.0.iter().find(|(known, _)| *known == letter).map_or(letter, |(_, sign)| *sign)
    }

    /// The squares rank by rank from the highest, each a blank and its sign, with the numbers of the ranks to the left,
    /// `label_width` wide, and the letters of the files below. There is no line break at the end. `letter` is as in
    /// [`write_board`](crate::write_board).
    #[must_use]
    pub fn picture(
        self,
        files: u32,
        ranks: u32,
        label_width: usize,
        letter: impl Fn(u32, u32) -> Option<char>,
    ) -> String {
        let mut text = String::new();
        for rank in (0..ranks).rev() {
            text.push_str(&format!("{:label_width$} ", rank + 1));
            text.extend((0..files).flat_map(|file| [' ', self.sign(letter(file, rank))]));
            text.push('\n');
        }
        text.push_str(&" ".repeat(label_width + 1));
        text.extend((0..files).flat_map(|file| [' ', file_name(file)]));
        text
    }
}

/// The line below the picture of an unfinished game, after a line break: `X to move`. Empty if the game has ended.
/// `sides` are `Plugin::SIDES`.
#[must_use]
pub fn to_move(sides: Option<[&str; 2]>, turn: Player, outcome: Outcome) -> String {
    match outcome {
        Outcome::Ongoing => format!("\n{} to move", sides.unwrap_or(["First", "Second"])[turn as usize]),
        _ => String::new(),
    }
}

/// The same with the sign of the player's pieces, for a game in which the names of the sides do not show it: `Black to
/// move (X)`. `signs` begins with MAX's and MIN's.
#[must_use]
pub fn to_move_with(signs: &[char], sides: Option<[&str; 2]>, turn: Player, outcome: Outcome) -> String {
    let text = to_move(sides, turn, outcome);
    if text.is_empty() { text } else { format!("{text} ({})", signs[turn as usize]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_numbered_from_below() {
        let letter = |file, rank| ((file, rank) == (1, 0)).then_some('P');
        assert_eq!(Signs(&[('P', 'X')]).picture(3, 2, 1, letter), "2  . . .\n1  . X .\n   a b c");
        assert_eq!(Signs::LETTERS.picture(3, 1, 1, letter), "1  . P .\n   a b c");
    }

    #[test]
    fn labels_are_as_wide_as_is_said() {
        assert_eq!(Signs::LETTERS.picture(1, 2, 2, |_, _| None), " 2  .\n 1  .\n    a");
    }

    #[test]
    fn a_letter_without_a_sign_is_shown_itself() {
        let signs = Signs(&[('P', 'X'), ('p', 'O')]);
        assert_eq!([Some('P'), Some('p'), Some('q'), None].map(|letter| signs.sign(letter)), ['X', 'O', 'q', '.']);
    }

    #[test]
    fn the_player_to_move_has_a_name() {
        assert_eq!(to_move(Some(["X", "O"]), Player::Min, Outcome::Ongoing), "\nO to move");
        assert_eq!(to_move(None, Player::Max, Outcome::Ongoing), "\nFirst to move");
        assert_eq!(to_move(None, Player::Max, Outcome::Draw), "");
    }

    #[test]
    fn the_pieces_of_the_player_to_move_have_a_sign() {
        let text = |turn, outcome| to_move_with(&['X', 'O', '*'], Some(["Black", "White"]), turn, outcome);
        assert_eq!(text(Player::Max, Outcome::Ongoing), "\nBlack to move (X)");
        assert_eq!(text(Player::Min, Outcome::Ongoing), "\nWhite to move (O)");
        assert_eq!(text(Player::Min, Outcome::Win(Player::Max)), "");
    }
}
