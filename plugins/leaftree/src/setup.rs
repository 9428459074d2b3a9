//! Setups read: a tree, who moves first, and a path into the tree.

mod array;
mod brackets;
mod keys;
mod random;

use crate::tokens::{Placed, Token, Tokens, plain_number};
use crate::tree::{Node, Tree};
use crate::{LeafTree, State};
use plyd_plugin::{Game, Move, Player, SetupError};

/// Reads a setup that is not empty.
pub(crate) fn parse(setup: &str) -> Result<(LeafTree, State), SetupError> {
    let mut tokens = Tokens::new(setup);
    let tree = match tokens.peek().0 {
        Token::Sign('[') => Tree::Literal(brackets::parse(&mut tokens)?),
        Token::Word("random") => Tree::Uniform(random::parse(&mut tokens)?),
        _ => Tree::Uniform(array::parse(&mut tokens)?),
    };
    let game = LeafTree { tree, first: parse_first(&mut tokens) };
    let mut state = game.root();
    if tokens.take_sign('@').is_some() {
        let mut steps = 1;
        while tokens.peek().0 != Token::End {
            let placed = tokens.take();
            follow(&game, &mut state, &tokens, placed, steps)?;
            steps += 1;
        }
    }
    match tokens.take() {
        (Token::End, _) => Ok((game, state)),
        placed => Err(tokens.error(placed, "is where the setup should end")),
    }
}

fn parse_first(tokens: &mut Tokens<'_>) -> Player {
    let first = match tokens.peek().0 {
        Token::Word("max") => Player::Max,
        Token::Word("min") => Player::Min,
        _ => return Player::Max,
    };
    tokens.take();
    first
}

/// Takes the step of the path that a token names, the `nth` from 1.
fn follow(
    game: &LeafTree,
    state: &mut State,
    tokens: &Tokens<'_>,
    placed: Placed<'_>,
    nth: u32,
) -> Result<(), SetupError> {
    let Node::Inner(count) = game.node(state) else {
        return Err(tokens.error(placed, &format!("is step {nth} of the path, which is at a leaf already")));
    };
    let child = match placed.0 {
        Token::Word(word) => plain_number(word).filter(|child| *child < count),
        _ => None,
    };
    if let Some(child) = child {
        game.play(state, Move(child));
        return Ok(());
    }
    let problem = format!("is step {nth} of the path, where the node has {}", children(count));
    Err(tokens.error(placed, &problem))
}

fn children(count: u32) -> String {
    match count {
        1 => "one child, 0".into(),
        _ => format!("{count} children, 0 to {}", count - 1),
    }
}
