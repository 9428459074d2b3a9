//! Numbers without a dot, which number the next move, or are moves unknown to the game.

use plyd_foreign::one_line_of;

/// The maximum length, in characters, of a word quoted in a message.
const QUOTED: usize = 40;

/// Checker for the move numbers of a game that have no dot ([`WordKind::MoveOrNumber`](super::WordKind)).
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveNumbers {
    /// The number before the first move, which is arbitrary because a record may begin in the middle of a game.
    first: Option<usize>,
}

impl MoveNumbers {
    /// Returns a warning about a word that is no legal move after this many moves; `None` if it numbers the next move.
    ///
    /// Moves are counted in pairs or singly, and a pair may be numbered at either of its moves.
    pub fn doubt(&mut self, word: &str, plies: usize) -> Option<String> {
        let number = word.parse::<usize>().ok();
        if plies == 0 && self.first.is_none() {
            self.first = number;
        }
        let passed = number.and_then(|number| number.checked_sub(self.first.unwrap_or(1)));
        let is_next = passed.is_some_and(|passed| [plies / 2, plies.div_ceil(2), plies].contains(&passed));
        (!is_next).then(|| {
            let word = one_line_of(word, QUOTED);
            format!("`{word}` is neither a legal move nor the number of one, and is left out")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the numbers in doubt; each number is given with the count of moves before it.
    fn doubtful(numbers: &[(&'static str, usize)]) -> Vec<&'static str> {
        let mut all = MoveNumbers::default();
        numbers.iter().filter(|&&(word, plies)| all.doubt(word, plies).is_some()).map(|&(word, _)| word).collect()
    }

    #[test]
    fn a_number_that_is_not_the_next_one_is_no_number() {
        for sound in [
            &[("1", 0), ("2", 2), ("3", 4)][..],
            &[("1", 0), ("1", 1), ("2", 2), ("2", 3)],
            &[("38", 0), ("39", 1), ("40", 3)],
            &[("1", 0), ("2", 1), ("3", 2), ("4", 3)],
            // Within a variation.
            &[("1", 0), ("1", 0), ("2", 2), ("2", 2)],
            &[("2", 2), ("3", 4)],
        ] {
            assert_eq!(doubtful(sound), [""; 0], "{sound:?}");
        }
        let huge = "99999999999999999999";
        assert_eq!(doubtful(&[("1", 0), ("25", 1), ("2", 2), ("0", 3), (huge, 4)]), ["25", "0", huge]);
        assert_eq!(doubtful(&[("25", 1), ("2", 2)]), ["25"]);
        assert_eq!(doubtful(&[(huge, 0)]), [huge]);
        let said = MoveNumbers::default().doubt("25", 1);
        assert_eq!(said.as_deref(), Some("`25` is neither a legal move nor the number of one, and is left out"));
    }
}
