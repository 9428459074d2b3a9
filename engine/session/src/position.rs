//! The position of a session, with errors and results in the form of the protocol.

use crate::options::NO_GAME;
use plyd_formats::{PositionSetup, setups};
use plyd_host::{Library, LibraryFault, OpenError, Position};
use plyd_protocol::{ErrorCode, GameStatus, PositionText, Reply, excerpt, quote};
use plyd_rules::{Move, Outcome, Player, Turn};
use serde::{Deserialize, Serialize};
use std::io;
use std::sync::Arc;

/// Why a position was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{text}")]
pub struct PositionRefused {
    /// The code for the client.
    pub code: ErrorCode,
    /// The error, its place, and the correct form.
    pub text: String,
}

impl From<PositionRefused> for Reply {
    fn from(PositionRefused { code, text }: PositionRefused) -> Self {
        Self::Error { code, text }
    }
}

/// There is no game to play.
pub(crate) fn no_game() -> PositionRefused {
    PositionRefused { code: ErrorCode::NoGame, text: NO_GAME.to_owned() }
}

/// The system has no thread to do the work.
pub(crate) fn no_thread(reason: &io::Error) -> PositionRefused {
    let text = format!("cannot start a thread for the search: {reason}");
    PositionRefused { code: ErrorCode::OutOfResources, text }
}

/// A call of the library has panicked.
pub(crate) fn died() -> PositionRefused {
    PositionRefused { code: ErrorCode::Plugin, text: "a call of the game's library did not return".into() }
}

/// The system has no thread for a call.
pub(crate) fn no_call() -> PositionRefused {
    let text = "the system cannot start a thread to call the library".into();
    PositionRefused { code: ErrorCode::OutOfResources, text }
}

impl From<LibraryFault> for PositionRefused {
    fn from(fault: LibraryFault) -> Self {
        Self { code: ErrorCode::Plugin, text: excerpt(&fault.to_string()) }
    }
}

impl From<OpenError> for PositionRefused {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Refused(text) => Self { code: ErrorCode::BadPosition, text: excerpt(&text) },
            OpenError::Fault(fault) => fault.into(),
        }
    }
}

/// The number of legal moves that an error lists.
const LISTED_MOVES: usize = 40;

/// Opens the setup and plays the moves, unless `is_given_up` reports between two of them that the session no longer
/// waits. It calls the library, which may take a long time.
///
/// # Errors
/// The setup is invalid, a move is not legal (the error has its number and the legal moves), or the library failed.
pub fn open(
    library: &Arc<Library>,
    options: &[(String, String)],
    text: &PositionText,
    is_given_up: &dyn Fn() -> bool,
) -> Result<Position, PositionRefused> {
    let mut position = open_setup(library, options, text.setup.as_deref().unwrap_or_default())?;
    for (index, mv) in text.moves.iter().enumerate() {
        if is_given_up() {
            let text = format!("gave up before move {}", index + 1);
            return Err(PositionRefused { code: ErrorCode::Timeout, text });
        }
        play(&mut position, mv).map_err(|error| match error.code {
            ErrorCode::IllegalMove => PositionRefused { text: format!("move {}: {}", index + 1, error.text), ..error },
            _ => error,
        })?;
    }
    Ok(position)
}

/// Opens a setup, or else the one in it, if all the rest are signs of a list: quotation marks, the number of a line, a
/// column behind it. What has letters may be meant for the game, which refuses it.
fn open_setup(library: &Arc<Library>, options: &[(String, String)], text: &str) -> Result<Position, OpenError> {
    let refused = match Position::open(library, options, text) {
        Err(refused @ OpenError::Refused(_)) => refused,
        opened => return opened,
    };
    let is_framed = |setup: &PositionSetup| {
        let behind = text.split_once(setup.text.as_str()).map(|(_, behind)| behind.trim_start());
        let is_sign = |behind: &str| behind.is_empty() || behind.starts_with(['"', '\'', ',', ';', '|', '[']);
        let is_frame = |behind: &str| is_sign(behind) && !behind.contains(char::is_alphabetic);
        setup.changed.is_none() && setup.moves.is_empty() && behind.is_some_and(is_frame)
    };
    match setups(text).into_iter().skip(1).find(is_framed) {
        // The refusal of the text as it is names what the client sent.
        Some(setup) => Position::open(library, options, &setup.text).map_err(|error| match error {
            OpenError::Refused(_) => refused,
            fault => fault,
        }),
        None => Err(refused),
    }
}

/// Plays the move that the text names.
///
/// # Errors
/// It is not legal, or the library failed; the position has not changed then.
pub fn play(position: &mut Position, text: &str) -> Result<(), PositionRefused> {
    let mv = find_move(position, text)?;
    Ok(position.play(mv)?)
}

