//! Views of positions.

use crate::{moves, notation, outcome, picture, player};
use cozy_chess::{Board, Piece};
use plyd_board::{Grid, Paint};
use plyd_plugin::Move;
use plyd_plugin::view::{Colour, Glyph, Mark, MarkKind, Step, Token, View};

/// The view with a token for each piece, and a mark on a king in check.
pub(crate) fn view(board: &Board) -> View {
    let mut view = Grid::new(8, 8, Paint::Chequered).with_tokens(|file, rank| {
        let square = picture::square(file, rank);
        let (man, color) = board.piece_on(square).zip(board.color_on(square))?;
        Some(Token::new(glyph(man), player(color)))
    });
    if !board.checkers().is_empty() {
        let king = board.king(board.side_to_move()).to_string();
        view.marks.push(Mark::new(MarkKind::Check, [king]));
    }
    view.colours = Some([Colour::White, Colour::Black]);
    view.ended(outcome::reason(board));
    view
}

/// The clicks of a move: its two squares in written notation, and the choice of a promotion piece. Castling can also be
/// made by moving the king onto its rook.
pub(crate) fn gesture(board: &Board, mv: Move, chess960: bool) -> Vec<Step> {
    let played = moves::unpack(mv);
    let written = notation::written(board, played, chess960);
    let mut steps = Step::spots([written.from.to_string(), written.to.to_string()]);
    steps.extend(written.promotion.map(|man| Step::choice(name(man))));
    if written.to == played.to {
        return steps;
    }
    Step::ways([steps, Step::spots([played.from.to_string(), played.to.to_string()])])
}

fn glyph(man: Piece) -> Glyph {
    match man {
        Piece::Pawn => Glyph::Pawn,
        Piece::Knight => Glyph::Knight,
        Piece::Bishop => Glyph::Bishop,
        Piece::Rook => Glyph::Rook,
        Piece::Queen => Glyph::Queen,
        Piece::King => Glyph::King,
    }
}

fn name(man: Piece) -> &'static str {
    match man {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}
