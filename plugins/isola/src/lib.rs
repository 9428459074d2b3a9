//! The rules of Isola, which is also known as Isolation (Bernd Kienitz, 1972): a move is a king step and the removal of
//! a free square. A player who cannot move loses.
//!
//! MAX is the first player, White. A move is the number of the king's target square plus 64 times the number of the
//! removed square. Squares are numbered on an 8 by 8 board: a1 is 0, h1 is 7, a2 is 8.

mod board;
mod evaluate;
mod fen;
mod known;
mod order;
mod state;
mod view;

pub use state::State;

use board::{Board, SIZES};
use fen::LETTERS;
use plyd_board::{BoardSizes, Cells, Inputs, Signs, Tail, to_move_with};
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Facts, Game, KnownPerft, Move, Moves, OptionKind, OptionSpec, Options, Outcome, Player, Plugin,
    SetupError, Turn,
};
use state::{Removals, pack, removed, steps, target};

/// The option that decides whether the start squares can be removed.
const PADS: &str = "Pads";

/// The number of square sets in the inputs of a network.
const SETS: u32 = 3;

/// Isola on a board of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isola {
    board: Board,
    max_moves: u32,
    max_plies: u32,
}

impl Isola {
    /// Creates the game that begins with this position.
    fn new(board: Board, root: &State) -> Self {
        // Every move removes one free square permanently, and a king needs a free square to step to, so `free` bounds
        // the number of plies. A step does not change the number of free squares, so `free` also bounds the number of
        // removals.
        let free = root.free(&board).len();
        Self { max_moves: (board.most_steps() * free).max(1), max_plies: free.max(1), board }
    }
}

impl Game for Isola {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        Facts {
            max_moves: self.max_moves,
            max_plies: self.max_plies,
            win: evaluate::WIN,
            points_per_logit: 84,
            has_key: true,
            features: self.board.grid.inputs(SETS, 0, &self.board.symmetries),
            abilities: Abilities { order: true, candidates: true, symmetry: true, ..Abilities::NONE },
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

    /// Every move is irreversible, because removed squares never come back.
    #[inline]
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        true
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        state.outcome(&self.board)
    }

    /// Generates moves sorted by the king's target square, then by the removed square.
    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        let (king, free) = (state.king(state.turn()), state.free(&self.board));
        let removals = Removals::of(&self.board, king, free);
        for to in steps(king, free) {
            for gone in removals.after(Cells::of(to)) {
                out.push(pack(to, gone));
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
        state.hash(&self.board, self.board.least_image(state.sets))
    }

    /// Encodes the kings of both players and the removed squares.
    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let (turn, mut inputs) = (state.turn(), Inputs::of(words));
        for set in [state.king(turn), state.king(turn.other()), state.sets[2]] {
            inputs.cells(&self.board.grid, set);
        }
        turn
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        self.board.grid.image_of_input(SETS, &self.board.symmetries, symmetry, input)
    }

    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        order::rate(&self.board, state, moves, scores);
    }
}

impl Plugin for Isola {
    const ID: &'static str = "isolation";
    const NAME: &'static str = "Isola";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const BOARD: Option<plyd_plugin::Board> =
        Some(plyd_plugin::Board { files: 6, ranks: 8, pocket: false, template: "fairy" });
    const SIDES: Option<[&'static str; 2]> = Some(["White", "Black"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &{
        let [files, ranks] = SIZES.options(6, 8);
        [files, ranks, OptionSpec { name: PADS, kind: OptionKind::Check { default: true } }]
    };
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let has_pads = options.flag(PADS).unwrap_or(true);
        let (board, state) = if setup.trim().is_empty() {
            let board = BoardSizes::open(options, |files, ranks| Board::new(files, ranks, has_pads))?;
            let [max, min] = board.start();
            (board, State { sets: [max, min, Cells::EMPTY], tail: Tail::START })
        } else {
            fen::parse(setup, has_pads)?
        };
        Ok((Self::new(board, &state), state))
    }

    fn format_state(&self, state: &State) -> String {
        fen::format(&self.board, state)
    }

    /// Writes a move in the notation of Fairy-Stockfish: the step, a comma, and the target square of the step with the
    /// removed square.
    fn format_move(&self, state: &State, mv: Move) -> String {
        let grid = &self.board.grid;
        let from = state.king(state.turn()).first().unwrap_or_default();
        format!("{},{}", grid.step_text(from, target(mv)), grid.step_text(target(mv), removed(mv)))
    }

    /// Parses the squares directly, which avoids writing the hundreds of legal moves.
    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        let text = text.to_ascii_lowercase();
        let square = |at: usize| self.board.grid.named(text.get(at..at + 2)?);
        let mv = pack(square(2)?, square(7)?);
        let (king, free) = (state.king(state.turn()), state.free(&self.board));
        let removals = Removals::of(&self.board, king, free).after(Cells::of(target(mv)));
        let is_legal = steps(king, free).contains(target(mv)) && removals.contains(removed(mv));
        (is_legal && self.format_move(state, mv) == text).then_some(mv)
    }

    fn picture(&self, state: &State) -> String {
        let text = self.board.grid.picture(Signs(&[('*', '#')]), 1, LETTERS, state.sets);
        text + &to_move_with(&LETTERS, Self::SIDES, state.turn(), state.outcome(&self.board))
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(&self.board, state))
    }

    /// The clicks of a move: the king's target square, then the removed square.
    fn gesture(&self, _state: &State, mv: Move) -> Vec<Step> {
        Step::spots([target(mv), removed(mv)].map(|square| self.board.grid.name(square)))
    }
}
