//! Positions that nobody plays to: those that the texts of others open after small changes.
//!
//! Random games meet few positions with few pieces, and hardly any that is an image of one that was met. Texts of
//! boards can be changed a sign at a time, and what opens is a position that a client can send.

use crate::examination::{Examination, Verdict};
use crate::random::Random;
use crate::walk::{Opening, View, Walk};
use std::collections::HashSet;

/// At most so many positions of an opening, and so many texts for each of them.
const POSITIONS: usize = 4_000;
const TRIES: usize = 40;
/// A longer text is no board that anybody arranges.
const LONGEST: usize = 1_000;

/// Shows positions to `look` that changed texts of this one open, and of these in turn, as long as there is time.
pub(super) fn arranged(
    exam: &mut Examination,
    opening: &Walk,
    mut look: impl FnMut(&mut Examination, &Walk, &View) -> Verdict,
) -> Verdict {
    let mut texts = vec![opening.text()?];
    let mut seen: HashSet<String> = texts.iter().cloned().collect();
    let mut tries = 0;
    while texts.len() <= POSITIONS && tries < TRIES * POSITIONS && exam.has_time() {
        tries += 1;
        let text = changed(&mut exam.random, &texts);
        if text.len() > LONGEST || !seen.insert(text.clone()) {
            continue;
        }
        let opening = Opening { setup: text, options: opening.opening().options.clone() };
        exam.doing(opening.finding("opening a setup"));
        let Ok(walk) = Walk::start(&exam.library, opening) else { continue };
        // One position may have many texts.
        let own = walk.text()?;
        if own == walk.opening().setup || seen.insert(own.clone()) {
            exam.looked_at(&walk, &mut look)?;
            texts.push(own);
        }
    }
    Ok(())
}

/// The most changes of a text at a time: a number of empty cells has to be split before a piece comes between them.
const CHANGES: usize = 3;

/// One of the texts with small changes, rather one with few letters: the fewer pieces, the more often are two positions
/// images of each other.
fn changed(random: &mut Random, texts: &[String]) -> String {
    let letters = |text: &String| text.chars().filter(|c| c.is_alphabetic()).count();
    let [one, other] = [0; 2].map(|_| &texts[random.below(texts.len())]);
    let mut text = if letters(one) <= letters(other) { one } else { other }.clone();
    for _ in 0..=random.below(CHANGES) {
        text = changed_once(random, &text, texts);
    }
    text
}

fn changed_once(random: &mut Random, text: &str, texts: &[String]) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    let (place, other) = (random.below(signs.len()), random.below(signs.len()));
    match random.below(5) {
        0 => {
            let next = (place + 1).min(signs.len() - 1);
            signs.swap(place, next);
        }
        1 => signs.swap(place, other),
        2 if text.contains('/') => return rows_swapped(random, text),
        3 if matches!(signs[place], '2'..='9') => {
            let number = signs[place] as u8 - b'0';
            let first = 1 + random.below(usize::from(number) - 1) as u8;
            signs.splice(place..=place, [first, number - first].map(|part| (b'0' + part).into()));
        }
        _ => {
            let another = &texts[random.below(texts.len())];
            let sign = another.chars().nth(random.below(another.chars().count()));
            signs[place] = sign.unwrap_or('-');
        }
    }
    signs.into_iter().collect()
}

/// The text with two of its rows exchanged.
fn rows_swapped(random: &mut Random, text: &str) -> String {
    let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut rows: Vec<&str> = board.split('/').collect();
    let (one, other) = (random.below(rows.len()), random.below(rows.len()));
    rows.swap(one, other);
    format!("{} {rest}", rows.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text that a game with a board of three by three has for a setup; `None` if it is none.
    fn opened(setup: &str) -> Option<String> {
        let (board, rest) = setup.split_once(' ')?;
        let rows = board.split('/').map(|row| {
            let cells = row.chars().map(|c| match c {
                '1'..='3' => Some(".".repeat(c as usize - '0' as usize)),
                'o' => Some("o".into()),
                _ => None,
            });
            cells.collect::<Option<String>>().filter(|row| row.len() == 3)
        });
        let rows = rows.collect::<Option<Vec<String>>>().filter(|rows| rows.len() == 3)?;
        let short = |row: &String| row.replace("...", "3").replace("..", "2").replace('.', "1");
        (rest == "w 1").then(|| format!("{} w 1", rows.iter().map(short).collect::<Vec<_>>().join("/")))
    }

    #[test]
    fn a_single_stone_comes_to_every_cell() {
        let mut random = Random::new(7, "arranged");
        let mut texts = vec!["o2/3/2o w 1".to_owned()];
        for _ in 0..20_000 {
            if let Some(text) = opened(&changed(&mut random, &texts)).filter(|text| !texts.contains(text)) {
                texts.push(text);
            }
        }
        let singles = texts.iter().filter(|text| text.matches('o').count() == 1).count();
        assert_eq!(singles, 9, "{texts:?}");
    }
}
