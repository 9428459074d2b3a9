//! Positions in FEN or EPD (S. Edwards, "Portable Game Notation Specification", 1994, section 16), including the fields
//! that other programs omit or append.

/// A candidate interpretation of a text as a game position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSetup {
    /// The position in the notation of the game.
    pub text: String,
    /// The moves played from the position, each a word.
    pub moves: Vec<String>,
    /// A description of what was dropped or replaced, if that deserves a warning.
    pub changed: Option<String>,
}

/// The number of fields that EPD requires: board, side to move, castling rights, and en passant square.
const FIELDS: usize = 4;

/// Lists the candidate interpretations of a text as a position, in the order in which to try them on a game, which
/// decides by the first that it accepts: the text as it is; without the punctuation of a list around it; and as EPD,
/// with its counters.
///
/// The EPD counters come from the fifth and sixth words if these are numbers, else from the operations `hmvc` and
/// `fmvn`, else they are 0 and 1. All other operations are dropped, because a reader of positions does not need them.
/// Commas and bars are list punctuation, and end a word.
#[must_use]
pub fn setups(text: &str) -> Vec<PositionSetup> {
    let text = text.trim();
    let mut found = vec![PositionSetup { text: text.to_owned(), moves: Vec::new(), changed: None }];
    let mut add = |setup: PositionSetup| {
        if !setup.text.is_empty() && found.iter().all(|one| (&one.text, &one.moves) != (&setup.text, &setup.moves)) {
            found.push(setup);
        }
    };
    let bare = without_frame(text);
    let (position, moves) = with_moves(bare);
    add(PositionSetup { text: position.to_owned(), moves: moves.clone(), changed: None });
    // A FEN board has ranks separated by slashes; a list of moves has none.
    let spaced = position.replace(';', "; ").replace([',', '|'], " ");
    let words: Vec<&str> = spaced.split_whitespace().filter(|word| !field(word).is_empty()).collect();
    if words.first().is_some_and(|board| board.contains('/')) {
        if words.len() >= FIELDS {
            add(PositionSetup { moves, ..epd(&words) });
        } else {
            let fields = ["w", "-", "-", "0", "1"];
            let missing = fields.iter().skip(words.len() - 1).copied();
            let text: Vec<&str> = words.iter().map(|word| field(word)).chain(missing).collect();
            let changed = format!("fields of the position are missing; it is read as `{}`", text.join(" "));
            add(PositionSetup { text: text.join(" "), moves, changed: Some(changed) });
        }
    }
    found
}

/// Strips a text of its frame: line number, quotation marks, a remark after `#`, and trailing semicolons.
fn without_frame(text: &str) -> &str {
    let text = text.split_once(" #").map_or(text, |(before, _)| before);
    let text = text.trim_end_matches(|letter: char| letter.is_whitespace() || ";,".contains(letter));
    // A line number in a list.
    let numbered = text.split_once(' ').filter(|(number, board)| {
        let digits = number.trim_end_matches(['.', ')', ':']);
        digits.len() < number.len() && digits.bytes().all(|byte| byte.is_ascii_digit()) && board.contains('/')
    });
    let text = numbered.map_or(text, |(_, board)| board.trim_start());
    let unquoted = ['"', '\''].iter().find_map(|&mark| text.strip_prefix(mark)?.strip_suffix(mark));
    unquoted.unwrap_or(text)
}

/// Splits the arguments of UCI's `position fen SETUP moves MOVES`. Without these keywords, the whole text is the setup.
fn with_moves(text: &str) -> (&str, Vec<String>) {
    let text = text.strip_prefix("position ").unwrap_or(text).trim_start();
    let text = text.strip_prefix("fen ").unwrap_or(text).trim_start();
    match text.split_once(" moves ") {
        Some((setup, moves)) => {
            let setup = if setup.trim() == "startpos" { "" } else { setup.trim() };
            (setup, moves.split_whitespace().map(str::to_owned).collect())
        }
        None => (text, Vec::new()),
    }
}

/// Completes a position of at least four fields with its counters. Chess parses EPD itself, because `position fen`
/// passes the text to a game unchanged; this function serves all other games with FEN boards, which do not support EPD.
fn epd(words: &[&str]) -> PositionSetup {
    let (position, rest) = words.split_at(FIELDS);
    let operations = rest.join(" ");
    // Text within quotation marks is not searched for operations.
    let unquoted: Vec<&str> = operations.split('"').step_by(2).flat_map(str::split_whitespace).collect();
    let operand = |name: &str| {
        let mut words = unquoted.iter().skip_while(|word| field(word) != name);
        words.next().map(|_| words.next().and_then(|word| counter(word)))
    };
    let (first, second) = (rest.first(), rest.get(1));
    let half_moves = first.and_then(|word| counter(word));
    let (half_moves, full_moves) = match half_moves {
        // The sixth word is a counter only if the fifth is one.
        Some(_) => (Some(half_moves), second.and_then(|word| counter(word)).map(Some).or_else(|| operand("fmvn"))),
        None => (operand("hmvc"), operand("fmvn")),
    };
    let text: Vec<&str> = position.iter().map(|word| field(word)).collect();
    let (half_move, full_move) = (half_moves.flatten().unwrap_or(0), full_moves.flatten().unwrap_or(1).max(1));
    let text = format!("{} {half_move} {full_move}", text.join(" "));
    // Operations begin at the first word that is no counter. A counter operation takes a number.
    let next = if first.is_some_and(|word| counter(word).is_some()) { second } else { first };
    let is_broken = next.is_some_and(|word| counter(word).is_none() && !is_operation(word))
        || [half_moves, full_moves].contains(&Some(None));
    let changed = is_broken
        .then(|| format!("`{operations}` is neither counters nor operations; the position is read as `{text}`"));
    PositionSetup { text, moves: Vec::new(), changed }
}

