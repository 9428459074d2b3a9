//! Positions as text: FEN, with castling rights as Shredder-FEN and X-FEN write them in Chess960.

mod castling;
mod placement;

use crate::moves;
use cozy_chess::{Board, BoardBuilder, BoardBuilderError, Color, Rank, Square, get_king_moves};
use plyd_board::{Fields, quoted_within};
use plyd_plugin::SetupError;

/// The longest game that can be counted, and the clock at which a game is drawn: larger numbers are read as these.
const LAST_MOVE: u32 = u16::MAX as u32;
const LAST_CLOCK: u32 = 100;

/// Writes a position. The en passant square is written where a capture on it is legal.
pub(crate) fn format(board: &Board, chess960: bool) -> String {
    let text = if chess960 { format!("{board:#}") } else { board.to_string() };
    let mut fields: Vec<&str> = text.split(' ').collect();
    if moves::en_passant(board).is_none() {
        fields[3] = "-";
    }
    fields.join(" ")
}

/// Reads a position. All fields after the side to move may be omitted, from the end.
pub(crate) fn parse(setup: &str, chess960: bool) -> Result<Board, SetupError> {
    let mut fields = Fields::of(setup);
    let mut builder = BoardBuilder::empty();
    placement::parse(fields.board(), &mut builder)?;
    builder.side_to_move = parse_turn(fields.next())?;
    castling::parse(fields.next().unwrap_or("-"), &mut builder, chess960)?;
    let en_passant = fields.next().unwrap_or("-");
    builder.en_passant = parse_en_passant(en_passant, builder.side_to_move)?;
    builder.halfmove_clock = parse_counter(fields.next(), "half-move clock", 0)?.min(LAST_CLOCK) as u8;
    // Some programs count from 0.
    builder.fullmove_number = parse_counter(fields.next(), "move number", 1)?.clamp(1, LAST_MOVE) as u16;
    fields.end("the move number")?;
    build(&builder, en_passant)
}

/// Refuses the remaining impossible positions: checks that no game has, and squares that no pawn has passed.
fn build(builder: &BoardBuilder, en_passant: &str) -> Result<Board, SetupError> {
    let (mover, waiting) = (name(builder.side_to_move), name(!builder.side_to_move));
    let board = builder.build().map_err(|reason| {
        error(match reason {
            BoardBuilderError::InvalidEnPassant => format!(
                "the en passant square {} does not fit the board: no {waiting} pawn can just have passed it",
                quoted(en_passant)
            ),
            BoardBuilderError::InvalidBoard => format!("{waiting} is in check, but it is {mover}'s move"),
            other => format!("the position is impossible: {other}"),
        })
    })?;
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err(error("the kings stand next to each other"));
    }
    let checks = board.checkers().len();
    if checks > 2 {
        return Err(error(format!("{checks} pieces give check to {mover}; no move gives more than two")));
    }
    Ok(board)
}

fn parse_turn(field: Option<&str>) -> Result<Color, SetupError> {
    match field {
        Some("w") => Ok(Color::White),
        Some("b") => Ok(Color::Black),
        Some(other) => Err(error(format!("{} is not a side to move: use w for White or b for Black", quoted(other)))),
        None => Err(error("the side to move is missing after the board: add w for White or b for Black")),
    }
}

fn parse_en_passant(field: &str, turn: Color) -> Result<Option<Square>, SetupError> {
    if field == "-" {
        return Ok(None);
    }
    let square: Square =
        field.parse().map_err(|_| error(format!("the en passant square {} should be a square or -", quoted(field))))?;
    let rank = Rank::Sixth.relative_to(turn);
    if square.rank() != rank {
        return Err(error(format!(
            "the en passant square `{square}` should be on rank {rank}, as {} moves",
            name(turn)
        )));
    }
    Ok(Some(square))
}

/// A counter, or `default` if it was left out.
fn parse_counter(field: Option<&str>, meaning: &str, default: u32) -> Result<u32, SetupError> {
    let Some(field) = field else { return Ok(default) };
    let number = field.parse().ok().filter(|_| field.bytes().all(|byte| byte.is_ascii_digit()));
    number.ok_or_else(|| error(format!("the {meaning} {} should be a number", quoted(field))))
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Room for all letters of a rank and of the castling rights.
const LONGEST_QUOTED: usize = 32;

fn quoted(text: &str) -> String {
    quoted_within(text, LONGEST_QUOTED)
}

fn error(text: impl Into<String>) -> SetupError {
    SetupError::new(text)
}
