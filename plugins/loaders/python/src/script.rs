//! A loaded game text, which runs in modules of its own.

use crate::game::{Functions, PythonGame, State};
use crate::interpreter::Interpreter;
use crate::object::{Failure, Held, Kept, Owned};
use plyd_plugin::{
    Chance, Facts, Loaded, LoadedBoard, LoadedOption, LoadedPerft, Move, Repetition, RepetitionKey, TextError, Verdict,
    Want,
};
use serde::Deserialize;

/// The module that games import.
const GAME: &str = include_str!("plyd_game.py");
/// The module that queries games.
const BRIDGE: &str = include_str!("bridge.py");

/// A loaded game, which lives as long as the process.
pub struct Script {
    pub(crate) interpreter: &'static Interpreter,
    pub(crate) explain: Kept,
    open: Kept,
    /// The names of the options.
    pub(crate) options: Vec<String>,
}

/// The declarations of a game class, as returned by `declared` in bridge.py.
#[derive(Deserialize)]
struct Declared {
    id: String,
    name: String,
    version: String,
    sides: Option<[String; 2]>,
    board: Option<[u32; 2]>,
    options: Vec<DeclaredOption>,
    perft: Vec<DeclaredPerft>,
    about: Option<String>,
}

#[derive(Deserialize)]
struct DeclaredOption {
    name: String,
    choices: Vec<String>,
}

#[derive(Deserialize)]
struct DeclaredPerft {
    options: String,
    setup: String,
    depth: u32,
    leaves: u64,
}

impl Script {
    /// Runs a text, and returns the game that it declares; `None` if the text is no game. A game contains a line that
    /// begins in the first column with `from plyd_game import ...` or `import plyd_game`; this is checked before any of
    /// the text runs.
    ///
    /// # Errors
    /// The text is an invalid game, or Python is not available.
    pub fn load(text: &str) -> Result<Option<(&'static Self, Loaded)>, TextError> {
        if !is_game(text) {
            return Ok(None);
        }
        let wrong = |failure: Failure| TextError::at(failure.line, failure.column, failure.reason);
        let interpreter = Interpreter::new().map_err(wrong)?;
        let loaded = interpreter.with(|held| run(held, text)).map_err(wrong)?;
        Ok(Some(loaded))
    }

    /// Opens a setup. Returns the instance and its first state, on which all functions have been called once. `chosen`
    /// contains a line `NAME=CHOICE` for each option that differs from its default.
    ///
    /// # Errors
    /// The reason why the game rejects the setup.
    pub fn open(&'static self, setup: &str, chosen: &str) -> Result<(PythonGame, State), String> {
        let (game, root) =
            self.interpreter.with(|held| self.opened(held, setup, chosen)).map_err(|failure| failure.to_string())?;
        game.try_text(&root).and_then(|_| game.try_all(&root)).map_err(|failure| failure.to_string())?;
        Ok((game, root))
    }

    fn opened(&'static self, held: &Held, setup: &str, chosen: &str) -> Result<(PythonGame, State), Failure> {
        let failed = || held.failure(&self.explain);
        let opened = held.call(&self.open, &[held.text(setup), held.text(chosen)]).ok_or_else(failed)?;
        let item = |index| opened.item(index).ok_or_else(failed);
        let (facts, root, functions) = (item(0)?, item(1)?, item(2)?);
        let root = root.as_bytes().ok_or_else(failed)?;
        let state = State::new(root).ok_or_else(|| Failure::of_all("a state of a wrong size"))?;
        let functions = Functions::of(&functions).ok_or_else(failed)?;
        let facts = self::facts(&facts, functions.board_key.is_some()).ok_or_else(failed)?;
        Ok((PythonGame::new(self, functions, facts, root.len()), state))
    }
}

/// Whether a text declares itself as a game.
fn is_game(text: &str) -> bool {
    text.lines().any(|line| {
        let mut words = line.split_whitespace();
        let is_import = line.starts_with("from ") || line.starts_with("import ");
        is_import && words.nth(1) == Some("plyd_game")
    })
}

