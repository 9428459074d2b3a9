//! The test of the notation in which people write moves.

use super::abilities::conclude;
use super::needless::NO_NOTATION;
use crate::examination::{Examination, TestResult};
use crate::walk::{LibraryView, WalkedPosition};
use plyd_rules::Move;
use std::collections::HashMap;

const POSITIONS: u32 = 10_000;
/// So many moves of a position are read back: a game may have thousands.
const READ: usize = 60;

pub(crate) fn notation(exam: &mut Examination) -> TestResult {
    let (mut written, mut in_books) = (0_u32, 0_u32);
    let mut has_notation = false;
    exam.visit(POSITIONS, |_, walk, view| {
        let moves = words(walk, view)?;
        let Some(moves) = moves else { return Ok(()) };
        has_notation |= !moves.is_empty();
        written += moves.len() as u32;
        for (mv, word) in moves.iter().take(READ) {
            let found = walk.game.read_notation(&walk.state, word);
            let found = found.map_err(|fault| walk.finding(format!("`{word}` cannot be read: {fault}")))?;
            if found != Some(*mv) {
                let found = found.map_or_else(|| "no move".into(), |found| walk.name(found));
                let name = walk.name(*mv);
                return Err(walk.finding(format!("`{word}`, the notation of {name}, is read as {found}")));
            }
        }
        let key =
            |walk: &WalkedPosition| walk.game.book_key(&walk.state).map_err(|fault| walk.finding(fault.to_string()));
        // Not the key of the reopened text: books count en passant squares that no legal move can use, and texts may
        // leave them out.
        let (own, again) = (key(walk)?, key(walk)?);
        in_books += u32::from(own.is_some());
        if own != again {
            return Err(walk.finding("asked twice, the game gives two book keys"));
        }
        Ok(())
    })?;
    if in_books > 0 {
        exam.note(format!("{in_books} positions have a book key"));
    }
    let count = if has_notation { written } else { 0 };
    conclude(exam, count, NO_NOTATION, "moves in human notation")
}

/// The legal moves with their notation, each another word; `None` if the game has none.
fn words(walk: &WalkedPosition, view: &LibraryView) -> Result<Option<Vec<(Move, String)>>, crate::report::Finding> {
    let mut known: HashMap<String, Move> = HashMap::new();
    let mut words = Vec::new();
    for &mv in &view.moves {
        let word = walk.game.notate(&walk.state, mv);
        let word = word.map_err(|fault| walk.finding(format!("{}: {fault}", walk.name(mv))))?;
        let Some(word) = word else { return Ok(None) };
        if let Some(other) = known.insert(word.clone(), mv) {
            let (one, two) = (walk.name(other), walk.name(mv));
            return Err(walk.finding(format!("`{word}` is the notation of two moves, {one} and {two}")));
        }
        words.push((mv, word));
    }
    Ok(Some(words))
}
