use std::fmt;

use crate::info::field;
use crate::{Command, Exercises, ExplainLimits, GoLimits, Mode, PositionText, Query};

/// A command as a client sends it to an engine that speaks UCI or UGI; what [`parse`](crate::parse) reads.
#[derive(Clone, Copy, Debug)]
pub struct ClientRequest<'a> {
    /// The question.
    pub command: &'a Command,
    /// The protocol whose words are used for clocks and for a new game.
    pub mode: Mode,
}

impl fmt::Display for ClientRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.command {
            Command::Uci => f.write_str("uci"),
            Command::Ugi => f.write_str("ugi"),
            Command::Auth(token) => write!(f, "auth {}", token.reveal()),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value } => {
                write!(f, "setoption name {name}")?;
                field(f, "value", value.as_ref())
            }
            Command::Register => f.write_str("register later"),
            Command::NewGame => f.write_str(if self.mode == Mode::Uci { "ucinewgame" } else { "uginewgame" }),
            Command::Position(position) => write_position(f, position),
            Command::Go(go) => write_go(f, go, self.mode),
            Command::Perft(depth) => write!(f, "go perft {depth}"),
            Command::Explain(explain) => write_explain(f, explain),
            Command::Watch(None) => f.write_str("watch off"),
            Command::Watch(Some(watching)) => {
                write!(f, "watch on plies {} nodes {}", watching.plies(), watching.nodes())
            }
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Query(query) => f.write_str(match query {
                Query::Turn => "query turn",
                Query::P1Turn => "query p1turn",
                Query::P2Turn => "query p2turn",
                Query::GameOver => "query gameover",
                Query::Result => "query result",
                Query::Moves => "query moves",
                Query::Chances => "query chances",
                Query::Fen => "query fen",
            }),
            Command::About(None) => f.write_str("query about"),
            Command::About(Some(language)) => write!(f, "query about {language}"),
            Command::Show => f.write_str("d"),
            Command::View => f.write_str("view"),
            Command::Known => f.write_str("known"),
            Command::Read(text) => write!(f, "read {}", serde_json::Value::from(text.as_str())),
            Command::Eval => f.write_str("eval"),
            Command::Games => f.write_str("games"),
            Command::Help => f.write_str("help"),
        }
    }
}

fn write_explain(f: &mut fmt::Formatter<'_>, explain: &ExplainLimits) -> fmt::Result {
    f.write_str("explain")?;
    if let Some(Exercises { count, seed, branching, cuts }) = explain.worksheet {
        write!(f, " worksheet {count} seed {seed} branching {branching}")?;
        if let Some(cuts) = cuts {
            write!(f, " cuts {cuts}")?;
        }
    }
    field(f, "depth", explain.depth)?;
    field(f, "nodes", explain.nodes)?;
    let names = [("algorithm", &explain.algorithm), ("order", &explain.order), ("cut", &explain.cut)];
    for (word, name) in names.into_iter().chain([("fail", &explain.fail), ("lang", &explain.lang)]) {
        field(f, word, name.as_ref())?;
    }
    write!(f, " format {}", explain.format.name())?;
    field(f, "grade", explain.grade.as_ref())
}

fn write_position(f: &mut fmt::Formatter<'_>, position: &PositionText) -> fmt::Result {
    match &position.setup {
        None => f.write_str("position startpos")?,
        Some(setup) => write!(f, "position fen {setup}")?,
    }
    if !position.moves.is_empty() {
        write!(f, " moves {}", position.moves)?;
    }
    Ok(())
}

fn write_go(f: &mut fmt::Formatter<'_>, go: &GoLimits, mode: Mode) -> fmt::Result {
    let (times, increments) = match mode {
        Mode::Uci => (["wtime", "btime"], ["winc", "binc"]),
        Mode::Ugi => (["p1time", "p2time"], ["p1inc", "p2inc"]),
    };
    f.write_str("go")?;
    // First, as other clients have it.
    for (word, _) in [("infinite", go.infinite), ("ponder", go.ponder)].into_iter().filter(|(_, given)| *given) {
        write!(f, " {word}")?;
    }
    for (word, time) in times.into_iter().zip(go.time).chain(increments.into_iter().zip(go.increment)) {
        field(f, word, time.map(|time| time.as_millis()))?;
    }
    field(f, "movestogo", go.moves_to_go)?;
    field(f, "depth", go.depth)?;
    field(f, "nodes", go.nodes)?;
    field(f, "mate", go.mate)?;
    field(f, "movetime", go.movetime.map(|time| time.as_millis()))?;
    field(f, "searchmoves", go.searchmoves.as_ref())
}
