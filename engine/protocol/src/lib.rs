//! The line protocol of plyd as types: [`parse`] reads what a client sends, [`Reply`] writes what it is answered. For
//! the client's side, [`ClientRequest`] writes, and [`parse_reply`] reads what engines answer, also those that others
//! wrote.
//!
//! The protocol is UCI, with UGI and a few commands of plyd's own. Only this crate knows the spelling of a line. The
//! session that calls it decides what a command does, and which games and options there are.
//!
//! ```
//! use plyd_protocol::{Command, GoLimits, Reply, parse};
//!
//! assert_eq!(parse("go depth 5"), Ok(Some(Command::Go(GoLimits { depth: Some(5), ..GoLimits::default() }))));
//! assert_eq!(Reply::BestMove { best: Some("P@b2".into()), ponder: None }.to_string(), "bestmove P@b2");
//! ```
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod command;
mod engine_reply;
mod error;
mod explain;
mod game_line;
mod go;
mod info;
mod line_text;
mod option;
mod own_reply;
mod parse;
mod position;
mod reply;
mod request;
mod response;
mod rights;
mod score;
mod suggestion;
mod watching;
mod words;

pub use command::{Command, Query};
pub use engine_reply::{EngineReply, parse_ranked, parse_reply};
pub use error::{ErrorCode, OwedLine, ParseError};
pub use explain::{Exercises, ExplainFormat, ExplainLimits};
pub use game_line::{GameFact, GameLine, VariantLine};
pub use go::{GoLimits, MAX_PERFT_DEPTH};
pub use info::{Info, ScoreBound};
pub use line_text::{TOKEN_MARK, for_log, quote};
pub use option::{OptionFault, OptionLine, OptionValue, is_safe_option_text};
pub use own_reply::{OwnReply, parse_own_reply};
pub use parse::{commands, help, parse, parse_with, unreadable};
pub use plyd_foreign::{excerpt, one_line, shown};
pub use position::PositionText;
pub use reply::Reply;
pub use request::ClientRequest;
pub use response::{GameStatus, Response, TurnOf};
pub use rights::{ClientRights, Right, RightsError, Secret};
pub use score::{Mode, Score};
pub use watching::WatchedTreePart;
pub use words::LineWords;
