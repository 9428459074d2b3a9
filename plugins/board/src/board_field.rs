//! The first field of a position as text: ranks from the highest, separated by `/`, each a letter for a piece and a
//! number for free squares side by side; then, in games where pieces are dropped, the pocket in brackets.

use crate::placement::Placement;
use crate::refusal::{LONGEST_QUOTED, counted, quoted, quoted_within};
use crate::sizes::Sizes;
use plyd_plugin::SetupError;
use std::iter::Peekable;
use std::str::Chars;

/// The notation of a game's board.
#[derive(Clone, Copy, Debug)]
pub struct BoardField {
    /// The numbers of files that there are. All ranks have as many as the first one.
    pub files: Sizes,
    /// The numbers of ranks that there are.
    pub ranks: Sizes,
    /// The letters of MAX's pieces, and of MIN's: `["P", "p"]`.
    pub pieces: [&'static str; 2],
    /// The letters of what belongs to neither player, such as walls: `*`. Empty if there is no such thing.
    pub neutral: &'static str,
    /// The notation of adjacent free squares.
    pub gaps: Gaps,
    /// Whether the refusal of a rank that is too long gives its number of squares, or only says that there are more
    /// than the maximum.
    pub counts_excess: bool,
    /// Whether the refusal of an unknown piece says which square of the rank it is on.
    pub tells_square: bool,
    /// The most letters of the board that a refusal repeats.
    pub longest_quoted: usize,
}

/// The notation of adjacent free squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaps {
    /// As single digits from 1 to this one: `53` means eight squares. For boards of at most nine files.
    Digits(u32),
    /// As numbers of any length: `12` are twelve squares.
    Numbers,
}

impl BoardField {
    /// The notation of a game in which the players alone have pieces. Adjacent free squares are numbers of any length,
    /// and the excess of a rank is not counted.
    #[must_use]
    pub const fn new(files: Sizes, ranks: Sizes, pieces: [&'static str; 2]) -> Self {
        Self {
            files,
            ranks,
            pieces,
            neutral: "",
            gaps: Gaps::Numbers,
            counts_excess: false,
            tells_square: true,
            longest_quoted: LONGEST_QUOTED,
        }
    }

    /// The notation of a game whose pieces belong to both players, as in Quarto.
    #[must_use]
    pub const fn shared(files: Sizes, ranks: Sizes, pieces: &'static str) -> Self {
        Self { neutral: pieces, ..Self::new(files, ranks, ["", ""]) }
    }

    /// Reads a board without its pocket.
    ///
    /// # Errors
    /// The number of ranks or the number of squares in a rank is wrong, or a letter is unknown.
    pub fn read(&self, field: &str) -> Result<Placement, SetupError> {
        let count = field.split('/').count();
        if u32::try_from(count).ok().is_none_or(|count| !self.ranks.contains(count)) {
            let (board, ranks) = (self.quoted(field), counted(count, "rank"));
            return Err(SetupError::new(format!("the board {board} has {ranks} but should have {}", self.ranks)));
        }
        let mut ranks: Vec<Vec<Option<char>>> = Vec::with_capacity(count);
        for (number, text) in (1..=count).rev().zip(field.split('/')) {
            ranks.push(self.read_rank(number, text, ranks.first().map(Vec::len))?);
        }
        ranks.reverse();
        Ok(Placement::of_ranks(ranks))
    }

    /// The squares of a rank. If this is not the first rank, it must have the same number of squares as the first one.
    pub(crate) fn read_rank(
        &self,
        number: usize,
        text: &str,
        first: Option<usize>,
    ) -> Result<Vec<Option<char>>, SetupError> {
        let most = self.files.most() as usize;
        let mut squares = Vec::new();
        let mut count: usize = 0;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let piece = self.is_piece(letter).then_some(letter);
            let run = if piece.is_some() { Some(1) } else { self.gaps.read(letter, &mut letters) };
            let Some(run) = run else {
                let square =
                    if self.tells_square { format!(", square {}", count.saturating_add(1)) } else { String::new() };
                return Err(self.unknown_piece(letter, &format!("on rank {number} of the board{square}")));
            };
            count = count.saturating_add(run);
            // Squares beyond the widest board are counted, not kept.
            squares.resize(count.min(most), piece);
            if count > most && !self.counts_excess {
                let rank = self.quoted(text);
                return Err(SetupError::new(format!(
                    "rank {number} of the board, {rank}, has more than {most} squares"
                )));
            }
        }
        let like_first = first.filter(|_| !matches!(self.files, Sizes::Only(_)));
        let (fits, expected) = match like_first {
            Some(first) => (count == first, format!("{first} like the first")),
            None => (u32::try_from(count).is_ok_and(|count| self.files.contains(count)), self.files.to_string()),
        };
        if fits {
            return Ok(squares);
        }
        let (rank, squares) = (self.quoted(text), counted(count, "square"));
        Err(SetupError::new(format!("rank {number} of the board, {rank}, has {squares} but should have {expected}")))
    }

