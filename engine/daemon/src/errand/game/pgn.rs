//! A game as PGN, which the process of the command adds to the file that a person has named.

use super::{PersonSide, TerminalGame};
use plyd_record::{PgnGame, PgnMoves};
use plyd_rules::Player;
use plyd_tournament::PlayedMove;

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
            PersonSide::One(own) if own == player => "You",
            PersonSide::One(_) | PersonSide::Neither => "plyd",
            PersonSide::Both => "You",
        };
        let clock = self.flags.time.map_or_else(|| "-".to_owned(), |time| time.to_string());
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
