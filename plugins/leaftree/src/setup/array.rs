//! Leaf arrays: bare numbers that are the leaves of a uniform tree.

use super::keys;
use crate::tokens::{Token, Tokens, closing, leaf_value};
use crate::uniform::{MAX_LEAVES, Source, Uniform};
use plyd_plugin::SetupError;

/// Parses `3 5 2 9`, `{3, 5, 2, 9}`, the same list in other brackets, or `b=3 1 2 3`, up to the first token that cannot
/// be a leaf.
pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Uniform, SetupError> {
    let branching = parse_branching(tokens)?;
    let bracket = match tokens.peek() {
        (Token::Sign(sign @ ('(' | '[' | '{')), at) => Some((sign, at)),
        _ => None,
    };
    if bracket.is_some() {
        tokens.take();
    }
    let leaves = parse_leaves(tokens, bracket.map_or('}', |(open, _)| closing(open)))?;
    let end = tokens.peek();
    if let Some((open, at)) = bracket {
        let close = closing(open);
        if leaves.is_empty() && end.0 == Token::Sign(close) {
            return Err(tokens.empty_list(at));
        }
        if tokens.take_sign(close).is_none() {
            let problem = format!("is where `{close}` should close the `{open}` at character {}", tokens.character(at));
            return Err(tokens.error(end, &problem));
        }
    }
    if leaves.is_empty() {
        return Err(tokens.error(end, "is where the first leaf should be"));
    }
    let height = height(leaves.len() as u64, branching)?;
    Ok(Uniform::new(branching, height, Source::Listed(leaves)))
}

fn parse_branching(tokens: &mut Tokens<'_>) -> Result<u32, SetupError> {
    match tokens.peek() {
        (Token::Word(word), at) if word.starts_with("b=") => {
            tokens.take();
            Ok(keys::BRANCHING.read(tokens, (Token::Word(word), at), &word[2..])? as u32)
        }
        _ => Ok(2),
    }
}

/// Parses leaves up to a token that ends them, such as the closing bracket `close`.
fn parse_leaves(tokens: &mut Tokens<'_>, close: char) -> Result<Vec<i32>, SetupError> {
    let mut leaves = Vec::new();
    let mut after_comma = false;
    loop {
        let placed = tokens.peek();
        match placed.0 {
            // A comma after the last leaf is allowed, because programs may write one.
            token if is_end(token, close) => return Ok(leaves),
            Token::Word(word) => {
                let value = leaf_value(word).map_err(|problem| tokens.error(placed, &problem))?;
                if leaves.len() as u64 == MAX_LEAVES {
                    return Err(tokens.error(placed, &format!("is one leaf too many: {MAX_LEAVES} are allowed")));
                }
                leaves.push(value);
                after_comma = false;
            }
            Token::Sign(',') if leaves.is_empty() || after_comma => {
                return Err(tokens.error(placed, "has no leaf before it"));
            }
            Token::Sign(',') => after_comma = true,
            Token::Sign(_) | Token::End => {
                let problem = "is among bare numbers: brackets are for whole trees, as in [[3,5],[2,9]]";
                return Err(tokens.error(placed, problem));
            }
        }
        tokens.take();
    }
}

fn is_end(token: Token<'_>, close: char) -> bool {
    match token {
        Token::Word(word) => matches!(word, "min" | "max"),
        Token::Sign(sign) => matches!(sign, '@' | ';') || sign == close,
        Token::End => true,
    }
}

/// The height of the tree with this number of leaves.
fn height(leaves: u64, branching: u32) -> Result<u32, SetupError> {
    let branching = u64::from(branching);
    let (mut height, mut below) = (0, 1);
    while below * branching <= leaves {
        below *= branching;
        height += 1;
    }
    if below == leaves {
        return Ok(height);
    }
    let tree = if branching == 2 { "binary tree".into() } else { format!("tree with {branching} children per node") };
    let nearest = match below * branching {
        above if above <= MAX_LEAVES => format!("the nearest valid counts are {below} and {above}"),
        _ => format!("the nearest valid count is {below}"),
    };
    Err(SetupError::new(format!("{leaves} leaves do not fill a {tree}, which needs a power of {branching}: {nearest}")))
}
