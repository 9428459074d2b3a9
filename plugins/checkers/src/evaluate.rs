//! The value of a position without a search, and the ratings of moves.

use crate::board::{BOARD, king_row};
use crate::route::Route;
use crate::state::State;
use plyd_board::Cells;
use plyd_plugin::{Move, Player};

/// The value of a win.
pub(crate) const WIN: i32 = 10_000;

/// The value of a man, and of a king.
const MAN: i32 = 100;
const KING: i32 = 165;
/// The additional value of a man by the rows between it and its king row, from 1 on. Farther back an advance is worth
/// nothing: with a value for each row plyd lost matches against itself.
const ADVANCED: [i32; 3] = [0, 16, 8];
/// The additional value of a piece in the centre.
const CENTRE: i32 = 5;
/// The additional value of a man in its first row as long as the opponent has men, who cannot become kings there.
const GUARD: i32 = 16;
/// The value of having the move.
const TEMPO: i32 = 4;
/// A lead is worth more the fewer pieces are left, so that the leading player exchanges pieces: the difference of men
/// and kings, divided by their sum, times this (the idea is that of Martin Fierz's Simple Checkers).
const LEAD: i32 = 300;
/// The deduction for each step between a king of the leading player and a piece of an opponent who has few.
const HUNT: i32 = 2;
/// So few.
const FEW: u32 = 3;

const _: () = assert!(12 * (KING + ADVANCED[1] + CENTRE + GUARD) + TEMPO + LEAD < WIN);
const _: () = assert!(12 * FEW as i32 * 7 * HUNT < WIN / 2);

/// The centre: the squares 10, 11, 14, 15, 18, 19, 22 and 23.
const INNER: Cells = {
    let (files, rows) = (Cells::<1>::of_words([0x3C3C_3C3C_3C3C_3C3C]), Cells::of_words([0x0000_FFFF_FFFF_0000]));
    files.and(rows)
};

/// The value from the view of Black, who is MAX.
#[inline]
pub(crate) fn evaluate(state: &State) -> i32 {
    let [black, white] = [Player::Max, Player::Min].map(|player| material(state, player));
    let places = place(state, Player::Max) - place(state, Player::Min);
    let tempo = if state.turn == Player::Max { TEMPO } else { -TEMPO };
    let lead = LEAD * (black - white) / (black + white).max(1);
    black - white + places + tempo + lead - hunt(state, black - white)
}

#[inline]
fn count(pieces: Cells) -> i32 {
    pieces.len() as i32
}

#[inline]
fn material(state: &State, player: Player) -> i32 {
    MAN * count(state.men(player)) + KING * count(state.of(player) & state.kings)
}

/// The value of the places of a player's pieces.
#[inline]
fn place(state: &State, player: Player) -> i32 {
    let men = state.men(player);
    let mut value = CENTRE * count(state.of(player) & INNER);
    if !state.men(player.other()).is_empty() {
        value += GUARD * count(men & king_row(player.other()));
    }
    for left in 1..=2 {
        let row = if player == Player::Max { 7 - left } else { left };
        value += ADVANCED[left as usize] * count(men & BOARD.rank(row));
    }
    value
}

/// The steps between the kings of the leading player and the few pieces of the other, for Black.
#[inline]
fn hunt(state: &State, lead: i32) -> i32 {
    let leader = match lead {
        0 => return 0,
        1.. => Player::Max,
        _ => Player::Min,
    };
    let hunted = state.of(leader.other());
    if hunted.len() > FEW {
        return 0;
    }
    let apart = |one: u32, other: u32| {
        let ((file, row), (other_file, other_row)) = (BOARD.place(one), BOARD.place(other));
        file.abs_diff(other_file).max(row.abs_diff(other_row)) as i32
    };
    let kings = state.of(leader) & state.kings;
    let steps: i32 = kings.into_iter().flat_map(|king| hunted.into_iter().map(move |piece| apart(king, piece))).sum();
    if leader == Player::Max { HUNT * steps } else { -HUNT * steps }
}

/// The captures of the most first, kings counting more than men, and then the steps that make a king. All others are
/// alike: ratings by the danger of a capture, by rows and by the centre cost more nodes than they saved.
pub(crate) fn rate(state: &State, moves: &[Move], scores: &mut [i32]) {
    const CAPTURED: i32 = 400;
    const CAPTURED_KING: i32 = 600;
    const CROWNED: i32 = 800;
    let turn = state.turn;
    for (mv, score) in moves.iter().zip(scores) {
        let route = Route::of(*mv);
        let (to, jumped) = route.end();
        let is_man = !state.kings.contains(route.from());
        let kings = count(jumped & state.kings);
        *score = CAPTURED * (count(jumped) - kings) + CAPTURED_KING * kings;
        if is_man && king_row(turn).meets(to) {
            *score += CROWNED;
        }
    }
}
