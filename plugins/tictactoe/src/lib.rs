//! The rules of tic-tac-toe.
//!
//! MAX plays X and is White in the notation, MIN plays O and is Black. Cells are numbered 0 to 8 in reading order from
//! the top left, and a move is the number of its cell.

mod drawn;
mod fen;
mod state;
mod view;

pub use state::State;

use plyd_board::{Cells, Geometry, Inputs, Signs, Symmetry, drop_text, push_cells, square_of_drop, to_move};
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Board, Facts, Features, Game, Move, Moves, Options, Outcome, Player, Plugin, SetupError, Turn,
};

/// The geometry used for symmetries, which are the same whether the first row is at the top or at the bottom.
const CELLS: Geometry<3> = Geometry::new(3, 3);
/// The number of cell sets in the inputs of a network.
const SETS: u32 = 2;

/// The game of tic-tac-toe. The rules need no data, because everything is in the [`State`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

impl Game for TicTacToe {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        // The game is solved in an instant, so selective search is off. Omit this ability in games that are not.
        let abilities = Abilities { no_selectivity: true, ..Abilities::NONE };
        let features = Features { sides_differ: true, ..CELLS.inputs(SETS, 0, &Symmetry::SQUARE) };
        Facts { max_moves: 9, max_plies: 9, win: 10, has_key: true, abilities, features, ..Facts::DEFAULT }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn().into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        *state = state.placed(mv.0);
    }

    /// Every move is irreversible, because stones are never removed.
    #[inline]
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        true
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        state.outcome()
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        push_cells(Cells::from(u64::from(state.free())), out);
    }

    /// Encodes the signs of both players. Before a move, the first player has as many signs as the second, but the
    /// second has one fewer than the first, so the sides differ.
    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let (turn, mut inputs) = (state.turn(), Inputs::of(words));
        let (own, other) = if turn == Player::Max { (state.max(), state.min()) } else { (state.min(), state.max()) };
        for signs in [own, other] {
            inputs.cells(&CELLS, Cells::from(u64::from(signs)));
        }
        turn
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        CELLS.image_of_input(SETS, &Symmetry::SQUARE, symmetry, input)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key()
    }
}

impl Plugin for TicTacToe {
    const ID: &'static str = "tictactoe";
    const NAME: &'static str = "Tic-tac-toe";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const BOARD: Option<Board> = Some(Board { files: 3, ranks: 3, pocket: true, template: "fairy" });
    const SIDES: Option<[&'static str; 2]> = Some(["X", "O"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));

    fn open(setup: &str, _options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let setup = setup.trim();
        let state = if setup.is_empty() { State::START } else { fen::parse(setup)? };
        Ok((Self, state))
    }

    fn format_state(&self, state: &State) -> String {
        fen::format(state)
    }

    fn format_move(&self, _state: &State, mv: Move) -> String {
        drop_text('P', &fen::cell_name(mv.0))
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        let name = square_of_drop('P', text);
        let cell = (0..9).find(|&cell| fen::cell_name(cell) == name)?;
        let legal = state.outcome() == Outcome::Ongoing && state.stone(cell).is_none();
        legal.then_some(Move(cell))
    }

    fn picture(&self, state: &State) -> String {
        let signs = Signs(&[('P', 'X'), ('p', 'O')]);
        let text = signs.picture(3, 3, 1, |file, rank| fen::letter(state, file, rank));
        text + &to_move(Self::SIDES, state.turn(), state.outcome())
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(state))
    }

    fn gesture(&self, _state: &State, mv: Move) -> Vec<Step> {
        Step::spots([fen::cell_name(mv.0)])
    }
}
