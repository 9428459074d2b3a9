//! Text form of positions: FEN, with the castling rights of Shredder-FEN and X-FEN in Chess960.

mod castling;
mod placement;
mod tail;

use crate::moves;
use cozy_chess::{Board, BoardBuilder, BoardBuilderError, Color, Rank, Square, get_king_moves};
use plyd_board::{Fields, quoted_within};
use plyd_plugin::SetupError;
use tail::Counters;

/// The maximum move number, and the clock at which a game is drawn. Larger numbers in a setup are reduced to these.
const LAST_MOVE: u32 = u16::MAX as u32;
const LAST_CLOCK: u32 = 100;

/// Writes a position. The en passant square is written only if a capture on it is legal.
pub(crate) fn format(board: &Board, chess960: bool) -> String {
    let text = if chess960 { format!("{board:#}") } else { board.to_string() };
    let mut fields: Vec<&str> = text.split(' ').collect();
    if moves::en_passant(board).is_none() {
        fields[3] = "-";
    }
    fields.join(" ")
}

/// Parses a position. Fields after the side to move may be omitted from the end. Many variants of other programs are
/// accepted if their meaning is unambiguous.
pub(crate) fn parse(setup: &str, chess960: bool) -> Result<Board, SetupError> {
    let mut fields = Fields::of(setup);
    let mut builder = BoardBuilder::empty();
    placement::parse(fields.board(), &mut builder)?;
    builder.side_to_move = parse_turn(fields.next())?;
    castling::parse(fields.next().unwrap_or("-"), &mut builder, chess960)?;
    let en_passant = match fields.peek() {
        Some(field) if tail::may_begin(field) && field.to_ascii_lowercase().parse::<Square>().is_err() => None,
        _ => fields.next(),
    };
    let passed = parse_en_passant(en_passant.unwrap_or("-"))?;
    let Counters { clock, number } = tail::parse(fields)?;
    builder.halfmove_clock = clock.min(LAST_CLOCK) as u8;
    // Some programs count moves from 0.
    builder.fullmove_number = number.clamp(1, LAST_MOVE) as u16;
    build(&mut builder, passed)
}

/// Builds the board and refuses impossible checks and adjacent kings. An en passant square that no pawn can have passed
/// is ignored.
fn build(builder: &mut BoardBuilder, passed: Option<Square>) -> Result<Board, SetupError> {
    builder.en_passant = passed.filter(|square| square.rank() == Rank::Sixth.relative_to(builder.side_to_move));
    let (mover, waiting) = (name(builder.side_to_move), name(!builder.side_to_move));
    let mut built = builder.build();
    if matches!(built, Err(BoardBuilderError::InvalidEnPassant)) {
        builder.en_passant = None;
        built = builder.build();
    }
    let board = built.map_err(|reason| {
        error(match reason {
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
    let is = |field: &str, names: [&str; 2]| names.iter().any(|name| field.eq_ignore_ascii_case(name));
    match field {
        Some(field) if is(field, ["w", "white"]) => Ok(Color::White),
        Some(field) if is(field, ["b", "black"]) => Ok(Color::Black),
        Some(other) => Err(error(format!("{} is not a side to move: use w for White or b for Black", quoted(other)))),
        None => Err(error("the side to move is missing after the board: add w for White or b for Black")),
    }
}

/// Parses the en passant square without checking whether it makes sense.
fn parse_en_passant(field: &str) -> Result<Option<Square>, SetupError> {
    // Books write a semicolon after the last field.
    let field = field.trim_end_matches(';');
    if is_dash(field) {
        return Ok(None);
    }
    let square = field.to_ascii_lowercase().parse();
    square.map(Some).map_err(|_| error(format!("the en passant square {} should be a square or -", quoted(field))))
}

/// Whether a field is a dash, which means that it is empty. Texts from web pages contain longer dashes.
fn is_dash(field: &str) -> bool {
    matches!(field, "-" | "\u{2013}" | "\u{2014}" | "\u{2212}")
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The maximum length of quoted text, which is enough for all letters of a rank and of the castling rights.
const LONGEST_QUOTED: usize = 32;

fn quoted(text: &str) -> String {
    quoted_within(text, LONGEST_QUOTED)
}

fn error(text: impl Into<String>) -> SetupError {
    SetupError::new(text)
}
