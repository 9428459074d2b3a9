//! The rules of backgammon, without the doubling cube.
//!
//! MAX is the first player, White in the texts; MIN is the second player, Black. Each player numbers the points from
//! the own home board: 1 to 6 are at home, 24 is the farthest. A roll is a move of chance and a separate ply. A play of
//! up to four steps is one move.

mod evaluate;
mod features;
mod known;
mod orders;
mod picture;
mod play;
mod play_text;
mod plays;
mod position_id;
mod setup;
mod side;
mod state;
mod view;

pub use state::State;

use plays::{MOST_PLAYS, push_plays};
use plyd_board::{Roll, key, quoted};
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Facts, Game, KnownPerft, Move, Moves, OptionKind, OptionSpec, Options, Outcome, Player, Plugin,
    SetupError, Turn,
};
use side::OFF;

/// A roll of the two dice.
type Dice = Roll<2>;

/// The value of one point, or of a win if only wins count. An expectation of 1,234 is thus 1.234 points.
const POINT: i32 = 1_000;
/// A value above the largest utility of a game that counts points. It serves as the value of a win, which does not
/// occur in such a game.
const BEYOND_POINTS: i32 = 3 * POINT + 1;
/// The maximum pip count of a player: 15 men on the bar.
const MOST_PIPS: i32 = 15 * 25;
const _: () = assert!(MOST_PIPS < POINT);

/// Backgammon from one start position, with one set of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backgammon {
    rules: Rules,
    /// The smallest and the largest utility of the game.
    low: i32,
    high: i32,
}

/// The values of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    /// Whether a gammon counts twice and a backgammon three times.
    counts_points: bool,
    /// Whether doubles cannot be rolled in the start position.
    opens_without_double: bool,
    /// Whether the heuristic is only the difference of the pip counts.
    evaluates_pips: bool,
}

impl Rules {
    fn new(options: &Options<'_>) -> Result<Self, SetupError> {
        let choose = |name: &str, choices: [&str; 2]| {
            let chosen = options.text(name).unwrap_or_default();
            match choices.iter().position(|choice| *choice == chosen) {
                Some(place) => Ok(place == 0),
                None => {
                    let [one, other] = choices;
                    let found = quoted(&chosen);
                    Err(SetupError::new(format!("the option {name} is {found}, but should be {one} or {other}")))
                }
            }
        };
        Ok(Self {
            counts_points: choose("Scoring", SCORING)?,
            opens_without_double: choose("Opening", OPENING)?,
            evaluates_pips: !choose("Evaluate", EVALUATE)?,
        })
    }

    /// The scale of the heuristic values, which depends on the options.
    fn points_per_logit(self) -> i32 {
        match self {
            Self { evaluates_pips: true, .. } => 73,
            Self { counts_points: true, .. } => 820,
            Self { counts_points: false, .. } => 610,
        }
    }

    /// A salt that separates positions under different options, because their values differ.
    fn salt(self) -> u64 {
        let bits = [self.counts_points, self.opens_without_double, self.evaluates_pips];
        key::salt(bits.into_iter().fold(1, |salt, bit| salt << 1 | u64::from(bit)))
    }
}

/// The choices of each option, with the default first.
const SCORING: [&str; 2] = ["points", "wins"];
const OPENING: [&str; 2] = ["no-double", "any"];
const EVALUATE: [&str; 2] = ["heuristic", "pips"];

