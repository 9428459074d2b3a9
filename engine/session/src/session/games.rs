//! The description of the loaded games for clients.

use super::Session;
use crate::position::PositionRefused;
use plyd_host::Library;
use plyd_protocol::{GameFact, GameLine, Reply, Response, VariantLine};

impl Session {
    /// The answer to `games`: some lines for each loaded game, then one for each refused file.
    pub(super) fn list_games(&mut self) {
        let games = self.engine.games();
        for library in games.catalog.games() {
            let selected = self.options.game.as_ref().is_some_and(|game| game.id() == library.id());
            let options = self.options.lines_of_game(library).into_iter().map(GameFact::Option);
            let facts = [
                GameFact::Library {
                    version: library.version().to_owned(),
                    interface: library.abi_version(),
                    selected,
                    name: library.name().to_owned(),
                },
                GameFact::File(library.path().display().to_string()),
                GameFact::StartPos(library.start_position().to_owned()),
            ];
            for fact in facts.into_iter().chain(options) {
                self.say(Reply::Game(GameLine { id: library.id().to_owned(), fact }));
            }
        }
        for refusal in games.catalog.refused() {
            self.say(Reply::InfoString(format!("refused {} {refusal}", refusal.path.display())));
        }
    }

    /// The answer to `query about`: what people read of the session's game. The library is not asked, as its text was
    /// handed over when it was loaded.
    pub(super) fn tell_about(&mut self, language: Option<&str>) -> Result<(), PositionRefused> {
        self.check_game()?;
        let texts = self.library()?.texts(language);
        // Maps of texts to texts cannot fail.
        let json = serde_json::to_string(&texts).unwrap_or_default();
        self.say(Reply::Response(Response::About(json)));
        Ok(())
    }
}

/// The answer to the choice of a game.
pub(super) fn variant(library: &Library) -> Reply {
    let board = library.board();
    Reply::Variant(VariantLine {
        name: library.id().to_owned(),
        files: board.map(|board| board.files),
        ranks: board.map(|board| board.ranks),
        pocket: board.map(|board| board.pocket.into()),
        template: board.map(|board| board.template.clone()),
        startpos: library.start_position().to_owned(),
    })
}
