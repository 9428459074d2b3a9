//! The parts that games of a board would write again and again: sets of cells, geometry, symmetries, keys, positions as
//! FEN, moves as text, pictures and views. A game uses what it wants of them, or nothing.
//!
//! Files are counted from 0 for file a, ranks from 0 for rank 1, which is the lowest. Boards have up to 400 cells. A
//! setup that is wrong is refused with what, where, and what would be right.
//!
//! | part | in |
//! |---|---|
//! | sets of cells, in as many words as the board needs | [`Cells`], [`push_cells`] |
//! | steps that do not wrap around edges, neighbours, rings | [`Geometry`], [`Direction`] |
//! | slides, jumps, counts on a line | [`Rays`], [`Geometry::ahead`], [`Geometry::jumps`] |
//! | groups, their number and their liberties | [`flood`], [`groups()`], [`is_joined`], [`enclosed`] |
//! | boards of hexagons, with texts and views | [`Hexes`] |
//! | several pieces on one cell | [`Stack`], [`Geometry::read_stacks`] |
//! | dice: outcomes, weights, texts, views | [`Roll`] |
//! | points, kept or of a turn, with texts and views | [`Scores`] |
//! | mirrors and turns, the least of all images | [`Symmetry`], [`Geometry::image`], [`Geometry::least_image`] |
//! | keys of positions | [`key`] |
//! | positions of two kinds of pieces, with texts and views | [`TwoSets`], [`Look`] |
//! | moves from a cell to another | [`from_to`], [`ends`], [`push_goals`], [`Geometry::move_text`], [`Geometry::gesture`] |
//! | inputs of a network | [`Inputs`], [`Geometry::inputs`], [`Geometry::image_of_input`] |
//! | the board of a FEN, and its pocket | [`BoardField`], [`Geometry::write`], [`write_pocket`] |
//! | the other fields | [`Fields`], [`Tail`] |
//! | sizes of boards, in setups and options | [`Sizes`], [`BoardSizes`] |
//! | names of squares, moves as text | [`square_name`], [`Geometry::step_text`], [`Geometry::drop_text`] |
//! | pictures for terminals | [`Signs`], [`to_move`], [`to_move_with`] |
//! | views for programs that draw | [`Grid`], [`Legend`], [`Paint`], [`put_text`] |
//!
//! Here is all that a game of stones and walls on a board of 19 files and ranks needs beside its rules. A symmetric key
//! is a key of [`Geometry::least_image`]; a game of few nodes leaves both to the defaults of `Game`, with
//! [`Geometry::image`] in `Game::image`.
//!
//! ```
//! use plyd_board::{BoardField, Cells, Dashes, Fields, Geometry, Signs, Sizes, Tail, key, words};
//! use plyd_plugin::SetupError;
//!
//! type Set = Cells<{ words(19 * 19) }>;
//! type Board = Geometry<19, { words(19 * 19) }>;
//! const BOARD: Board = Board::new(19, 19);
//! const FIELD: BoardField =
//!     BoardField { neutral: "*", ..BoardField::new(Sizes::Only(19), Sizes::Only(19), ["P", "p"]) };
//! const LETTERS: [char; 3] = ['P', 'p', '*'];
//! const SIGNS: Signs = Signs(&[('P', 'X'), ('p', 'O'), ('*', '#')]);
//!
//! struct State { sets: [Set; 3], tail: Tail }
//!
//! fn parse(setup: &str) -> Result<State, SetupError> {
//!     let mut fields = Fields::of(setup);
//!     let board = FIELD.read(fields.board())?;
//!     Ok(State { sets: BOARD.read(&board, LETTERS), tail: fields.tail("w or b", Dashes::Optional)? })
//! }
//!
//! fn format(state: &State) -> String {
//!     format!("{} {}", BOARD.write(LETTERS, state.sets), state.tail)
//! }
//!
//! fn symmetric_key(state: &State) -> u64 {
//!     let sets = BOARD.least_image(state.sets);
//!     sets.iter().fold(key::salt(state.tail.turn() as u64), |salt, set| key::folded(salt, set.words()))
//! }
//!
//! let state = parse(&format!("P17p/19/2*16{} b - - 3 17", "/19".repeat(16)))?;
//! assert_eq!(format(&state), format!("P17p/19/2*16{} b - - 3 17", "/19".repeat(16)));
//! assert_eq!(BOARD.names(BOARD.around(state.sets[2])).join(" "), "b16 c16 d16 b17 d17 b18 c18 d18");
//! assert!(BOARD.picture(SIGNS, 2, LETTERS, state.sets).starts_with("19  X . "));
//! let mirrored = parse(&format!("p17P/19/16*2{} b", "/19".repeat(16)))?;
//! assert_eq!(symmetric_key(&mirrored), symmetric_key(&state));
//! let error = parse(&format!("19/1x17{} w", "/19".repeat(17))).err().expect("x is no piece");
//! assert_eq!(error.to_string(), "unknown piece `x` on rank 18 of the board, square 2: use P, p or *");
//! # Ok::<(), SetupError>(())
//! ```
//!
//! The README.md of this crate has its design and the reasons for it.

pub mod key;

mod board_field;
mod cells;
mod dice;
mod features;
mod fields;
mod geometry;
mod groups;
mod hexes;
mod moves;
mod notation;
mod picture;
mod placement;
mod pocket;
mod rays;
mod refusal;
mod scores;
mod sizes;
mod square;
mod stacks;
mod symmetry;
mod tail;
mod two_sets;
mod view;

pub use board_field::{BoardField, Gaps};
pub use cells::{Cells, Iter, words};
pub use dice::{Roll, put_text};
pub use features::Inputs;
pub use fields::{Fields, turn_letter};
pub use geometry::{Direction, Geometry, MOST_CELLS};
pub use groups::{enclosed, flood, groups, is_joined};
pub use hexes::Hexes;
pub use moves::{ends, from_to, push_cells, push_goals};
pub use notation::{drop_text, square_of_drop};
pub use picture::{Signs, to_move, to_move_with};
pub use placement::{Placement, write_board};
pub use pocket::{count_in_pocket, write_pocket};
pub use rays::Rays;
pub use refusal::{counted, quoted, quoted_within};
pub use scores::Scores;
pub use sizes::{BoardSizes, Sizes};
pub use square::{file_name, parse_square, square_name};
pub use stacks::{Pieces, Stack};
pub use symmetry::Symmetry;
pub use tail::{COUNTER_LIMIT, Dashes, Tail};
pub use two_sets::{Look, TwoSets};
pub use view::{Grid, Legend, Paint};
