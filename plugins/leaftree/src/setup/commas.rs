//! Commas that may be decimal commas, which Italian, Turkish and other texts use.

use crate::tokens::{Placed, Token, Tokens, leaf_value, plain_number};
use plyd_plugin::SetupError;

/// Refuses `3,5 2,7`: in a list that also separates numbers with blanks alone, a comma without a blank may be part of a
/// number.
pub(super) fn refuse_decimal(setup: &str, start: usize) -> Result<(), SetupError> {
    let mut tokens = Tokens::new(setup, start);
    // The last number read, and the range of the first two numbers with such a comma between them.
    let mut last: Option<(usize, &str)> = None;
    let mut doubtful: Option<(usize, usize)> = None;
    let (mut is_behind_comma, mut has_blanks) = (false, false);
    loop {
        let (token, at): Placed<'_> = tokens.take();
        match token {
            Token::Word(word) if leaf_value(word).is_ok() => {
                if let Some((before, number)) = last {
                    let is_tight =
                        setup.get(before + number.len()..at) == Some(",") && plain_number::<u64>(word).is_some();
                    if is_behind_comma && is_tight && number != "?" {
                        doubtful.get_or_insert((before, at + word.len()));
                    }
                    // `1,000` is not a list, because numbers are not written with leading zeros.
                    let has_zeros = is_tight && word.len() > 1 && word.starts_with('0');
                    has_blanks |= !is_behind_comma || has_zeros;
                }
                (last, is_behind_comma) = (Some((at, word)), false);
            }
            Token::Sign(',') => is_behind_comma = true,
            Token::Word(_) => last = None,
            Token::Sign('@') | Token::End => return Ok(()),
            Token::Sign(_) => (last, doubtful, has_blanks) = (None, None, false),
        }
        if let Some((from, to)) = doubtful.filter(|_| has_blanks) {
            let problem = "can be two numbers, or one with a decimal comma; leaves are whole numbers, so write a blank \
                           after each comma";
            return Err(tokens.error((Token::Word(&setup[from..to]), from), problem));
        }
    }
}