    /// Splits the field into the board and the pocket, which is the text in brackets, if there is one.
    ///
    /// # Errors
    /// The brackets are not closed, or text follows them, or a character between them is neither a piece nor a dash.
    pub fn split_pocket<'a>(&self, field: &'a str) -> Result<(&'a str, Option<&'a str>), SetupError> {
        let Some((board, pocket)) = field.split_once('[') else { return Ok((field, None)) };
        let Some((pieces, rest)) = pocket.split_once(']') else {
            return Err(SetupError::new("the pocket after the board has no closing `]`"));
        };
        if let Some(letter) = pieces.chars().find(|letter| !self.is_piece(*letter) && *letter != '-') {
            return Err(self.unknown_piece(letter, "in the pocket"));
        }
        if !rest.is_empty() {
            return Err(SetupError::new(format!("{} after the pocket, where a blank should be", quoted(rest))));
        }
        Ok((board, Some(pieces)))
    }

    pub(crate) fn quoted(&self, text: &str) -> String {
        quoted_within(text, self.longest_quoted)
    }

    fn is_piece(&self, letter: char) -> bool {
        self.pieces.iter().chain([&self.neutral]).any(|letters| letters.contains(letter))
    }

    fn unknown_piece(&self, letter: char, place: &str) -> SetupError {
        let [max, min] = self.pieces;
        let choice = match (max, min, self.neutral) {
            ("", "", shared) => format!("one of {shared}"),
            (max, min, "") => format!("{max} or {min}"),
            (max, min, neutral) => format!("{max}, {min} or {neutral}"),
        };
        SetupError::new(format!("unknown piece `{}` {place}: use {choice}", letter.escape_debug()))
    }
}

