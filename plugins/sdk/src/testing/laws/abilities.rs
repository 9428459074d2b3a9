//! Laws of the functions that help a search.

use super::{Told, Way, list};
use crate::{LOSING_RATING, Move, Moves, Outcome, Player, Plugin, UTILITY_LIMIT, Want};
use plyd_rules::broken_rule;

#[track_caller]
pub(super) fn visit<P: Plugin>(game: &P, state: &P::State, told: &Told, way: &Way<'_>) {
    let abilities = game.facts().abilities;
    if let Some(left) = told.plies_left {
        horizon(game, state, told, left, way);
    }
    if abilities.winnable && told.outcome.has_moves() {
        winnable(game, state, told, way);
    }
    if told.outcome != Outcome::Ongoing || told.turn.player().is_none() {
        return;
    }
    if abilities.order {
        ratings(game, state, told, way);
    }
    if abilities.noisy {
        noisy(game, state, told, way);
    }
    if abilities.check {
        in_check(game, state, way);
    }
    if abilities.futility {
        let margin = game.futility_margin(state);
        way.require((0..=UTILITY_LIMIT).contains(&margin), || {
            format!("the margin of quiet moves, {margin}, should be from 0 to {UTILITY_LIMIT}")
        });
    }
    if abilities.null_move {
        null_move(game, state, told, way);
    }
    if abilities.playout {
        playout(game, state, way);
    }
}

#[track_caller]
fn horizon<P: Plugin>(game: &P, state: &P::State, told: &Told, left: u16, way: &Way<'_>) {
    way.require(left > 0 || told.outcome != Outcome::Ongoing, || {
        "`plies_left` is 0, but the game goes on: 0 means that a counter ends it here".into()
    });
    for &mv in told.moves.iter().filter(|_| left < u16::MAX) {
        let after = game.plies_left(&super::super::after(game, state, mv));
        way.require(after >= left.saturating_sub(1), || {
            let text = game.format_move(state, mv);
            format!("`plies_left` is {left}, and {after} after the move `{text}`: a move takes one ply at most")
        });
    }
}

#[track_caller]
fn winnable<P: Plugin>(game: &P, state: &P::State, told: &Told, way: &Way<'_>) {
    for player in [Player::Max, Player::Min].into_iter().filter(|player| !game.can_win(state, *player)) {
        for &mv in &told.moves {
            let child = super::super::after(game, state, mv);
            let outcome = game.outcome(&child);
            let can = outcome == Outcome::Win(player) || outcome.has_moves() && game.can_win(&child, player);
            way.require(!can, || {
                let text = game.format_move(state, mv);
                format!("{player:?} cannot win any more, says `can_win`, but wins or can win after the move `{text}`")
            });
        }
    }
}

/// Random games of these seeds are looked at in each position.
const SEEDS: [u64; 2] = [1, u64::MAX / 3];
/// So many of their moves.
const LONGEST: usize = 4_096;

#[track_caller]
fn playout<P: Plugin>(game: &P, state: &P::State, way: &Way<'_>) {
    for seed in SEEDS {
        let played = |room: usize| {
            let mut room = vec![Move(0); room];
            let mut moves = Moves::new(&mut room);
            let end = game.playout(state, seed, &mut moves);
            (end.without_count(), end.count(), moves.as_slice().to_vec())
        };
        let (end, count, moves) = played(LONGEST);
        let is_failure = broken_rule(end, Want::VALUE, 0, game.facts());
        way.require(is_failure.is_none() && !end.is_error(), || {
            format!("a random game ends as no position may: {end:?}")
        });
        way.require(count == moves.len(), || format!("a random game tells {} moves and counts {count}", moves.len()));
        let short = played(1);
        way.require((end, &moves[..moves.len().min(1)]) == (short.0, &short.2), || {
            "the same seed should play the same game, also with less room for its moves".into()
        });
        let mut reached = state.clone();
        for (number, &mv) in (1..).zip(&moves) {
            if game.outcome(&reached) != Outcome::Ongoing {
                break;
            }
            way.require(super::legal(game, &reached).contains(&mv), || {
                format!("move {number} of a random game, {}, is not legal", mv.0)
            });
            reached = super::super::after(game, &reached, mv);
        }
        let outcome = game.outcome(&reached);
        way.require(outcome.has_moves() || outcome == end.outcome(), || {
            format!("the moves of a random game end it as {outcome:?}, but it tells {:?}", end.outcome())
        });
    }
}

#[track_caller]
fn ratings<P: Plugin>(game: &P, state: &P::State, told: &Told, way: &Way<'_>) {
    let rated = |moves: &[Move], old: i32| {
        let mut scores = vec![old; moves.len()];
        game.order(state, moves, &mut scores);
        scores
    };
    let scores = rated(&told.moves, 0);
    way.require(scores == rated(&told.moves, 1), || "`order` should set all scores, the same at every call".into());
    let backwards: Vec<Move> = told.moves.iter().rev().copied().collect();
    let again: Vec<i32> = rated(&backwards, 0).into_iter().rev().collect();
    way.require(scores == again, || "the ratings of moves should not depend on their order".into());
    let lost = told.moves.iter().zip(&scores).filter(|(_, score)| **score == LOSING_RATING);
    for (&mv, _) in lost {
        let text = game.format_move(state, mv);
        way.require(loses_at_once(game, state, mv), || {
            format!("the move `{text}` is rated as one that loses, but no reply to it wins")
        });
    }
}

fn loses_at_once<P: Plugin>(game: &P, state: &P::State, mv: Move) -> bool {
    let child = super::super::after(game, state, mv);
    let Some(winner) = game.turn(&child).player() else { return false };
    let wins = |reply: Move| game.outcome(&super::super::after(game, &child, reply)) == Outcome::Win(winner);
    game.outcome(&child) == Outcome::Ongoing && super::legal(game, &child).into_iter().any(wins)
}

#[track_caller]
fn noisy<P: Plugin>(game: &P, state: &P::State, told: &Told, way: &Way<'_>) {
    let noisy = list(game, |moves| game.noisy(state, moves));
    let mut legal = told.moves.iter();
    for mv in &noisy {
        way.require(legal.any(|other| other == mv), || {
            format!("the noisy move {} is not legal, or not in the order of the legal moves", mv.0)
        });
    }
}

/// An `examine` of the game's own says what `in_check` does, and only if it is asked.
#[track_caller]
fn in_check<P: Plugin>(game: &P, state: &P::State, way: &Way<'_>) {
    let said = game.in_check(state);
    for (want, expected) in [(Want::CHECK, said), (Want::VALUE.and(Want::CHECK), said), (Want::VALUE, false)] {
        let told = game.examine(state, want, &mut Moves::new(&mut [])).is_in_check();
        way.require(told == expected, || {
            format!("`in_check` is {said}, but `examine` says {told}, asked for {want:?}")
        });
    }
}

#[track_caller]
fn null_move<P: Plugin>(game: &P, state: &P::State, told: &Told, way: &Way<'_>) {
    let mut child = state.clone();
    if !game.pass(&mut child) {
        let difference = told.difference(&Told::of(game, &child, way));
        way.require(difference.is_none(), || "`pass` is refused, but changes the state".into());
        return;
    }
    let after = Told::of(game, &child, way);
    way.require(after.turn != told.turn, || "after `pass` it should be the other player's turn".into());
    way.require(told.key.is_none() || after.key != told.key, || "`pass` should change the key".into());
    let text = game.format_state(&child);
    if let Err(error) = super::super::try_open::<P>(&text, way.options) {
        way.broken(format!("after `pass` the text `{text}` does not open: {error}"));
    }
}
