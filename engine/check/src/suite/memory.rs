//! Tests of a library's use of the memory lent to it.

use crate::examination::{Examination, TestResult};
use crate::report::Finding;
use crate::walk::{ALL, LibraryView, WalkedPosition};
use plyd_host::StateSlot;
use plyd_host::probe::{Probe, ProbedPosition, ProbedText, open_raw};
use plyd_rules::{Game, Move, Want};

/// The maximum number of positions visited.
const POSITIONS: u32 = 4_000;
/// The number of moves tried in each position.
const MOVES: usize = 12;

/// `step` answers as `examine` after the move, with any old content of the child's memory, and leaves the parent
/// unchanged.
pub(crate) fn step(exam: &mut Examination) -> TestResult {
    let mut children = 0_u64;
    exam.visit(POSITIONS, |exam, walk, view| {
        let text = walk.text()?;
        for mv in some_of(exam, &view.moves) {
            children += 1;
            let clean = step_agrees(walk, mv, 0)?;
            let dirty = step_agrees(walk, mv, 0xEE)?;
            if let Some(difference) = numbered(&clean.0, &dirty.0) {
                return Err(after(
                    walk,
                    mv,
                    &format!("depends on the old content of the child's memory: {difference}"),
                ));
            }
            if clean.1 != dirty.1 {
                let (clean, dirty) = (clean.1, dirty.1);
                let what =
                    format!("its text depends on the old content of the child's memory: `{clean}`, but `{dirty}`");
                return Err(after(walk, mv, &what));
            }
            if let Some(difference) = walk.difference(view, &walk.view()?) {
                return Err(after(
                    walk,
                    mv,
                    &format!("the move changed the position it was played from: {difference}"),
                ));
            }
            let now = walk.text()?;
            if now != text {
                return Err(after(walk, mv, &format!("the move changed the position it was played from to `{now}`")));
            }
        }
        Ok(())
    })?;
    exam.note(format!("{children} moves"));
    Ok(())
}

/// The difference of two views of a child, whose moves have no text at its parent.
fn numbered(one: &LibraryView, other: &LibraryView) -> Option<String> {
    one.difference(other, |mv| format!("the move {}", mv.0))
}

/// A fault after a move.
fn after(walk: &WalkedPosition, mv: Move, what: &str) -> Finding {
    let text = walk.move_text(mv).unwrap_or_else(|_| mv.0.to_string());
    walk.finding_after(&text, format!("after the move `{text}`: {what}"))
}

fn some_of(exam: &mut Examination, moves: &[Move]) -> Vec<Move> {
    if moves.len() <= MOVES {
        return moves.to_vec();
    }
    (0..MOVES).map(|_| moves[exam.random.below(moves.len())]).collect()
}

/// Plays a move into memory full of `dirt`, asking for everything and for each thing alone, and compares with
/// `examine`.
fn step_agrees(walk: &WalkedPosition, mv: Move, dirt: u8) -> Result<(LibraryView, String), Finding> {
    let (probe, most) = (Probe::new(&walk.game), walk.game.facts().max_moves);
    let (child, _) = probe.step(&walk.state, mv, dirt, ALL, most);
    let view = walk.view_of(&child).map_err(|fault| after(walk, mv, &fault.what))?;
    for bits in 0..=ALL.0 {
        let want = Want(bits);
        let (child, stepped) = probe.step(&walk.state, mv, dirt, want, most);
        let examined = probe.examine(&child, want, most);
        for (function, answer) in [("step", &stepped), ("examine", &examined)] {
            if answer.overrun {
                return Err(after(walk, mv, &format!("`{function}` wrote beyond the memory it was given")));
            }
            if answer.step.is_error() {
                let reason = walk.game.last_error(&child);
                return Err(after(
                    walk,
                    mv,
                    &format!("`{function}` fails if it is asked for {}: {reason}", names(want)),
                ));
            }
            if let Some(difference) = numbered(&view, &told(answer, want, &view)) {
                let asked = names(want);
                let what = format!("`{function}`, asked for {asked}, says something else: {difference}");
                return Err(after(walk, mv, &what));
            }
        }
    }
    let text = walk.game.format_state(&child).map_err(|fault| after(walk, mv, &fault.to_string()))?;
    Ok((view, text))
}

