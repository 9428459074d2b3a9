//! Games and positions that other programs have written: PGN, EPD, SGF, books of Polyglot, and plain lists.
//!
//! Files of others are rarely as the standards demand. This crate reads them from bytes: [`Text`] decodes them, then
//! [`pgn`], [`sgf`], [`LinesFile`] and [`polyglot`] parse. They accept what a reader understands, and say in
//! [`Warnings`], with line and column, what was read in another way than it is written. Nothing is left out without a
//! word.
//!
//! A move is a word here. What it means, a game knows: [`resolve`] asks it for each of the ways in which people write a
//! move. [`setups`] does the same for positions, and [`Variant`] for the names of games. [`go`] has what records of go mean.
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
//! Architecture invariant: no rules of games, no files, no recursion. Whatever the bytes are, reading ends without a
//! panic, in time that grows with their number alone.
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
