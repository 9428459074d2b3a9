//! The stroll as somebody else would write it: other ids, numbers and order of moves, no keys, no heuristic. It has faults
//! of its own.

use plyd_linked::planted::has;
use plyd_linked::stroll::{State, Stroll};
use plyd_plugin::{Facts, Game, Move, Moves, OptionSpec, Options, Outcome, Plugin, SetupError, Turn};

/// The instance.
pub(crate) struct OtherGame(Stroll);

/// The number of a move in the stroll, from its number here.
fn in_stroll(mv: Move) -> Move {
    Move(40 - mv.0)
}

impl Game for OtherGame {
    type State = State;

    fn facts(&self) -> Facts {
        let Facts { max_moves, max_plies, repetition, .. } = self.0.facts();
        let repetition = repetition.filter(|_| !has("other-repetition"));
        Facts { max_moves, max_plies, repetition, win: 7, has_key: true, ..Facts::DEFAULT }
    }

    fn turn(&self, state: &State) -> Turn {
        let turn = self.0.turn(state);
        if has("other-turn") && state.counters == 3 {
            turn.player().map_or(turn, |player| player.other().into())
        } else {
            turn
        }
    }

    fn play(&self, state: &mut State, mv: Move) {
        self.0.play(state, in_stroll(mv));
        if has("other-play") && state.place == 5 {
            state.place = 6;
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        match self.0.outcome(state) {
            Outcome::Win(player) if has("other-outcome") => Outcome::Win(player.other()),
            outcome => outcome,
        }
    }

    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        let mut room = [Move(0); 8];
        let mut moves = Moves::new(&mut room);
        self.0.moves(state, &mut moves);
        let is_missing = |mv: Move| has("other-moves") && state.counters >= 20 && mv == Move(1);
        moves.as_slice().iter().rev().filter(|mv| !is_missing(**mv)).for_each(|mv| out.push(in_stroll(*mv)));
    }

    fn key(&self, state: &State) -> u64 {
        !self.0.key(state)
    }
}

impl Plugin for OtherGame {
    const ID: &'static str = "other";
    const NAME: &'static str = "Another Stroll";
    const VERSION: &'static str = "0.1.0";
    const OPTIONS: &'static [OptionSpec] = Stroll::OPTIONS;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let (stroll, mut state) = Stroll::open(setup, options)?;
        if has("other-option") && options.integer("Counters") == Some(30) && setup.is_empty() {
            state.counters = 29;
        }
        Ok((Self(stroll), state))
    }

    fn format_state(&self, state: &State) -> String {
        self.0.format_state(state)
    }

    fn format_move(&self, state: &State, mv: Move) -> String {
        self.0.format_move(state, in_stroll(mv))
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        self.0.parse_move(state, text).map(in_stroll)
    }
}
