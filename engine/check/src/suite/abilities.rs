//! Tests of the optional functions of a game.

use super::needless::{NO_CHECK, NO_FUTILITY, NO_NOISY, NO_NULL_MOVE, NO_PICTURE, NO_PLAYOUT};
use crate::examination::{Examination, TestResult};
use crate::report::Finding;
use crate::walk::{ALL, LibraryView, WalkedPosition};
use crate::words::{outcome_words, turn_words};
use plyd_host::probe::{Probe, ProbedPosition};
use plyd_plugin::abi::{NOT_FOUND, OK};
use plyd_rules::{Game, Player, UTILITY_LIMIT, Want, broken_rule};

const POSITIONS: u32 = 10_000;

pub(crate) fn noisy(exam: &mut Examination) -> TestResult {
    let mut known = 0_u32;
    exam.visit(POSITIONS, |_, walk, view| {
        let probe = Probe::new(&walk.game);
        let most = walk.game.facts().max_moves;
        if !view.is_ongoing() {
            return Ok(());
        }
        let Some(noisy) = probe.noisy(&walk.state, most) else { return Ok(()) };
        known += 1;
        if noisy.step.is_error() || noisy.step.count() > most as usize {
            let (count, reason) = (noisy.step.count(), walk.game.last_error(&walk.state));
            return Err(walk.finding(format!("asked for its noisy moves, the library told {count}: {reason}")));
        }
        let moves = noisy.moves;
        let mut places = Vec::new();
        for mv in &moves {
            match view.moves.iter().position(|legal| legal == mv) {
                Some(place) => places.push(place),
                None => return Err(walk.finding(format!("the noisy move {} is not legal", mv.0))),
            }
        }
        if !places.is_sorted_by(|one, two| one < two) {
            let names: Vec<_> = moves.iter().take(10).map(|&mv| walk.name(mv)).collect();
            let names = names.join(", ");
            let what = format!("the noisy moves {names} are not in the order of the legal moves, each once");
            return Err(walk.finding(what));
        }
        if probe.noisy(&walk.state, most).is_none_or(|again| again.moves != moves) {
            return Err(walk.finding("asked twice for its noisy moves, the library gives two answers"));
        }
        same_afterwards(walk, view, "the question for noisy moves")
    })?;
    conclude(exam, known, NO_NOISY, "positions")
}

/// From outside no one can verify that a game is right about check, only that it is consistent.
pub(crate) fn in_check(exam: &mut Examination) -> TestResult {
    let (mut asked, mut checks) = (0_u32, 0_u32);
    exam.visit(POSITIONS, |exam, walk, view| {
        let facts = walk.game.facts();
        if !facts.abilities.check || !view.is_ongoing() || view.turn.player().is_none() {
            return Ok(());
        }
        let (probe, most) = (Probe::new(&walk.game), facts.max_moves);
        asked += 1;
        let told = probe.examine(&walk.state, Want::CHECK, 0).step.is_in_check();
        checks += u32::from(told);
        if probe.examine(&walk.state, ALL, most).step.is_in_check() {
            return Err(walk.finding("the game tells unasked that the player to move is in check"));
        }
        for want in [Want::CHECK, ALL.and(Want::CHECK)] {
            if probe.examine(&walk.state, want, most).step.is_in_check() != told {
                return Err(
                    walk.finding("asked twice whether the player to move is in check, the game gives two answers")
                );
            }
        }
        let Some(&mv) = exam.random.choose(&view.moves) else { return Ok(()) };
        let (child, stepped) = probe.step(&walk.state, mv, 0, Want::CHECK, most);
        if stepped.step.is_in_check() != probe.examine(&child, Want::CHECK, most).step.is_in_check() {
            let name = walk.name(mv);
            let what =
                format!("after the move {name} `step` and `examine` differ whether the player to move is in check");
            return Err(walk.finding(what));
        }
        same_afterwards(walk, view, "the question for a check")
    })?;
    conclude(exam, asked, NO_CHECK, &format!("positions, {checks} of them in check"))
}

