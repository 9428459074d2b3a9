//! The rules of Ataxx on the board of 7x7.
//!
//! MAX moves first; its stones are `P` in the notation, White, and X in pictures; MIN's are `p`, Black, and O. A move
//! is the cell it begins on, plus 64 times the cell it ends on, or [`PASS`]. A clone begins where it ends.

mod text;

use plyd_board::{Cells, Geometry, Inputs, Symmetry, Tail, key};
use plyd_plugin::{Abilities, Facts, Game, Move, Moves, Outcome, Player, Repetition, Turn};

/// The move of a player who can neither clone nor jump while the opponent can.
pub const PASS: Move = Move(64 * 64);
/// Plies without a clone after which the game is drawn.
const PATIENCE: u32 = 100;

const BOARD: Geometry<8> = Geometry::new(7, 7);
/// The cells next to each cell, and those at the distance of a jump.
static NEAR: [Cells; 64] = BOARD.rings(1);
static FAR: [Cells; 64] = BOARD.rings(2);

/// The sets of the inputs of a network.
const SETS: u32 = 3;

/// Ataxx. Everything is in the [`State`].
#[derive(Debug)]
pub struct Ataxx;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The stones of MAX, those of MIN, and the walls, which nobody can enter.
    cells: [Cells; 3],
    /// The clock counts plies without a clone.
    tail: Tail,
}

impl State {
    fn empty(&self) -> Cells {
        self.cells.into_iter().fold(BOARD.cells(), Cells::without)
    }

    /// The stones of a player.
    fn of(&self, player: Player) -> Cells {
        self.cells[player as usize]
    }

    /// Whether a player with these stones can clone or jump.
    fn can_move(&self, stones: Cells) -> bool {
        BOARD.within(stones, 2).meets(self.empty())
    }

    fn hash(&self, cells: [Cells; 3]) -> u64 {
        let turn = key::turn(self.tail.turn());
        key::folded(turn, cells.map(Cells::word))
    }
}

/// The cells that a move begins and ends on.
fn ends(mv: Move) -> (u32, u32) {
    (mv.0 % 64, mv.0 / 64)
}

impl Game for Ataxx {
    type State = State;

    fn facts(&self) -> Facts {
        Facts {
            // 240 pairs of cells are a jump apart, each in one direction at most; and there are at most 48 clones.
            max_moves: 240 + 48,
            // Before each of at most 48 clones, and after the last, there is as much patience.
            max_plies: 49 * PATIENCE,
            win: 10_000,
            points_per_logit: 1_200,
            draw_points: 42,
            has_key: true,
            repetition: Some(Repetition::draw(3)),
            features: BOARD.inputs(SETS, 0, &Symmetry::SQUARE),
            abilities: Abilities { order: true, symmetry: true, horizon: true, ..Abilities::NONE },
            ..Facts::DEFAULT
        }
    }

    fn turn(&self, state: &State) -> Turn {
        state.tail.turn().into()
    }

    fn play(&self, state: &mut State, mv: Move) {
        let mover = state.tail.turn();
        let (from, to) = ends(mv);
        state.tail = state.tail.after(from == to);
        if mv != PASS {
            let turned = NEAR[to as usize] & state.of(mover.other());
            state.cells[mover as usize] ^= turned | Cells::of(from).with(to);
            state.cells[mover.other() as usize] ^= turned;
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let [max, min, _] = state.cells;
        if !max.is_empty() && !min.is_empty() && (state.can_move(max) || state.can_move(min)) {
            return if state.tail.quiet < PATIENCE { Outcome::Ongoing } else { Outcome::Draw };
        }
        match max.len() as i32 - min.len() as i32 {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::Max),
            _ => Outcome::Win(Player::Min),
        }
    }

    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        let own = state.of(state.tail.turn());
        for to in state.empty() {
            if NEAR[to as usize].meets(own) {
                out.push(Move(to + 64 * to));
            }
            for from in FAR[to as usize] & own {
                out.push(Move(from + 64 * to));
            }
        }
        if out.is_empty() {
            out.push(PASS);
        }
    }

    /// A stone is worth 100, and so is the right to move, which nearly always gains a stone at least.
    fn evaluate(&self, state: &State) -> i32 {
        let [max, min, _] = state.cells.map(|set| set.len() as i32);
        100 * (max - min + if state.tail.turn() == Player::Max { 1 } else { -1 })
    }

    fn key(&self, state: &State) -> u64 {
        state.hash(state.cells)
    }

    /// The stones of both, and the walls.
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let (turn, mut inputs) = (state.tail.turn(), Inputs::of(words));
        for set in [state.of(turn), state.of(turn.other()), state.cells[2]] {
            inputs.cells(&BOARD, set);
        }
        turn
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        BOARD.image_of_input(SETS, &Symmetry::SQUARE, symmetry, input)
    }

    fn symmetric_key(&self, state: &State) -> u64 {
        state.hash(BOARD.least_image(state.cells))
    }

    /// A clone fills a cell for good.
    fn is_irreversible(&self, _parent: &State, mv: Move) -> bool {
        mv.0 % 64 == mv.0 / 64
    }

    /// The keys leave out the count of plies without a clone.
    fn plies_left(&self, state: &State) -> u16 {
        PATIENCE.saturating_sub(state.tail.quiet) as u16
    }

    /// Moves that gain many stones come first; then those to cells with many own stones around.
    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        let mover = state.tail.turn();
        for (mv, score) in moves.iter().zip(scores) {
            let (from, to) = ends(*mv);
            let near = |player| NEAR.get(to as usize).map_or(0, |near| (*near & state.of(player)).len() as i32);
            *score = 400 * near(mover.other()) + 200 * i32::from(from == to) + 10 * near(mover);
        }
    }
}