/// The view an answer gives; what was not asked for is taken from another view.
fn told(answer: &ProbedPosition, want: Want, other: &LibraryView) -> LibraryView {
    let is_ongoing = answer.step.is_ongoing();
    let asked = |what| want.contains(what);
    LibraryView {
        outcome: answer.step.outcome(),
        turn: answer.step.turn(),
        moves: if asked(Want::MOVES) { answer.moves.clone() } else { other.moves.clone() },
        value: if asked(Want::VALUE) { is_ongoing.then(|| answer.step.value()) } else { other.value },
        key: if asked(Want::KEY) { other.key.map(|_| answer.step.key) } else { other.key },
    }
}

fn names(want: Want) -> String {
    let names = [(Want::MOVES, "moves"), (Want::VALUE, "value"), (Want::KEY, "key")];
    let names: Vec<_> = names.iter().filter(|(what, _)| want.contains(*what)).map(|(_, name)| *name).collect();
    if names.is_empty() { "the outcome".into() } else { names.join(", ") }
}

/// No function writes beyond its buffer, and all return the whole length for any buffer.
pub(crate) fn buffers(exam: &mut Examination) -> TestResult {
    for setup in ["", "\u{1}no such setup\u{1}"] {
        exam.doing(Finding::of_setup("opening with little room for the reason", setup, ""));
        let whole = open_raw(&exam.library, setup.as_bytes(), b"", 10_000).error;
        for capacity in sizes(whole.length) {
            let opening = open_raw(&exam.library, setup.as_bytes(), b"", capacity);
            if opening.overrun {
                return Err(Finding::of_setup("`open` wrote beyond the structure it fills in", setup, ""));
            }
            check_text("`open`", &whole, &opening.error, capacity)
                .map_err(|what| Finding::of_setup(what, setup, ""))?;
        }
    }
    let visited = exam.visit(POSITIONS, |exam, walk, view| {
        let probe = Probe::new(&walk.game);
        let state = &walk.state;
        text_buffer(walk, "`format_state`", |capacity| Some(probe.format_state(state, capacity)))?;
        text_buffer(walk, "the picture", |capacity| probe.picture(state, capacity))?;
        for mv in some_of(exam, &view.moves) {
            text_buffer(walk, "`format_move`", |capacity| Some(probe.format_move(state, mv, capacity)))?;
        }
        move_buffers(walk, view)?;
        if let Some(&mv) = exam.random.choose(&view.moves) {
            child_buffers(walk, mv)?;
        }
        Ok(())
    })?;
    exam.note(format!("{visited} positions"));
    Ok(())
}