pub(crate) fn null_move(exam: &mut Examination) -> TestResult {
    let (mut asked, mut passed) = (0_u32, 0_u32);
    exam.visit(POSITIONS, |exam, walk, view| {
        if !view.is_ongoing() || view.turn.player().is_none() {
            return Ok(());
        }
        let probe = Probe::new(&walk.game);
        let Some((code, child, _)) = probe.pass(&walk.state, 0) else { return Ok(()) };
        asked += 1;
        let again = probe.pass(&walk.state, 0xEE);
        if again.as_ref().is_none_or(|(again, ..)| *again != code) {
            return Err(walk.finding("asked twice, the null move gives two answers"));
        }
        match code {
            OK => {}
            NOT_FOUND => return Ok(()),
            _ => {
                return Err(
                    walk.finding(format!("the null move fails with {code}: {}", walk.game.last_error(&walk.state)))
                );
            }
        }
        passed += 1;
        let after =
            walk.view_of(&child).map_err(|fault| walk.finding(format!("after the null move: {}", fault.what)))?;
        if after.turn == view.turn {
            let player = turn_words(after.turn);
            return Err(walk.finding(format!("after the null move it is still the turn of {player} player")));
        }
        if view.key.is_some() && view.key == after.key {
            return Err(walk.finding("the position after the null move has the key of the one before"));
        }
        if let Some((_, dirty, _)) = again
            && let Some(difference) = after.difference(&walk.view_of(&dirty)?, |mv| format!("the move {}", mv.0))
        {
            let what = format!("the null move depends on the old content of the child's memory: {difference}");
            return Err(walk.finding(what));
        }
        let text = walk.game.format_state(&child).map_err(|fault| walk.finding(fault.to_string()))?;
        if let Err(error) = exam.library.open(&text, &walk.opening().options) {
            return Err(walk.finding(format!("after the null move the text `{text}` does not open: {error}")));
        }
        same_afterwards(walk, view, "the null move")
    })?;
    conclude(exam, asked, NO_NULL_MOVE, &format!("positions, passed in {passed}"))
}

pub(crate) fn futility(exam: &mut Examination) -> TestResult {
    let (mut told, mut played, mut exceeding, mut largest) = (0_u32, 0_u32, 0_u32, 0);
    exam.visit(POSITIONS, |_, walk, view| {
        if !view.is_ongoing() {
            return Ok(());
        }
        let probe = Probe::new(&walk.game);
        let Some(margin) = probe.futility_margin(&walk.state) else { return Ok(()) };
        if margin > UTILITY_LIMIT {
            return Err(walk.finding(format!("the margin {margin} is more than {UTILITY_LIMIT}")));
        }
        if probe.futility_margin(&walk.state) != Some(margin) {
            return Err(walk.finding("asked twice, the game gives two margins"));
        }
        let Some(noisy) = probe.noisy(&walk.state, walk.game.facts().max_moves) else {
            return Err(walk.finding("the game declares a margin of quiet moves, but does not list its noisy moves"));
        };
        let is_chance = view.turn.player().is_none();
        let Some(value) = view.value.filter(|_| margin > 0 && !is_chance) else { return Ok(()) };
        told += 1;
        for &mv in view.moves.iter().filter(|mv| !noisy.moves.contains(mv)) {
            let after = walk.after(mv)?;
            let Some(after) = walk.view_of(&after)?.value else { continue };
            let gain = if view.turn == Player::Max { after - value } else { value - after };
            played += 1;
            exceeding += u32::from(gain > margin);
            largest = largest.max(gain);
        }
        same_afterwards(walk, view, "the margin")
    })?;
    let what = format!("positions; {exceeding} of {played} quiet moves gain more than the margin, at most {largest}");
    conclude(exam, told, NO_FUTILITY, &what)
}

/// The random games that are looked at in each position, by their seeds.
const SEEDS: [u64; 2] = [1, u64::MAX / 3];
/// The room for moves of a random game.
const LONGEST: u32 = 4_096;

