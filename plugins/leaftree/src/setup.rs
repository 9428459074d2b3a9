//! Parsing of setups: a tree, the player who moves first, and a path into the tree.

mod array;
mod brackets;
mod calls;
mod commas;
mod declaration;
mod dictionary;
mod keys;
mod objects;
mod pairs;
mod random;
mod remarks;
mod strings;

use crate::chance::{Bounds, ChanceNodes, range};
use crate::names::Names;
use crate::tokens::{Placed, Token, Tokens, plain_number};
use crate::tree::{Node, Tree};
use crate::turns::{Disagreement, Named, Turns};
use crate::{LeafTree, State};
use brackets::Written;
use plyd_plugin::{Game, Move, Player, SetupError};
use plyd_scripts::plain_signs;

/// Parses a non-empty setup.
pub(crate) fn parse(setup: &str) -> Result<(LeafTree, State), SetupError> {
    let plain = plain_signs(setup);
    let words = strings::as_words(&plain);
    let remarked = remarks::blanked(&words);
    let mut setup = calls::blanked(&remarked);
    if let Some(named) = pairs::as_names(&setup) {
        setup = named.into();
    }
    // `calls::blanked` may have blanked the type of a variable, which can look like a call: `scores: list[int] = [3,
    // 5]`.
    let declared = declaration::end(&setup).or_else(|| declaration::end(&remarked));
    let start = declared.unwrap_or(0);
    if let Some(nodes) = objects::blanked(&setup[start..]) {
        setup = format!("{}{nodes}", &setup[..start]).into();
    }
    let signs = dictionary::of_nodes(&setup[start..]);
    if !signs.is_empty() {
        let mut bytes = setup.into_owned().into_bytes();
        signs.iter().for_each(|sign| bytes[start + sign] = b' ');
        // The bytes are still valid UTF-8, because each blanked sign is one byte.
        setup = String::from_utf8_lossy(&bytes).into_owned().into();
    }
    let setup = &*setup;
    commas::refuse_decimal(setup, start)?;
    let mut tokens = Tokens::new(setup, start);
    let game = if brackets::is_bracketed(&setup[start..], declared.is_some()) {
        parse_written(&mut tokens)?
    } else {
        let tree = match tokens.peek().0 {
            Token::Word("random") => random::parse(&mut tokens)?,
            _ => array::parse(&mut tokens)?,
        };
        tokens.take_sign(';');
        let first = parse_first(&mut tokens).map_or(Player::Max, |(first, _)| first);
        LeafTree { tree: Tree::Uniform(tree), first, names: Names::default() }
    };
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

/// Parses a tree in brackets, the bounds of its leaves and the first player.
fn parse_written(tokens: &mut Tokens<'_>) -> Result<LeafTree, SetupError> {
    let Written { shape, names, mut players, chances } = brackets::parse(tokens)?;
    tokens.take_sign(';');
    let bounds = parse_bounds(tokens, !chances.is_empty(), range(&shape))?;
    let told = parse_first(tokens);
    let is_chance = |place: u32| chances.binary_search_by_key(&place, |&(place, _)| place).is_ok();
    if let Some((player, at)) = told.filter(|_| !is_chance(0)) {
        players.push(Named { place: 0, player, at });
    }
    let first = told.map(|(first, _)| first);
    if chances.is_empty() && players.is_empty() {
        return Ok(LeafTree { tree: Tree::Literal(shape, None), first: Player::Max, names });
    }
    let turns = Turns::new(&shape, &is_chance, &players, first).map_err(|Disagreement(at)| {
        let is_behind = told.is_some_and(|(_, told)| told == at);
        let problem =
            if is_behind { "contradicts who moves at the root" } else { "does not alternate with the others" };
        SetupError::new(format!("the player named at character {} {problem}", tokens.character(at)))
    })?;
    let first = turns.first();
    let chance = (!chances.is_empty()).then(|| Box::new(ChanceNodes::new(turns, chances, bounds)));
    Ok(LeafTree { tree: Tree::Literal(shape, chance), first, names })
}

/// Parses `low=-2 high=2` after a tree; they are allowed only if the tree has chance nodes. `range` is the range of the
/// known leaves.
fn parse_bounds(tokens: &mut Tokens<'_>, has_chance: bool, range: Option<(i32, i32)>) -> Result<Bounds, SetupError> {
    let mut bounds = Bounds::default();
    while let (Token::Word(word), _) = tokens.peek()
        && let Some((name, value)) = word.split_once('=')
    {
        let placed = tokens.take();
        let (key, place) = match name {
            "low" => (keys::LOW, &mut bounds.low),
            "high" => (keys::HIGH, &mut bounds.high),
            _ => return Err(tokens.error(placed, "is unknown: after a tree in brackets use low, high")),
        };
        if !has_chance {
            return Err(tokens.error(placed, "bounds the leaves, which matters only in trees with chance"));
        }
        if place.is_some() {
            return Err(tokens.error(placed, &format!("sets {name} a second time")));
        }
        // `Key::read` checked the limits of the key, so the number fits its type.
        let value = key.read(tokens, placed, value)? as i32;
        let excludes = |(least, most): (i32, i32)| if name == "low" { value > least } else { value < most };
        if let Some((least, most)) = range.filter(|&range| excludes(range)) {
            return Err(tokens.error(placed, &format!("excludes leaves, whose values are from {least} to {most}")));
        }
        *place = Some(value);
    }
    if let Bounds { low: Some(low), high: Some(high) } = bounds
        && low > high
    {
        return Err(SetupError::new(format!("low={low} is above high={high}")));
    }
    Ok(bounds)
}

/// Parses the player who moves first, if the setup names one; also returns the byte at which the name begins.
fn parse_first(tokens: &mut Tokens<'_>) -> Option<(Player, usize)> {
    let (first, at) = match tokens.peek() {
        (Token::Word("max"), at) => (Player::Max, at),
        (Token::Word("min"), at) => (Player::Min, at),
        _ => return None,
    };
    tokens.take();
    Some((first, at))
}

/// Follows one step of the path, given by a token. `nth` is the number of the step, counted from 1.
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
