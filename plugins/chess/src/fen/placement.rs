//! The first field of FEN: the pieces on their squares.

use super::{LONGEST_QUOTED, error, name};
use cozy_chess::{BoardBuilder, Color, File, Piece, Rank, Square};
use plyd_board::{BoardField, Gaps, Sizes, counted, quoted_within};
use plyd_plugin::SetupError;

/// The maximum numbers of men and of pawns of a side, which are the numbers at the start, because a promotion only
/// replaces a pawn.
const MOST_MEN: usize = 16;
const MOST_PAWNS: usize = 8;

const BOARD: BoardField = BoardField {
    gaps: Gaps::Digits(8),
    counts_excess: true,
    tells_square: false,
    longest_quoted: LONGEST_QUOTED,
    ..BoardField::new(Sizes::Only(8), Sizes::Only(8), ["PNBRQK", "pnbrqk"])
};

pub(super) fn parse(field: &str, builder: &mut BoardBuilder) -> Result<(), SetupError> {
    let (board, pocket) = BOARD.split_pocket(field)?;
    if let Some(pocket) = pocket.filter(|pocket| !pocket.is_empty() && *pocket != "-") {
        let pocket = quoted_within(pocket, LONGEST_QUOTED);
        return Err(error(format!("the pocket has {pocket}, but in chess no men are dropped: write [] or nothing")));
    }
    for (file, rank, letter) in BOARD.read(board)?.pieces() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let square = Square::new(File::index(file as usize), Rank::index(rank as usize));
        // `BOARD` accepts only letters of pieces, so the conversion always succeeds.
        *builder.square_mut(square) = Piece::try_from(letter.to_ascii_lowercase()).ok().map(|piece| (piece, color));
    }
    Color::ALL.into_iter().try_for_each(|color| check_men(color, builder))
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
