//! Tests of draws by counters, and of players who cannot win any more.

use super::abilities::conclude;
use super::needless::{NO_HORIZON, NO_WINNABLE};
use super::repetition::{is_irreversible, quiet_move};
use crate::examination::{Examination, TestResult};
use crate::report::Finding;
use crate::twins::wrong_horizon;
use crate::walk::{LibraryView, WalkedPosition};
use plyd_host::probe::Probe;
use plyd_rules::{Game, Move, Moves, Outcome, Player, Want};
use std::collections::HashMap;

const POSITIONS: u32 = 10_000;
/// At most so many games, each of at most so many plies, most of them back and forth.
const GAMES: u32 = 100;
const PLIES: u32 = 400;
/// At most so many plies come before the first way round.
const LEAD: usize = 60;
/// A game looks for a way round so often, each time among so many lines.
const ATTEMPTS: u32 = 8;
const LINES: u32 = 2_000;

/// What was met so far.
#[derive(Default)]
struct HorizonTally {
    positions: u32,
    ended: u32,
}

/// Plays games that go back and forth until a counter ends them. Then the key of the last position is that of an earlier
/// one which went on.
pub(crate) fn horizon(exam: &mut Examination) -> TestResult {
    let openings = exam.openings()?;
    let (mut games, mut met) = (0_u32, HorizonTally::default());
    while games < 4 || games < GAMES && exam.has_time() {
        let walk = openings[games as usize % openings.len()].clone();
        games += 1;
        back_and_forth(exam, walk, &mut met)?;
    }
    let what = format!("positions with a count of plies until a draw; a counter ended {} of {games} games", met.ended);
    conclude(exam, met.positions, NO_HORIZON, &what)
}

fn back_and_forth(exam: &mut Examination, mut walk: WalkedPosition, met: &mut HorizonTally) -> TestResult {
    // The texts of unfinished positions by their keys.
    let mut earlier: HashMap<u64, String> = HashMap::new();
    let lead = exam.random.below(LEAD) as u32;
    let (mut circle, mut attempts): (Vec<Move>, u32) = (Vec::new(), 0);
    for ply in 0..PLIES {
        exam.doing(walk.finding_unasked("examining the position after these moves"));
        let view = walk.view()?;
        examine(&walk, &view, &earlier, met)?;
        let Some(key) = view.key.filter(|_| view.is_ongoing()) else { return Ok(()) };
        earlier.entry(key).or_insert(walk.text()?);
        if circle.is_empty() && ply >= lead && attempts < ATTEMPTS {
            circle = way_round(exam, &walk, &view, key, &mut attempts)?.unwrap_or_default();
        }
        let next = circle.first().copied().filter(|mv| view.moves.contains(mv));
        let mv = match next {
            Some(mv) => {
                circle.rotate_left(1);
                mv
            }
            None => {
                circle.clear();
                // Now and then another move, so that pieces are exchanged and promoted.
                match quiet_move(exam, &walk, &view, 3)? {
                    Some(mv) => mv,
                    None => return Ok(()),
                }
            }
        };
        walk.play(mv)?;
    }
    Ok(())
}

/// The answers about one position.
fn examine(
    walk: &WalkedPosition,
    view: &LibraryView,
    earlier: &HashMap<u64, String>,
    met: &mut HorizonTally,
) -> TestResult {
    let is_won = matches!(view.outcome, Outcome::Win(_));
    let twin = view.key.and_then(|key| earlier.get(&key)).filter(|_| !view.is_ongoing() && !is_won);
    if let Some(twin) = twin {
        met.ended += 1;
        if let Some(wrong) = wrong_horizon(walk, view) {
            let text = walk.text()?;
            let what =
                format!("two positions have one key: `{twin}` and `{text}`, and only the second has ended: {wrong}");
            return Err(walk.finding(what));
        }
    }
    let probe = Probe::new(&walk.game);
    let Some(left) = probe.plies_left(&walk.state) else { return Ok(()) };
    met.positions += 1;
    if probe.plies_left(&walk.state) != Some(left) {
        return Err(walk.finding("asked twice, the game gives two numbers of plies until a draw by a counter"));
    }
    if !view.is_ongoing() {
        return Ok(());
    }
    if left == 0 {
        return Err(walk.finding("0 plies are left until a draw by a counter, but the game goes on"));
    }
    for &mv in view.moves.iter().filter(|_| left < u16::MAX) {
        let child = walk.after(mv)?;
        let after = probe.plies_left(&child).unwrap_or(u16::MAX);
        if after < left - 1 {
            let name = walk.name(mv);
            let what = format!(
                "{left} plies are left until a draw by a counter, but after the move {name} only {after}: a move is one ply"
            );
            return Err(walk.finding(what));
        }
    }
    Ok(())
}