pub(crate) fn playout(exam: &mut Examination) -> TestResult {
    let (mut played, mut plies, mut over) = (0_u32, 0_usize, 0_u32);
    exam.visit(POSITIONS / 10, |_, walk, view| {
        if !view.is_ongoing() {
            return Ok(());
        }
        let probe = Probe::new(&walk.game);
        for seed in SEEDS {
            let Some(told) = probe.playout(&walk.state, seed, LONGEST) else { return Ok(()) };
            played += 1;
            plies += told.moves.len();
            over += u32::from(follow(walk, seed, &told)?);
            for room in [0, 1] {
                let again = probe.playout(&walk.state, seed, room);
                let is_same = again.is_some_and(|again| {
                    let moves = &told.moves[..told.moves.len().min(room as usize)];
                    !again.overrun && again.step.without_count() == told.step.without_count() && again.moves == moves
                });
                if !is_same {
                    let what = "the same seed gives two random games, or moves are written beyond their room";
                    return Err(walk.finding(format!("{what}, with room for {LONGEST} moves and for {room}")));
                }
            }
        }
        same_afterwards(walk, view, "a random game")
    })?;
    let what = format!("random games with {plies} moves, which end {over} of them");
    conclude(exam, played, NO_PLAYOUT, &what)
}

/// Plays the moves of a random game. Returns whether they end it.
fn follow(walk: &WalkedPosition, seed: u64, told: &ProbedPosition) -> Result<bool, Finding> {
    let (step, count) = (told.step.without_count(), told.step.count());
    if let Some(rule) = broken_rule(step, Want::VALUE, 0, walk.game.facts()).filter(|_| !step.is_error()) {
        return Err(walk.finding(format!("a random game ends with a broken rule: {rule}")));
    }
    if step.is_error() || count > LONGEST as usize || told.overrun {
        let reason = walk.game.last_error(&walk.state);
        return Err(walk.finding(format!("a random game of seed {seed} fails, or has {count} moves: {reason}")));
    }
    let mut reached = walk.state.clone();
    for (number, &mv) in (1..).zip(&told.moves) {
        let view = walk.view_of(&reached)?;
        if !view.outcome.has_moves() {
            break;
        }
        if !view.moves.contains(&mv) {
            return Err(
                walk.finding(format!("move {number} of the random game of seed {seed}, {}, is not legal", mv.0))
            );
        }
        reached = walk.game.after(&reached, mv).map_err(|fault| walk.finding(fault.to_string()))?;
    }
    let end = walk.view_of(&reached)?.outcome;
    if !end.has_moves() && end != step.outcome() {
        let [ends, tells] = [end, step.outcome()].map(outcome_words);
        let what = format!("the moves of the random game of seed {seed} end it: {ends}, but it tells: {tells}");
        return Err(walk.finding(what));
    }
    Ok(!end.has_moves())
}

/// The picture of every position, which the host checks, is the same at every call.
pub(crate) fn picture(exam: &mut Examination) -> TestResult {
    let mut drawn = 0_u32;
    exam.visit(POSITIONS, |exam, walk, _| {
        let draw =
            |walk: &WalkedPosition| walk.game.picture(&walk.state).map_err(|fault| walk.finding(fault.to_string()));
        let Some(picture) = draw(walk)? else { return Ok(()) };
        drawn += 1;
        if draw(walk)?.as_ref() != Some(&picture) {
            return Err(walk.finding("the picture is not the same at every call"));
        }
        if draw(&walk.reopened(&exam.library)?)?.as_ref() != Some(&picture) {
            return Err(walk.finding("the picture is one, but opened by its text the position has another one"));
        }
        Ok(())
    })?;
    conclude(exam, drawn, NO_PICTURE, "pictures")
}

/// A question must not change what it is about.
pub(super) fn same_afterwards(walk: &WalkedPosition, view: &LibraryView, function: &str) -> TestResult {
    match walk.difference(view, &walk.view()?) {
        Some(difference) => Err(walk.finding(format!("{function} changed the position: {difference}"))),
        None => Ok(()),
    }
}

pub(super) fn conclude(exam: &mut Examination, count: u32, without: &str, what: &str) -> TestResult {
    if count == 0 {
        return exam.skip(without);
    }
    exam.note(format!("{count} {what}"));
    Ok(())
}