/// Parses a counter, which may be followed by list punctuation.
fn counter(word: &str) -> Option<u32> {
    field(word).trim_end_matches(['.', ':']).parse().ok()
}

/// Whether a word is the name of an EPD operation: a letter, and at least one more letter or digit.
fn is_operation(word: &str) -> bool {
    let name = field(word);
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    name.len() > 1 && name.starts_with(|letter: char| letter.is_ascii_alphabetic()) && name.chars().all(is_part)
}

/// Strips list punctuation from a field.
fn field(word: &str) -> &str {
    word.trim_start_matches('"').trim_end_matches([';', '"'])
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "5k2/8/8/8/8/3Q4/B3K3/8";

    fn last(rest: &str) -> (String, bool) {
        let setup = setups(&format!("{BOARD} {rest}")).pop().unwrap();
        (setup.text.strip_prefix(BOARD).unwrap().trim().to_owned(), setup.changed.is_some())
    }

    #[test]
    fn counters_are_kept_in_all_forms() {
        for (rest, fields) in [
            ("w - - 33 48 bm #2;", "w - - 33 48"),
            ("w - - 4 7;", "w - - 4 7"),
            ("w - - 33 48 c9 \"1-0\";", "w - - 33 48"),
            ("w - - 0 2 # note", "w - - 0 2"),
            ("w - - 4; 7;", "w - - 4 7"),
            ("w - - 4 7;bm Qd8#;id \"x\";", "w - - 4 7"),
            ("w - - ; 4 7", "w - - 4 7"),
            ("w - - hmvc 33;fmvn 48;", "w - - 33 48"),
            ("w - - hmvc 33; fmvn 48;", "w - - 33 48"),
            ("w - - fmvn 48; hmvc 33; id \"x y\";", "w - - 33 48"),
            ("w - - bm Qd8#; id \"7 8\";", "w - - 0 1"),
            ("w - -", "w - - 0 1"),
            ("w - -;", "w - - 0 1"),
            ("w - - 12", "w - - 12 1"),
            ("w - - 0 0", "w - - 0 1"),
            ("w KQkq e3 0 1 +0+0", "w KQkq e3 0 1"),
            ("w - - id \"Réti\";", "w - - 0 1"),
            ("w - - 33 48,bm Qd8", "w - - 33 48"),
            ("w - - 33 48,12", "w - - 33 48"),
            ("w - - 33 48|12", "w - - 33 48"),
            ("w - - 33 48.", "w - - 33 48"),
            ("w - - 33 48\"", "w - - 33 48"),
            ("w - - 33 48\",\"bm Qd8\"", "w - - 33 48"),
            ("w - - 33 48: x", "w - - 33 48"),
            ("w - - 33,48", "w - - 33 48"),
            ("w - - 33 bm Qd8;", "w - - 33 1"),
            ("w - - 33 bm Qd8; fmvn 48;", "w - - 33 48"),
            ("w - - hmvc 33, fmvn 48", "w - - 33 48"),
            ("w - - id \"hmvc 7\"; hmvc 33; fmvn 48;", "w - - 33 48"),
        ] {
            assert_eq!(last(rest), (fields.into(), false), "{rest}");
        }
        for (rest, fields) in [
            ("w - - ? 7", "w - - 0 1"),
            ("w - - 33 x", "w - - 33 1"),
            ("w - - 33 48x", "w - - 33 1"),
            ("w - - 33 Qd8#", "w - - 33 1"),
            ("w - - 33 99999999999", "w - - 33 1"),
            ("w - - x 48", "w - - 0 1"),
            ("w - - hmvc ?; fmvn 48;", "w - - 0 48"),
            ("w - - hmvc 33; fmvn;", "w - - 33 1"),
            ("w", "w - - 0 1"),
            ("", "w - - 0 1"),
            ("b KQkq", "b KQkq - 0 1"),
        ] {
            assert_eq!(last(rest), (fields.into(), true), "{rest}");
        }
    }

    #[test]
    fn the_text_itself_is_the_first_choice() {
        let texts = |text| setups(text).into_iter().map(|setup| setup.text).collect::<Vec<_>>();
        assert_eq!(texts("3 4 5"), ["3 4 5"]);
        assert_eq!(texts("3 5 2 9 min # tree"), ["3 5 2 9 min # tree", "3 5 2 9 min"]);
        assert_eq!(texts("e2e4 e7e5"), ["e2e4 e7e5"]);
        assert_eq!(texts("9/9 b - 0 7.5;")[..2], ["9/9 b - 0 7.5;", "9/9 b - 0 7.5"]);
        assert_eq!(texts("\"8/8 w - - 0 1\"")[1], "8/8 w - - 0 1");
        assert_eq!(texts("12. 8/8 w - - 0 1")[1], "8/8 w - - 0 1");
    }

    #[test]
    fn lines_of_uci_are_positions_with_moves() {
        let found = setups("position fen 8/8/8 w - - 3 4 moves e2e4 e7e5");
        let setup = &found[1];
        assert_eq!(
            (setup.text.as_str(), setup.moves.as_slice()),
            ("8/8/8 w - - 3 4", &["e2e4".to_owned(), "e7e5".to_owned()][..])
        );
        assert_eq!(setups("fen 8/8/8 w - - 3 4")[1].text, "8/8/8 w - - 3 4");
    }
}
