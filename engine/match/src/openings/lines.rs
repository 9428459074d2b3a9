//! A file with an opening a line: a setup, an EPD line, or moves.

use super::{Opening, Rules};
use crate::MatchError;
use crate::settings::SettingsError;

/// The openings of a file.
#[derive(Debug)]
pub(super) struct Lines {
    file: String,
    text: String,
    /// The place of each opening in the text, and its line, from 1.
    places: Vec<(usize, usize, usize)>,
}

impl Lines {
    /// Those of this content. Blank lines and lines that begin with `#` are none.
    ///
    /// # Errors
    /// It is not UTF-8 text.
    pub(super) fn read(file: &str, content: Vec<u8>) -> Result<Self, MatchError> {
        let text = String::from_utf8(content).map_err(|error| {
            let line =
                1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            SettingsError::new(format!("{file}, line {line}: this is not UTF-8 text"))
        })?;
        let mut places = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let start = line.as_ptr().addr() - text.as_ptr().addr();
                places.push((start, start + line.len(), number));
            }
        }
        Ok(Self { file: file.to_owned(), text, places })
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The opening at this place of the list.
    ///
    /// # Errors
    /// It is none of the game, or the game is over then.
    pub(super) fn opening(&self, rules: &Rules, place: usize) -> Result<Opening, MatchError> {
        let (start, end, number) = self.places[place];
        let (line, file) = (&self.text[start..end], &self.file);
        let opening = read(rules, line)?.map_err(|refusal| {
            SettingsError::new(format!(
                "{file}, line {number}: `{line}` is not an opening: it is neither a list of moves from the start position \
                 nor a position ({refusal})"
            ))
        })?;
        if opening.position.ending()?.is_some() {
            return Err(SettingsError::new(format!("{file}, line {number}: the opening `{line}` ends the game")).into());
        }
        Ok(opening)
    }
}

/// A setup, an EPD line, or moves from the start position, whichever the game accepts first; or why it refuses the
/// first.
fn read(rules: &Rules, line: &str) -> Result<Result<Opening, String>, MatchError> {
    let refusal = match rules.open(line)? {
        Ok(position) => return Ok(Ok(Opening { setup: line.to_owned(), moves: Vec::new(), position })),
        Err(refusal) => refusal,
    };
    let setup = setup_of_epd(line);
    if let Some(setup) = setup
        && let Ok(position) = rules.open(&setup)?
    {
        return Ok(Ok(Opening { setup, moves: Vec::new(), position }));
    }
    Ok(played(rules, line)?.ok_or(refusal))
}

/// Moves from the start position, if all words of the line are some; what follows `startpos moves` is taken too.
fn played(rules: &Rules, line: &str) -> Result<Option<Opening>, MatchError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let words = words.strip_prefix(&["startpos", "moves"]).unwrap_or(&words);
    let mut opening = rules.start()?;
    for word in words {
        // The last move of an opening may not end the game, so nothing follows an end.
        let Some(mv) = opening.position.find_move(word)? else { return Ok(None) };
        opening.play(mv)?;
        if opening.position.ending()?.is_some() {
            return Ok(None);
        }
    }
    Ok(Some(opening))
}

/// The setup of an EPD line: its first four words, and the counters, which EPD has as operations `hmvc` and `fmvn`.
fn setup_of_epd(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (position, operations) = words.split_at_checked(4)?;
    let operations = operations.join(" ");
    let operand = |name: &str| {
        let operation = operations.split(';').find_map(|operation| operation.trim().strip_prefix(name));
        operation.and_then(|operand| operand.trim().parse::<u32>().ok())
    };
    let (half_moves, number) = (operand("hmvc").unwrap_or(0), operand("fmvn").unwrap_or(1));
    Some(format!("{} {half_moves} {number}", position.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_epd_line_gives_a_setup() {
        let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(setup_of_epd(board), Some(format!("{board} 0 1")));
        assert_eq!(setup_of_epd(&format!("{board} hmvc 3; id \"x y\"; fmvn 7;")), Some(format!("{board} 3 7")));
        assert_eq!(setup_of_epd("e2e4 e7e5"), None);
    }
}