/// Four moves that lead back to the key of this position. Where two can be undone, it is an attempt.
fn way_round(
    exam: &mut Examination,
    walk: &WalkedPosition,
    view: &LibraryView,
    key: u64,
    attempts: &mut u32,
) -> Result<Option<Vec<Move>>, Finding> {
    let Some((first, line)) = ahead(exam, walk, view)? else { return Ok(None) };
    let Some((second, line)) = ahead(exam, &line, &line.view()?)? else { return Ok(None) };
    *attempts += 1;
    let mut lines = 0;
    for third in line.view()?.moves {
        if is_irreversible(&line, third)? {
            continue;
        }
        let mut before = line.clone();
        before.play(third)?;
        let mut child = before.state.clone();
        for fourth in before.view()?.moves {
            lines += 1;
            if lines > LINES {
                return Ok(None);
            }
            let step = before.game.step(&before.state, fourth, &mut child, Want::KEY, &mut Moves::new(&mut []));
            if step.is_ongoing() && step.key == key {
                return Ok(Some(vec![first, second, third, fourth]));
            }
        }
    }
    Ok(None)
}

/// A random move that can be undone, and the position after it.
fn ahead(
    exam: &mut Examination,
    walk: &WalkedPosition,
    view: &LibraryView,
) -> Result<Option<(Move, WalkedPosition)>, Finding> {
    let Some(mv) = quiet_move(exam, walk, view, usize::MAX)? else { return Ok(None) };
    if is_irreversible(walk, mv)? {
        return Ok(None);
    }
    let mut next = walk.clone();
    next.play(mv)?;
    Ok(Some((mv, next)))
}

/// A player who cannot win any more must not win, nor be able to later on.
pub(crate) fn winnable(exam: &mut Examination) -> TestResult {
    let (mut asked, mut out_of_reach) = (0_u32, 0_u32);
    exam.visit(POSITIONS, |_, walk, view| {
        let probe = Probe::new(&walk.game);
        for player in [Player::Max, Player::Min] {
            let ask = || probe.can_win(&walk.state, player);
            if !view.outcome.has_moves() {
                continue;
            }
            let Some(can_win) = ask() else { return Ok(()) };
            let who = if player == Player::Max { "the first player" } else { "the second player" };
            asked += 1;
            if !matches!(can_win, 0 | 1) || ask() != Some(can_win) {
                return Err(walk
                    .finding(format!("whether {who} can win is {can_win}: 0 or 1, the same at every call, is right")));
            }
            if can_win == 1 {
                continue;
            }
            out_of_reach += 1;
            for &mv in &view.moves {
                let child = walk.after(mv)?;
                let (outcome, name) = (walk.game.outcome(&child), walk.name(mv));
                let then = if outcome == Outcome::Win(player) {
                    "wins"
                } else if outcome.has_moves() && probe.can_win(&child, player) != Some(0) {
                    "can"
                } else {
                    continue;
                };
                let what = format!("{who} cannot win any more, says the game, but after the move {name} {who} {then}");
                return Err(walk.finding(what));
            }
        }
        Ok(())
    })?;
    let what = format!("answers, {out_of_reach} of them that a player cannot win any more");
    conclude(exam, asked, NO_WINNABLE, &what)
}
