//! The test of symmetric keys.

use super::abilities::conclude;
use super::arranged::arranged;
use super::library::values_of;
use super::needless::NO_SYMMETRY;
use super::players::{exchanged, game_of};
use crate::examination::{Examination, TestResult};
use crate::report::Finding;
use crate::twins::{is_by_counter, wrong_horizon};
use crate::walk::{CheckOpening, LibraryView, WalkedPosition};
use crate::words::{outcome_words, turn_words};
use plyd_rules::Game;
use std::collections::HashMap;
use std::time::Instant;

const POSITIONS: u32 = 10_000;
/// At most so many positions are kept to be compared.
const KEPT: usize = 8_000;
/// All positions of the first plies of each opening, up to so many: random games seldom meet an image of an earlier
/// position later on.
const FIRST_POSITIONS: usize = 4_000;

/// So many positions of a game are looked at with the players exchanged.
const EXCHANGED: usize = 30;

/// Fewer values of images say nothing, and more than one of so many that differ is too much.
const FEWEST_VALUES: u32 = 50;
const UNLIKE_SHARE: u32 = 2;

/// At most so many options are tried.
const MOST_OPTIONS: usize = 4;

/// What was met so far.
#[derive(Default)]
struct SymmetryTally {
    known: u32,
    images: u32,
    /// Images whose heuristic values were compared, and how many have another one.
    valued: u32,
    unlike: u32,
    by_key: HashMap<(String, u64), (WalkedPosition, Summary)>,
    by_ordinary: HashMap<(String, u64), u64>,
}

pub(crate) fn symmetry(exam: &mut Examination) -> TestResult {
    let mut met = SymmetryTally::default();
    let mut of_texts = SymmetryTally::default();
    let until = exam.until;
    let mut openings = exam.openings()?;
    openings.extend(of_options(exam));
    let count = openings.len();
    for (place, opening) in openings.into_iter().enumerate() {
        if !opening.game.facts().abilities.symmetry {
            continue;
        }
        // Each opening has its share of the time for its first positions, and for those that its text leads to. So
        // have the random games.
        let now = Instant::now();
        let share = until.saturating_duration_since(now) / (count + 1 - place) as u32;
        exam.until = now + share / 2;
        exchanged_positions(exam, &opening, &mut of_texts)?;
        first_positions(exam, opening.clone(), &mut met)?;
        exam.until = now + share;
        arranged(exam, &opening, |exam, walk, view| of_texts.visit(exam, walk, view))?;
    }
    let first = met.known;
    exam.until = until;
    exam.visit(POSITIONS, |exam, walk, view| met.visit(exam, walk, view))?;
    let (unlike, valued) = (met.unlike + of_texts.unlike, met.valued + of_texts.valued);
    let words = format!("{unlike} of {valued} images of other positions have another heuristic value");
    if valued >= FEWEST_VALUES && UNLIKE_SHARE * unlike > valued {
        exam.warn(words);
    } else if unlike > 0 {
        exam.note(words);
    }
    let what = format!(
        "positions, {first} of them all of the first plies, and {} of changed texts; {} are images of others, in {} classes",
        of_texts.known,
        met.images + of_texts.images,
        met.by_key.len() + of_texts.by_key.len()
    );
    conclude(exam, met.known + of_texts.known, NO_SYMMETRY, &what)
}

/// The start position with the last value of each option: a larger board, or another variant.
fn of_options(exam: &mut Examination) -> Vec<WalkedPosition> {
    let library = exam.library.clone();
    let mut walks = Vec::new();
    for option in library.options().iter().filter(|option| !option.is_parameter()).take(MOST_OPTIONS) {
        let Some(value) = values_of(option).pop().filter(|value| *value != option.default_text()) else { continue };
        let opening = CheckOpening { setup: String::new(), options: vec![(option.name.clone(), value)] };
        exam.doing(opening.finding("opening the start position"));
        // Not every value goes with the defaults of the others.
        walks.extend(WalkedPosition::start(&library, opening));
    }
    walks
}

/// Visits the positions of a random game, and each with the players exchanged: these are no images of each other, as
/// another player is to move.
fn exchanged_positions(exam: &mut Examination, opening: &WalkedPosition, met: &mut SymmetryTally) -> TestResult {
    let (walks, colours) = game_of(exam, opening)?;
    let Some(colours) = colours else { return Ok(()) };
    for walk in walks.iter().take(EXCHANGED) {
        if !exam.has_time() {
            break;
        }
        let Some(other) = exchanged(exam, walk, &colours)? else { continue };
        for walk in [walk, &other] {
            exam.looked_at(walk, &mut |exam, walk, view| met.visit(exam, walk, view))?;
        }
    }
    Ok(())
}

