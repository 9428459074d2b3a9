//! The rules of English draughts, which are those of American checkers.
//!
//! MAX is the first player, Black, whose men begin on the squares 1 to 12 and go to the higher numbers; MIN is White. A
//! capture with all its jumps is one move.

mod board;
mod evaluate;
mod fen;
mod known;
mod route;
mod state;
mod text;
mod view;

pub use state::State;

use board::{BOARD, distance};
use fen::MOST_PIECES;
use plyd_board::{Inputs, Symmetry};
use plyd_plugin::{Abilities, Facts, Game, Move, Moves, Outcome, Player, Repetition, Turn};

/// Checkers, with its rules about draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkers {
    /// Plies without progress after which a draw can be claimed, at most 2,000; `None` if never.
    patience: Option<u32>,
    repetition: Option<Repetition>,
    max_plies: u32,
}

impl Checkers {
    /// The most moves of a position.
    ///
    /// A piece has at most 16 captures: the 8 squares that it can jump to are joined by 9 jumps (see `MOST_JUMPS`), and
    /// from none of them do more than 16 ways lead along these jumps until no jump is left. A piece has at most 4 steps.
    const MAX_MOVES: u32 = 16 * MOST_PIECES;

    /// The game that begins with this position.
    fn new(patience: Option<u32>, repetition: Option<Repetition>, root: &State) -> Self {
        // Nothing but steps of men and captures is progress, and a draw can be claimed in time before each of these, and
        // after the last.
        let steps = |player| root.men(player).into_iter().map(|cell| distance(player, cell)).sum::<u32>();
        let pieces = root.pieces[0].len() + root.pieces[1].len();
        let progress = steps(Player::Max) + steps(Player::Min) + pieces;
        let max_plies = patience.map_or(Facts::UNBOUNDED, |plies| (progress + 1) * plies);
        Self { patience, repetition, max_plies }
    }
}

impl Game for Checkers {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        Facts {
            max_moves: Self::MAX_MOVES,
            max_plies: self.max_plies,
            win: evaluate::WIN,
            points_per_logit: 89,
            draw_points: 160,
            has_key: true,
            repetition: self.repetition,
            features: BOARD.inputs(4, 0, &[]),
            // No null move: near the end of a game it is often bad to have the move.
            abilities: Abilities { order: true, noisy: true, horizon: self.patience.is_some(), ..Abilities::NONE },
            ..Facts::DEFAULT
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn.into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        state.play(mv);
    }

    /// A player who cannot move has lost, also when a draw could be claimed.
    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        if !state.can_move() {
            Outcome::Win(state.turn.other())
        } else if self.patience.is_some_and(|plies| state.quiet >= plies) {
            Outcome::DrawIfClaimed
        } else {
            Outcome::Ongoing
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        state.moves(out);
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        evaluate::evaluate(state)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    #[inline]
    fn is_irreversible(&self, parent: &State, mv: Move) -> bool {
        parent.is_irreversible(mv)
    }

    /// The men and the kings of both. For MIN the board is turned round, so that the men of the player to move go up.
    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let (turn, mut inputs) = (state.turn, Inputs::of(words));
        for player in [turn, turn.other()] {
            for set in [state.men(player), state.of(player) & state.kings] {
                inputs.cells(&BOARD, if turn == Player::Max { set } else { BOARD.image(Symmetry::HalfTurn, set) });
            }
        }
        turn
    }

    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        evaluate::rate(state, moves, scores);
    }

    /// The key leaves out the count of quiet plies.
    #[inline]
    fn plies_left(&self, state: &State) -> u16 {
        self.patience.map_or(u16::MAX, |plies| plies.saturating_sub(state.quiet) as u16)
    }

    /// The captures, which are compulsory.
    #[inline]
    fn noisy(&self, state: &State, out: &mut Moves<'_>) {
        state.captures(out);
    }
}
