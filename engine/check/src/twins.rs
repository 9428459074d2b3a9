//! Positions with one key: they must be one position, but for counters.

use crate::random::CheckRandom;
use crate::report::Finding;
use crate::walk::{LibraryView, WalkedPosition};
use crate::words::outcome_words;
use plyd_host::Library;
use plyd_host::probe::Probe;
use plyd_rules::Outcome;
use std::sync::Arc;

/// The number of plies for which two positions with the same key are played on.
const PLIES: u32 = 60;

/// Two positions with the same key must continue in the same way. Only the effect of a counter (a draw by moves without
/// progress) may differ, because a key need not include counters, if the game says how far away it is. If the game
/// gives no answer, they are not compared: the tests that come there find that.
pub(super) fn equal_games(
    library: &Arc<Library>,
    first: &WalkedPosition,
    second: &WalkedPosition,
    random: &mut CheckRandom,
) -> Result<(), Finding> {
    let starts = [first, second];
    let (mut first, mut second) = (first.clone(), second.clone());
    let fault = |difference: String, second: &WalkedPosition| {
        let [one, two] = starts.map(|walk| walk.way(library));
        let line = second.finding_unasked("").moves;
        let after = line.strip_prefix(&starts[1].finding_unasked("").moves).unwrap_or(&line).trim();
        let after = if after.is_empty() { String::new() } else { format!("after `{after}` ") };
        let what = format!("two positions have one key: {one} and {two}, but they differ: {after}{difference}");
        Err(starts[1].finding(what))
    };
    for _ in 0..PLIES {
        let (Ok(one), Ok(two)) = (first.view(), second.view()) else { return Ok(()) };
        if let Some(difference) = unlike(&first, &second, &one, &two) {
            return fault(difference, &second);
        }
        if !(one.is_ongoing() && two.is_ongoing()) {
            return Ok(());
        }
        let Some(&mv) = random.choose(&one.moves) else { return Ok(()) };
        let (Ok(text), Ok(other)) = (first.move_text(mv), second.move_text(mv)) else { return Ok(()) };
        if text != other {
            return fault(format!("the same move is `{text}`, but `{other}`"), &second);
        }
        if first.play(mv).is_err() || second.play(mv).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// In what two positions differ that may differ in counters only.
fn unlike(first: &WalkedPosition, second: &WalkedPosition, one: &LibraryView, two: &LibraryView) -> Option<String> {
    if is_by_counter(one, two) && one.turn == two.turn {
        let (which, ended, view) = if one.is_ongoing() { ("second", second, two) } else { ("first", first, one) };
        return wrong_horizon(ended, view).map(|wrong| format!("only the {which} has ended: {wrong}"));
    }
    let sorted = |view: &LibraryView| {
        let mut moves = view.moves.clone();
        moves.sort_unstable();
        LibraryView { moves, value: None, ..view.clone() }
    };
    first.difference(&sorted(one), &sorted(two))
}

/// Whether one of two games with one key has ended, and not by a win: then a counter has ended it.
pub(super) fn is_by_counter(one: &LibraryView, two: &LibraryView) -> bool {
    let is_won = |view: &LibraryView| matches!(view.outcome, Outcome::Win(_));
    one.is_ongoing() != two.is_ongoing() && !is_won(one) && !is_won(two)
}

/// What is wrong with a position that a counter has ended, although another one with its key goes on.
pub(super) fn wrong_horizon(ended: &WalkedPosition, view: &LibraryView) -> Option<String> {
    let outcome = outcome_words(view.outcome);
    match Probe::new(&ended.game).plies_left(&ended.state) {
        Some(0) => None,
        Some(left) => {
            let plies = if left == 1 { "1 ply is".to_owned() } else { format!("{left} plies are") };
            Some(format!("{outcome}, by a counter, but {plies} left until then: 0 would be right (`plies_left`)"))
        }
        None => Some(format!(
            "{outcome}, by a counter that the key leaves out. A game with such a key has to say how far away this is: \
             declare `horizon`, and answer `plies_left` (`plyd.horizon/1`)"
        )),
    }
}

/// A text with one sign for each word that is a number.
pub(super) fn without_counters(text: &str) -> Vec<&str> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    text.split_whitespace().map(|word| if is_number(word) { "#" } else { word }).collect()
}