/// The legal move that the text names.
///
/// # Errors
/// It is not legal, or the library failed.
fn find_move(position: &Position, text: &str) -> Result<Move, PositionRefused> {
    match position.find_move(text)? {
        Some(mv) => Ok(mv),
        None => Err(not_legal(position, text)?),
    }
}

/// The refusal of a move that is not legal, with a list of the legal moves.
///
/// # Errors
/// The library failed.
pub(crate) fn not_legal(position: &Position, text: &str) -> Result<PositionRefused, LibraryFault> {
    not_legal_among(position, text, &|moves| texts(position, moves))
}

/// The same, where `write` writes the moves of the list.
///
/// # Errors
/// The library failed, or `write` did.
pub fn not_legal_among(
    position: &Position,
    text: &str,
    write: &dyn Fn(&[Move]) -> Result<String, LibraryFault>,
) -> Result<PositionRefused, LibraryFault> {
    let is_forbidden = position.forbids(text)?;
    let text = quote(text);
    let outcome = position.outcome()?;
    let text = if outcome.has_moves() {
        let legal = position.legal_moves()?;
        let more = legal.len().saturating_sub(LISTED_MOVES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let listed = write(&legal[..legal.len().min(LISTED_MOVES)])?;
        let moves = if position.turn()? == Turn::Chance { "outcomes of chance" } else { "legal moves" };
        let why = if is_forbidden { "repeats a position, which is forbidden here" } else { "is not legal" };
        format!("{text} {why}; the {moves} are {listed}{more}")
    } else {
        format!("{text} comes after the end of the game ({})", standing(outcome))
    };
    Ok(PositionRefused { code: ErrorCode::IllegalMove, text })
}

/// The texts of the legal moves, in the game's order, separated by blanks; empty if the game cannot continue.
///
/// # Errors
/// The library failed.
pub fn move_texts(position: &Position) -> Result<String, LibraryFault> {
    texts(position, &position.legal_moves()?)
}

/// One text for all of them, because there may be a million.
fn texts(position: &Position, moves: &[Move]) -> Result<String, LibraryFault> {
    let mut joined = String::new();
    for &mv in moves {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(&position.move_text(mv)?);
    }
    Ok(joined)
}

/// The outcomes of chance with their weights, in the game's order, separated by blanks; empty if it is not the turn of
/// chance, or the game is over.
///
/// # Errors
/// The library failed.
pub fn chances(position: &Position) -> Result<String, LibraryFault> {
    if position.turn()? != Turn::Chance {
        return Ok(String::new());
    }
    let outcomes = position.legal_moves()?;
    let weights = position.weights(&outcomes)?;
    let mut joined = String::new();
    for (&outcome, weight) in outcomes.iter().zip(weights) {
        let blank = if joined.is_empty() { "" } else { " " };
        joined.push_str(&format!("{blank}{} {weight}", position.move_text(outcome)?));
    }
    Ok(joined)
}

/// The first legal move as text; none if the game cannot continue, or chance decides.
///
/// # Errors
/// The library failed.
pub(crate) fn first_move_text(position: &Position) -> Result<Option<String>, LibraryFault> {
    if position.turn()? == Turn::Chance {
        return Ok(None);
    }
    let first = position.legal_moves()?.first().copied();
    first.map(|mv| position.move_text(mv)).transpose()
}

/// The text of the legal move that `wanted` names; if it names none, of the first legal move. `None` if the game cannot
/// continue, or chance decides.
///
/// # Errors
/// The library failed.
pub(crate) fn legal_or_first(position: &Position, wanted: Option<&str>) -> Result<Option<String>, PositionRefused> {
    if let Some(wanted) = wanted
        && let Some(mv) = position.find_move(wanted)?
    {
        return Ok(Some(position.move_text(mv)?));
    }
    Ok(first_move_text(position)?)
}

/// The state of the game by all of its rules. It may be over because of a repetition, or because a player can claim a
/// draw, although there are legal moves.
///
/// # Errors
/// The library failed, or the game cannot give a result.
pub fn result(position: &Position) -> Result<GameStatus, LibraryFault> {
    Ok(position.ending()?.map_or(GameStatus::Ongoing, |ending| standing(ending.outcome)))
}

fn standing(outcome: Outcome) -> GameStatus {
    match outcome {
        Outcome::Ongoing | Outcome::Unknown => GameStatus::Ongoing,
        Outcome::Win(Player::Max) => GameStatus::P1Win,
        Outcome::Win(Player::Min) => GameStatus::P2Win,
        Outcome::Draw | Outcome::DrawIfClaimed => GameStatus::Draw,
        Outcome::Utility(value) => GameStatus::Utility(value),
    }
}
