//! The board as data.

use crate::fen::NAMES;
use crate::points::{ALL, lines, name, place};
use crate::state::State;
use crate::{FEWEST, Morris};
use plyd_board::file_name;
use plyd_plugin::view::{Colour, Glyph, Label, Mark, MarkKind, Point, Reason, Shape, Spot, Token, View};
use plyd_plugin::{Game, Outcome, Player};

/// The files, and the ranks.
const SIDE: u32 = 7;
/// The distance of the labels from the edge of the board.
const LABEL_GAP: f64 = 0.35;
/// The x of the men who are not yet on the board, right of it.
const HAND_X: f64 = 8.0;

/// The centre of a point.
fn centre(point: u32) -> Point {
    let (file, rank) = place(point);
    [f64::from(file) + 0.5, f64::from(SIDE - 1 - rank) + 0.5]
}

/// The points with their lines; a mill is marked by a line over it. At the right is a man of each player who has some in
/// the hand, with their number, Black's above.
pub(crate) fn view(game: &Morris, state: &State) -> View {
    let spots = ALL.into_iter().map(|point| Spot::new(name(point), centre(point), Shape::Point)).collect();
    let mut view = View { spots, ..View::default() };
    for [first, middle, last] in lines() {
        let ([x1, y1], [x2, y2]) = (centre(first), centre(last));
        view.lines.push([x1, y1, x2, y2]);
        if state.men.iter().any(|men| [first, middle, last].iter().all(|point| men.contains(*point))) {
            view.marks.push(Mark::new(MarkKind::Line, [first, middle, last].map(name)));
        }
    }
    for (player, y) in [(Player::Max, f64::from(SIDE) - 0.5), (Player::Min, 0.5)] {
        for point in state.of(player) {
            view.put(name(point), Token::new(Glyph::Disc, player));
        }
        let (owner, count) = (NAMES[player as usize], state.hand[player as usize]);
        let id = format!("{}-hand", owner.to_lowercase());
        let name = Some(format!("{owner}'s hand"));
        view.spots.push(Spot { inert: true, name, ..Spot::new(&id, [HAND_X, y], Shape::Token) });
        if count > 0 {
            view.put(id, Token { count: Some(count), ..Token::new(Glyph::Disc, player) });
        }
    }
    view.colours = Some([Colour::White, Colour::Black]);
    view.ended(match game.outcome(state) {
        Outcome::Ongoing => None,
        Outcome::DrawIfClaimed => Some(Reason::MoveLimit),
        _ if [Player::Max, Player::Min].into_iter().any(|player| state.count(player) < FEWEST) => {
            Some(Reason::Captured)
        }
        _ => Some(Reason::Blocked),
    });
    for number in 0..SIDE {
        let along = f64::from(number) + 0.5;
        view.labels.push(Label::new([-LABEL_GAP, along], (SIDE - number).to_string()));
        view.labels.push(Label::new([along, f64::from(SIDE) + LABEL_GAP], file_name(number)));
    }
    view
}
