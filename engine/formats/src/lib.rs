//! Readers for games and positions from other programs: PGN, EPD, SGF, Polyglot books, and plain lists.
//!
//! Files in the wild rarely follow the standards. This crate reads them from bytes: [`Text`] decodes them, then
//! [`pgn`], [`sgf`], [`LinesFile`] and [`polyglot`] parse. They accept what a human reader would understand. Each
//! deviation from the text as written, including each omission, is reported in [`Warnings`] with line and column.
//!
//! In this crate a move is a plain word, and only a game can interpret it: [`resolve`] tries each of the usual
//! spellings of a move on the game. [`setups`] does the same for positions, and [`Variant`] for the names of games.
//! [`go`] interprets records of go.
//!
//! ```ignore
//! let games = pgn::Games::read(bytes);
//! let game = games.game(0)?;
//! let mut positions = Vec::new(); // one for each node, so that children find that of their parent
//! for node in &game.nodes {
//!     let before = node.parent.map_or(&start, |parent| &positions[parent]);
//!     let mv = resolve(&node.word, |word| before.read_notation(word))?;
//!     ...
//! }
//! ```
//!
//! Architecture invariant: no rules of games, no files, no recursion. On any input, reading ends without a panic, in
//! time that depends on the number of bytes alone.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod decode;
mod glyph;
pub mod go;
mod letter;
mod lines;
mod packed;
pub mod pgn;
mod place;
pub mod polyglot;
mod setup;
pub mod sgf;
mod variant;
mod word;

pub use decode::{Basis, Text};
pub use glyph::{JUDGEMENTS, add_glyph, glyph_of};
pub use letter::is_invisible;
pub use lines::{LinesFile, is_remark};
pub use packed::packed;
pub use pgn::PgnOutcome;
pub use place::{FormatError, FormatWarning, Place, Warnings};
pub use setup::{PositionSetup, setups};
pub use variant::{Variant, alias};
pub use word::{is_null, resolve, spellings};
