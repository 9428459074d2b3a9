use crate::{ExplainLimits, GoLimits, PositionText, Secret, WatchedTreePart};
use serde::{Deserialize, Serialize};

/// One line of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: who are you, which options have you? From now on, UCI.
    Uci,
    /// `ugi`: the same; from now on, UGI.
    Ugi,
    /// `auth TOKEN`
    Auth(Secret),
    /// `debug on|off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name NAME [value VALUE]`
    SetOption {
        /// The words between `name` and `value`, joined by single blanks. Options are named without regard to case,
        /// which is for the caller to obey.
        name: String,
        /// The words after `value`, joined by single blanks, or `None` without the word `value`. `<empty>`, which other
        /// engines use for an empty text, is passed on unchanged.
        value: Option<String>,
    },
    /// `register ...`, with any arguments
    Register,
    /// `ucinewgame` or `uginewgame`
    NewGame,
    /// `position ...`
    Position(PositionText),
    /// `go ...`
    Go(GoLimits),
    /// `go perft N`
    Perft(u32),
    /// `explain ...`
    Explain(ExplainLimits),
    /// `watch ...`: which part of the trees of searches to tell; `None` is `watch off`.
    Watch(Option<WatchedTreePart>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `query ...` about the position
    Query(Query),
    /// `query about [LANGUAGE]`: what people read of the game, in this language, a word such as `it` or `pt-br`
    About(Option<String>),
    /// `d`: show the position
    Show,
    /// `view`: show the position as JSON
    View,
    /// `known`: what the table knows of each move
    Known,
    /// `read STRING`: reads a game that somebody has written, from this text
    Read(String),
    /// `eval`
    Eval,
    /// `games`
    Games,
    /// `help`
    Help,
}

/// The question of a `query` about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Query {
    /// `turn`: whose turn is it?
    Turn,
    /// `p1turn`: is it the first player's turn?
    P1Turn,
    /// `p2turn`: is it the second player's turn?
    P2Turn,
    /// `gameover`: is the game finished?
    GameOver,
    /// `result`: who has won?
    Result,
    /// `moves`: the legal moves, or the outcomes of chance
    Moves,
    /// `chances`: the outcomes of chance with their weights
    Chances,
    /// `fen`: the position as text
    Fen,
}
