//! The rules of dots and boxes (Édouard Lucas, 1895): who draws the fourth line of a box owns it and moves again.
//!
//! MAX is the first player, Red; MIN is Blue. A move is the number of its line: of a horizontal one 8 times its row plus
//! its column, both counted from 0 at the top left; of a vertical one 64 more.

mod board;
mod chains;
mod evaluate;
mod features;
mod known;
mod order;
mod state;
mod symmetry;
mod text;
mod view;

pub use state::State;

use board::{Board, Lines, MOST};
use plyd_board::{key, push_cells, to_move};
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Facts, Game, KnownPerft, Move, Moves, OptionKind, OptionSpec, Options, Outcome, Player, Plugin,
    SetupError, Turn,
};

/// The options: the size of the board, and whether a game is worth the difference of boxes.
const ROWS: &str = "Rows";
const COLUMNS: &str = "Columns";
const BOX_DIFFERENCE: &str = "BoxDifference";

/// The value of a win, more than there are boxes.
const WIN: i32 = 64;
const _: () = assert!(WIN as u32 > MOST * MOST);

/// Dots and boxes on a board of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DotsAndBoxes {
    board: Board,
    /// Whether a game is worth the difference of boxes, not just won or lost.
    counts_boxes: bool,
    /// The lines to be drawn at the beginning.
    lines: u32,
}

impl DotsAndBoxes {
    /// Tells boards of different sizes, and ways to count, apart in keys.
    #[inline]
    fn salt(&self) -> u64 {
        let size = self.board.rows() << 4 | self.board.columns() << 1;
        key::salt(u64::from(size | u32::from(self.counts_boxes)))
    }

    fn is_over(&self, state: &State) -> bool {
        state.lines == self.board.lines()
    }
}

impl Game for DotsAndBoxes {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        // Every move draws a line, and a position has a move for each line that is not drawn.
        let lines = self.lines.max(1);
        Facts {
            max_moves: lines,
            max_plies: lines,
            win: WIN,
            points_per_logit: 2,
            draw_points: 1,
            has_key: true,
            features: features::of(&self.board),
            // No null move: most endings are lost by who has to move.
            abilities: Abilities { order: true, symmetry: true, ..Abilities::NONE },
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

    /// A line that is drawn stays.
    #[inline]
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        true
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        if !self.is_over(state) {
            return Outcome::Ongoing;
        }
        match state.difference(&self.board) {
            difference if self.counts_boxes => Outcome::Utility(difference),
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::Max),
            _ => Outcome::Win(Player::Min),
        }
    }

    /// The horizontal lines are listed first, then the vertical ones, both row by row.
    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        push_cells(state.free(&self.board), out);
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
        symmetry::key(&self.board, state, self.salt())
    }

    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        features::write(&self.board, state, words);
        state.turn
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        features::image(&self.board, symmetry, input)
    }

    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        order::rate(&self.board, state, moves, scores);
    }
}

impl Plugin for DotsAndBoxes {
    const ID: &'static str = "dotsandboxes";
    const NAME: &'static str = "Dots and boxes";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const SIDES: Option<[&'static str; 2]> = Some(["Red", "Blue"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: ROWS, kind: OptionKind::Spin { default: 4, min: 1, max: MOST as i64 } },
        OptionSpec { name: COLUMNS, kind: OptionKind::Spin { default: 4, min: 1, max: MOST as i64 } },
        OptionSpec { name: BOX_DIFFERENCE, kind: OptionKind::Check { default: true } },
    ];
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let counts_boxes = options.flag(BOX_DIFFERENCE).unwrap_or(true);
        let (board, state) = if setup.trim().is_empty() {
            let size = |name| {
                let number = options.integer(name).and_then(|number| u32::try_from(number).ok());
                let number = number.filter(|number| (1..=MOST).contains(number));
                number.ok_or_else(|| SetupError::new(format!("the option {name} should be from 1 to {MOST}")))
            };
            let board = Board::new(size(ROWS)?, size(COLUMNS)?);
            (board, State { lines: Lines::EMPTY, max: 0, turn: Player::Max })
        } else {
            text::parse(setup)?
        };
        Ok((Self { board, counts_boxes, lines: state.free(&board).len() }, state))
    }

    fn format_state(&self, state: &State) -> String {
        text::format(&self.board, state)
    }

    fn format_move(&self, _state: &State, mv: Move) -> String {
        text::line_name(mv.0)
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        let line = text::line_named(text)?;
        state.free(&self.board).contains(line).then_some(Move(line))
    }

    fn picture(&self, state: &State) -> String {
        text::picture(&self.board, state) + &to_move(Self::SIDES, state.turn, self.outcome(state))
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(&self.board, state, self.is_over(state)))
    }

    fn gesture(&self, _state: &State, mv: Move) -> Vec<Step> {
        Step::spots([text::line_name(mv.0)])
    }
}
