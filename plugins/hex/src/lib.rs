//! The rules of hex (Piet Hein, 1942; John Nash, 1948): each player joins two opposite edges of a rhombus by a chain of
//! stones.
//!
//! MAX is the first player, Red, who joins the top and the bottom; MIN is Blue, who joins left and right. A move is the
//! number of its cell, 20 times the row plus the file, both counted from 0; or 380, by which Blue takes over the first
//! stone.

mod board;
mod evaluate;
mod known;
mod order;
mod paths;
mod playout;
mod state;
mod text;
mod view;

pub use state::State;

use board::{Board, MOST, Set};
use plyd_board::{Inputs, Symmetry, push_cells, to_move_with};
use plyd_plugin::view::{Choice, Step as Touch, View};
use plyd_plugin::{
    Abilities, Facts, Game, KnownPerft, Move, Moves, OptionKind, OptionSpec, Options, Outcome, Player, Plugin,
    SetupError, Step, Turn,
};
use state::SWAP;

/// The options: the rows and files of the start position, and whether the second player may take over the first stone.
const SIZE: &str = "Size";
const SWAP_RULE: &str = "Swap";

/// The sets of the inputs of a network, and the symmetries that leave both players their edges.
const SETS: u32 = 2;
const SYMMETRIES: [Symmetry; 1] = [Symmetry::HalfTurn];

/// Hex on a board of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    board: Board,
    has_swap: bool,
    max_moves: u32,
    max_plies: u32,
}

impl Hex {
    /// The game that begins with this position.
    fn new(board: Board, has_swap: bool, root: &State) -> Self {
        // Every move fills a cell for good, but the swap, which comes once at most: now, or after the first of all moves.
        // In that position it is a move beside one for each cell but one.
        let free = root.free(&board).len();
        let swaps_now = has_swap && root.swappable().is_some();
        let swaps = swaps_now || has_swap && root.turn == Player::Max && free == board.grid().cells().len();
        Self {
            max_moves: (free + u32::from(swaps_now)).max(1),
            max_plies: (free + u32::from(swaps)).max(1),
            board,
            has_swap,
        }
    }

    #[inline]
    fn can_swap(&self, state: &State) -> bool {
        self.has_swap && state.swappable().is_some()
    }

    #[inline]
    fn salt(&self) -> u64 {
        self.board.salt(self.has_swap)
    }
}

impl Game for Hex {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        Facts {
            max_moves: self.max_moves,
            max_plies: self.max_plies,
            win: evaluate::WIN,
            points_per_logit: 190,
            has_key: true,
            features: self.board.grid().inputs(SETS, 1, &SYMMETRIES),
            abilities: Abilities {
                order: true,
                null_move: true,
                symmetry: true,
                playout: true,
                monte_carlo: true,
                ..Abilities::NONE
            },
            ..Facts::DEFAULT
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn.into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        state.play(&self.board, mv);
    }

    /// A stone stays; a swap happens once.
    #[inline]
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        true
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        state.outcome(&self.board)
    }

    /// Moves are listed by their cells, from a1 along the rows; the swap is the last.
    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        push_cells(state.free(&self.board), out);
        if self.can_swap(state) {
            out.push(SWAP);
        }
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        evaluate::evaluate(&self.board, state)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key(self.salt())
    }

    #[inline]
    fn symmetric_key(&self, state: &State) -> u64 {
        state.symmetric_key(self.salt())
    }

    /// The stones of both, and whether the first one can be taken over. Rows and files are exchanged for MIN, so that the
    /// player to move always joins the top and the bottom.
    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let (turn, grid, mut inputs) = (state.turn, self.board.grid(), Inputs::of(words));
        for player in [turn, turn.other()] {
            let stones = state.stones[player as usize];
            inputs.cells(grid, if turn == Player::Max { stones } else { grid.image(Symmetry::Transpose, stones) });
        }
        inputs.flag(self.can_swap(state));
        turn
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        self.board.grid().image_of_input(SETS, &SYMMETRIES, symmetry, input)
    }

    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        order::rate(&self.board, state, moves, scores);
    }

    fn playout(&self, state: &State, seed: u64, out: &mut Moves<'_>) -> Step {
        let winner = playout::play(&self.board, state, seed, out);
        Step::new(Outcome::Win(winner), state.turn).with_moves(out)
    }

    /// A stone more never does harm in hex, so passing is never better than the best move. It would take away the swap,
    /// or give it to the opponent.
    #[inline]
    fn pass(&self, state: &mut State) -> bool {
        let stones = state.stones[0].len() + state.stones[1].len();
        if stones < 2 {
            return false;
        }
        state.turn = state.turn.other();
        true
    }
}

impl Plugin for Hex {
    const ID: &'static str = "hex";
    const NAME: &'static str = "Hex";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const BOARD: Option<plyd_plugin::Board> =
        Some(plyd_plugin::Board { files: 11, ranks: 11, pocket: false, template: "fairy" });
    const SIDES: Option<[&'static str; 2]> = Some(["Red", "Blue"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: SIZE, kind: OptionKind::Spin { default: 11, min: 1, max: MOST as i64 } },
        OptionSpec { name: SWAP_RULE, kind: OptionKind::Check { default: true } },
    ];
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let has_swap = options.flag(SWAP_RULE).unwrap_or(true);
        let (board, state) = if setup.trim().is_empty() {
            let size = options.integer(SIZE).and_then(|size| u32::try_from(size).ok());
            let size = size.filter(|size| (1..=MOST).contains(size));
            let size = size.ok_or_else(|| SetupError::new(format!("the option {SIZE} should be from 1 to {MOST}")))?;
            let board = Board::new(size);
            (board, State::new(&board, [Set::EMPTY; 2], Player::Max))
        } else {
            text::parse(setup)?
        };
        Ok((Self::new(board, has_swap, &state), state))
    }

    fn format_state(&self, state: &State) -> String {
        text::format(&self.board, state)
    }

    fn format_move(&self, _state: &State, mv: Move) -> String {
        text::move_text(&self.board, mv)
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        let mv = text::parse_move(&self.board, text)?;
        let is_legal = if mv == SWAP { self.can_swap(state) } else { state.free(&self.board).contains(mv.0) };
        (is_legal && state.outcome(&self.board) == Outcome::Ongoing).then_some(mv)
    }

    fn picture(&self, state: &State) -> String {
        text::picture(&self.board, state)
            + &to_move_with(&text::LETTERS, Self::SIDES, state.turn, state.outcome(&self.board))
    }

    fn view(&self, state: &State) -> Option<View> {
        let mut view = view::view(&self.board, state);
        if self.can_swap(state) && state.outcome(&self.board) == Outcome::Ongoing {
            view.choices.push(Choice { id: Touch::button("swap"), text: "Swap".into() });
        }
        Some(view)
    }

    /// A click on the cell, or the button for the swap.
    fn gesture(&self, _state: &State, mv: Move) -> Vec<Touch> {
        let text = text::move_text(&self.board, mv);
        if mv == SWAP { vec![Touch::button(text)] } else { Touch::spots([text]) }
    }
}
