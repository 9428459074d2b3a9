//! Literal trees: brackets around the children of every node.

use crate::literal::{Builder, Literal, MAX_NODES};
use crate::tokens::{Token, Tokens, leaf_value};
use plyd_plugin::SetupError;

/// The maximum nesting of brackets.
const MAX_NESTING: usize = 512;

/// The token before a comma or a closing bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    Bracket,
    Comma,
    Child,
}

/// Reads `[[3,5,10],[2,2]]`, up to the bracket that closes the first.
pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Literal, SetupError> {
    let mut builder = Builder::new();
    let mut open = Vec::new();
    let mut behind = Behind::Bracket;
    loop {
        let placed = tokens.take();
        if builder.len() == MAX_NODES && matches!(placed.0, Token::Sign('[') | Token::Word(_)) {
            return Err(tokens.error(placed, &format!("is one node too many: {MAX_NODES} are allowed")));
        }
        behind = match (placed.0, behind) {
            (Token::Sign('['), _) => {
                if open.len() == MAX_NESTING {
                    return Err(tokens.error(placed, &format!("nests deeper than {MAX_NESTING}")));
                }
                builder.open();
                open.push(placed.1);
                Behind::Bracket
            }
            (Token::Sign(']'), Behind::Bracket) => {
                return Err(tokens.empty_list(open.last().copied().unwrap_or(placed.1)));
            }
            (Token::Sign(']'), Behind::Child) => {
                open.pop();
                if builder.close() {
                    return Ok(builder.finish());
                }
                Behind::Child
            }
            (Token::Sign(']'), Behind::Comma) => {
                return Err(tokens.error(placed, "is where a child should follow a comma"));
            }
            (Token::Sign(','), Behind::Child) => Behind::Comma,
            (Token::Sign(','), _) => return Err(tokens.error(placed, "has no child before it")),
            (Token::Word(word), _) => {
                builder.leaf(leaf_value(word).map_err(|problem| tokens.error(placed, &problem))?);
                Behind::Child
            }
            (Token::Sign(_) | Token::End, _) => {
                let at = open.last().copied().unwrap_or_default();
                let problem = format!("is where `]` should close the `[` at character {}", tokens.character(at));
                return Err(tokens.error(placed, &problem));
            }
        };
    }
}
