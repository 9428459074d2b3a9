//! The first field: the squares of the pieces.

use super::{error, name, quoted};
use cozy_chess::{BoardBuilder, Color, File, Piece, Rank, Square};
use plyd_board::counted;
use plyd_plugin::SetupError;

/// The most men and pawns of a side, as in the start position: a promotion only changes a man.
const MOST_MEN: usize = 16;
const MOST_PAWNS: usize = 8;

pub(super) fn parse(field: &str, builder: &mut BoardBuilder) -> Result<(), SetupError> {
    let count = field.split('/').count();
    if count != Rank::NUM {
        return Err(error(format!("the board {} has {} but should have 8", quoted(field), counted(count, "rank"))));
    }
    for (rank, text) in Rank::ALL.into_iter().rev().zip(field.split('/')) {
        parse_rank(rank, text, builder)?;
    }
    Color::ALL.into_iter().try_for_each(|color| check_men(color, builder))
}

fn parse_rank(rank: Rank, text: &str, builder: &mut BoardBuilder) -> Result<(), SetupError> {
    let mut squares = 0;
    for letter in text.chars() {
        if let Some(empty) = letter.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
            squares += empty as usize;
            continue;
        }
        let Ok(piece) = Piece::try_from(letter.to_ascii_lowercase()) else {
            let letter = letter.escape_debug();
            return Err(error(format!("unknown piece `{letter}` on rank {rank} of the board: use PNBRQK or pnbrqk")));
        };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        // A man beyond the edge is told below, by the length.
        if let Some(file) = File::try_index(squares) {
            *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
        }
        squares += 1;
    }
    if squares == File::NUM {
        return Ok(());
    }
    let squares = counted(squares, "square");
    Err(error(format!("rank {rank} of the board, {}, has {squares} but should have 8", quoted(text))))
}

fn check_men(color: Color, builder: &BoardBuilder) -> Result<(), SetupError> {
    let squares = |piece| Square::ALL.into_iter().filter(move |square| builder.square(*square) == Some((piece, color)));
    let men = Piece::ALL.into_iter().map(|piece| squares(piece).count()).sum();
    let (kings, pawns) = (squares(Piece::King).count(), squares(Piece::Pawn).count());
    let name = name(color);
    if kings != 1 {
        return Err(error(format!("{name} has {} but should have 1", counted(kings, "king"))));
    }
    if let Some(square) = squares(Piece::Pawn).find(|square| matches!(square.rank(), Rank::First | Rank::Eighth)) {
        return Err(error(format!("a {name} pawn stands on {square}; pawns stand on ranks 2 to 7")));
    }
    for (count, most, noun) in [(pawns, MOST_PAWNS, "pawns"), (men, MOST_MEN, "men")] {
        if count > most {
            return Err(error(format!("{name} has {count} {noun}, but can have at most {most}")));
        }
    }
    Ok(())
}
