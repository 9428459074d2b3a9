//! Tests of positions that come back but for counters, and of games that go on from a text.

use super::needless::NO_REPETITION;
use crate::elsewhere::ChangedTexts;
use crate::examination::{Examination, TestResult};
use crate::report::Finding;
use crate::twins::without_counters;
use crate::walk::{LibraryView, WalkedPosition};
use crate::words::hexadecimal;
use plyd_host::probe::Probe;
use plyd_rules::{Game, Move, Moves, Repetition, RepetitionKey, Step, Want};

const POSITIONS: u32 = 20_000;
/// Games are played side by side for at most so many plies, and at most so many games.
const PLIES: u32 = 400;
const GAMES: u32 = 400;
/// A text is opened within the first so many plies.
const OPENED: usize = 60;
/// A way back of four plies is looked for among so many lines of a position.
const LINES: u32 = 2_000;

/// Plays games that prefer moves which can be undone, so that counters grow, and plays them on from the text of a
/// position as well.
pub(crate) fn reopened(exam: &mut Examination) -> TestResult {
    let openings = exam.openings()?;
    let mut elsewhere = ChangedTexts::of(&openings)?;
    let (mut games, mut longest, mut positions, mut unlike) = (0_u32, 0, 0_u32, 0_u32);
    while games < 4 || games < GAMES && exam.has_time() {
        let setup = if games % 4 == 3 { elsewhere.next(exam)? } else { None };
        let is_changed = setup.is_some();
        let mut walk = setup.unwrap_or_else(|| openings[games as usize % openings.len()].clone());
        games += 1;
        // Every second game takes no other move where there is one that can be undone.
        let exception = if games.is_multiple_of(2) { 20 } else { usize::MAX };
        let opened = exam.random.below(if is_changed { OPENED / 6 } else { OPENED }) as u32;
        let mut again: Option<WalkedPosition> = None;
        for ply in 0..PLIES {
            exam.doing(walk.finding_unasked("examining the position after these moves"));
            if is_changed && !walk.is_judged() {
                break;
            }
            let view = walk.view()?;
            if ply == opened {
                again = Some(walk.reopened(&exam.library)?);
            }
            if let Some(again) = &again {
                positions += 1;
                unlike += u32::from(differs_in_bytes(&walk, again));
                same(&walk, &view, again)?;
            }
            let Some(mv) = quiet_move(exam, &walk, &view, exception)? else { break };
            if let Some(again) = &mut again {
                again.play(mv)?;
            }
            walk.play(mv)?;
        }
        longest = longest.max(walk.plies());
    }
    exam.note(format!("{games} games, the longest of {longest} plies, went on from the text of a position"));
    if unlike > 0 {
        exam.note(format!(
            "in {unlike} of {positions} positions the state's bytes differ from those after its text was opened: \
             right if the state depends on the setup"
        ));
    }
    Ok(())
}

fn same(walk: &WalkedPosition, view: &LibraryView, again: &WalkedPosition) -> TestResult {
    let Some(difference) = walk.difference(view, &again.view()?) else { return Ok(()) };
    let text = again.opening().setup.clone();
    let plies = again.plies();
    let what = format!("played on from its text `{text}` for {plies} plies, the game is another one: {difference}");
    Err(walk.finding(what))
}

/// Whether the bytes of two states differ, padding apart.
fn differs_in_bytes(walk: &WalkedPosition, again: &WalkedPosition) -> bool {
    let (one, two) = (Probe::new(&walk.game).bytes(&walk.state), Probe::new(&again.game).bytes(&again.state));
    one != two
}

/// A random move that can be undone, if there is one, but any move once in `exception` times.
pub(super) fn quiet_move(
    exam: &mut Examination,
    walk: &WalkedPosition,
    view: &LibraryView,
    exception: usize,
) -> Result<Option<Move>, Finding> {
    if exam.random.below(exception) > 0 {
        let start = exam.random.below(view.moves.len().max(1));
        for &mv in view.moves.iter().cycle().skip(start).take(view.moves.len()) {
            if !is_irreversible(walk, mv)? {
                return Ok(Some(mv));
            }
        }
    }
    Ok(exam.random.choose(&view.moves).copied())
}

pub(super) fn is_irreversible(walk: &WalkedPosition, mv: Move) -> Result<bool, Finding> {
    let mut child = walk.state.clone();
    let step = walk.game.step(&walk.state, mv, &mut child, Want::OUTCOME, &mut Moves::new(&mut []));
    if step.is_error() {
        return Err(walk.finding(walk.game.last_error(&child)));
    }
    Ok(step.is_irreversible())
}

