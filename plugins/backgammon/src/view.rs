//! Views of positions from White's point of view: 24 points with their piles of men, the bar between the halves, the
//! men off at the right, and the dice in the middle.

use crate::orders::orders;
use crate::play;
use crate::side::{BAR, OFF, opposite};
use crate::state::State;
use plyd_plugin::view::{Colour, Glyph, Label, Point, Reason, Shape, Spot, Step, Token, Tone, View};
use plyd_plugin::{Move, Player};

/// The height of the board.
const BOTTOM: f64 = 10.0;
/// The height of a point, of each half of the bar and of each tray at the right. Five men fit, which are slightly
/// narrower than a point, and a tip.
const HEIGHT: f64 = 4.6;
/// The y coordinates of the centres of the upper and of the lower points.
const ROWS: [f64; 2] = [HEIGHT / 2.0, BOTTOM - HEIGHT / 2.0];
/// The distances from the edge to the centres of the first and of the fifth man of a pile.
const PILE: [f64; 2] = [0.45, 3.65];
/// The x coordinate of the bar, which is to the right of the first six points, and of the trays.
const BAR_X: f64 = 6.5;
const TRAY_X: f64 = 13.5;

pub(crate) fn view(state: &State) -> View {
    let mut view = View { colours: Some([Colour::White, Colour::Black]), ..View::default() };
    view.ended(state.result().map(|_| Reason::Goal));
    for (half, x) in [("left", 3.0), ("right", 10.0)] {
        let cloth = Spot::new(half, [x, BOTTOM / 2.0], Shape::Square);
        view.spots.push(Spot { size: Some([6.0, BOTTOM]), tone: Tone::Green, inert: true, ..cloth });
    }
    for point in 1..BAR {
        add_point(&mut view, state, point);
    }
    for player in [Player::Max, Player::Min] {
        add_trays(&mut view, state, player);
    }
    state.dice().draw(&mut view, [9.5, BOTTOM / 2.0]);
    view
}

/// The clicks of a play: for each step the points on which it begins and ends, one die after the other, in every order
/// that the rules allow. The order from the mover's highest points is the first.
pub(crate) fn gesture(state: &State, play: Move) -> Vec<Step> {
    let clicks = |steps: Vec<play::Step>| {
        Step::spots(steps.into_iter().flat_map(|step| [step.from, step.to()].map(|place| id(state.mover(), place))))
    };
    let orders = orders(state, play);
    if orders.is_empty() { vec![Step::button("none")] } else { Step::ways(orders.into_iter().map(clicks)) }
}

/// The id of a player's place. Points have White's numbers.
fn id(player: Player, place: u8) -> String {
    match (player, place) {
        (Player::Max, OFF) => "white-off".into(),
        (Player::Min, OFF) => "black-off".into(),
        (Player::Max, BAR) => "white-bar".into(),
        (Player::Min, BAR) => "black-bar".into(),
        (Player::Max, point) => point.to_string(),
        (Player::Min, point) => opposite(point).to_string(),
    }
}

fn add_point(view: &mut View, state: &State, point: u8) {
    let is_upper = point > 12;
    let file = if is_upper { point - 13 } else { 12 - point };
    let x = f64::from(file) + if file < 6 { 0.5 } else { 1.5 };
    let [y, edge, tip, label] =
        if is_upper { [ROWS[0], 0.0, HEIGHT, -0.4] } else { [ROWS[1], BOTTOM, BOTTOM - HEIGHT, BOTTOM + 0.4] };
    let tone = if point.is_multiple_of(2) { Tone::Light } else { Tone::Dark };
    let outline = vec![[x - 0.5, edge], [x + 0.5, edge], [x, tip]];
    let id = point.to_string();
    let name = Some(format!("White's {point} point, Black's {}", opposite(point)));
    let (size, pile) = (Some([1.0, HEIGHT]), pile(x, is_upper));
    view.spots.push(Spot { outline, tone, name, size, pile, ..Spot::new(&id, [x, y], Shape::Area) });
    view.labels.push(Label::new([x, label], &*id));
    add_men(view, &id, Player::Max, state.men(Player::Max)[point as usize]);
    add_men(view, &id, Player::Min, state.men(Player::Min)[opposite(point) as usize]);
}

/// Adds a player's half of the bar, next to the points on which men enter, and a tray for the player's men off, next to
/// the home board.
fn add_trays(view: &mut View, state: &State, player: Player) {
    let (whose, rows) = if player == Player::Max { ("White", ROWS) } else { ("Black", [ROWS[1], ROWS[0]]) };
    for (place, [x, y], name) in [(BAR, [BAR_X, rows[0]], "men on the bar"), (OFF, [TRAY_X, rows[1]], "men off")] {
        let id = id(player, place);
        let name = Some(format!("{whose}'s {name}"));
        let spot = Spot::new(&id, [x, y], Shape::Pit);
        let pile = pile(x, y == ROWS[0]);
        view.spots.push(Spot { owner: player.into(), name, size: Some([0.9, HEIGHT]), pile, ..spot });
        add_men(view, &id, player, state.men(player)[place as usize]);
    }
}

/// The line from the first man of a pile, next to the edge of the board, to the fifth one.
fn pile(x: f64, is_upper: bool) -> Option<[Point; 2]> {
    Some(PILE.map(|y| [x, if is_upper { y } else { BOTTOM - y }]))
}

/// Adds some men of a player as one token with their number.
fn add_men(view: &mut View, on: &str, player: Player, men: u8) {
    if men > 0 {
        view.put(on, Token { count: Some(men.into()), ..Token::new(Glyph::Disc, player) });
    }
}
