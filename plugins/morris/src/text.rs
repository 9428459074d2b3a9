//! Names, options, positions and moves as text.

use crate::fen::{self, LETTERS, NAMES};
use crate::points::{ALL, name, place};
use crate::state::{Parts, State};
use crate::{Morris, known, view};
use plyd_board::to_move;
use plyd_plugin::view::{Step, View};
use plyd_plugin::{Game, KnownPerft, Move, OptionKind, OptionSpec, Options, Plugin, Repetition, SetupError};

/// The options: whether three men fly, the moves of each player without a man that is placed or taken, and the occurrence
/// of a position, after which the game is drawn.
const FLYING: &str = "Flying";
const QUIET_MOVES: &str = "QuietMoves";
const REPETITION: &str = "Repetition";
const MOST_QUIET_MOVES: i64 = 1_000;
const MOST_REPETITION: i64 = 10;

/// The board without men: a blank stands left of each file.
const PICTURE: &str = "\
7  .-----.-----.
   |     |     |
6  | .---.---. |
   | |   |   | |
5  | | .-.-. | |
   | | |   | | |
4  .-.-.   .-.-.
   | | |   | | |
3  | | .-.-. | |
   | |   |   | |
2  | .---.---. |
   |     |     |
1  .-----.-----.
   a b c d e f g";

impl Plugin for Morris {
    const ID: &'static str = "morris";
    const NAME: &'static str = "Nine men's morris";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const SIDES: Option<[&'static str; 2]> = Some(NAMES);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: FLYING, kind: OptionKind::Check { default: true } },
        OptionSpec { name: QUIET_MOVES, kind: OptionKind::Spin { default: 50, min: 0, max: MOST_QUIET_MOVES } },
        OptionSpec { name: REPETITION, kind: OptionKind::Spin { default: 3, min: 0, max: MOST_REPETITION } },
    ];
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let flying = options.flag(FLYING).unwrap_or(true);
        // Moves are counted by the player, positions by the ply.
        let patience = match number(options, QUIET_MOVES, MOST_QUIET_MOVES)? {
            0 => None,
            moves => Some(2 * moves),
        };
        let repetition = match number(options, REPETITION, MOST_REPETITION)? {
            0 => None,
            1 => {
                return Err(SetupError::new(format!(
                    "the option {REPETITION} is 1, but nothing is repeated by then: use 0 for no rule, or 2 to {MOST_REPETITION}"
                )));
            }
            times => Some(Repetition::draw(times)),
        };
        let setup = setup.trim();
        let state = if setup.is_empty() { State::START } else { fen::parse(setup)? };
        Ok((Self::new(flying, patience, repetition, &state), state))
    }

    fn format_state(&self, state: &State) -> String {
        fen::format(state)
    }

    fn format_move(&self, _state: &State, mv: Move) -> String {
        let Parts { from, to, taken } = Parts::of(mv);
        let taken = taken.map_or_else(String::new, |point| format!("x{}", name(point)));
        from.map_or_else(String::new, name) + &name(to) + &taken
    }

    fn picture(&self, state: &State) -> String {
        let mut lines: Vec<Vec<char>> = PICTURE.lines().map(|line| line.chars().collect()).collect();
        for point in ALL {
            let (file, rank) = place(point);
            if let Some(player) = state.men.iter().position(|men| men.contains(point)) {
                lines[2 * (6 - rank as usize)][3 + 2 * file as usize] = LETTERS[player];
            }
        }
        let board: Vec<String> = lines.into_iter().map(String::from_iter).collect();
        let [white, black] = state.hand;
        let hands =
            if white + black == 0 { String::new() } else { format!("\nto be placed: White {white}, Black {black}") };
        board.join("\n") + &hands + &to_move(Self::SIDES, state.turn(), self.outcome(state))
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(self, state))
    }

    /// The points that the man goes from and to, and the man that is taken.
    fn gesture(&self, _state: &State, mv: Move) -> Vec<Step> {
        let Parts { from, to, taken } = Parts::of(mv);
        Step::spots(from.into_iter().chain([to]).chain(taken).map(name))
    }
}

/// The value of an option, from 0 to `most`.
fn number(options: &Options<'_>, name: &str, most: i64) -> Result<u32, SetupError> {
    let value = options.integer(name).filter(|value| (0..=most).contains(value));
    let value = value.and_then(|value| u32::try_from(value).ok());
    value.ok_or_else(|| SetupError::new(format!("the option {name} should be a number from 0 to {most}")))
}
