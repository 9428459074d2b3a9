//! Positions that are not reached by playing: the texts of other positions open them after small changes.
//!
//! Random games meet few positions with few pieces, and hardly any that is an image of one that was met. Texts of
//! boards can be changed a sign at a time, and what opens is a position that a client can send.

use crate::changed::sparsely_changed;
use crate::examination::{Examination, TestResult};
use crate::walk::{CheckOpening, LibraryView, WalkedPosition};
use std::collections::HashSet;

/// The maximum number of positions of an opening, and of texts for each of them.
const POSITIONS: usize = 4_000;
const TRIES: usize = 40;
/// A longer text is no board that anybody arranges.
const LONGEST: usize = 1_000;

/// Shows positions to `look` that changed texts of this one open, and then changed texts of those, until time is up.
pub(super) fn arranged(
    exam: &mut Examination,
    opening: &WalkedPosition,
    mut look: impl FnMut(&mut Examination, &WalkedPosition, &LibraryView) -> TestResult,
) -> TestResult {
    let mut texts = vec![opening.text()?];
    let mut seen: HashSet<String> = texts.iter().cloned().collect();
    let mut tries = 0;
    while texts.len() <= POSITIONS && tries < TRIES * POSITIONS && exam.has_time() {
        tries += 1;
        let text = sparsely_changed(&mut exam.random, &texts);
        if text.len() > LONGEST || !seen.insert(text.clone()) {
            continue;
        }
        let opening = CheckOpening { setup: text, options: opening.opening().options.clone() };
        exam.doing(opening.finding("opening a setup"));
        let Ok(walk) = WalkedPosition::start(&exam.library, opening) else { continue };
        // One position may have many texts.
        let own = walk.text()?;
        if own == walk.opening().setup || seen.insert(own.clone()) {
            exam.looked_at(&walk, &mut look)?;
            texts.push(own);
        }
    }
    Ok(())
}
