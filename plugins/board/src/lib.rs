//! The parts that games of a board would write again and again: positions as FEN, names of squares, sets of squares, keys,
//! symmetries, pictures and views.
//!
//! Files are counted from 0 for file a, ranks from 0 for rank 1, which is the lowest. A setup that is wrong is refused with
//! what, where, and what would be right.
//!
//! All that a game of one kind of piece on 5 files and 6 ranks needs for its notation:
//!
//! ```
//! use plyd_board::{BoardField, Fields, Gaps, Sizes, turn_letter, write_board};
//! use plyd_plugin::{Player, SetupError};
//!
//! struct State { max: u64, min: u64, turn: Player, quiet: u16, move_number: u16 }
//!
//! const BOARD: BoardField = BoardField {
//!     files: Sizes::Only(5),
//!     ranks: Sizes::Only(6),
//!     pieces: ["P", "p"],
//!     gaps: Gaps::Digits(5),
//!     counts_excess: false,
//! };
//!
//! fn bit(file: u32, rank: u32) -> u64 {
//!     1 << (5 * rank + file)
//! }
//!
//! fn parse(setup: &str) -> Result<State, SetupError> {
//!     let mut fields = Fields::of(setup);
//!     let board = BOARD.read(fields.board())?;
//!     let turn = fields.turn("w or b")?;
//!     fields.no_castling()?;
//!     let (quiet, move_number) = fields.counters(9_999)?;
//!     fields.end("the move number")?;
//!     Ok(State { max: board.set('P', bit), min: board.set('p', bit), turn, quiet, move_number })
//! }
//!
//! fn format(state: &State) -> String {
//!     let letter = |set: u64, square: u64, letter| (set & square != 0).then_some(letter);
//!     let board = write_board(5, 6, |file, rank| {
//!         let square = bit(file, rank);
//!         letter(state.max, square, 'P').or(letter(state.min, square, 'p'))
//!     });
//!     format!("{board} {} - - {} {}", turn_letter(state.turn), state.quiet, state.move_number)
//! }
//!
//! let text = "ppppp/5/1p3/3P1/5/PPPPP b - - 3 17";
//! assert_eq!(format(&parse(text)?), text);
//! let error = parse("ppppp/5/1x3/5/5/PPPPP w").err().expect("x is no piece");
//! assert_eq!(error.to_string(), "unknown piece `x` on rank 4 of the board, square 2: use P or p");
//! # Ok::<(), SetupError>(())
//! ```

pub mod bitboard;
pub mod key;

mod board_field;
mod fields;
mod moves;
mod picture;
mod refusal;
mod sizes;
mod square;
mod view;

pub use board_field::{BoardField, Gaps, Placement, write_board};
pub use fields::{Fields, turn_letter};
pub use moves::push_squares;
pub use picture::picture;
pub use refusal::{counted, quoted, quoted_within};
pub use sizes::{BoardSizes, Sizes};
pub use square::{file_name, parse_square, square_name};
pub use view::{Grid, Legend, Paint};
