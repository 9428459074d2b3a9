//! Laws of texts.

use super::{Random, Told, Way};
use crate::{Move, Plugin};
use std::collections::HashMap;

/// So many moves of each position are read from their texts: a game may have thousands.
const READ: usize = 40;

#[track_caller]
pub(super) fn visit<P: Plugin>(game: &P, state: &P::State, told: &Told, random: &mut Random, way: &Way<'_>) {
    state_text(game, state, told, way);
    let move_text = |mv| game.format_move(state, mv);
    words(told, move_text, |text| game.parse_move(state, text), "text", random, way);
    if P::HAS_NOTATION {
        words(told, |mv| game.notate(state, mv), |text| game.read_notation(state, text), "notation", random, way);
    }
}

/// A finished position reads none of the moves of the position before.
#[track_caller]
pub(super) fn finished<P: Plugin>(game: &P, before: &P::State, moves: &[Move], state: &P::State, way: &Way<'_>) {
    for &mv in moves.iter().take(READ) {
        let text = game.format_move(before, mv);
        way.require(game.parse_move(state, &text).is_none(), || {
            format!("the game is over, but `{text}` is read as a move")
        });
        let word = if P::HAS_NOTATION { game.notate(before, mv) } else { continue };
        way.require(game.read_notation(state, &word).is_none(), || {
            format!("the game is over, but the notation `{word}` is read as a move")
        });
    }
}

#[track_caller]
fn state_text<P: Plugin>(game: &P, state: &P::State, told: &Told, way: &Way<'_>) {
    let text = game.format_state(state);
    way.require(!text.trim().is_empty() && !text.contains(char::is_control), || {
        format!("the text of a state should be one line, but is {text:?}")
    });
    way.require(!text.split_whitespace().any(|word| word == "moves"), || {
        format!("no word of a state's text is `moves`, but `{text}` has it")
    });
    let (again, same) = super::super::try_open::<P>(&text, way.options).unwrap_or_else(|error| {
        way.broken(format!("its text `{text}` does not open: {error}"));
    });
    let text_again = again.format_state(&same);
    way.require(text_again == text, || format!("its text `{text}` opens `{text_again}`"));
    if let Some(difference) = told.difference(&Told::of(&again, &same, way)) {
        way.broken(format!("its text `{text}` opens another position: {difference}"));
    }
    let books = (game.book_key(state), again.book_key(&same));
    way.require(books.0 == books.1, || format!("its text `{text}` opens a position with another book key"));
}

/// Each move has one word of its own, which is read as this move.
#[track_caller]
fn words(
    told: &Told,
    write: impl Fn(Move) -> String,
    read: impl Fn(&str) -> Option<Move>,
    what: &str,
    random: &mut Random,
    way: &Way<'_>,
) {
    let mut known = HashMap::new();
    for &mv in &told.moves {
        let word = write(mv);
        way.require(!word.is_empty() && !word.contains([' ', '\t', '\n']), || {
            format!("the {what} of a move should be one word, but is {word:?}")
        });
        if known.insert(word.clone(), mv).is_some() {
            way.broken(format!("two moves have the {what} `{word}`"));
        }
    }
    let count = told.moves.len();
    let places: Vec<usize> = if count <= READ {
        (0..count).collect()
    } else {
        (0..READ).map(|_| random.below(count as u64) as usize).collect()
    };
    for mv in places.into_iter().map(|place| told.moves[place]) {
        let word = write(mv);
        let found = read(&word);
        way.require(found == Some(mv), || {
            let found = found.map_or_else(|| "no move".into(), |found| format!("the move {}", found.0));
            format!("`{word}`, the {what} of the move {}, is read as {found}", mv.0)
        });
    }
}
