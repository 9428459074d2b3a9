//! The output of each game when it is recorded.

use super::super::standard_error::say;
use super::super::standard_output;
use anyhow::Context;
use plyd_record::{PgnMoves, write_jsonl_game, write_pgn_game};
use plyd_tournament::PlayedGame;
use plyd_tournament::settings::MatchSettings;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// In which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExportForm {
    Pgn(PgnMoves),
    JsonLines,
}

/// Games on their way to a file or to standard output, each whole or not at all.
pub(super) struct GameExport<'a> {
    form: ExportForm,
    settings: &'a MatchSettings,
    output: Box<dyn GameSink + 'a>,
    /// The text that an error has before its reason.
    what: String,
    has_failed: bool,
}

/// The destination of games.
pub(super) trait GameSink {
    /// Writes all of it at once, so that no end of the program loses it.
    fn write_whole(&mut self, game: &[u8]) -> io::Result<()>;
}

impl<'a> GameExport<'a> {
    /// For this output; `what` is the beginning of an error, before its reason.
    pub(super) fn new(
        form: ExportForm,
        settings: &'a MatchSettings,
        output: Box<dyn GameSink + 'a>,
        what: String,
    ) -> Self {
        Self { form, settings, output, what, has_failed: false }
    }

    /// Writes a game. If that fails, the match continues, because its record has the game; the error is reported once.
    pub(super) fn add(&mut self, game: &PlayedGame) {
        if self.has_failed {
            return;
        }
        let mut text = Vec::new();
        let written = match self.form {
            ExportForm::Pgn(moves) => write_pgn_game(self.settings, game, moves, &mut text),
            ExportForm::JsonLines => write_jsonl_game(self.settings, game, &mut text),
        };
        if let Err(error) = written.and_then(|()| self.output.write_whole(&text)) {
            self.has_failed = true;
            let what = &self.what;
            say(&format!("{what}{error}; the match goes on, and its record has all games"));
        }
    }

    /// Whether a game could not be written, and those after it were not.
    pub(super) fn have_failed(&self) -> bool {
        self.has_failed
    }
}

/// The first bytes of files of SQLite.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// A file that games are appended to.
#[derive(Debug)]
pub(super) struct Appended(File);

impl Appended {
    /// Opens the file, or makes it. Its content stays; if it ends within a line, that is ended first.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let open = || -> io::Result<Self> {
            let mut file = plyd_foreign::read_and_append(path)?;
            let mut last = [0];
            let mut start = Vec::new();
            Read::by_ref(&mut file).take(SQLITE.len() as u64).read_to_end(&mut start)?;
            if start == SQLITE {
                return Err(io::Error::other("it is a database, such as a record"));
            }
            if file.metadata()?.len() > 0 {
                file.seek(SeekFrom::End(-1))?;
                file.read_exact(&mut last)?;
                if last != *b"\n" {
                    file.write_all(b"\n\n")?;
                }
            }
            Ok(Self(file))
        };
        open().with_context(|| format!("cannot write {}", path.display()))
    }
}

impl GameSink for Appended {
    fn write_whole(&mut self, game: &[u8]) -> io::Result<()> {
        let before = self.0.metadata()?.len();
        self.0.write_all(game).inspect_err(|_| {
            // Of a game that the disk has no room for nothing stays. The error of writing counts, not one of this.
            let _ = self.0.set_len(before);
        })
    }
}

/// Standard output, and what takes its place.
impl<W: Write> GameSink for &mut standard_output::StandardOutput<W> {
    fn write_whole(&mut self, game: &[u8]) -> io::Result<()> {
        self.write_all(game)?;
        self.flush()
    }
}
