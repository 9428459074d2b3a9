//! Tests of keys, and of features that depend on them.

use super::needless::NO_KEYS;
use crate::changed::single_changes;
use crate::elsewhere::opened;
use crate::examination::{Examination, TestResult};
use crate::report::Finding;
use crate::twins::equal_games;
use crate::walk::{CheckOpening, LibraryView, WalkedPosition};
use crate::words::hexadecimal;
use plyd_host::StateSlot;
use plyd_rules::{Game, Move, Moves, Repetition, RepetitionKey, Want};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Instant;

const POSITIONS: u32 = 20_000;
/// The maximum number of positions kept to be compared.
const KEPT: usize = 4_000;
/// The number of positions whose neighbours are compared; one in `SAMPLED` visited positions is taken.
const SAMPLE: usize = 40;
const SAMPLED: usize = 8;
/// The depth, in plies, to which a way back to an earlier position is looked for.
const DEPTH: u32 = 3;
/// The maximum number of positions in that search.
const NODES: u32 = 4_000;

pub(crate) fn keys(exam: &mut Examination) -> TestResult {
    let mut by_text: HashMap<(String, String), u64> = HashMap::new();
    let mut by_key: HashMap<(String, u64), (WalkedPosition, String)> = HashMap::new();
    let (mut has_keys, mut merged) = (false, 0_u32);
    let mut sample: Vec<CheckOpening> = Vec::new();
    let until = exam.until;
    let left = until.saturating_duration_since(Instant::now());
    exam.until = until - left / 3;
    let visited = exam.visit(POSITIONS, |exam, walk, view| {
        let Some(key) = view.key else { return Ok(()) };
        has_keys = true;
        let again = walk.reopened(&exam.library)?;
        let key_again = again.view()?.key;
        if key_again != Some(key) {
            return Err(
                walk.finding(format!("its key is {key:#018x}, but opened by its text {}", hexadecimal(key_again)))
            );
        }
        let (options, text) = (walk.opening().options_text(), walk.text()?);
        if sample.len() < SAMPLE && view.is_ongoing() && exam.random.below(SAMPLED) == 0 {
            sample.push(CheckOpening { setup: text.clone(), options: walk.opening().options.clone() });
        }
        if let Some(&other) = by_text.get(&(options.clone(), text.clone()))
            && other != key
        {
            return Err(walk.finding(format!("its key is {key:#018x}, but reached otherwise {other:#018x}")));
        }
        let has_room = by_text.len() < KEPT;
        if has_room {
            by_text.insert((options.clone(), text.clone()), key);
        }
        match by_key.entry((options, key)) {
            Entry::Occupied(found) if found.get().1 != text => {
                merged += 1;
                equal_games(&exam.library.clone(), &found.get().0, walk, &mut exam.random)?;
            }
            Entry::Vacant(place) if has_room => drop(place.insert((walk.clone(), text))),
            Entry::Occupied(_) | Entry::Vacant(_) => {}
        }
        Ok(())
    })?;
    exam.until = until;
    if !has_keys {
        return exam.skip(NO_KEYS);
    }
    let neighbours = neighbours(exam, &sample)?;
    exam.note(format!(
        "{visited} positions, {} texts, {} keys; {merged} times two texts had one key, and the games continued \
         in the same way",
        by_text.len(),
        by_key.len()
    ));
    exam.note(format!("{neighbours} positions differ from others in one cell or word of the text"));
    exam.note(format!("{} keys of all tests so far were compared", exam.ledger.len()));
    Ok(())
}

/// Positions whose texts differ in one cell of the board or in one word: each has its own key, whatever else keys leave
/// out. Returns how many there were.
fn neighbours(exam: &mut Examination, sample: &[CheckOpening]) -> Result<u32, Finding> {
    let texts: Vec<String> = sample.iter().map(|opening| opening.setup.clone()).collect();
    let mut count = 0;
    for CheckOpening { setup, options } in sample {
        for setup in [setup.clone()].into_iter().chain(single_changes(setup, &texts)) {
            if !exam.has_time() {
                return Ok(count);
            }
            let Some(walk) = opened(exam, CheckOpening { setup, options: options.clone() })? else { continue };
            // All positions that are looked at are compared by their keys.
            exam.looked_at(&walk, &mut |_, _, _| Ok(()))?;
            count += 1;
        }
    }
    Ok(count)
}

/// After an irreversible move, no earlier position may occur again; no earlier board, where the rule compares boards.
pub(crate) fn irreversible(exam: &mut Examination) -> TestResult {
    let mut path: Vec<u64> = Vec::new();
    let (mut claimed, mut has_keys) = (0_u32, false);
    exam.visit(POSITIONS, |exam, walk, view| {
        let Some(key) = compared(walk, &walk.state, view) else { return Ok(()) };
        has_keys = true;
        path.truncate(walk.plies() as usize);
        path.push(key);
        let Some(&mv) = exam.random.choose(&view.moves) else { return Ok(()) };
        let mut child = walk.state.clone();
        let step = walk.game.step(&walk.state, mv, &mut child, Want::OUTCOME, &mut Moves::new(&mut []));
        if step.is_error() {
            return Err(walk.finding(walk.game.last_error(&child)));
        }
        if step.is_irreversible() {
            claimed += 1;
            let mut back = ReturnSearch { walk, path: &path, nodes: 0, line: vec![mv] };
            if let Some(line) = back.find(&child, DEPTH)? {
                let what = format!("the first move of `{line}` is declared irreversible, but the line leads back");
                return Err(walk.finding(what));
            }
        }
        Ok(())
    })?;
    if !has_keys {
        return exam.skip(NO_KEYS);
    }
    exam.note(format!("no way back of {} plies was found after {claimed} moves", DEPTH + 1));
    Ok(())
}

/// The key of a state that the rule of repetition compares; without a rule, the key of the position.
fn compared(walk: &WalkedPosition, state: &StateSlot, view: &LibraryView) -> Option<u64> {
    match walk.game.facts().repetition {
        Some(Repetition { key: RepetitionKey::Board, .. }) => Some(walk.game.board_key(state)),
        _ => view.key,
    }
}

/// A search for a way back.
struct ReturnSearch<'a> {
    walk: &'a WalkedPosition,
    path: &'a [u64],
    nodes: u32,
    line: Vec<Move>,
}

impl ReturnSearch<'_> {
    /// The texts of a line of moves to a position of the path.
    fn find(&mut self, state: &StateSlot, depth: u32) -> Result<Option<String>, Finding> {
        self.nodes += 1;
        let view = self.walk.view_of(state)?;
        if compared(self.walk, state, &view).is_some_and(|key| self.path.contains(&key)) {
            return self.texts().map(Some);
        }
        if depth == 0 {
            return Ok(None);
        }
        for mv in view.moves {
            if self.nodes >= NODES {
                return Ok(None);
            }
            let mut child = state.clone();
            let step = self.walk.game.step(state, mv, &mut child, Want::OUTCOME, &mut Moves::new(&mut []));
            if step.is_error() {
                continue;
            }
            self.line.push(mv);
            if let Some(line) = self.find(&child, depth - 1)? {
                return Ok(Some(line));
            }
            self.line.pop();
        }
        Ok(None)
    }

    fn texts(&self) -> Result<String, Finding> {
        let mut walk = self.walk.clone();
        let mut texts = Vec::new();
        for &mv in &self.line {
            texts.push(walk.move_text(mv)?);
            walk.play(mv)?;
        }
        Ok(texts.join(" "))
    }
}
