//! The test of the inputs of a network.

use super::abilities::{conclude, same_afterwards};
use super::needless::NO_FEATURES;
use crate::examination::{Examination, TestResult};
use crate::report::Finding;
use crate::walk::{LibraryView, WalkedPosition};
use plyd_host::StateSlot;
use plyd_host::probe::Probe;
use plyd_plugin::abi::FAILED;
use plyd_rules::{Features, Game, Player};
use std::time::Instant;

const POSITIONS: u32 = 10_000;
/// Games that are played beside their images, for each symmetry of each opening, and the most plies of one.
const IMAGED_GAMES: u32 = 2;
const LONGEST: u32 = 100;

pub(crate) fn features(exam: &mut Examination) -> TestResult {
    let until = exam.until;
    let mut imaged = 0_u32;
    let openings = exam.openings()?;
    for opening in &openings {
        permutations(opening)?;
    }
    let now = Instant::now();
    // Half of the time for games beside their images.
    exam.until = now + until.saturating_duration_since(now) / 2;
    for opening in &openings {
        imaged += images(exam, opening)?;
    }
    exam.until = until;
    let mut known = 0_u32;
    exam.visit(POSITIONS, |_, walk, view| {
        if walk.game.facts().features.inputs == 0 || !view.is_ongoing() {
            return Ok(());
        }
        known += 1;
        inputs(walk, view)?;
        same_afterwards(walk, view, "the question for inputs")
    })?;
    let what = format!("positions, and {imaged} beside their images");
    conclude(exam, known, NO_FEATURES, &what)
}

/// Examines the inputs of an unfinished position as the library writes them.
fn inputs(walk: &WalkedPosition, view: &LibraryView) -> TestResult {
    let facts = walk.game.facts().features;
    let probe = Probe::new(&walk.game);
    let Some((code, words, overrun)) = probe.features(&walk.state) else {
        return Err(walk.finding("the game declares inputs, but has no function for them"));
    };
    if overrun {
        return Err(walk.finding("`features` wrote beyond its words"));
    }
    if code == FAILED {
        return Err(walk.finding(format!("`features` fails: {}", walk.game.last_error(&walk.state))));
    }
    let Some(player) = [Player::Max, Player::Min].into_iter().find(|player| *player as i32 == code) else {
        return Err(
            walk.finding(format!("`features` returns {code}, which is neither 0 nor 1, the player whose view it is"))
        );
    };
    if let Some(mover) = view.turn.player().filter(|mover| *mover != player) {
        let [seen, mover] = [player, mover].map(|player| if player == Player::Max { "first" } else { "second" });
        let what = format!("the inputs are those that the {seen} player sees, but the {mover} player is to move");
        return Err(walk.finding(what));
    }
    if words.last().is_some_and(|last| last & !facts.last_word() != 0) {
        let inputs = facts.inputs;
        return Err(walk.finding(format!("an input from number {inputs} on is true, but there are {inputs} inputs")));
    }
    if probe.features(&walk.state) != Some((code, words, overrun)) {
        return Err(walk.finding("asked twice for the inputs of a position, the game gives two answers"));
    }
    Ok(())
}

/// Each symmetry is a permutation of all inputs.
fn permutations(walk: &WalkedPosition) -> TestResult {
    let Features { inputs, symmetries, .. } = walk.game.facts().features;
    let probe = Probe::new(&walk.game);
    for symmetry in 0..symmetries {
        let mut images: Vec<u32> = (0..inputs).filter_map(|input| probe.feature_image(symmetry, input)).collect();
        images.sort_unstable();
        if !images.into_iter().eq(0..inputs) {
            let what = format!("symmetry {symmetry} should be a permutation of the {inputs} inputs");
            return Err(walk.finding(what));
        }
    }
    Ok(())
}

/// Plays games from an opening beside their images, under each symmetry of which the opening is its own image. Returns
/// the number of positions.
fn images(exam: &mut Examination, opening: &WalkedPosition) -> Result<u32, Finding> {
    let mut positions = 0;
    for symmetry in 0..opening.game.facts().features.symmetries {
        if !opening.view()?.is_ongoing() || !is_image(opening, &opening.state, &opening.state, symmetry)? {
            continue;
        }
        for _ in 0..IMAGED_GAMES {
            positions += imaged_game(exam, opening, symmetry)?;
        }
    }
    Ok(positions)
}

/// Plays a game beside its image: each move has one to the image of the position after it.
fn imaged_game(exam: &mut Examination, opening: &WalkedPosition, symmetry: u32) -> Result<u32, Finding> {
    let (mut walk, mut image) = (opening.clone(), opening.state.clone());
    for positions in 0..LONGEST {
        exam.doing(walk.finding_unasked("playing the game and its image"));
        let (view, other) = (walk.view()?, walk.view_of(&image)?);
        if !view.is_ongoing() || !exam.has_time() {
            return Ok(positions);
        }
        let Some(&mv) = exam.random.choose(&view.moves) else { return Ok(positions) };
        let before = walk.clone();
        walk.play(mv)?;
        let mut found: Vec<StateSlot> = Vec::new();
        for &reply in &other.moves {
            let child = walk.game.after(&image, reply).map_err(|fault| before.finding(fault.to_string()))?;
            if is_image(&walk, &walk.state, &child, symmetry)? {
                found.push(child);
            }
        }
        match found.len() {
            0 => {
                let what = format!(
                    "symmetry {symmetry} is none of the rules: in the image of the position, no move leads to the image of \
                     the one after {}",
                    before.name(mv)
                );
                return Err(before.finding(what));
            }
            1 => image = found.swap_remove(0),
            // Inputs may leave out something, and then nobody knows which of them it is.
            _ => return Ok(positions),
        }
    }
    Ok(LONGEST)
}

/// Whether one state looks as the image of another one of the same game: outcome, player to move and inputs.
fn is_image(walk: &WalkedPosition, state: &StateSlot, image: &StateSlot, symmetry: u32) -> Result<bool, Finding> {
    let (view, other) = (walk.view_of(state)?, walk.view_of(image)?);
    if (view.outcome, view.turn, view.moves.len()) != (other.outcome, other.turn, other.moves.len()) {
        return Ok(false);
    }
    if !view.is_ongoing() {
        return Ok(true);
    }
    let (game, facts) = (&walk.game, walk.game.facts().features);
    let (mut words, mut expected, mut seen) = (vec![0; facts.words()], vec![0; facts.words()], vec![0; facts.words()]);
    let player = game.features(state, &mut words);
    for input in (0..facts.inputs).filter(|input| words[*input as usize / 64] >> (input % 64) & 1 == 1) {
        let moved = game.feature_image(symmetry, input);
        expected[moved as usize / 64] |= 1 << (moved % 64);
    }
    Ok((game.features(image, &mut seen), &seen) == (player, &expected))
}
