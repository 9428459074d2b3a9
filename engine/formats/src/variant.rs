//! Variant names in the `Variant` tag of lichess, chess.com, Cute Chess, ChessBase and python-chess.

/// The game that a `Variant` tag refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Variant {
    /// A plyd game, by its id.
    Game(&'static str),
    /// Chess from any Chess960 start position.
    Chess960,
    /// Any other game: its name in lower case. A game library that plyd does not ship may provide it.
    Other(String),
}

/// Names of standard chess, without blanks. Some refer to the opening phase or the time control.
const CHESS: [&str; 15] = [
    "chess",
    "standard",
    "standardchess",
    "normal",
    "normalchess",
    "classical",
    "classic",
    "fromposition",
    "setup",
    "regular",
    "orthodox",
    "western",
    "international",
    "internationalchess",
    "illegal",
];

/// Names of Chess960, without blanks.
const CHESS960: [&str; 14] = [
    "chess960",
    "960",
    "fischerandom",
    "fischerrandom",
    "fischerandomchess",
    "fischerrandomchess",
    "frc",
    "freestyle",
    "freestylechess",
    "wildfr",
    "wild/fr",
    "chess9lx",
    "fischer",
    "chess960fromposition",
];

/// Alternative names of games, without blanks, used for tags and wherever a user names a game. A library declares a
/// single name only, so the others are listed here.
const GAMES: [(&str, &str); 33] = [
    ("othello", "flipello"),
    ("reversi", "flipello"),
    ("connectfour", "cfour"),
    ("connect4", "cfour"),
    ("fourinarow", "cfour"),
    ("fourinaline", "cfour"),
    ("gameoftheamazons", "amazons"),
    ("draughts", "checkers"),
    ("englishdraughts", "checkers"),
    ("americancheckers", "checkers"),
    ("ninemensmorris", "morris"),
    ("mill", "morris"),
    ("muehle", "morris"),
    ("mancala", "kalah"),
    ("isola", "isolation"),
    ("isolation", "isolation"),
    ("dotsandboxes", "dotsandboxes"),
    ("boxes", "dotsandboxes"),
    ("tictactoe", "tictactoe"),
    ("noughtsandcrosses", "tictactoe"),
    ("weiqi", "go"),
    ("baduk", "go"),
    ("fiveinarow", "gomoku"),
    ("gomokufreestyle", "gomoku"),
    ("amazons", "amazons"),
    ("ataxx", "ataxx"),
    ("backgammon", "backgammon"),
    ("breakthrough", "breakthrough"),
    ("checkers", "checkers"),
    ("cfour", "cfour"),
    ("go", "go"),
    ("gomoku", "gomoku"),
    ("hex", "hex"),
];

impl Variant {
    /// Parses a variant name. Case, blanks, hyphens and apostrophes are ignored; an empty name means chess.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let lower = name.trim().to_lowercase();
        let plain = plain(&lower);
        if matches!(plain.as_str(), "" | "?" | "*") || CHESS.contains(&plain.as_str()) {
            return Self::Game("chess");
        }
        if CHESS960.contains(&plain.as_str()) {
            return Self::Chess960;
        }
        alias(name).map_or(Self::Other(lower), Self::Game)
    }

    /// Returns the id of the game, which plyd may not ship.
    #[must_use]
    pub fn game(&self) -> &str {
        match self {
            Self::Game(game) => game,
            Self::Chess960 => "chess",
            Self::Other(name) => name,
        }
    }
}

/// Returns the id of the game with this alternative name, such as `reversi`. Case, blanks, hyphens and apostrophes are
/// ignored. Names of chess variants are not aliases of the game.
#[must_use]
pub fn alias(name: &str) -> Option<&'static str> {
    let name = plain(&name.to_lowercase());
    GAMES.iter().find(|(known, _)| *known == name).map(|&(_, game)| game)
}

fn plain(lower: &str) -> String {
    lower.chars().filter(|letter| !letter.is_whitespace() && !"-_'’".contains(*letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_has_many_names() {
        for name in
            ["", "Standard", "From Position", "from-position", "Normal", "Classical", "Chess", "chess", " standard "]
        {
            assert_eq!(Variant::of(name), Variant::Game("chess"), "{name}");
        }
        for name in
            ["Chess960", "Chess 960", "chess-960", "Fischerandom", "Fischer Random", "fischerandom", "FRC", "wild/fr"]
        {
            assert_eq!(Variant::of(name), Variant::Chess960, "{name}");
        }
    }

    #[test]
    fn other_games_keep_their_names() {
        for (name, game) in [
            ("Othello", "flipello"),
            ("Connect Four", "cfour"),
            ("Nine Men's Morris", "morris"),
            ("hex", "hex"),
            ("isolation", "isolation"),
        ] {
            assert_eq!(Variant::of(name).game(), game, "{name}");
        }
        for name in ["Three-check", "Crazyhouse", "King of the Hill", "my-game"] {
            assert_eq!(Variant::of(name), Variant::Other(name.to_lowercase()), "{name}");
        }
    }
}
