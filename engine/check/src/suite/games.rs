//! Tests of the rules as far as any game has them, and of texts.

use super::limits::opens_again;
use crate::changed::changed;
use crate::elsewhere::opened;
use crate::examination::{Examination, TestResult};
use crate::walk::{ALL, CheckOpening, LibraryView, WalkedPosition};
use crate::words::{outcome_words, quoted_bytes};
use plyd_host::probe::Probe;
use plyd_plugin::abi::OK;
use plyd_rules::{Facts, Game, Outcome, Want};
use std::collections::HashMap;
use std::time::Instant;

/// The maximum number of positions visited.
const POSITIONS: u32 = 20_000;
/// The number of changed setups tried from each opening for more moves, and the number of best ones that are changed.
const CLIMBS: u32 = 10_000;
const KEPT_BEST: usize = 8;
/// A longer text is not changed.
const LONGEST: usize = 1_000;
/// The maximum number of positions kept to be compared.
const KEPT: usize = 4_000;

/// The most moves of a position, and what the instance of that position declares: a larger board may have another
/// limit.
#[derive(Default)]
struct MostMoves {
    moves: usize,
    declared: u32,
}

impl MostMoves {
    fn meet(&mut self, moves: usize, declared: u32) {
        if moves >= self.moves {
            let declared = if moves > self.moves { declared } else { self.declared.max(declared) };
            *self = Self { moves, declared };
        }
    }
}

pub(crate) fn games(exam: &mut Examination) -> TestResult {
    let (mut finished, mut longest, mut claimable) = (0_u32, 0, 0_u32);
    let mut can_claim = false;
    // How near the games came to what was declared, for the author to see: too large a number costs memory.
    let (mut most, mut plies) = (MostMoves::default(), 0);
    let until = exam.until;
    exam.until = until - until.saturating_duration_since(Instant::now()) / 4;
    let visited = exam.visit(POSITIONS, |exam, walk, view| {
        let facts = walk.game.facts();
        longest = longest.max(walk.plies());
        most.meet(view.moves.len(), facts.max_moves);
        plies = plies.max(facts.max_plies);
        // A game that goes on although a draw could be claimed may be longer than was declared.
        can_claim &= walk.plies() > 0;
        let is_bounded = facts.max_plies != Facts::UNBOUNDED && !can_claim;
        if is_bounded && walk.plies() + u32::from(view.is_ongoing()) > facts.max_plies {
            return Err(walk
                .finding(format!("the game goes on for more than the {} plies that were declared", facts.max_plies)));
        }
        unique_and_stable(walk, view)?;
        goes_anywhere(walk, view)?;
        if view.outcome == Outcome::DrawIfClaimed {
            can_claim = true;
            claimable += 1;
        }
        if view.outcome.has_moves() {
            return Ok(());
        }
        finished += 1;
        finished_position(exam, walk)
    })?;
    exam.until = until;
    climb(exam, &mut most)?;
    exam.note(format!("{visited} positions, {finished} games played to their end"));
    exam.note(format!("the longest of {longest} plies, of {} declared", plies_words(plies)));
    exam.note(format!("at most {} moves, of {} declared", most.moves, most.declared));
    if claimable > 0 {
        exam.note(format!("in {claimable} positions a draw can be claimed"));
    }
    Ok(())
}

/// Changes setups again and again so that positions have more moves: no position that opens may have more than
/// declared.
fn climb(exam: &mut Examination, most: &mut MostMoves) -> TestResult {
    let openings = exam.openings()?;
    let count = openings.len();
    let until = exam.until;
    for (place, opening) in openings.into_iter().enumerate() {
        let now = Instant::now();
        exam.until = now + until.saturating_duration_since(now) / (count - place) as u32;
        let options = &opening.opening().options;
        let mut best = vec![(opening.view()?.moves.len(), opening.text()?)];
        for _ in 0..CLIMBS {
            if !exam.has_time() || best[0].1.len() > LONGEST {
                break;
            }
            let texts: Vec<String> = best.iter().map(|(_, text)| text.clone()).collect();
            let setup = changed(&mut exam.random, &texts);
            if texts.contains(&setup) {
                continue;
            }
            let Some(walk) = opened(exam, CheckOpening { setup, options: options.clone() })? else { continue };
            let moves = exam.looked_at(&walk, &mut |_, _, _| Ok(()))?.moves.len();
            most.meet(moves, walk.game.facts().max_moves);
            let text = walk.text()?;
            if best.iter().all(|(_, other)| *other != text) {
                best.push((moves, text));
                best.sort_by_key(|(moves, _)| std::cmp::Reverse(*moves));
                best.truncate(KEPT_BEST);
            }
        }
    }
    exam.until = until;
    Ok(())
}

