//! The third field of FEN: castling rights.

use super::{error, is_dash, name, quoted};
use cozy_chess::{BoardBuilder, Color, File, Piece, Rank, Square};
use plyd_plugin::SetupError;

/// Parses castling rights. `K` and `Q` are the outermost rook on that side of the king; a letter from `A` to `H` is the
/// rook on that file.
pub(super) fn parse(field: &str, builder: &mut BoardBuilder, chess960: bool) -> Result<(), SetupError> {
    if is_dash(field) {
        return Ok(());
    }
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (king, rook) = castlers(letter, color, builder)
            .map_err(|problem| error(format!("the castling right `{}` {problem}", letter.escape_debug())))?;
        let is_short = king < rook;
        let home = if is_short { File::H } else { File::A };
        if !chess960 && (king, rook) != (File::E, home) {
            return Err(error(format!(
                "the castling right `{letter}`, with the king on file {king} and the rook on file {rook}, needs Chess960: \
                 set the option UCI_Chess960"
            )));
        }
        let rights = builder.castle_rights_mut(color);
        let right = if is_short { &mut rights.short } else { &mut rights.long };
        // A setup may name the same right twice, in one notation or in both.
        if right.replace(rook).is_some_and(|other| other != rook) {
            let side = if is_short { "king's" } else { "queen's" };
            return Err(error(format!(
                "the castling rights {} name two rooks of the {} {side} side",
                quoted(field),
                name(color)
            )));
        }
    }
    Ok(())
}

/// The files of the king and the rook for a letter of the castling rights.
fn castlers(letter: char, color: Color, builder: &BoardBuilder) -> Result<(File, File), String> {
    let name = name(color);
    let rank = Rank::First.relative_to(color);
    let has = |file, piece| builder.square(Square::new(file, rank)) == Some((piece, color));
    let king = File::ALL.into_iter().find(|file| has(*file, Piece::King));
    let rooks = || File::ALL.into_iter().filter(|file| has(*file, Piece::Rook));
    let letter = letter.to_ascii_lowercase();
    if !matches!(letter, 'a'..='h' | 'k' | 'q') {
        return Err("is unknown: use KQkq, the letters of the rooks' files, or -".into());
    }
    let king = king.ok_or_else(|| format!("needs the {name} king on rank {rank}"))?;
    let rook = match letter {
        'k' => rooks().next_back().filter(|rook| *rook > king),
        'q' => rooks().next().filter(|rook| *rook < king),
        file => rooks().find(|rook| char::from(*rook) == file),
    };
    let place = match letter {
        'k' => format!("on rank {rank}, right of the king"),
        'q' => format!("on rank {rank}, left of the king"),
        file => format!("on {file}{rank}"),
    };
    Ok((king, rook.ok_or_else(|| format!("needs a {name} rook {place}"))?))
}