const fn choice(name: &'static str, choices: &'static [&'static str; 2]) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Combo { default: choices[0], choices } }
}

impl Backgammon {
    fn new(rules: Rules, root: &State) -> Self {
        // Men that are borne off stay off, so a player with one can only lose a single point from then on.
        let most =
            |loser: Player| if rules.counts_points && root.men(loser)[OFF as usize] == 0 { 3 * POINT } else { POINT };
        Self { rules, low: -most(Player::Max), high: most(Player::Min) }
    }

    /// The value of a win, which exceeds the values of all unfinished positions.
    #[inline]
    fn win(&self) -> i32 {
        if self.rules.counts_points { BEYOND_POINTS } else { POINT }
    }

    /// The rolls that are possible in a position.
    #[inline]
    fn rolls(&self, state: &State) -> impl Iterator<Item = Dice> + use<> {
        let with_doubles = !(self.rules.opens_without_double && state.is_start());
        Dice::all().filter(move |dice| with_doubles || !dice.is_double())
    }
}

impl Game for Backgammon {
    type State = State;

    fn facts(&self) -> Facts {
        Facts {
            max_moves: MOST_PLAYS,
            // Hit men start again without a limit on how often, so the number of plies is unbounded. Games still end
            // with probability 1.
            max_plies: Facts::UNBOUNDED,
            win: self.win(),
            points_per_logit: self.rules.points_per_logit(),
            has_key: true,
            chance: Dice::chance(self.low, self.high),
            features: features::FEATURES,
            abilities: Abilities { order: true, ..Abilities::NONE },
            ..Facts::DEFAULT
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.dice().is_rolled() { state.mover().into() } else { Turn::Chance }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        if state.dice().is_rolled() { state.play(mv) } else { state.roll(Dice::of(mv)) }
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        match state.result() {
            None => Outcome::Ongoing,
            Some((winner, _)) if !self.rules.counts_points => Outcome::Win(winner),
            Some((winner, points)) => Outcome::Utility(side_of(winner) * POINT * points as i32),
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        if state.dice().is_rolled() {
            let [own, opponent] = state.sides();
            push_plays(own, opponent, state.dice(), out);
        } else {
            self.rolls(state).for_each(|dice| out.push(dice.mv()));
        }
    }

    /// A double is one of 36 outcomes, any other roll is two. Without doubles, all rolls are equally likely.
    fn weights(&self, _state: &State, outcomes: &[Move], weights: &mut [u32]) {
        Dice::weigh(outcomes, weights);
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        if self.rules.evaluates_pips {
            return evaluate::lead(state);
        }
        let value = f64::from(POINT) * evaluate::worth(state, self.rules.counts_points);
        // A heuristic value must be smaller than a win.
        let most = self.win() - 1;
        (value.round() as i32).clamp(-most, most)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key(self.rules.salt())
    }

    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        features::write(state, words);
        state.mover()
    }

    /// Whether a play bears off a man. All other plays can be undone: a man may be hit and come round again, and plays
    /// without a step lead back to the same position if both players are shut out.
    #[inline]
    fn is_irreversible(&self, parent: &State, mv: Move) -> bool {
        parent.dice().is_rolled() && play::steps(mv).any(|step| step.to() == OFF)
    }

    /// Rates plays by the heuristic value of the resulting position; bearing off the last man comes first.
    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        if !state.dice().is_rolled() {
            scores.fill(0);
            return;
        }
        for (mv, score) in moves.iter().zip(scores) {
            let mut child = *state;
            child.play(*mv);
            *score = match child.result() {
                Some(_) => BEYOND_POINTS,
                None => side_of(state.mover()) * self.evaluate(&child),
            };
        }
    }
}

/// The sign of a player's utilities: 1 for MAX, -1 for MIN.
#[inline]
fn side_of(player: Player) -> i32 {
    if player == Player::Max { 1 } else { -1 }
}

impl Plugin for Backgammon {
    const ID: &'static str = "backgammon";
    const NAME: &'static str = "Backgammon";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const SIDES: Option<[&'static str; 2]> = Some(["White", "Black"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] =
        &[choice("Scoring", &SCORING), choice("Opening", &OPENING), choice("Evaluate", &EVALUATE)];
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let rules = Rules::new(options)?;
        let state = if setup.trim().is_empty() { State::START } else { setup::parse(setup)? };
        Ok((Self::new(rules, &state), state))
    }

    fn format_state(&self, state: &State) -> String {
        setup::format(state)
    }

    fn format_move(&self, state: &State, mv: Move) -> String {
        if state.dice().is_rolled() { play_text::format(state, mv) } else { Dice::of(mv).to_string() }
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        if state.result().is_some() {
            return None;
        }
        if !state.dice().is_rolled() {
            return Dice::read(text).filter(|dice| self.rolls(state).any(|roll| roll == *dice)).map(Dice::mv);
        }
        let mut room = vec![Move(0); MOST_PLAYS as usize];
        let mut legal = Moves::new(&mut room);
        self.moves(state, &mut legal);
        play_text::parse(state, text, legal.as_slice())
    }

    fn picture(&self, state: &State) -> String {
        picture::draw(state)
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(state))
    }

    fn gesture(&self, state: &State, mv: Move) -> Vec<Step> {
        if state.dice().is_rolled() { view::gesture(state, mv) } else { vec![Step::button(Dice::of(mv).to_string())] }
    }
}
