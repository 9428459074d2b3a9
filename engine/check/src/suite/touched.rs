//! What moves change in views, compared with their gestures: a person clicks where something happens.

use plyd_plugin::view::{Owner, Spots, Step, Token, View};
use plyd_rules::{Player, Turn};
use std::collections::{BTreeMap, BTreeSet};

/// Fewer moves say nothing.
const FEWEST: u32 = 40;

/// Of all moves that were compared, in how many something was so.
#[derive(Debug, Default)]
pub(super) struct TouchedMoves {
    /// A token has changed, and the gesture has a spot.
    moves: u32,
    /// A spot of the gesture is one of those that changed.
    touched: u32,
    /// The same for the image of the gesture in a mirror: top and bottom exchanged, left and right, both.
    mirrored: [u32; 3],
    /// A token of the player to move went from the one end of the gesture to the other.
    forwards: u32,
    /// The same from its last spot to its first.
    backwards: u32,
}

impl TouchedMoves {
    /// A move of this player, with the views before and after it.
    pub(super) fn meet(&mut self, mover: Turn, steps: &[Step], before: &View, after: &View, spots: &Spots<'_>) {
        let (old, new) = (tokens(before), tokens(after));
        let changed: BTreeSet<&str> =
            old.keys().chain(new.keys()).copied().filter(|id| old.get(id) != new.get(id)).collect();
        let clicked: Vec<&str> = steps
            .iter()
            .take_while(|step| **step != Step::Or)
            .filter_map(|step| match step {
                Step::Spot(id) => Some(id.as_str()),
                Step::Choice(_) | Step::Button(_) | Step::Or => None,
            })
            .collect();
        let (Some(&first), Some(&last)) = (clicked.first(), clicked.last()) else { return };
        if changed.is_empty() {
            return;
        }
        self.moves += 1;
        self.touched += u32::from(clicked.iter().any(|id| changed.contains(id)));
        let mirror = Mirror::of(before);
        for (count, [across, upright]) in self.mirrored.iter_mut().zip([[false, true], [true, false], [true, true]]) {
            let mut images = clicked.iter().filter_map(|id| mirror.image(spots, id, across, upright));
            *count += u32::from(images.any(|id| changed.contains(id)));
        }
        let Some(mover) = mover.player() else { return };
        let goes = |from: &str, to: &str| {
            [(&old, from, true), (&new, from, false), (&old, to, false), (&new, to, true)]
                .into_iter()
                .all(|(tokens, id, is_there)| has_one(tokens, id, mover) == is_there)
        };
        self.forwards += u32::from(goes(first, last));
        self.backwards += u32::from(goes(last, first));
    }

    /// What is wrong with nearly all moves, in a sentence.
    pub(super) fn warning(&self) -> Option<String> {
        let Self { moves, touched, mirrored, forwards, backwards } = *self;
        if moves < FEWEST {
            return None;
        }
        let most = mirrored.into_iter().max().unwrap_or(0);
        // Another place of the same column, say, is no mistake, and mirrors do not lead there.
        if 20 * most >= 19 * moves && 4 * touched < 3 * moves {
            let way = ["upside down", "mirrored", "turned round"];
            let way = mirrored.iter().position(|&count| count == most).map_or("mirrored", |place| way[place]);
            return Some(format!(
                "the tokens of the view seem to be {way}: {touched} of {moves} moves change one on a spot of their \
                 gesture, and {most} one on its image"
            ));
        }
        if touched == 0 {
            return Some(format!("none of {moves} moves changes a token on a spot of its gesture"));
        }
        // A few may go back to where they came from with their last step.
        if 2 * backwards > moves && backwards > 9 * forwards {
            return Some(format!(
                "gestures seem to be in reverse: in {backwards} of {moves} moves a token of the player to move goes \
                 from the last spot of the gesture to the first"
            ));
        }
        None
    }
}

/// The tokens on each spot.
type Tokens<'a> = BTreeMap<&'a str, Vec<&'a Token>>;

fn tokens(view: &View) -> Tokens<'_> {
    let mut tokens = Tokens::new();
    for token in &view.tokens {
        tokens.entry(token.on.as_str()).or_default().push(token);
    }
    tokens
}

fn has_one(tokens: &Tokens<'_>, id: &str, player: Player) -> bool {
    tokens.get(id).is_some_and(|tokens| tokens.iter().any(|token| token.owner == Owner::from(player)))
}

