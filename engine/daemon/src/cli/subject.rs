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

#[derive(Clone, Debug, Default, Args)]
pub(super) struct Subject {
    /// A game (cfour), a tree ("((3 5) (2 9))"), or a position as after --position
    #[arg(value_name = "GAME|POSITION")]
    subject: Option<String>,
}

/// What a plain argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The name of a game.
    Game,
    /// A tree with brackets, or a random one.
    Tree,
    /// A position of the chosen game.
    Position,
}

impl Form {
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

impl Subject {
    /// The position, if it is one.
    pub(super) fn position(&self) -> Option<&str> {
        self.subject.as_deref().filter(|text| Form::of(text) != Form::Game)
    }
}

/// The game that the plain argument of a command names, or the game of trees if it is a tree. The other game is that of
/// `--game`.
///
/// # Errors
/// A flag says the same. The text names both.
pub(super) fn game<'a>(given: &'a ArgMatches, of_flag: Option<&str>) -> Result<Option<&'a str>, String> {
    let Ok(Some(text)) = given.try_get_one::<String>("subject") else { return Ok(None) };
    let form = Form::of(text);
    if form == Form::Game {
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
        None => Ok((form == Form::Tree && of_flag.is_none()).then_some(TREES)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_a_text_shows_what_it_is() {
        for (text, form) in [
            ("cfour", Form::Game),
            ("connect four", Form::Game),
            ("Nine Men's Morris", Form::Game),
            ("my-game_2", Form::Game),
            ("((3 5) (2 9))", Form::Tree),
            (" [[3, 5], [2, 9]]", Form::Tree),
            ("tree = ((3, 5), (2, 9))", Form::Tree),
            ("\\Tree [.MAX [.MIN 3 5 ] ]", Form::Tree),
            ("A(B(3,12,8),C(2,4,6))", Form::Tree),
            ("random 3 2 7", Form::Tree),
            ("3 5 2 9", Form::Position),
            ("960", Form::Position),
            ("startpos moves e2e4", Form::Position),
            ("fen ((3 5) (2 9))", Form::Position),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Form::Position),
            ("B:W21-32:B1-12", Form::Position),
            ("p1/2[Pp] w", Form::Position),
            ("", Form::Position),
        ] {
            assert_eq!(Form::of(text), form, "{text}");
        }
    }
}
