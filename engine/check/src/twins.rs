//! Positions with one key: they must be one position, but for counters.

use crate::examination::{Examination, Verdict};
use crate::random::Random;
use crate::walk::{Opening, View, Walk};
use crate::words::outcome_words;
use plyd_host::Library;
use plyd_host::probe::Probe;
use plyd_rules::Outcome;
use std::sync::Arc;

/// Two positions with one key are played on for so many plies.
const PLIES: u32 = 60;
/// A test compares so many pairs whose texts differ in more than numbers, and so many of the others.
const MOST_PAIRS: u32 = 1_000;
const MOST_PAIRS_OF_COUNTERS: u32 = 20;

/// The pairs that a test has compared with positions of all tests.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    unlike: u32,
    of_counters: u32,
}

/// Compares a position with the one that was met before with its key, by this test or an earlier one.
pub(super) fn meet(exam: &mut Examination, walk: &Walk, view: &View) -> Verdict {
    let Some(key) = view.key else { return Ok(()) };
    // What a library cannot write or read again is for other tests to say.
    let Ok(text) = walk.text() else { return Ok(()) };
    let Some(other) = exam.ledger.meet(&walk.opening().options_text(), key, &text) else { return Ok(()) };
    let setup = other.to_owned();
    let (count, most) = if without_counters(&setup) == without_counters(&text) {
        (&mut exam.pairs.of_counters, MOST_PAIRS_OF_COUNTERS)
    } else {
        (&mut exam.pairs.unlike, MOST_PAIRS)
    };
    if *count >= most {
        return Ok(());
    }
    *count += u32::from(!exam.shortens);
    let opening = Opening { setup, options: walk.opening().options.clone() };
    let Ok(first) = Walk::start(&exam.library, opening) else { return Ok(()) };
    if first.view().is_ok_and(|view| view.key == Some(key)) {
        equal_games(&exam.library, &first, walk, &mut Random::new(key, "twins"))
    } else {
        Ok(())
    }
}

/// Two positions with one key must continue in the same way. Only the effect of a counter (a draw by moves without
/// progress) may differ, because a key need not include counters, if the game says how far away it is. Where the game
/// gives no answer they are not compared: that is for the tests to find which come there.
pub(super) fn equal_games(library: &Arc<Library>, first: &Walk, second: &Walk, random: &mut Random) -> Verdict {
    let starts = [first, second];
    let (mut first, mut second) = (first.clone(), second.clone());
    let fault = |difference: String, second: &Walk| {
        let [one, two] = starts.map(|walk| walk.way(library));
        let line = second.finding_unasked("").moves;
        let after = line.strip_prefix(&starts[1].finding_unasked("").moves).unwrap_or(&line).trim();
        let what =
            format!("two positions have one key: {one} and {two}, but they differ; after `{after}` {difference}");
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
fn unlike(first: &Walk, second: &Walk, one: &View, two: &View) -> Option<String> {
    if is_by_counter(one, two) && one.turn == two.turn {
        let (which, ended, view) = if one.is_ongoing() { ("second", second, two) } else { ("first", first, one) };
        return wrong_horizon(ended, view).map(|wrong| format!("only the {which} has ended: {wrong}"));
    }
    let sorted = |view: &View| {
        let mut moves = view.moves.clone();
        moves.sort_unstable();
        View { moves, value: None, ..view.clone() }
    };
    first.difference(&sorted(one), &sorted(two))
}

/// Whether one of two games with one key has ended, and not by a win: then a counter has ended it.
pub(super) fn is_by_counter(one: &View, two: &View) -> bool {
    let is_won = |view: &View| matches!(view.outcome, Outcome::Win(_));
    one.is_ongoing() != two.is_ongoing() && !is_won(one) && !is_won(two)
}

/// What is wrong with a position that a counter has ended, although another one with its key goes on.
pub(super) fn wrong_horizon(ended: &Walk, view: &View) -> Option<String> {
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
