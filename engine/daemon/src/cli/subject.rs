//! The plain argument of commands about a position: `plyd go chess`, `plyd explain "((3 5) (2 9))"`.
//!
//! It may decide which game is played, so it is read before any library is loaded: what it is, its form alone shows. A
//! text for which that is not right can be given with `--game` or `--position`.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use plyd_explain::looks_like_a_tree;

/// The id of the game of trees.
const TREES: &str = "leaftree";

/// The flags, by their ids, that take the place of a position.
const POSITIONS: [&str; 4] = ["position", "from", "worksheet", "key"];

/// The plain argument of a command that is about a game, and about no position of it.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct PlainGame {
    /// The game, as for --game
    #[arg(id = "plain-game", value_name = "GAME")]
    game: Option<String>,
}

impl PlainGame {
    /// The game as it was typed.
    pub(super) fn name(&self) -> Option<&str> {
        self.game.as_deref()
    }
}

/// The plain argument of a command with an address, which is a game if it can be the name of one.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct GameOrAddress {
    /// A game to start with, as for --game, or the address to serve the page on [default: the setting web.listen, or
    /// 127.0.0.1:7880]
    #[arg(id = "game-or-address", value_name = "GAME|ADDRESS")]
    text: Option<String>,
}

impl GameOrAddress {
    /// The address, if it is one.
    pub(super) fn address(&self) -> Option<&str> {
        self.text.as_deref().filter(|text| SubjectForm::of(text) != SubjectForm::Game)
    }
}

#[derive(Clone, Debug, Default, Args)]
pub(super) struct SubjectArgument {
    /// A game (cfour), a tree ("((3 5) (2 9))"), or a position as for --position
    #[arg(value_name = "GAME|POSITION")]
    subject: Option<String>,
}

/// What a plain argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SubjectForm {
    /// The name of a game.
    Game,
    /// A tree with brackets, or a random one.
    Tree,
    /// A position of the chosen game.
    Position,
}

impl SubjectForm {
    fn of(text: &str) -> Self {
        let text = text.trim_start();
        let first = text.split_whitespace().next();
        let is_in_name = |sign: char| sign.is_alphanumeric() || sign.is_whitespace() || "-_.'’".contains(sign);
        // Numbers alone are positions of several games.
        if matches!(first, Some("startpos" | "fen")) || text.starts_with(char::is_numeric) {
            Self::Position
        } else if looks_like_a_tree(text) {
            Self::Tree
        } else if text.starts_with(char::is_alphabetic) && text.chars().all(is_in_name) {
            Self::Game
        } else {
            Self::Position
        }
    }
}

/// Whether a text has the form of the name of a game.
pub(super) fn can_be_game(text: &str) -> bool {
    SubjectForm::of(text) == SubjectForm::Game
}

impl SubjectArgument {
    /// The position, if it is one.
    pub(super) fn position(&self) -> Option<&str> {
        self.subject.as_deref().filter(|text| SubjectForm::of(text) != SubjectForm::Game)
    }
}

/// The game that the plain argument of a command names, or the game of trees if it is a tree. The other game is that of
/// `--game`.
///
/// # Errors
/// A flag says the same. The text names both.
pub(super) fn game<'a>(given: &'a ArgMatches, of_flag: Option<&str>) -> Result<Option<&'a str>, String> {
    let plain = |id| given.try_get_one::<String>(id).ok().flatten();
    let named =
        plain("plain-game").or(plain("game-or-address").filter(|text| SubjectForm::of(text) == SubjectForm::Game));
    let Some(text) = named.or(plain("subject")) else { return Ok(None) };
    let form = if named.is_some() { SubjectForm::Game } else { SubjectForm::of(text) };
    if form == SubjectForm::Game {
        return match of_flag {
            Some(_) => Err(format!("'{text}' and '--game' both name a game; give one of them")),
            None => Ok(Some(text)),
        };
    }
    let is_typed = |flag: &&&str| {
        given.try_contains_id(flag).is_ok() && given.value_source(flag) == Some(ValueSource::CommandLine)
    };
    match POSITIONS.iter().find(is_typed) {
        Some(flag) => Err(format!("'{text}' is a position, so '--{flag}' cannot be used with it")),
        None => Ok((form == SubjectForm::Tree && of_flag.is_none()).then_some(TREES)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::COMMANDS;
    use crate::cli::arguments::CommandLine;

    #[test]
    fn commands_about_a_game_take_it_as_a_plain_argument() {
        let read = |line: &str| {
            let read = CommandLine::read(COMMANDS, line.split(' ').map(Into::into));
            read.map(|read| read.flags.game().map(str::to_owned)).map_err(|error| error.to_string())
        };
        for line in ["plyd gtp hex", "plyd web hex", "plyd games hex", "plyd go hex", "plyd web --game hex 127.0.0.1:0"]
        {
            assert_eq!(read(line), Ok(Some("hex".to_owned())), "{line}");
        }
        assert_eq!(read("plyd web 127.0.0.1:0"), Ok(None));
        assert_eq!(read("plyd web localhost:0"), Ok(None));
        for line in ["plyd gtp hex --game go", "plyd web hex --game go", "plyd --game go games hex"] {
            assert!(read(line).unwrap_err().contains("'hex' and '--game' both name a game"), "{line}");
        }
    }

    /// A misspelt command and a misspelt flag get the right one; a misspelt game does where games are known.
    #[test]
    fn misspelt_words_get_a_suggestion() {
        for (line, meant) in
            [("plyd matsch", "'match'"), ("plyd go --dept 3", "'--depth'"), ("plyd token lst", "'list'")]
        {
            let error = CommandLine::read(COMMANDS, line.split(' ').map(Into::into)).unwrap_err().to_string();
            assert!(error.contains("similar") && error.contains(meant), "{error}");
        }
    }

    #[test]
    fn the_form_of_a_text_shows_what_it_is() {
        for (text, form) in [
            ("cfour", SubjectForm::Game),
            ("connect four", SubjectForm::Game),
            ("Nine Men's Morris", SubjectForm::Game),
            ("my-game_2", SubjectForm::Game),
            ("((3 5) (2 9))", SubjectForm::Tree),
            (" [[3, 5], [2, 9]]", SubjectForm::Tree),
            ("tree = ((3, 5), (2, 9))", SubjectForm::Tree),
            ("\\Tree [.MAX [.MIN 3 5 ] ]", SubjectForm::Tree),
            ("A(B(3,12,8),C(2,4,6))", SubjectForm::Tree),
            ("random 3 2 7", SubjectForm::Tree),
            ("3 5 2 9", SubjectForm::Position),
            ("960", SubjectForm::Position),
            ("startpos moves e2e4", SubjectForm::Position),
            ("fen ((3 5) (2 9))", SubjectForm::Position),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", SubjectForm::Position),
            ("B:W21-32:B1-12", SubjectForm::Position),
            ("p1/2[Pp] w", SubjectForm::Position),
            ("", SubjectForm::Position),
        ] {
            assert_eq!(SubjectForm::of(text), form, "{text}");
        }
    }
}