/// Visits the first positions after an opening, all of one ply before those of the next.
fn first_positions(exam: &mut Examination, opening: WalkedPosition, met: &mut SymmetryTally) -> TestResult {
    let mut found = vec![opening];
    let mut next = 0;
    while next < found.len() && exam.has_time() {
        let walk = found[next].clone();
        next += 1;
        let view = exam.looked_at(&walk, &mut |exam, walk, view| met.visit(exam, walk, view))?;
        for &mv in view.moves.iter().take(FIRST_POSITIONS.saturating_sub(found.len())) {
            let mut child = walk.clone();
            child.play(mv)?;
            found.push(child);
        }
    }
    Ok(())
}

impl SymmetryTally {
    fn visit(&mut self, exam: &mut Examination, walk: &WalkedPosition, view: &LibraryView) -> TestResult {
        if !walk.game.facts().abilities.symmetry {
            return Ok(());
        }
        self.known += 1;
        let key = walk.game.symmetric_key(&walk.state);
        let again = walk.reopened(&exam.library)?;
        if walk.game.symmetric_key(&walk.state) != key {
            return Err(walk.finding("the symmetric key is not the same at every call"));
        }
        let of_text = again.game.symmetric_key(&again.state);
        if of_text != key {
            let what = format!("the symmetric key is {key:#018x}, but opened by its text {of_text:#018x}");
            return Err(walk.finding(what));
        }
        let options = walk.opening().options_text();
        if let Some(ordinary) = view.key {
            let other = *self.by_ordinary.entry((options.clone(), ordinary)).or_insert(key);
            if other != key {
                return Err(walk.finding("positions with one key should have one symmetric key"));
            }
        }
        let summary = Summary::of(walk, view)?;
        match self.by_key.get(&(options.clone(), key)) {
            Some((other, found)) => {
                let before = other.view()?;
                self.images += u32::from(view.key != before.key);
                if view.key != before.key
                    && let (Some(one), Some(two)) = (view.value, before.value)
                    && (one, two) != (0, 0)
                {
                    self.valued += 1;
                    self.unlike += u32::from(one != two);
                }
                let by_counter = match (found.view.is_ongoing(), is_by_counter(&found.view, view)) {
                    (_, false) => None,
                    (true, true) => wrong_horizon(walk, view),
                    (false, true) => wrong_horizon(other, &found.view),
                };
                if let Some(difference) = found.difference(&summary).or(by_counter) {
                    let reached = other.way(&exam.library);
                    let what = format!("it has the symmetric key of a position that is not its image ({reached})");
                    return Err(walk.finding(format!("{what}: {difference}")));
                }
            }
            None if self.by_key.len() < KEPT => drop(self.by_key.insert((options, key), (walk.clone(), summary))),
            None => {}
        }
        Ok(())
    }
}

/// The properties that images of a position share.
#[derive(Debug, PartialEq, Eq)]
struct Summary {
    view: LibraryView,
    /// The symmetric keys of the positions after each move, sorted.
    children: Vec<u64>,
}

impl Summary {
    fn of(walk: &WalkedPosition, view: &LibraryView) -> Result<Self, Finding> {
        let mut children = Vec::new();
        for &mv in &view.moves {
            let after = walk.after(mv)?;
            children.push(walk.game.symmetric_key(&after));
        }
        children.sort_unstable();
        // Moves and key are mirrored, and a heuristic need not be the same.
        Ok(Self { view: LibraryView { moves: Vec::new(), key: None, value: None, ..view.clone() }, children })
    }

    /// Why the positions cannot be images of each other. A counter may have ended one of two games.
    fn difference(&self, other: &Self) -> Option<String> {
        if self == other || is_by_counter(&self.view, &other.view) && self.view.turn == other.view.turn {
            return None;
        }
        let (one, two) = (&self.view, &other.view);
        Some(if one.turn != two.turn {
            format!("player to move: {}, but {}", turn_words(one.turn), turn_words(two.turn))
        } else if one.outcome != two.outcome {
            format!("outcome: {}, but {}", outcome_words(one.outcome), outcome_words(two.outcome))
        } else if self.children.len() != other.children.len() {
            format!("it has {} moves, but the other {}", other.children.len(), self.children.len())
        } else {
            "their moves lead to positions with other symmetric keys".into()
        })
    }
}