/// Sizes around which mistakes are made.
fn sizes(length: isize) -> Vec<usize> {
    let length = usize::try_from(length).unwrap_or(0);
    let mut sizes = vec![0, 1, 2, length / 2, length.saturating_sub(1), length, length + 1];
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn text_buffer(walk: &WalkedPosition, function: &str, write: impl Fn(usize) -> Option<ProbedText>) -> TestResult {
    const ROOM: usize = 4_096;
    let Some(mut whole) = write(ROOM) else { return Ok(()) };
    if usize::try_from(whole.length).is_ok_and(|length| length > ROOM) {
        whole = write(whole.length.unsigned_abs()).unwrap_or(whole);
    }
    if whole.length < 0 {
        return Err(walk.finding(format!("{function} fails: {}", walk.game.last_error(&walk.state))));
    }
    for capacity in sizes(whole.length) {
        let Some(written) = write(capacity) else { continue };
        check_text(function, &whole, &written, capacity).map_err(|what| walk.finding_unasked(what))?;
    }
    Ok(())
}

fn check_text(function: &str, whole: &ProbedText, written: &ProbedText, capacity: usize) -> Result<(), String> {
    if whole.overrun || written.overrun {
        return Err(format!("{function} wrote beyond its buffer of {capacity} bytes"));
    }
    if whole.length != written.length {
        return Err(format!(
            "{function} returned the length {} with room for {capacity} bytes, and {} with enough",
            written.length, whole.length
        ));
    }
    if !whole.text.starts_with(&written.text) {
        let (part, whole) = (String::from_utf8_lossy(&written.text), String::from_utf8_lossy(&whole.text));
        return Err(format!(
            "{function} wrote `{part}` into a buffer of {capacity} bytes, which does not begin `{whole}`"
        ));
    }
    Ok(())
}

/// Too little room for the moves is an error, and nothing is written beyond it.
fn move_buffers(walk: &WalkedPosition, view: &LibraryView) -> TestResult {
    let probe = Probe::new(&walk.game);
    let count = view.moves.len() as u32;
    for capacity in [0, 1, count / 2, count.saturating_sub(1), count, count + 1] {
        let answer = probe.examine(&walk.state, Want::MOVES, capacity);
        check_moves(walk, "examine", &answer, &view.moves, capacity)?;
    }
    if let Some(all) = probe.noisy(&walk.state, walk.game.facts().max_moves).filter(|_| view.is_ongoing()) {
        let count = all.moves.len() as u32;
        for capacity in [0, count.saturating_sub(1), count, count + 1] {
            let Some(answer) = probe.noisy(&walk.state, capacity) else { continue };
            check_moves(walk, "examine", &answer, &all.moves, capacity)?;
        }
    }
    for dirt in [0, 0xEE] {
        if let Some((_, _, true)) = probe.order(&walk.state, &view.moves, dirt) {
            return Err(walk.finding("`order` wrote beyond its scores"));
        }
    }
    if let Some((_, _, true)) = probe.pass(&walk.state, 0xEE).filter(|_| view.is_ongoing()) {
        return Err(walk.finding("the null move wrote beyond the child's memory"));
    }
    Ok(())
}

fn child_buffers(walk: &WalkedPosition, mv: Move) -> TestResult {
    let probe = Probe::new(&walk.game);
    let (child, whole) = probe.step(&walk.state, mv, 0xEE, Want::MOVES, walk.game.facts().max_moves);
    if whole.step.is_error() {
        return Err(after(walk, mv, &format!("`step` fails: {}", walk.game.last_error(&child))));
    }
    let count = whole.moves.len() as u32;
    for capacity in [0, count.saturating_sub(1), count, count + 1] {
        let (_, answer) = probe.step(&walk.state, mv, 0xEE, Want::MOVES, capacity);
        check_moves(walk, "step", &answer, &whole.moves, capacity)?;
        if answer.step.is_error() {
            check_last_error(walk, &child)?;
        }
    }
    Ok(())
}

fn check_moves(
    walk: &WalkedPosition,
    function: &str,
    answer: &ProbedPosition,
    moves: &[Move],
    capacity: u32,
) -> TestResult {
    if answer.overrun {
        return Err(walk.finding_unasked(format!("`{function}` wrote beyond its room for {capacity} moves")));
    }
    let count = moves.len();
    let fits = capacity as usize >= count;
    if !fits && !answer.step.is_error() {
        let what = format!("`{function}` with room for {capacity} of {count} moves did not answer with an error");
        return Err(walk.finding(what));
    }
    if fits && (answer.step.is_error() || answer.moves != moves) {
        return Err(
            walk.finding(format!("`{function}` with room for {capacity} moves does not report all {count} moves"))
        );
    }
    Ok(())
}

/// There is a text for an error, and it keeps to its buffer too.
fn check_last_error(walk: &WalkedPosition, state: &StateSlot) -> TestResult {
    for capacity in [0, 1, 10, 4_096] {
        let written = Probe::new(&walk.game).last_error(state, capacity);
        if written.overrun {
            return Err(walk.finding(format!("`last_error` wrote beyond its buffer of {capacity} bytes")));
        }
        if written.length < 0 {
            return Err(walk.finding(format!("`last_error` itself fails, with {}", written.length)));
        }
    }
    Ok(())
}
