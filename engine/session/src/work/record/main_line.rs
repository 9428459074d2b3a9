//! The main line of a game, for a command that takes its position from a file.

use super::notes::RecordNotes;
use super::{MOVES, ReadRecord, RecordReader, UntaggedRecord, first_game};
use crate::position::PositionRefused;
use plyd_formats::pgn::AnnotatedGame;
use plyd_formats::{FormatWarning, LinesFile, Place, Text};
use plyd_host::Library;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The main line of a game that was read, up to the ply that was wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MainLine {
    /// The options of the game that it was read with.
    pub options: Vec<(String, String)>,
    /// What it begins with; empty for the start position of the game.
    pub setup: String,
    /// Its moves in the game's own text.
    pub moves: Vec<String>,
    /// What was read in another way than it is written, in the order of the text.
    pub warnings: Vec<FormatWarning>,
    /// The number of warnings that are left out.
    pub more_warnings: usize,
}

/// So many plies of the main line of a game of PGN, or all of it if it is shorter. It is of the game of this library.
/// Its tags name options, and others have these values.
///
/// # Errors
/// The position or one of these moves is refused (the error has its place), or the library failed.
pub fn main_line_of_game(
    library: &Arc<Library>,
    options: Vec<(String, String)>,
    game: AnnotatedGame,
    plies: usize,
) -> Result<MainLine, PositionRefused> {
    let mut notes = RecordNotes::default();
    notes.add_all(&game.warnings);
    let reading = RecordReader { library, plies: Some(plies), is_given_up: &|| false, notes };
    reading.tagged(game, options).map(|read| MainLine::of(read, library, plies))
}

/// So many plies of the main line of a text without tags, or all of it if it is shorter. The text begins at this place
/// of a file: a position, with moves or without, or moves from the start position.
///
/// # Errors
/// It is none of these, as far as these plies and the first move (the error has its place), or the library failed.
pub fn main_line_of_text(
    library: &Arc<Library>,
    options: Vec<(String, String)>,
    text: &str,
    start: Place,
    plies: usize,
) -> Result<MainLine, PositionRefused> {
    // With blanks before it, everything has the same place as in the file.
    let text = "\n".repeat(start.line - 1) + &" ".repeat(start.column - 1) + text;
    let lines = LinesFile::of(Text::of_str(&text));
    let mut notes = RecordNotes::default();
    notes.add_all(lines.warnings());
    let reading = RecordReader { library, plies: Some(plies), is_given_up: &|| false, notes: notes.clone() };
    let game = first_game(lines.without_head(), &mut notes);
    reading.untagged(UntaggedRecord { lines, game, notes }, options).map(|read| MainLine::of(read, library, plies))
}

impl MainLine {
    fn of(
        ReadRecord { options, setup, written, replay, notes, .. }: ReadRecord,
        library: &Library,
        plies: usize,
    ) -> Self {
        // The nodes of a tree have names, which the game does not write. Behind the word `moves` there would be moves.
        let is_whole = written.split_whitespace().all(|word| word != MOVES);
        let setup = if library.is_tree() && is_whole { written } else { setup };
        let moves = replay.map(|replay| replay.moves).unwrap_or_default();
        // Without variations each move is behind the one before it.
        let moves = moves.into_iter().take(plies).map(|played| played.text).collect();
        let notes = notes.sorted();
        let warnings = notes.kept.into_iter().map(|(place, text)| FormatWarning { place, text }).collect();
        Self { options, setup, moves, warnings, more_warnings: notes.more }
    }
}
