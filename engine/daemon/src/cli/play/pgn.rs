//! A game as a PGN file. Whoever plays it makes the text; the process of the command adds it to the file that a person has
//! named.

use super::{Part, TerminalGame};
use anyhow::{Context, ensure};
use plyd_foreign::{absolute, append};
use plyd_record::{PgnGame, PgnMoves};
use plyd_rules::Player;
use plyd_tournament::PlayedMove;
use std::io::Write;
use std::path::Path;

/// Appends a game to a file.
pub(super) fn append_to(file: &str, game: &str) -> anyhow::Result<()> {
    ensure!(!file.is_empty(), "save needs the name of a file, such as: save games.pgn");
    // Nobody may ever read from the other end of a pipe.
    let path = absolute(Path::new(file));
    let is_file = std::fs::metadata(&path).is_ok_and(|there| there.is_file());
    ensure!(is_file || !path.exists(), "{file} is not a file that games can be added to");
    let appended = append(&path).and_then(|mut output| output.write_all(game.as_bytes()));
    appended.with_context(|| format!("cannot write {file}"))
}

impl TerminalGame<'_> {
    /// Has the game so far appended to the file that the line has named.
    pub(super) fn save(&mut self) -> anyhow::Result<()> {
        let moves: Vec<PlayedMove> = self.plies.iter().filter_map(|ply| ply.mv.clone()).collect();
        let mut text = Vec::new();
        self.pgn(&moves)?.write(&mut text)?;
        self.scene.console.save(String::from_utf8(text)?)
    }

    fn pgn<'m>(&'m self, moves: &'m [PlayedMove]) -> anyhow::Result<PgnGame<'m>> {
        let last = self.plies.last().map(|ply| self.ending(&ply.position)).transpose()?.flatten();
        let name = |player: Player| match self.part {
            Part::One(own) if own == player => "You",
            Part::One(_) | Part::Neither => "plyd",
            Part::Both => "You",
        };
        let clock = self.play.time.map_or_else(|| "-".to_owned(), |time| time.to_string());
        Ok(PgnGame {
            event: "plyd play".to_owned(),
            round: "-".to_owned(),
            started: jiff::Timestamp::try_from(self.begun)?,
            players: [Player::Max, Player::Min].map(name),
            result: last.map_or("*", |over| over.result),
            game: self.library.id(),
            game_options: self.game_options,
            setup: self.setup.as_deref().unwrap_or_default(),
            more: vec![("PlyCount", moves.len().to_string()), ("TimeControl", clock)],
            moves,
            form: PgnMoves::default(),
        })
    }
}
