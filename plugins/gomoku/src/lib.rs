//! The rules of gomoku: five stones in a row win.
//!
//! MAX is the first player, Black; Cute Chess calls the first player White. A move is the number of its cell, 20 times the rank plus the file, both counted from
//! 0.

mod board;
mod evaluate;
mod known;
mod order;
mod state;
mod text;
mod threats;
mod view;

pub use state::State;

use board::{Board, LEAST, MOST, Rule, Set};
use plyd_board::{Inputs, Signs, Symmetry, drop_text, push_cells, square_of_drop, to_move_with};
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Facts, Game, KnownPerft, Move, Moves, OptionKind, OptionSpec, Options, Outcome, Player, Plugin,
    SetupError, Turn,
};
use threats::Threats;

/// The options: the files and ranks of the start position, and the rows that win.
const SIZE: &str = "Size";
const RULE: &str = "Rule";
const STANDARD: &str = "standard";
const FREESTYLE: &str = "freestyle";

/// The sets of the inputs of a network.
const SETS: u32 = 2;

/// Gomoku on a board of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gomoku {
    board: Board,
    /// The free cells of the root: every move fills one.
    free: u32,
}

impl Gomoku {
    /// The threats of the player to move, and those of the opponent.
    #[inline]
    fn threats(&self, state: &State) -> [Threats; 2] {
        let [own, other] = state.sides();
        [Threats::of(&self.board, own, other), Threats::of(&self.board, other, own)]
    }
}

impl Game for Gomoku {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        Facts {
            max_moves: self.free.max(1),
            max_plies: self.free.max(1),
            win: evaluate::WIN,
            // None of a thousand games was drawn, but a full board is.
            points_per_logit: 210,
            draw_points: 1,
            has_key: true,
            features: self.board.grid.inputs(SETS, 0, &Symmetry::SQUARE),
            abilities: Abilities {
                order: true,
                candidates: true,
                noisy: true,
                null_move: true,
                symmetry: true,
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

    /// A stone stays.
    #[inline]
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        true
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        state.outcome(&self.board)
    }

    /// Moves are listed from a1 along the ranks.
    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        push_cells(self.board.free(state.stones), out);
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        evaluate::evaluate(&self.board, state)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key(&self.board)
    }

    #[inline]
    fn symmetric_key(&self, state: &State) -> u64 {
        state.symmetric_key(&self.board)
    }

    /// The stones of both.
    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let mut inputs = Inputs::of(words);
        for stones in state.sides() {
            inputs.cells(&self.board.grid, stones);
        }
        state.turn
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        self.board.grid.image_of_input(SETS, &Symmetry::SQUARE, symmetry, input)
    }

    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        order::rate(&self.board, state, moves, scores);
    }

    fn noisy(&self, state: &State, out: &mut Moves<'_>) {
        let [own, other] = self.threats(state);
        push_cells(own.forcing(&other), out);
    }

    /// A stone more does harm only where it makes a row too long. A player does not pass who has to fill the opponent's
    /// line.
    #[inline]
    fn pass(&self, state: &mut State) -> bool {
        let [own, other] = state.sides();
        if !Threats::of(&self.board, other, own).fives.is_empty() {
            return false;
        }
        state.turn = state.turn.other();
        true
    }
}

impl Plugin for Gomoku {
    const ID: &'static str = "gomoku";
    const NAME: &'static str = "Gomoku";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const BOARD: Option<plyd_plugin::Board> =
        Some(plyd_plugin::Board { files: 15, ranks: 15, pocket: false, template: "fairy" });
    const SIDES: Option<[&'static str; 2]> = Some(["Black", "White"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: SIZE, kind: OptionKind::Spin { default: 15, min: LEAST as i64, max: MOST as i64 } },
        OptionSpec { name: RULE, kind: OptionKind::Combo { default: STANDARD, choices: &[STANDARD, FREESTYLE] } },
    ];
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let rule = match options.text(RULE).as_deref() {
            Some(STANDARD) => Rule::Standard,
            Some(FREESTYLE) => Rule::Freestyle,
            _ => return Err(SetupError::new(format!("the option {RULE} should be {STANDARD} or {FREESTYLE}"))),
        };
        let (board, state) = if setup.trim().is_empty() {
            let size = options.integer(SIZE).and_then(|size| u32::try_from(size).ok());
            let size = size.filter(|size| (LEAST..=MOST).contains(size));
            let wrong = || SetupError::new(format!("the option {SIZE} should be from {LEAST} to {MOST}"));
            let board = Board::new(size.ok_or_else(wrong)?, rule);
            let state = State::new(&board, [Set::EMPTY; 2], Player::Max);
            (board, state)
        } else {
            text::parse(setup, rule)?
        };
        Ok((Self { free: board.free(state.stones).len(), board }, state))
    }

    fn format_state(&self, state: &State) -> String {
        text::format(&self.board, state)
    }

    fn format_move(&self, _state: &State, mv: Move) -> String {
        drop_text(text::STONE, &self.board.grid.name(mv.0))
    }

    /// The point alone is enough.
    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        let cell = self.board.grid.named(&square_of_drop(text::STONE, text))?;
        let is_legal = state.outcome(&self.board) == Outcome::Ongoing && self.board.free(state.stones).contains(cell);
        is_legal.then_some(Move(cell))
    }

    fn picture(&self, state: &State) -> String {
        let text = self.board.grid.picture(Signs::LETTERS, 2, text::LETTERS, state.stones);
        text + &to_move_with(&text::LETTERS, Self::SIDES, state.turn, state.outcome(&self.board))
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(&self.board, state))
    }

    fn gesture(&self, _state: &State, mv: Move) -> Vec<Step> {
        Step::spots([self.board.grid.name(mv.0)])
    }
}