/// A position whose only move leads to itself, with the same player to move, lasts until a counter ends it: mostly a
/// pass after which the turn stays.
fn goes_anywhere(walk: &WalkedPosition, view: &LibraryView) -> TestResult {
    let &[only] = &view.moves[..] else { return Ok(()) };
    if view.turn.player().is_none() || view.key.is_none() {
        return Ok(());
    }
    let mut child = walk.clone();
    child.play(only)?;
    let after = child.view()?;
    if after.is_ongoing() && (after.key, after.turn, &after.moves) == (view.key, view.turn, &view.moves) {
        let name = walk.name(only);
        return Err(walk.finding(format!(
            "the only legal move, {name}, leads to the same position, in which it is the same player's turn"
        )));
    }
    Ok(())
}

fn plies_words(plies: u32) -> String {
    if plies == Facts::UNBOUNDED { "any number".into() } else { plies.to_string() }
}

fn unique_and_stable(walk: &WalkedPosition, view: &LibraryView) -> TestResult {
    let mut sorted = view.moves.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(walk.finding(format!("the move {} is twice among the legal moves", walk.name(pair[0]))));
    }
    let again = walk.view()?;
    if let Some(difference) = walk.difference(view, &again) {
        return Err(walk.finding(format!("asked twice, the library gives two answers: {difference}")));
    }
    for want in [Want::OUTCOME, Want::MOVES, Want::VALUE, Want::KEY] {
        let answer = Probe::new(&walk.game).examine(&walk.state, want, walk.game.facts().max_moves);
        let found = (answer.step.outcome(), answer.step.turn());
        if found != (view.outcome, view.turn) {
            let other = LibraryView { outcome: found.0, turn: found.1, ..view.clone() };
            let difference = walk.difference(view, &other).unwrap_or_default();
            let what = format!("outcome and player to move depend on the other questions: {difference}");
            return Err(walk.finding(what));
        }
    }
    Ok(())
}

/// A finished game has no moves for any question.
fn finished_position(exam: &Examination, walk: &WalkedPosition) -> TestResult {
    let probe = Probe::new(&walk.game);
    let answer = probe.examine(&walk.state, Want::MOVES, walk.game.facts().max_moves);
    if answer.step.count() != 0 {
        let (count, outcome) = (answer.step.count(), answer.step.outcome());
        return Err(walk.finding(format!("the game is over ({}), but has {count} moves", outcome_words(outcome))));
    }
    let Some(count) = walk.plies().checked_sub(1) else { return Ok(()) };
    let before = walk.replayed(&exam.library, count as usize)?;
    for mv in before.view()?.moves {
        let text = before.move_text(mv)?;
        if probe.parse_move(&walk.state, text.as_bytes()).0 == OK {
            return Err(walk.finding(format!("the game is over, but `{text}` is accepted as a legal move")));
        }
    }
    Ok(())
}

pub(crate) fn texts(exam: &mut Examination) -> TestResult {
    let mut seen: HashMap<(String, String), (WalkedPosition, LibraryView)> = HashMap::new();
    let visited = exam.visit(POSITIONS, |exam, walk, view| {
        move_texts(exam, walk, view)?;
        opens_again(exam, walk)?;
        let place = (walk.opening().options_text(), walk.text()?);
        if let Some((other, other_view)) = seen.get(&place) {
            let what = format!("it has the text of another position ({})", other.way(&exam.library));
            same(walk, view, other_view, &what)?;
        } else if seen.len() < KEPT {
            seen.insert(place, (walk.clone(), view.clone()));
        }
        Ok(())
    })?;
    exam.note(format!("{visited} positions with {} texts", seen.len()));
    Ok(())
}