impl Gaps {
    /// The number of free squares for a letter and its continuation.
    fn read(self, letter: char, rest: &mut Peekable<Chars<'_>>) -> Option<usize> {
        let mut squares = letter.to_digit(10).filter(|digit| *digit > 0)? as usize;
        match self {
            Self::Digits(most) => (squares <= most as usize).then_some(squares),
            Self::Numbers => {
                while let Some(digit) = rest.peek().and_then(|letter| letter.to_digit(10)) {
                    rest.next();
                    squares = squares.saturating_mul(10).saturating_add(digit as usize);
                }
                Some(squares)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_board;

    const NARROW: BoardField = BoardField {
        gaps: Gaps::Digits(9),
        counts_excess: true,
        ..BoardField::new(Sizes::Only(3), Sizes::Only(2), ["KQ", "kq"])
    };
    const WIDE: BoardField = BoardField::new(Sizes::Range(2, 12), Sizes::Range(1, 3), ["P", "p"]);

    fn refusal(field: &BoardField, text: &str) -> String {
        field.read(text).expect_err("the board makes no sense").to_string()
    }

    #[test]
    fn boards_come_back_from_their_text() {
        for (field, text) in
            [(NARROW, "K1q/3"), (NARROW, "kQq/2K"), (WIDE, "12"), (WIDE, "P10p/11P/12"), (WIDE, "1p/P1")]
        {
            let board = field.read(text).expect("the board is sound");
            let letter = |file, rank| board.pieces().find(|piece| (piece.0, piece.1) == (file, rank)).map(|it| it.2);
            assert_eq!(write_board(board.files(), board.ranks(), letter), text);
        }
        assert_eq!(NARROW.read("111/21"), NARROW.read("3/3"));
        assert_ne!(WIDE.read("111"), WIDE.read("12"));
    }

    #[test]
    fn pieces_are_told_from_a1_on_and_gathered_by_letter() {
        let board = NARROW.read("K1q/1Kk").expect("the board is sound");
        let pieces: Vec<_> = board.pieces().collect();
        assert_eq!(pieces, [(1, 0, 'K'), (2, 0, 'k'), (0, 1, 'K'), (2, 1, 'q')]);
        let bit = |file, rank| 1_u64 << (3 * rank + file);
        assert_eq!((board.set('K', bit), board.set('Q', bit)), (0b001_010, 0));
        assert_eq!((board.files(), board.ranks()), (3, 2));
    }

    #[test]
    fn wrong_boards_are_refused_with_what_and_where() {
        assert_eq!(refusal(&NARROW, "3"), "the board `3` has 1 rank but should have 2");
        assert_eq!(refusal(&WIDE, "2/2/2/2"), "the board `2/2/2/2` has 4 ranks but should have 1 to 3");
        assert_eq!(refusal(&NARROW, "3/KkKk9"), "rank 1 of the board, `KkKk9`, has 13 squares but should have 3");
        assert_eq!(refusal(&NARROW, "3/"), "rank 1 of the board, ``, has 0 squares but should have 3");
        assert_eq!(refusal(&WIDE, "2/P"), "rank 1 of the board, `P`, has 1 square but should have 2 like the first");
        assert_eq!(refusal(&WIDE, "P/2"), "rank 2 of the board, `P`, has 1 square but should have 2 to 12");
        let longest = "9".repeat(30);
        assert_eq!(
            refusal(&WIDE, &longest),
            format!("rank 1 of the board, `{}...`, has more than 12 squares", &longest[..24])
        );
        assert_eq!(refusal(&WIDE, "12p?"), "rank 1 of the board, `12p?`, has more than 12 squares");
        assert_eq!(refusal(&WIDE, "2?"), "unknown piece `?` on rank 1 of the board, square 3: use P or p");
        assert_eq!(refusal(&WIDE, "02"), "unknown piece `0` on rank 1 of the board, square 1: use P or p");
        assert_eq!(refusal(&NARROW, "3/p"), "unknown piece `p` on rank 1 of the board, square 1: use KQ or kq");
        let walled = BoardField { neutral: "*", ..WIDE };
        assert_eq!(refusal(&walled, "2*#"), "unknown piece `#` on rank 1 of the board, square 4: use P, p or *");
        assert_eq!(walled.read("2*").map(|board| board.pieces().collect()), Ok(vec![(2, 0, '*')]));
        let terse = BoardField { tells_square: false, longest_quoted: 2, ..NARROW };
        assert_eq!(refusal(&terse, "3/p"), "unknown piece `p` on rank 1 of the board: use KQ or kq");
        assert_eq!(refusal(&terse, "3/KKKK"), "rank 1 of the board, `KK...`, has 4 squares but should have 3");
        let few = BoardField { gaps: Gaps::Digits(3), ..NARROW };
        assert_eq!(refusal(&few, "3/4"), "unknown piece `4` on rank 1 of the board, square 1: use KQ or kq");
    }

    #[test]
    fn a_size_of_a_list_is_told_with_the_list() {
        let field = BoardField { files: Sizes::OneOf(&[4, 6]), ..WIDE };
        assert!(field.read("6/6").is_ok());
        assert_eq!(refusal(&field, "5"), "rank 1 of the board, `5`, has 5 squares but should have 4 or 6");
        assert_eq!(refusal(&field, "4/6"), "rank 1 of the board, `6`, has 6 squares but should have 4 like the first");
    }

    #[test]
    fn pieces_of_both_players_are_letters_like_any_other() {
        let field = BoardField::shared(Sizes::Only(2), Sizes::Only(1), "abc");
        assert_eq!(field.read("cb").map(|board| board.pieces().collect()), Ok(vec![(0, 0, 'c'), (1, 0, 'b')]));
        assert_eq!(refusal(&field, "d1"), "unknown piece `d` on rank 1 of the board, square 1: use one of abc");
    }

    #[test]
    fn pockets_stand_in_brackets_behind_the_board() {
        let split = |text| NARROW.split_pocket(text).map_err(|error| error.to_string());
        assert_eq!(split("3/3"), Ok(("3/3", None)));
        assert_eq!(split("3/3[]"), Ok(("3/3", Some(""))));
        assert_eq!(split("3/3[-]"), Ok(("3/3", Some("-"))));
        assert_eq!(split("3/3[KkQ]"), Ok(("3/3", Some("KkQ"))));
        assert_eq!(split("3/3[K"), Err("the pocket after the board has no closing `]`".into()));
        assert_eq!(split("3/3[Kx]"), Err("unknown piece `x` in the pocket: use KQ or kq".into()));
        assert_eq!(split("3/3[K]k"), Err("`k` after the pocket, where a blank should be".into()));
    }
}
