//! The rules of the Game of the Amazons (Walter Zamkauskas, 1988): an amazon moves like a chess queen, then shoots an
//! arrow that blocks a square permanently. A player who cannot move loses.
//!
//! MAX is the first player, White. A move is the number of the amazon's origin square, plus 128 times the number of its
//! target square, plus 16,384 times the number of the arrow's square. The number of a square is its file plus 11 times
//! its rank, both counted from 0.

mod board;
mod evaluate;
mod fen;
mod known;
mod lines;
mod order;
mod state;
mod view;

pub use state::State;

use board::{Board, MOST, START_SIZES, Set};
use fen::LETTERS;
use lines::{bits, reach, set};
use plyd_board::{Inputs, Signs, Tail, to_move_with};
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Facts, Game, KnownPerft, Move, Moves, OptionKind, OptionSpec, Options, Outcome, Player, Plugin,
    SetupError, Turn,
};
use state::{arrow, origin, pack, target};

/// The option for the number of files and ranks in the start position.
const SIZE: &str = "Size";

/// The number of square sets in the inputs of a network.
const SETS: u32 = 3;

/// The Game of the Amazons on a board of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amazons {
    board: Board,
    max_moves: u32,
    max_plies: u32,
}

impl Amazons {
    /// Creates the game that begins with this position.
    fn new(board: Board, root: &State) -> Self {
        let [max, min, arrows] = root.sets;
        Self {
            max_moves: board.most_moves(arrows, max.len().max(min.len())).max(1),
            // Every move blocks one free square permanently, and the amazon exchanges one free square for another.
            // Without a free square there is no move.
            max_plies: root.free(&board).len().max(1),
            board,
        }
    }

    /// The squares to which an amazon on `from` can move.
    #[inline]
    fn targets(&self, state: &State, from: u32) -> Set {
        set(reach(from, bits(state.free(&self.board))))
    }

    /// The squares at which an amazon can shoot after its step. The square that it has left is free.
    #[inline]
    fn shots(&self, state: &State, from: u32, to: u32) -> Set {
        set(reach(to, bits(state.free(&self.board)) | 1 << from))
    }
}

impl Game for Amazons {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        Facts {
            max_moves: self.max_moves,
            max_plies: self.max_plies,
            win: evaluate::WIN,
            points_per_logit: 94,
            features: self.board.grid.inputs(SETS, 0, self.board.grid.symmetries()),
            has_key: true,
            abilities: Abilities {
                order: true,
                candidates: true,
                symmetry: true,
                monte_carlo: true,
                ..Abilities::NONE
            },
            ..Facts::DEFAULT
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn().into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        *state = state.moved(mv);
    }

    /// Every move is irreversible, because arrows are never removed.
    #[inline]
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        true
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        state.outcome(&self.board)
    }

    /// Generates moves sorted by the amazon's origin square, then by its target square, then by the arrow's square.
    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        for from in state.amazons(state.turn()) {
            for to in self.targets(state, from) {
                for arrow in self.shots(state, from, to) {
                    out.push(pack(from, to, arrow));
                }
            }
        }
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        evaluate::evaluate(&self.board, state)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.hash(&self.board, state.sets)
    }

    #[inline]
    fn symmetric_key(&self, state: &State) -> u64 {
        state.hash(&self.board, self.board.grid.least_image(state.sets))
    }

    /// Encodes the amazons of both players and the arrows.
    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let (turn, mut inputs) = (state.turn(), Inputs::of(words));
        for set in [state.amazons(turn), state.amazons(turn.other()), state.sets[2]] {
            inputs.cells(&self.board.grid, set);
        }
        turn
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        self.board.grid.image_of_input(SETS, self.board.grid.symmetries(), symmetry, input)
    }

    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        order::rate(&self.board, state, moves, scores);
    }
}

impl Plugin for Amazons {
    const ID: &'static str = "amazons";
    const NAME: &'static str = "Game of the Amazons";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const BOARD: Option<plyd_plugin::Board> =
        Some(plyd_plugin::Board { files: MOST, ranks: MOST, pocket: false, template: "fairy" });
    const SIDES: Option<[&'static str; 2]> = Some(["White", "Black"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec {
        name: SIZE,
        kind: OptionKind::Spin {
            default: MOST as i64,
            min: START_SIZES.least() as i64,
            max: START_SIZES.most() as i64,
        },
    }];
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let (board, state) = if setup.trim().is_empty() {
            let size = options.integer(SIZE).and_then(|size| u32::try_from(size).ok());
            let size = size.filter(|size| START_SIZES.contains(*size));
            let size = size.ok_or_else(|| SetupError::new(format!("the option {SIZE} should be {START_SIZES}")))?;
            let board = Board::new(size, size);
            let [max, min] = board.start();
            (board, State { sets: [max, min, Set::EMPTY], tail: Tail::START })
        } else {
            fen::parse(setup)?
        };
        Ok((Self::new(board, &state), state))
    }

    fn format_state(&self, state: &State) -> String {
        fen::format(&self.board, state)
    }

    /// Writes a move in the notation of Fairy-Stockfish: the step, a comma, and the target square of the step with the
    /// arrow's square.
    fn format_move(&self, _state: &State, mv: Move) -> String {
        let grid = &self.board.grid;
        format!("{},{}", grid.step_text(origin(mv), target(mv)), grid.step_text(target(mv), arrow(mv)))
    }

    /// Parses the squares directly, which avoids writing the thousands of legal moves.
    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        let text = text.to_ascii_lowercase();
        let pair = |text: &str| {
            let (first, second) = text.split_at(text.rfind(|letter: char| letter.is_ascii_alphabetic())?);
            Some((self.board.grid.named(first)?, self.board.grid.named(second)?))
        };
        let (step, shot) = text.split_once(',')?;
        let ((from, to), (_, arrow)) = (pair(step)?, pair(shot)?);
        let is_legal = state.amazons(state.turn()).contains(from)
            && self.targets(state, from).contains(to)
            && self.shots(state, from, to).contains(arrow);
        let mv = pack(from, to, arrow);
        (is_legal && self.format_move(state, mv) == text).then_some(mv)
    }

    fn picture(&self, state: &State) -> String {
        let text = self.board.grid.picture(Signs(&[('*', '#')]), 2, LETTERS, state.sets);
        text + &to_move_with(&LETTERS, Self::SIDES, state.turn(), state.outcome(&self.board))
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(&self.board, state))
    }

    /// The clicks of a move: the amazon, its target square, and the arrow's square.
    fn gesture(&self, _state: &State, mv: Move) -> Vec<Step> {
        Step::spots([origin(mv), target(mv), arrow(mv)].map(|square| self.board.grid.name(square)))
    }
}
