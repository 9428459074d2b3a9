//! Names, options, positions and moves as text.

use crate::board::{BOARD, DARK, square};
use crate::fen::{self, START};
use crate::route::Route;
use crate::{Checkers, State, known, view};
use plyd_board::to_move;
use plyd_plugin::view::{Step, View};
use plyd_plugin::{Game, KnownPerft, Move, Moves, OptionKind, OptionSpec, Options, Plugin, Repetition, SetupError};

/// The options: moves of each player without progress, and the occurrence of a position, after which the game is drawn.
const QUIET_MOVES: &str = "QuietMoves";
const REPETITION: &str = "Repetition";
const MOST_QUIET_MOVES: i64 = 1_000;
const MOST_REPETITION: i64 = 10;

impl Plugin for Checkers {
    const ID: &'static str = "checkers";
    const NAME: &'static str = "Checkers";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const SIDES: Option<[&'static str; 2]> = Some(["Black", "White"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: QUIET_MOVES, kind: OptionKind::Spin { default: 40, min: 0, max: MOST_QUIET_MOVES } },
        OptionSpec { name: REPETITION, kind: OptionKind::Spin { default: 3, min: 0, max: MOST_REPETITION } },
    ];
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
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
        let state = fen::parse(if setup.is_empty() { START } else { setup })?;
        Ok((Self::new(patience, repetition, &state), state))
    }

    fn format_state(&self, state: &State) -> String {
        fen::format(state)
    }

    /// The first and the last square, or all squares of a capture that shares both with another one.
    fn format_move(&self, state: &State, mv: Move) -> String {
        let route = Route::of(mv);
        let short = short_text(route);
        if !route.is_capture() {
            return short;
        }
        let mut room = [Move(0); Self::MAX_MOVES as usize];
        let mut captures = Moves::new(&mut room);
        state.captures(&mut captures);
        let shares = |other: &&Move| short_text(Route::of(**other)) == short;
        if captures.as_slice().iter().filter(shares).count() > 1 { long_text(route) } else { short }
    }

    /// Every capture can be written with all its squares too.
    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        let text = text.to_ascii_lowercase();
        let mut room = [Move(0); Self::MAX_MOVES as usize];
        let mut moves = Moves::new(&mut room);
        self.moves(state, &mut moves);
        let named = |name: &dyn Fn(Route) -> String| {
            let mut found = moves.as_slice().iter().filter(|mv| name(Route::of(**mv)) == text);
            found.next().filter(|_| found.next().is_none()).copied()
        };
        named(&long_text).or_else(|| named(&short_text))
    }

    /// The rows as players see them, between the numbers of their first and their last squares; kings have upper case.
    fn picture(&self, state: &State) -> String {
        let sign = |file: u32, row: u32| {
            let cell = BOARD.cell(file, row);
            let is_king = state.kings.contains(cell);
            match state.pieces.iter().position(|pieces| pieces.contains(cell)) {
                None if DARK.contains(cell) => '.',
                None => ' ',
                Some(player) => [['b', 'w'], ['B', 'W']][usize::from(is_king)][player],
            }
        };
        let mut text = String::new();
        for row in 0..BOARD.ranks() {
            let squares: String = (0..BOARD.files()).flat_map(|file| [' ', sign(file, row)]).collect();
            text.push_str(&format!("{:2} {squares}  {:2}\n", 4 * row + 1, 4 * row + 4));
        }
        text.trim_end().to_owned() + &to_move(Self::SIDES, state.turn, self.outcome(state))
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(self, state))
    }

    /// The squares that the piece stands on, one after the other.
    fn gesture(&self, _state: &State, mv: Move) -> Vec<Step> {
        Step::spots(Route::of(mv).cells().map(view::spot))
    }
}

/// The value of an option, from 0 to `most`.
fn number(options: &Options<'_>, name: &str, most: i64) -> Result<u32, SetupError> {
    let value = options.integer(name).filter(|value| (0..=most).contains(value));
    let value = value.and_then(|value| u32::try_from(value).ok());
    value.ok_or_else(|| SetupError::new(format!("the option {name} should be a number from 0 to {most}")))
}

/// The first and the last square.
fn short_text(route: Route) -> String {
    let (to, _) = route.end();
    joined(route, [route.from()].into_iter().chain(to))
}

/// All squares.
fn long_text(route: Route) -> String {
    joined(route, route.cells())
}

fn joined(route: Route, cells: impl Iterator<Item = u32>) -> String {
    let numbers: Vec<String> = cells.map(|cell| square(cell).to_string()).collect();
    numbers.join(if route.is_capture() { "x" } else { "-" })
}
