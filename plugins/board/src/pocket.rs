//! Pockets: the pieces that players have not yet dropped, in brackets after the board.

/// The text of a pocket with the given number of each piece, MAX's pieces first: `[PPp]`.
#[must_use]
pub fn write_pocket(pieces: impl IntoIterator<Item = (char, usize)>) -> String {
    let letters = pieces.into_iter().flat_map(|(letter, count)| std::iter::repeat_n(letter, count));
    format!("[{}]", letters.collect::<String>())
}

/// How many of a piece are in a pocket that [`BoardField::split_pocket`](crate::BoardField::split_pocket) has found.
#[must_use]
pub fn count_in_pocket(pocket: &str, letter: char) -> usize {
    pocket.chars().filter(|piece| *piece == letter).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_counted_as_they_are_written() {
        assert_eq!(write_pocket([('P', 3), ('p', 1)]), "[PPPp]");
        assert_eq!(write_pocket([('P', 0), ('p', 0)]), "[]");
        assert_eq!(["PPPp", "", "-", "pPp"].map(|pocket| count_in_pocket(pocket, 'p')), [1, 0, 0, 2]);
    }
}