fn run(held: &Held, text: &str) -> Result<(&'static Script, Loaded), Failure> {
    let bridge = held.module(BRIDGE)?;
    let missing = || Failure::of_all("a function of the loader is missing");
    let function = |name| bridge.attribute(name).map(Owned::keep).ok_or_else(missing);
    let (load, open, explain) = (function(c"load")?, function(c"open_")?, function(c"explain")?);
    let failed = || held.failure(&explain);
    let declared = held.call(&load, &[held.text(text), held.text(GAME)]).ok_or_else(failed)?;
    let declared = read::<Declared>(&declared).ok_or_else(failed)??;
    let options = declared.options.iter().map(|option| option.name.clone()).collect();
    let script = Script { interpreter: held.interpreter, explain, open, options };
    Ok((Box::leak(Box::new(script)), loaded(declared)))
}

/// Parses JSON from a Python `bytes` object; `None`, with an exception set, for any other object.
pub(crate) fn read<T: for<'a> Deserialize<'a>>(json: &Owned<'_>) -> Option<Result<T, Failure>> {
    let found = serde_json::from_slice(json.as_bytes()?);
    Some(found.map_err(|error| Failure::of_all(error.to_string())))
}

fn loaded(declared: Declared) -> Loaded {
    let board =
        declared.board.map(|[files, ranks]| LoadedBoard { files, ranks, pocket: false, template: "fairy".into() });
    let (options, perft) = (declared.options.into_iter(), declared.perft.into_iter());
    Loaded {
        id: declared.id,
        name: declared.name,
        version: declared.version,
        sides: declared.sides,
        board,
        options: options.map(|DeclaredOption { name, choices }| LoadedOption { name, choices }).collect(),
        perft: perft
            .map(|DeclaredPerft { setup, options, depth, leaves }| LoadedPerft { setup, options, depth, leaves })
            .collect(),
        about: declared.about,
    }
}

/// Reads the facts of an instance, as checked by `open_` in bridge.py; `None`, with an exception set, if they are
/// malformed.
fn facts(opened: &Owned<'_>, has_board_key: bool) -> Option<Facts> {
    let [max_moves, max_plies, win, times, verdict, exempt, outcomes, low, high] = [
        opened.number_at(0)?,
        opened.number_at(1)?,
        opened.number_at(2)?,
        opened.number_at(3)?,
        opened.number_at(4)?,
        opened.number_at(5)?,
        opened.number_at(6)?,
        opened.number_at(7)?,
        opened.number_at(8)?,
    ];
    let repetition = Repetition {
        times: times as u32,
        verdict: [Verdict::DRAW, Verdict::Loses, Verdict::Forbidden { stuck: None }][verdict as usize],
        key: if has_board_key { RepetitionKey::Board } else { RepetitionKey::Position },
        exempt: u32::try_from(exempt).ok().map(Move),
    };
    let chance = Chance { max_outcomes: outcomes as u32, low: low as i32, high: high as i32 };
    Some(Facts {
        max_moves: max_moves as u32,
        max_plies: u32::try_from(max_plies).unwrap_or(Facts::UNBOUNDED),
        win: win as i32,
        has_key: true,
        repetition: (times >= 2).then_some(repetition),
        chance: (outcomes > 0).then_some(chance),
        ..Facts::DEFAULT
    })
}

impl PythonGame {
    /// Calls every function of a state.
    fn try_all(&self, state: &State) -> Result<(), Failure> {
        let mut room = vec![Move(0); self.facts.max_moves as usize];
        self.try_examine(state, Want::MOVES.and(Want::VALUE), &mut plyd_plugin::Moves::new(&mut room)).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_a_game_if_it_imports_the_module_at_the_beginning_of_a_line() {
        for game in
            ["from plyd_game import Game", "\"\"\"Rules.\"\"\"\nfrom  plyd_game import (\r\n", "import plyd_game as p"]
        {
            assert!(is_game(game), "{game}");
        }
        for other in [
            "",
            "from plyd import Game",
            "  import plyd_game",
            "# import plyd_game",
            "import plyd_games",
            "from x import plyd_game",
        ] {
            assert!(!is_game(other), "{other}");
        }
    }
}