/// The images of spots in the middle lines of the board.
struct Mirror<'a> {
    /// By their places, in hundredths.
    by_place: BTreeMap<[i64; 2], &'a str>,
    /// The sums of the least and the largest coordinates.
    sums: [f64; 2],
}

fn hundredths(at: [f64; 2]) -> [i64; 2] {
    at.map(|part| (100.0 * part).round() as i64)
}

impl<'a> Mirror<'a> {
    /// Of the board of the spots that can be clicked.
    fn of(view: &'a View) -> Self {
        let spots = || view.spots.iter().filter(|spot| !spot.inert);
        let sum = |axis: usize| {
            let all = || spots().map(|spot| spot.at[axis]);
            all().fold(f64::INFINITY, f64::min) + all().fold(f64::NEG_INFINITY, f64::max)
        };
        Self { by_place: spots().map(|spot| (hundredths(spot.at), spot.id.as_str())).collect(), sums: [sum(0), sum(1)] }
    }

    /// The spot in the place of this one, if there is one, with left and right exchanged, or top and bottom, or both.
    fn image(&self, spots: &Spots<'_>, id: &str, across: bool, upright: bool) -> Option<&'a str> {
        let [x, y] = spots.get(id)?.at;
        let place = [if across { self.sums[0] - x } else { x }, if upright { self.sums[1] - y } else { y }];
        self.by_place.get(&hundredths(place)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_plugin::view::{Glyph, Shape};

    fn name(file: u32, rank: u32) -> String {
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }

    /// A board with a man of each player, each on the square that `place` names for it.
    fn board(men: [(u32, u32); 2], place: fn(u32, u32) -> String) -> View {
        let mut view = View::grid(Shape::Square, 4, 4, name);
        for ((file, rank), owner) in men.into_iter().zip([Player::Max, Player::Min]) {
            view.put(place(file, rank), Token::new(Glyph::Disc, owner));
        }
        view
    }

    /// What many moves of the first man say.
    fn warning(place: fn(u32, u32) -> String, gesture: fn([String; 2]) -> Vec<String>) -> Option<String> {
        let mut touched = TouchedMoves::default();
        for number in 0..60 {
            let (from, to) = ((number % 3, number / 3 % 3), (number % 3 + 1, number / 3 % 3));
            let [before, after] = [from, to].map(|man| board([man, (3, 3)], place));
            let spots = before.check().unwrap();
            let steps = Step::spots(gesture([from, to].map(|(file, rank)| name(file, rank))));
            touched.meet(Turn::Max, &steps, &before, &after, &spots);
        }
        touched.warning()
    }

    #[test]
    fn gestures_on_the_spots_that_change_are_right() {
        assert_eq!(warning(name, Vec::from), None);
        // One click of two may be enough, or a step on the way be the last one.
        assert_eq!(warning(name, |[from, _]| vec![from]), None);
        assert_eq!(warning(name, |[from, to]| vec![from, "a4".into(), to]), None);
    }

    #[test]
    fn views_upside_down_are_found() {
        let found = warning(|file, rank| name(file, 3 - rank), Vec::from).expect("it is wrong");
        assert!(found.contains("upside down"), "{found}");
    }

    #[test]
    fn reversed_gestures_are_found() {
        let found = warning(name, |[from, to]| vec![to, from]).expect("it is wrong");
        assert!(found.contains("in reverse: in 60 of 60 moves"), "{found}");
    }

    /// A man moves, and then takes away a square: sometimes the one it left.
    #[test]
    fn a_square_that_is_taken_away_is_no_step_back() {
        let mut touched = TouchedMoves::default();
        for number in 0..200 {
            let men = [(0, 0), (1, 0)];
            let [before, after] = men.map(|man| board([man, (3, 3)], name));
            let taken = if number % 4 == 0 { (0, 0) } else { (number % 3, 1) };
            let steps = Step::spots([men[1], taken].map(|(file, rank)| name(file, rank)));
            touched.meet(Turn::Max, &steps, &before, &after, &before.check().unwrap());
        }
        assert_eq!(touched.backwards, 50);
        assert_eq!(touched.warning(), None);
    }

    #[test]
    fn gestures_elsewhere_are_found() {
        let found = warning(name, |_| vec!["a4".into()]).expect("it is wrong");
        assert!(found.contains("none of 60 moves"), "{found}");
    }
}
