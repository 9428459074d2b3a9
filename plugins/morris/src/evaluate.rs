//! The value of a position without a search, and the ratings of moves.

use crate::points::{closing, contacts, mills};
use crate::state::{FEWEST, MEN, Parts, State};
use plyd_board::Cells;
use plyd_plugin::{Move, Player};

/// The value of a win.
pub(crate) const WIN: i32 = 10_000;

/// The value of a man, on the board or in the hand.
const MAN: i32 = 100;
/// The additional value of each way to move a man along a line, unless the player has only three men.
const WAY: i32 = 5;
/// The value of a mill.
const MILL: i32 = 12;
/// The value of a free point whose two others on a line have men of the player.
const GAP: i32 = 20;
/// The value of having the move.
const TEMPO: i32 = 4;

const _: () = assert!(MEN as i32 * (MAN + 4 * WAY + MILL) + 24 * GAP + TEMPO < WIN);

/// The value from the view of White, who is MAX.
#[inline]
pub(crate) fn evaluate(state: &State) -> i32 {
    let tempo = if state.turn() == Player::Max { TEMPO } else { -TEMPO };
    side(state, Player::Max) - side(state, Player::Min) + tempo
}

#[inline]
fn side(state: &State, player: Player) -> i32 {
    let (own, free, men) = (state.of(player), state.free(), state.count(player));
    let ways = if men > FEWEST { contacts(own, free) } else { 0 };
    let gaps = (closing(own) & free).len();
    MAN * men as i32 + WAY * ways as i32 + MILL * mills(own) as i32 + GAP * gaps as i32
}

/// Captures first, those that fill or break the opponent's gaps before the others; then what fills a gap of the
/// opponent, and what makes gaps and ways.
pub(crate) fn rate(state: &State, moves: &[Move], scores: &mut [i32]) {
    const TAKES: i32 = 2_000;
    const BLOCKS: i32 = 300;
    const MAKES: i32 = 60;
    const WAYS: i32 = 4;
    let turn = state.turn();
    let (own, other, free) = (state.of(turn), state.of(turn.other()), state.free());
    let threats = closing(other) & free;
    for (mv, score) in moves.iter().zip(scores) {
        let Parts { from, to, taken } = Parts::of(*mv);
        let (left, reached) = (from.map_or(Cells::EMPTY, Cells::of), Cells::of(to));
        let (own, free) = (own.without(left) | reached, (free | left).without(reached));
        let gaps = (closing(own) & free).len() as i32;
        let mut rating = MAKES * gaps + WAYS * contacts(own, free) as i32;
        if threats.contains(to) {
            rating += BLOCKS;
        }
        if let Some(taken) = taken {
            let left = closing(other.without(Cells::of(taken))) & threats;
            rating += TAKES + BLOCKS * (threats.len() - left.len()) as i32;
        }
        *score = rating;
    }
}
