//! Random trees: a few settings instead of a list of leaves.

use super::keys::{BRANCHING, DEPTH, HIGH, Key, LOW, SEED};
use crate::random::Random;
use crate::tokens::{Token, Tokens};
use crate::uniform::{MAX_LEAVES, Source, Uniform};
use plyd_plugin::SetupError;

const KEYS: [Key; 5] = [BRANCHING, DEPTH, SEED, LOW, HIGH];

/// Parses `random b=2 depth=24 seed=42`, up to the first word that is not a setting.
pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Uniform, SetupError> {
    tokens.take();
    let mut values = [None; KEYS.len()];
    while let (Token::Word(word), _) = tokens.peek()
        && let Some((name, value)) = word.split_once('=')
    {
        let placed = tokens.take();
        let Some(index) = KEYS.iter().position(|key| key.name == name) else {
            return Err(tokens.error(placed, "is unknown: use b, depth, seed, low, high"));
        };
        if values[index].is_some() {
            return Err(tokens.error(placed, &format!("sets {name} a second time")));
        }
        values[index] = Some(KEYS[index].read(tokens, placed, value)?);
    }
    for (value, key) in values.iter_mut().zip(KEYS) {
        *value = value.or(key.default);
    }
    let [Some(branching), Some(depth), Some(seed), Some(low), Some(high)] = values else {
        return Err(SetupError::new("a random tree needs its depth, as in random b=2 depth=24 seed=42"));
    };
    if low > high {
        return Err(SetupError::new(format!("low={low} is above high={high}")));
    }
    // `Key::read` checked the limits of each key, so each number fits its type.
    let (branching, depth) = (branching as u32, depth as u32);
    check_size(branching, depth)?;
    let random = Random { seed: seed as u64, low: low as i32, high: high as i32 };
    Ok(Uniform::new(branching, depth, Source::Random(random)))
}

fn check_size(branching: u32, depth: u32) -> Result<(), SetupError> {
    let leaves = match u64::from(branching).checked_pow(depth) {
        Some(leaves) if leaves <= MAX_LEAVES => return Ok(()),
        Some(leaves) => leaves.to_string(),
        None => format!("more than {}", u64::MAX),
    };
    let problem = format!("b={branching} depth={depth} makes {leaves} leaves, but at most {MAX_LEAVES} are allowed");
    Err(SetupError::new(problem))
}
