//! The games that come with plyd: the one list of them. A test compares it with what is installed, and another one all
//! other places that name each of them.

/// Their ids, in alphabetical order.
pub const GAMES: [&str; 18] = [
    "amazons",
    "ataxx",
    "backgammon",
    "breakthrough",
    "cfour",
    "checkers",
    "chess",
    "dotsandboxes",
    "flipello",
    "go",
    "gomoku",
    "hex",
    "isolation",
    "kalah",
    "leaftree",
    "morris",
    "nim",
    "tictactoe",
];
