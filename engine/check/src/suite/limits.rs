//! The test of the largest numbers in the text of a position.

use crate::examination::{Examination, TestResult};
use crate::report::Finding;
use crate::walk::{CheckOpening, WalkedPosition};
use std::ops::Range;
use std::time::Instant;

/// The number of positions whose texts are tried.
const SAMPLE: u32 = 60;
/// Longer texts are left alone, and so are the numbers after the first ones.
const LONGEST: usize = 400;
const NUMBERS: usize = 40;
/// The number of games played from each largest number, and their plies.
const GAMES: u32 = 2;
const PLIES: u32 = 12;
/// Numbers at which a limit is likely. Between the last that is accepted and the next one, the limit is looked for.
const LIKELY: [u64; 14] = [
    9,
    10,
    99,
    100,
    255,
    999,
    9_999,
    32_767,
    65_535,
    99_999,
    i32::MAX as u64,
    u32::MAX as u64,
    i64::MAX as u64,
    u64::MAX,
];

/// A setup may have a limit for a number that a game counts, such as its moves. Played on from there, the position
/// still has a text that opens it.
pub(crate) fn limits(exam: &mut Examination) -> TestResult {
    let texts = sample(exam)?;
    let (mut numbers, mut positions) = (0_u32, 0_u32);
    for opening in texts {
        for place in number_places(&opening.setup) {
            if numbers > 0 && !exam.has_time() {
                break;
            }
            let Some(largest) = largest(exam, &opening, &place) else { continue };
            numbers += 1;
            positions += play_on(exam, &largest)?;
        }
    }
    if numbers == 0 {
        return exam.skip("no text has a number that can be larger");
    }
    exam.note(format!("{positions} positions after the largest values of {numbers} numbers"));
    Ok(())
}

/// Texts of positions, with the options to open them.
fn sample(exam: &mut Examination) -> Result<Vec<CheckOpening>, Finding> {
    let until = exam.until;
    let left = until.saturating_duration_since(Instant::now());
    exam.until = Instant::now() + left / 8;
    let mut texts: Vec<CheckOpening> = Vec::new();
    exam.visit(SAMPLE, |_, walk, view| {
        let opening = CheckOpening { setup: walk.text()?, options: walk.opening().options.clone() };
        if view.is_ongoing() && opening.setup.len() <= LONGEST && !texts.contains(&opening) {
            texts.push(opening);
        }
        Ok(())
    })?;
    exam.until = until;
    // Those of the last games first: they have what only comes up later.
    texts.reverse();
    Ok(texts)
}

/// The places of the numbers in a text, the last ones first: a board comes before its counters.
fn number_places(text: &str) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = Vec::new();
    for (place, byte) in text.bytes().enumerate() {
        match places.last_mut() {
            Some(last) if byte.is_ascii_digit() && last.end == place => last.end += 1,
            _ if byte.is_ascii_digit() => places.push(place..place + 1),
            _ => {}
        }
    }
    places.reverse();
    places.truncate(NUMBERS);
    places
}

/// The same setup with the largest number in this place that is accepted, if one is that is larger.
fn largest(exam: &mut Examination, opening: &CheckOpening, place: &Range<usize>) -> Option<CheckOpening> {
    let with = |number: u64| {
        let mut setup = opening.setup.clone();
        setup.replace_range(place.clone(), &number.to_string());
        CheckOpening { setup, options: opening.options.clone() }
    };
    let library = exam.library.clone();
    let mut opens = |number: u64| {
        let opening = with(number);
        exam.doing(Finding::of_setup("opening a setup", &opening.setup, &opening.options_text()));
        opening.open(&library).is_ok()
    };
    let own: u64 = opening.setup[place.clone()].parse().ok()?;
    let mut accepted = own;
    for likely in LIKELY.into_iter().filter(|&likely| likely > own) {
        if opens(likely) {
            accepted = likely;
            continue;
        }
        let mut refused = likely;
        while refused - accepted > 1 {
            let middle = accepted + (refused - accepted) / 2;
            if opens(middle) { accepted = middle } else { refused = middle }
        }
        break;
    }
    (accepted > own).then(|| with(accepted))
}

/// Plays random moves from a setup, and returns how many positions were met.
fn play_on(exam: &mut Examination, opening: &CheckOpening) -> Result<u32, Finding> {
    let library = exam.library.clone();
    let mut positions = 0;
    for _ in 0..GAMES {
        let mut walk = WalkedPosition::start(&library, opening.clone())?;
        for _ in 0..PLIES {
            exam.doing(walk.finding_unasked("examining the position after these moves"));
            if !walk.is_judged() {
                break;
            }
            let view = walk.view()?;
            positions += 1;
            exam.shortest(&walk, opens_again)?;
            let Some(&mv) = exam.random.choose(&view.moves) else { break };
            walk.play(mv)?;
        }
    }
    Ok(positions)
}

/// The text of a position opens a position with this text, moves, turn, outcome and value.
pub(super) fn opens_again(exam: &mut Examination, walk: &WalkedPosition) -> TestResult {
    let again = walk.reopened(&exam.library)?;
    let (text, text_again) = (walk.text()?, again.text()?);
    if text != text_again {
        return Err(walk.finding(format!("the text of the position opens another one, `{text_again}`")));
    }
    match walk.difference(&walk.view()?, &again.view()?) {
        Some(difference) => Err(walk.finding(format!("the position that its text opens is another one: {difference}"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_text_are_found_from_its_end() {
        let text = "8/1p10 w - - 0 12";
        let found: Vec<_> = number_places(text).into_iter().map(|place| &text[place]).collect();
        assert_eq!(found, ["12", "0", "10", "1", "8"]);
        assert!(number_places("no number").is_empty());
    }
}
