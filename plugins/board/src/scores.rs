//! Points: games in which players collect them, by dice or otherwise.

use crate::{Fields, put_text, to_move, turn_letter};
use plyd_plugin::view::View;
use plyd_plugin::{Outcome, Player, SetupError, Turn};
use std::fmt;

/// The points of both players, the points of the turn, which its player may still lose, and whose turn it is. Its text
/// is `20 35 w 12`, followed by the word `rolling` while chance decides.
///
/// ```
/// use plyd_board::Scores;
/// use plyd_plugin::{Outcome, Player};
///
/// // To 100 points, of which one throw brings six at most.
/// let mut scores = Scores::open("20 94 b", 100, 6)?;
/// scores.pot += 6;
/// scores.end_turn(true);
/// assert_eq!(scores.to_string(), "20 100 w 0");
/// assert_eq!(scores.outcome(100), Outcome::Win(Player::Min));
/// # Ok::<(), plyd_plugin::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scores {
    /// The points that MAX keeps, and those that MIN does.
    pub points: [u16; 2],
    /// The points of this turn.
    pub pot: u16,
    /// Whose turn it is, also while the dice roll.
    pub player: Player,
    /// Whether chance decides next.
    pub is_rolling: bool,
}

impl Scores {
    /// Reads a setup; an empty one is the start. A player who has enough points for the goal may only keep them, so the
    /// most points possible are the goal plus one throw, less one point.
    ///
    /// # Errors
    /// Something is wrong with the setup, or a player has more points than the rules allow.
    pub fn open(setup: &str, goal: u16, largest_throw: u16) -> Result<Self, SetupError> {
        let mut fields = Fields::of(if setup.trim().is_empty() { "0 0 w" } else { setup });
        let most = goal.saturating_add(largest_throw).saturating_sub(1);
        let points = [fields.counter("first score", 0..=most)?, fields.counter("second score", 0..=most)?];
        let player = fields.turn("w for the first player or b for the second")?;
        let has_won = points[player as usize] >= goal;
        let most_pot = if has_won { 0 } else { most - points[player as usize] };
        let pot = fields.counter("number of points of the turn", 0..=most_pot)?;
        let scores = Self { points, pot, player, is_rolling: fields.flag("rolling")? };
        if scores.is_rolling && scores.own() + pot >= goal {
            return Err(SetupError::new(format!("nobody rolls who can win with the {pot} points of the turn")));
        }
        Ok(scores)
    }

    /// The points that the player whose turn it is keeps.
    #[inline]
    #[must_use]
    pub const fn own(&self) -> u16 {
        self.points[self.player as usize]
    }

    /// For [`Game::turn`](plyd_plugin::Game::turn).
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Turn {
        if self.is_rolling { Turn::Chance } else { self.player.into() }
    }

    /// Ends the turn: its points are kept or lost, and the opponent is to move.
    #[inline]
    pub const fn end_turn(&mut self, keeps: bool) {
        if keeps {
            self.points[self.player as usize] += self.pot;
        }
        self.pot = 0;
        self.player = self.player.other();
    }

    /// A player who has the goal wins.
    #[inline]
    #[must_use]
    pub fn outcome(&self, goal: u16) -> Outcome {
        let mut players = [Player::Max, Player::Min].into_iter();
        players.find(|player| self.points[*player as usize] >= goal).map_or(Outcome::Ongoing, Outcome::Win)
    }

    /// The scores for terminals, with the player to move below. `sides` are `Plugin::SIDES`.
    #[must_use]
    pub fn picture(&self, sides: Option<[&str; 2]>, outcome: Outcome) -> String {
        let [first, second] = sides.unwrap_or(["First", "Second"]);
        let Self { points: [max, min], pot, .. } = self;
        format!("{first} {max}, {second} {min}, this turn {pot}{}", to_move(sides, self.player, outcome))
    }

    /// The scores as data: MAX's above MIN's, and the points of the turn beside its player's score. The view has
    /// nothing to click.
    #[must_use]
    pub fn view(&self) -> View {
        let mut view = View::default();
        for (id, player, y) in [("max", Player::Max, 0.5), ("min", Player::Min, 1.5)] {
            put_text(&mut view, id, [0.5, y], player, self.points[player as usize].to_string());
        }
        let beside = [2.0, if self.player == Player::Max { 0.5 } else { 1.5 }];
        put_text(&mut view, "turn", beside, self.player, format!("+{}", self.pot));
        view
    }
}

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { points: [max, min], pot, player, is_rolling } = *self;
        write!(f, "{max} {min} {} {pot}{}", turn_letter(player), if is_rolling { " rolling" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(setup: &str) -> Result<String, String> {
        Scores::open(setup, 100, 6).map(|scores| scores.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn scores_come_back_from_their_text() {
        assert_eq!(read("").as_deref(), Ok("0 0 w 0"));
        for text in ["20 35 b 12", "20 35 b 12 rolling", "99 0 w 6", "0 105 w 0", "99 0 w 0 rolling"] {
            assert_eq!(read(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn wrong_scores_are_refused_with_what_and_where() {
        for (setup, error) in [
            ("20 106 w", "the second score `106` should be a number from 0 to 105"),
            ("90 0 w 16", "the number of points of the turn `16` should be a number from 0 to 15"),
            ("100 0 w 1", "the number of points of the turn `1` should be a number from 0 to 0"),
            ("90 0 w 10 rolling", "nobody rolls who can win with the 10 points of the turn"),
            ("20 35", "the player to move is missing after the board: add w for the first player or b for the second"),
        ] {
            assert_eq!(read(setup), Err(error.into()), "{setup}");
        }
    }

    #[test]
    fn points_of_the_turn_are_kept_or_lost() {
        let mut scores = Scores::open("20 35 b 12", 100, 6).expect("the setup is sound");
        assert_eq!((scores.own(), scores.turn()), (35, Turn::Min));
        scores.end_turn(false);
        assert_eq!(scores.to_string(), "20 35 w 0");
        scores = Scores { pot: 80, is_rolling: true, ..scores };
        assert_eq!((scores.turn(), scores.outcome(100)), (Turn::Chance, Outcome::Ongoing));
        scores.end_turn(true);
        assert_eq!((scores.points, scores.outcome(100)), ([100, 35], Outcome::Win(Player::Max)));
        assert_eq!(scores.picture(None, Outcome::Ongoing), "First 100, Second 35, this turn 0\nSecond to move");
    }

    #[test]
    fn the_points_of_the_turn_are_beside_their_player() {
        let view = Scores::open("20 35 b 12", 100, 6).expect("the setup is sound").view();
        let texts: Vec<_> = view.tokens.iter().map(|token| token.text.as_deref().unwrap_or_default()).collect();
        assert_eq!(texts, ["20", "35", "+12"]);
        assert_eq!(view.spots[2].at[1], view.spots[1].at[1]);
        view.check().expect("the view is sound");
    }
}
