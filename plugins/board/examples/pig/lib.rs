//! Pig (described by J. Scarne, 1945): roll a die as often as you dare. A 1 ends the turn and loses its points; a
//! player who holds keeps them. The first player to reach the goal wins.

#[cfg(test)]
mod tests;

use plyd_board::{Roll, Scores};
use plyd_plugin::view::View;
use plyd_plugin::{Facts, Game, Move, Moves, OptionKind, OptionSpec, Options, Outcome, Plugin, SetupError, Turn};

plyd_plugin::export!(Pig);

/// The moves of chance are the faces.
type Die = Roll<1>;
const ROLL: Move = Move(8);
const HOLD: Move = Move(9);
const WIN: i32 = 10_000;

/// Pig to this goal.
#[derive(Debug)]
pub struct Pig(u16);

impl Game for Pig {
    type State = Scores;

    fn facts(&self) -> Facts {
        Facts { max_moves: 6, win: WIN, has_key: true, chance: Die::chance(-WIN, WIN), ..Facts::DEFAULT }
    }

    fn turn(&self, state: &Scores) -> Turn {
        state.turn()
    }

    fn play(&self, state: &mut Scores, mv: Move) {
        state.is_rolling = mv == ROLL;
        match (mv, Die::of(mv).faces()) {
            (ROLL, _) => {}
            (HOLD, _) => state.end_turn(true),
            (_, [1]) => state.end_turn(false),
            (_, [face]) => state.pot += u16::from(face),
        }
    }

    fn outcome(&self, state: &Scores) -> Outcome {
        state.outcome(self.0)
    }

    fn moves(&self, state: &Scores, out: &mut Moves<'_>) {
        if state.is_rolling {
            return Die::push_all(out);
        }
        if state.pot > 0 {
            out.push(HOLD);
        }
        if state.own() + state.pot < self.0 {
            out.push(ROLL);
        }
    }

    /// The lead, with the points of the turn, which are not safe yet, and half of what a turn brings.
    fn evaluate(&self, state: &Scores) -> i32 {
        let mut points = state.points.map(i32::from);
        points[state.player as usize] += i32::from(state.pot) * 4 / 5 + 4;
        (points[0] - points[1]) * (WIN - 1) / (i32::from(self.0) + 20)
    }
}

impl Plugin for Pig {
    const ID: &'static str = "pig";
    const NAME: &'static str = "Pig";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const OPTIONS: &'static [OptionSpec] =
        &[OptionSpec { name: "Goal", kind: OptionKind::Spin { default: 100, min: 2, max: 1_000 } }];

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, Scores), SetupError> {
        let goal = options.integer("Goal").and_then(|goal| u16::try_from(goal).ok()).unwrap_or(100);
        Ok((Self(goal), Scores::open(setup, goal, 6)?))
    }

    fn format_state(&self, state: &Scores) -> String {
        state.to_string()
    }

    fn format_move(&self, _state: &Scores, mv: Move) -> String {
        match mv {
            ROLL => "roll".into(),
            HOLD => "hold".into(),
            face => Die::of(face).to_string(),
        }
    }

    fn picture(&self, state: &Scores) -> String {
        state.picture(Self::SIDES, self.outcome(state))
    }

    fn view(&self, state: &Scores) -> Option<View> {
        let mut view = state.view();
        view.button("roll", "Roll");
        view.button("hold", "Hold");
        Some(view)
    }
}
