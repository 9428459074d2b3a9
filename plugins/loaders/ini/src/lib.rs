//! Board games defined by data: a text describes the board, how pieces are placed, move and capture, and how the game
//! ends.
//!
//! The README beside this crate documents the language. [`Rules::read`] compiles a text into tables; [`BoardGame`] is a
//! game with such rules, and [`Ini`] the game of the text that the library has loaded.

mod about;
mod bounds;
mod game;
mod goals;
mod grid;
mod hidden;
mod keys;
mod moves;
mod options;
mod placing;
mod play;
mod plugin;
mod reader;
mod region;
mod rules;
mod state;
mod symmetry;
mod tables;
mod terms;
mod text;

pub use game::BoardGame;
pub use rules::Rules;
pub use state::State;

use plyd_plugin::{Loaded, LoadedBoard, Loader, TextError};
use std::sync::OnceLock;

/// Provider of the rules of a [`BoardGame`], which allows for several games in one process.
pub trait Source: Send + Sync + 'static {
    /// Returns the rules; `None` before a text is loaded.
    fn rules() -> Option<&'static Rules>;
}

/// The text that this copy of the library has loaded.
#[derive(Clone, Copy, Debug)]
pub struct LoadedText;

/// The game of the text that this copy of the library has loaded.
pub type Ini = BoardGame<LoadedText>;

static RULES: OnceLock<Rules> = OnceLock::new();

impl Source for LoadedText {
    fn rules() -> Option<&'static Rules> {
        RULES.get()
    }
}

impl Loader for Ini {
    const SUFFIXES: &'static str = "ini";

    fn load(text: &str) -> Result<Option<Loaded>, TextError> {
        if !is_game(text) {
            return Ok(None);
        }
        let rules = Rules::read(text)?;
        let loaded = rules.loaded();
        RULES.set(rules).map_err(|_| TextError::of_all("this copy of the library has a game already"))?;
        Ok(Some(loaded))
    }
}

/// Whether a text defines a board game, which needs a line that begins with one of these keys.
fn is_game(text: &str) -> bool {
    let keys = text.lines().filter_map(|line| line.split_once('=')).map(|(key, _)| key.trim_end());
    keys.into_iter().any(|key| matches!(key, "board" | "start" | "goals"))
}

impl Rules {
    /// Returns the description of the game for a host.
    #[must_use]
    pub fn loaded(&self) -> Loaded {
        Loaded {
            id: self.id.clone(),
            name: self.name.clone(),
            version: self.version.clone(),
            sides: self.sides.clone(),
            board: Some(LoadedBoard {
                files: self.board.files,
                ranks: self.board.ranks,
                pocket: self.placing.as_ref().is_some_and(|placing| placing.hands.is_some()),
                template: "fairy".into(),
            }),
            options: self.options.clone(),
            perft: self.perft.clone(),
            about: self.about.clone(),
        }
    }
}
