//! What the engine asks its session, in types.

use crate::{GtpFailure, GtpSession};
use plyd_protocol::{Command, ErrorCode, GameStatus, OwnReply, PositionText, Query, TurnOf, parse_own_reply};

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameStanding {
    /// Whose turn it is.
    pub(crate) turn: TurnOf,
    /// Whether the game is over.
    pub(crate) is_over: bool,
}

/// What an error of the session means to a controller.
fn failure(code: ErrorCode, text: String) -> GtpFailure {
    match code {
        ErrorCode::IllegalMove => GtpFailure::IllegalMove(text),
        _ => GtpFailure::Refused(text),
    }
}

/// The answers among these lines.
///
/// # Errors
/// One of them is an error.
fn replies(lines: &[String]) -> Result<Vec<OwnReply>, GtpFailure> {
    let replies = lines.iter().map(|line| match parse_own_reply(line) {
        OwnReply::Error { code, text } => Err(failure(code, text)),
        reply => Ok(reply),
    });
    replies.collect()
}

/// Sets an option.
///
/// # Errors
/// It is refused, or the session has ended.
pub(crate) async fn set_option(session: &mut impl GtpSession, name: String, value: String) -> Result<(), GtpFailure> {
    let lines = session.ask(&[Command::SetOption { name, value: Some(value) }]).await?;
    replies(&lines).map(drop)
}

/// Forgets what was learnt of the game before.
///
/// # Errors
/// It is refused, or the session has ended.
pub(crate) async fn new_game(session: &mut impl GtpSession) -> Result<(), GtpFailure> {
    replies(&session.ask(&[Command::NewGame]).await?).map(drop)
}

/// Sets up a position, and returns the state of the game there. If it is refused, the session has no position until the
/// next one is accepted.
///
/// # Errors
/// It is refused, or the session has ended.
pub(crate) async fn set_up(session: &mut impl GtpSession, position: PositionText) -> Result<GameStanding, GtpFailure> {
    let commands = [Command::Position(position), Command::Query(Query::Turn), Command::Query(Query::GameOver)];
    let lines = session.ask(&commands).await?;
    let (mut turn, mut is_over) = (None, None);
    for reply in replies(&lines)? {
        match reply {
            OwnReply::Turn(of) => turn = Some(of),
            OwnReply::Truth(truth) => is_over = Some(truth),
            _ => {}
        }
    }
    match (turn, is_over) {
        (Some(turn), Some(is_over)) => Ok(GameStanding { turn, is_over }),
        _ => Err(GtpFailure::Refused("the session does not say whose turn it is".into())),
    }
}

/// The texts of the legal moves.
///
/// # Errors
/// It is refused, or the session has ended.
pub(crate) async fn legal_moves(session: &mut impl GtpSession) -> Result<Vec<String>, GtpFailure> {
    let lines = session.ask(&[Command::Query(Query::Moves)]).await?;
    replies(&lines)?;
    let listed = lines.iter().find_map(|line| line.strip_prefix("response"));
    Ok(listed.unwrap_or_default().split_whitespace().map(str::to_owned).collect())
}

/// What `d` says of the position.
pub(crate) struct ShownPosition {
    /// The picture, in lines.
    pub(crate) picture: Vec<String>,
    /// The position as a setup.
    pub(crate) setup: String,
    /// The state of the game.
    pub(crate) standing: GameStatus,
}

/// Shows the position.
///
/// # Errors
/// It is refused, or the session has ended.
pub(crate) async fn show(session: &mut impl GtpSession) -> Result<ShownPosition, GtpFailure> {
    let lines = session.ask(&[Command::Show]).await?;
    let mut shown = ShownPosition { picture: Vec::new(), setup: String::new(), standing: GameStatus::Ongoing };
    for reply in replies(&lines)? {
        match reply {
            OwnReply::Fen(setup) => shown.setup = setup,
            OwnReply::Outcome(standing) => shown.standing = standing,
            OwnReply::Text(line) => shown.picture.push(line),
            _ => {}
        }
    }
    Ok(shown)
}

/// The outcome of a search.
#[derive(Clone, Debug)]
pub(crate) struct SearchOutcome {
    /// The best move; `None` if there is none.
    pub(crate) best: Option<String>,
    /// The chances to win, draw and lose, in parts of a thousand, if the session shows them.
    pub(crate) chances: Option<[u16; 3]>,
}

/// What a search has said so far.
#[derive(Debug, Default)]
pub(crate) struct SearchReport {
    error: Option<GtpFailure>,
    chances: Option<[u16; 3]>,
}

impl SearchReport {
    /// Takes the next line. The last one brings the outcome, or why there is none.
    pub(crate) fn take(&mut self, line: &str) -> Option<Result<SearchOutcome, GtpFailure>> {
        match parse_own_reply(line) {
            OwnReply::Error { text, .. } => self.error = Some(GtpFailure::Refused(text)),
            OwnReply::Chances(last) => self.chances = Some(last),
            OwnReply::BestMove(best) => {
                // A search that was given up has a move all the same.
                let error = self.error.take().filter(|_| best.is_none());
                return Some(error.map_or(Ok(SearchOutcome { best, chances: self.chances }), Err));
            }
            _ => {}
        }
        None
    }
}

/// Searches for the best move.
///
/// # Errors
/// The search was refused or failed, and found no move; or the session has ended.
pub(crate) async fn search(
    session: &mut impl GtpSession,
    go: plyd_protocol::GoLimits,
) -> Result<SearchOutcome, GtpFailure> {
    let lines = session.ask(&[Command::Go(go)]).await?;
    let mut said = SearchReport::default();
    lines.iter().find_map(|line| said.take(line)).unwrap_or(Err(GtpFailure::Gone))
}
