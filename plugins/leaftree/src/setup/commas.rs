//! Commas that could be the decimal commas of Italian, Turkish and other texts.

use crate::tokens::{Placed, Token, Tokens, leaf_value, plain_number};
use plyd_plugin::SetupError;

/// Refuses `3,5 2,7`: where blanks alone part some numbers of a list, a comma without a blank can be within a number.
pub(super) fn refuse_decimal(setup: &str, start: usize) -> Result<(), SetupError> {
    let mut tokens = Tokens::new(setup, start);
    // The number read last, and the byte of the first number before such a comma.
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
                    // `1,000` is no list: nobody writes a number with zeros before it.
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