fn same(walk: &WalkedPosition, view: &LibraryView, other: &LibraryView, what: &str) -> TestResult {
    match walk.difference(view, other) {
        Some(difference) => Err(walk.finding(format!("{what}: {difference}"))),
        None => Ok(()),
    }
}

fn move_texts(exam: &mut Examination, walk: &WalkedPosition, view: &LibraryView) -> TestResult {
    let probe = Probe::new(&walk.game);
    let mut texts = HashMap::new();
    for &mv in &view.moves {
        let text = walk.move_text(mv)?;
        let (code, found) = probe.parse_move(&walk.state, text.as_bytes());
        if (code, found) != (OK, mv) {
            let found = if code == OK { format!("the move {}", found.0) } else { format!("no move (code {code})") };
            return Err(walk.finding(format!("`{text}`, the text of the move {}, is read as {found}", mv.0)));
        }
        if let Some(other) = texts.insert(text.clone(), mv) {
            return Err(walk.finding(format!("`{text}` is the text of two moves, {} and {}", other.0, mv.0)));
        }
        // A text that nearly equals a move's may be another name of a legal move, but of no other.
        let mut spoilt = text.into_bytes();
        let place = exam.random.below(spoilt.len());
        spoilt[place] = exam.random.next() as u8;
        odd_text(walk, view, &spoilt)?;
    }
    for odd in [&b""[..], b" ", b"\xff", b"\0", b"-1", b"4294967296", &[b'9'; 5_000]] {
        odd_text(walk, view, odd)?;
    }
    Ok(())
}

fn odd_text(walk: &WalkedPosition, view: &LibraryView, text: &[u8]) -> TestResult {
    let (code, found) = Probe::new(&walk.game).parse_move(&walk.state, text);
    let shown = quoted_bytes(text, 40);
    if code == OK && !view.moves.contains(&found) {
        return Err(walk.finding(format!("{shown} is read as the move {}, which is not legal", found.0)));
    }
    if code < 0 {
        let reason = walk.game.last_error(&walk.state);
        return Err(walk.finding(format!("parsing the move {shown} fails instead of finding no move: {reason}")));
    }
    Ok(())
}

/// The heuristic is within its bounds, which the host sees to at every position, and steady.
pub(crate) fn values(exam: &mut Examination) -> TestResult {
    let (mut lowest, mut highest, mut unequal) = (0, 0, false);
    let visited = exam.visit(POSITIONS, |exam, walk, view| {
        let Some(value) = view.value else { return Ok(()) };
        (lowest, highest) = (value.min(lowest), value.max(highest));
        unequal |= value != 0;
        let win = walk.game.facts().win;
        for (how, found) in [
            ("asked again", walk.view()?.value),
            ("in another instance", walk.reopened(&exam.library)?.view()?.value),
            ("asked alone", Some(Probe::new(&walk.game).examine(&walk.state, Want::VALUE, 0).step.value())),
            (
                "asked together with the rest",
                Some(Probe::new(&walk.game).examine(&walk.state, ALL, walk.game.facts().max_moves).step.value()),
            ),
        ] {
            if found != Some(value) {
                return Err(walk.finding(format!(
                    "the heuristic value is {value}, but {how} it is {}",
                    found.map_or_else(|| "none".into(), |found| found.to_string())
                )));
            }
        }
        if value.unsigned_abs() >= win.unsigned_abs() {
            return Err(walk.finding(format!("the heuristic value {value} is not smaller in size than a win, {win}")));
        }
        Ok(())
    })?;
    let range = if unequal { format!("from {lowest} to {highest}") } else { "all 0: there is no heuristic".into() };
    exam.note(format!("{visited} positions with values {range}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declared_limit_is_that_of_the_position_with_the_most_moves() {
        let mut most = MostMoves::default();
        for (moves, declared) in [(12, 13), (62, 70), (30, 90), (62, 64)] {
            most.meet(moves, declared);
        }
        assert_eq!((most.moves, most.declared), (62, 70));
    }
}