/// A position that comes back but for counters has one key: a key with a counter in it keeps the rule of repetition
/// from ever applying.
pub(crate) fn repetition(exam: &mut Examination) -> TestResult {
    let (mut is_declared, mut back, mut other_keys, mut idle) = (false, 0_u32, 0_u32, None);
    exam.visit(POSITIONS, |exam, walk, view| {
        let Some(rule) = walk.game.facts().repetition else { return Ok(()) };
        is_declared = true;
        let board = matches!(rule.key, RepetitionKey::Board);
        let key = |walk: &WalkedPosition| {
            if board { walk.game.board_key(&walk.state) } else { walk.game.key(&walk.state) }
        };
        let reopened = walk.reopened(&exam.library)?;
        if key(&reopened) != key(walk) {
            return Err(walk.finding("the key that the rule of repetition compares is another one from its text"));
        }
        if idle.is_none() {
            idle = idle_move(walk, view, rule)?;
        }
        let Some(again) = way_back(exam, walk, view)? else { return Ok(()) };
        back += 1;
        let (this, that) = (key(walk), key(&again));
        if this == that {
            return Ok(());
        }
        other_keys += 1;
        // Only the picture tells for sure that the numbers in which the texts differ are not on the board.
        let picture = |walk: &WalkedPosition| walk.game.picture(&walk.state).ok().flatten();
        if picture(walk).is_some() && picture(walk) == picture(&again) {
            let (text, this, that) = (walk.text()?, hexadecimal(Some(this)), hexadecimal(Some(that)));
            let what = format!(
                "it is `{text}` again but for counters, so the rule of repetition needs one key, but the key was {this}, \
                 and now is {that}"
            );
            return Err(again.finding(what));
        }
        Ok(())
    })?;
    if !is_declared {
        return exam.skip(NO_REPETITION);
    }
    if let Some(idle) = idle {
        exam.note(format!("{idle}, so the rule of repetition applies to it at once: if it is a pass, make it exempt"));
    }
    exam.note(format!("{back} positions came back after four plies, but for counters"));
    if other_keys > 0 {
        exam.note(format!("{other_keys} of them had another key then: does the key contain a counter?"));
    }
    Ok(())
}

/// Names a move after which the key that the rule compares is the same as before, if the second occurrence counts and
/// the game goes on.
fn idle_move(walk: &WalkedPosition, view: &LibraryView, rule: Repetition) -> Result<Option<String>, Finding> {
    if rule.times > 2 || view.turn.player().is_none() {
        return Ok(None);
    }
    let key = |step: Step| step.is_ongoing().then_some(step.key);
    let here = key(walk.game.examine(&walk.state, rule.key.want(), &mut Moves::new(&mut [])));
    let mut child = walk.state.clone();
    for &mv in view.moves.iter().filter(|&&mv| rule.exempt != Some(mv)) {
        let step = walk.game.step(&walk.state, mv, &mut child, rule.key.want(), &mut Moves::new(&mut []));
        if here.is_some() && key(step) == here && !step.is_irreversible() {
            let text = walk.game.format_move(&walk.state, mv).map_err(|fault| walk.finding(fault.to_string()))?;
            return Ok(Some(format!("the move `{text}` of `{}` leaves the key as it was", walk.text()?)));
        }
    }
    Ok(None)
}

/// The position four plies further, if it is the same but for numbers in its text.
fn way_back(
    exam: &mut Examination,
    walk: &WalkedPosition,
    view: &LibraryView,
) -> Result<Option<WalkedPosition>, Finding> {
    let text = walk.text()?;
    let masked = without_counters(&text);
    let Some(first) = ahead(exam, walk, view)? else { return Ok(None) };
    let Some(line) = ahead(exam, &first, &first.view()?)? else { return Ok(None) };
    let mut lines = 0;
    for third in line.view()?.moves {
        if is_irreversible(&line, third)? {
            continue;
        }
        let mut before = line.clone();
        before.play(third)?;
        for fourth in before.view()?.moves {
            lines += 1;
            if lines > LINES {
                return Ok(None);
            }
            let child = before.after(fourth)?;
            let text = before.game.format_state(&child).map_err(|fault| before.finding(fault.to_string()))?;
            if without_counters(&text) != masked {
                continue;
            }
            let mut again = before.clone();
            again.play(fourth)?;
            let without_key = |view: LibraryView| LibraryView { key: None, ..view };
            if without_key(again.view()?) == without_key(view.clone()) {
                return Ok(Some(again));
            }
        }
    }
    Ok(None)
}

/// The position after a random move that can be undone.
fn ahead(exam: &mut Examination, walk: &WalkedPosition, view: &LibraryView) -> Result<Option<WalkedPosition>, Finding> {
    let Some(mv) = quiet_move(exam, walk, view, usize::MAX)? else { return Ok(None) };
    if is_irreversible(walk, mv)? {
        return Ok(None);
    }
    let mut next = walk.clone();
    next.play(mv)?;
    Ok(Some(next))
}
