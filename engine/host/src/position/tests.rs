//! Tests of a game under way, on a table in this process.

use super::*;
use crate::test_game::Heap;
use plyd_plugin::abi::PluginTable;
use plyd_plugin::{Facts, Options, Plugin, Repetition, SetupError, Turn, export};
use std::path::Path;

/// A lamp that both players switch. To push a counter is irreversible; to break the lamp wins. A setup is the rule of
/// repetition: how often a position may stand and what it is worth then, or `free`.
struct Lamp {
    rule: Option<Repetition>,
}

#[derive(Clone, Copy, Hash)]
struct LampState {
    is_lit: bool,
    is_broken: bool,
    pushes: u32,
    turn: Player,
}

const SWITCH: Move = Move(0);
const PUSH: Move = Move(1);
const BREAK: Move = Move(2);

impl Game for Lamp {
    type State = LampState;

    fn facts(&self) -> Facts {
        Facts { max_moves: 3, max_plies: 100, win: 50, has_key: true, repetition: self.rule, ..Facts::DEFAULT }
    }

    fn turn(&self, state: &LampState) -> Turn {
        state.turn.into()
    }

    fn play(&self, state: &mut LampState, mv: Move) {
        match mv {
            SWITCH => state.is_lit = !state.is_lit,
            PUSH => state.pushes += 1,
            _ => state.is_broken = true,
        }
        state.turn = state.turn.other();
    }

    fn outcome(&self, state: &LampState) -> Outcome {
        if state.is_broken { Outcome::Win(state.turn.other()) } else { Outcome::Ongoing }
    }

    fn moves(&self, _state: &LampState, out: &mut Moves<'_>) {
        [SWITCH, PUSH, BREAK].into_iter().for_each(|mv| out.push(mv));
    }

    fn evaluate(&self, state: &LampState) -> i32 {
        state.pushes as i32
    }

    /// The counter is no part of it: only the history tells positions before a push from those after it.
    fn key(&self, state: &LampState) -> u64 {
        u64::from(state.is_lit) << 1 | state.turn as u64
    }

    fn is_irreversible(&self, _parent: &LampState, mv: Move) -> bool {
        mv == PUSH
    }
}

impl Plugin for Lamp {
    const ID: &'static str = "lamp";
    const NAME: &'static str = "Lamp";
    const VERSION: &'static str = "1.0.0";

    fn open(setup: &str, _options: &Options<'_>) -> Result<(Self, LampState), SetupError> {
        let numbers: Vec<i32> = setup.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let rule = match numbers[..] {
            [] => None,
            [times, worth] => Some(Repetition { verdict: Verdict::Worth(worth), ..Repetition::draw(times as u32) }),
            _ => return Err(SetupError::new("two numbers or none")),
        };
        Ok((Self { rule }, LampState { is_lit: false, is_broken: false, pushes: 0, turn: Player::Max }))
    }

    fn format_state(&self, _state: &LampState) -> String {
        match self.rule {
            Some(Repetition { times, verdict: Verdict::Worth(worth), .. }) => format!("{times} {worth}"),
            _ => "free".into(),
        }
    }

    fn format_move(&self, state: &LampState, mv: Move) -> String {
        ["switch", "push", "break"][mv.0 as usize].to_string() + if state.is_lit { "-lit" } else { "" }
    }

    fn parse_move(&self, state: &LampState, text: &str) -> Option<Move> {
        assert!(!state.is_broken, "nobody may ask");
        [SWITCH, PUSH, BREAK].into_iter().find(|&mv| self.format_move(state, mv) == text)
    }
}

fn library(table: PluginTable) -> Arc<Library> {
    // SAFETY: a table of the SDK, kept for ever.
    unsafe { Library::from_table(Path::new("test"), crate::ContentHash::of(b""), Box::leak(Box::new(table))) }.unwrap()
}

fn lamp(setup: &str) -> Position {
    Position::open(&library(export::table::<Lamp>()), &[], setup).unwrap()
}

fn after(setup: &str, moves: &[Move]) -> Position {
    let mut position = lamp(setup);
    moves.iter().for_each(|&mv| position.play(mv).unwrap());
    position
}

fn ending(outcome: Outcome, by_repetition: bool) -> Option<Ending> {
    Some(Ending { outcome, by_repetition })
}

#[test]
fn a_position_that_stands_often_enough_ends_the_game() {
    for (times, worth, outcome) in
        [(2, 0, Outcome::Draw), (3, 0, Outcome::Draw), (3, -7, Outcome::Utility(-7)), (4, 9, Outcome::Utility(9))]
    {
        // The start position stands again after every second move.
        let plies = 2 * (times - 1);
        let mut position = lamp(&format!("{times} {worth}"));
        for ply in 0..plies {
            assert_eq!(position.ending(), Ok(None), "after {ply} of {plies} plies");
            position.play(SWITCH).unwrap();
        }
        assert_eq!(position.ending(), Ok(ending(outcome, true)));
        assert_eq!(position.outcome(), Ok(Outcome::Ongoing), "by itself the position is like any other");
        assert_eq!(position.legal_moves().unwrap().len(), 3);
    }
}

#[test]
fn nothing_before_an_irreversible_move_counts() {
    let mut position = after("2 0", &[SWITCH, PUSH]);
    assert!(position.history().is_empty(), "{:?}", position.history());
    assert_eq!(position.ending(), Ok(None));
    // Keys of the positions before the push stand again, and do not count.
    position.play(SWITCH).unwrap();
    assert_eq!((position.ending(), position.history().len()), (Ok(None), 1));
    position.play(SWITCH).unwrap();
    assert_eq!(position.ending(), Ok(ending(Outcome::Draw, true)));
}

#[test]
fn without_a_rule_there_is_no_history() {
    let position = after("", &[SWITCH; 12]);
    assert_eq!((position.ending(), position.history()), (Ok(None), &[][..]));
}

#[test]
fn a_win_comes_before_a_repetition() {
    // The broken lamp has the key of the start position, which has stood before.
    let position = after("2 0", &[SWITCH, SWITCH, SWITCH, BREAK]);
    assert_eq!(position.ending(), Ok(ending(Outcome::Win(Player::Min), false)));
    assert_eq!(position.evaluate(), Ok(-50));
}

#[test]
fn a_finished_position_has_no_moves_and_its_library_is_not_asked_for_one() {
    let position = after("3 0", &[BREAK]);
    assert_eq!(position.outcome(), Ok(Outcome::Win(Player::Max)));
    assert_eq!(position.legal_moves(), Ok(Vec::new()));
    assert_eq!(position.find_move("switch"), Ok(None));
}

#[test]
fn a_draw_that_can_be_claimed_is_an_ending_after_which_the_game_goes_on() {
    let mut position = Position::open(&library(export::table::<Heap>()), &[], "3 w claim").unwrap();
    assert_eq!(position.outcome(), Ok(Outcome::DrawIfClaimed));
    assert_eq!(position.ending(), Ok(ending(Outcome::Draw, false)));
    assert_eq!((position.evaluate(), position.legal_moves().unwrap().len()), (Ok(0), 2));
    let mv = position.find_move("2").unwrap().unwrap();
    position.play(mv).unwrap();
    assert_eq!(position.ending(), Ok(None));
}

#[test]
fn texts_are_those_of_the_position_they_belong_to() {
    let position = after("3 0", &[SWITCH]);
    assert_eq!(position.turn(), Ok(Turn::Min));
    assert_eq!(position.find_move("push-lit"), Ok(Some(PUSH)));
    assert_eq!(position.find_move("push"), Ok(None));
    assert_eq!(position.move_text(SWITCH).unwrap(), "switch-lit");
    assert_eq!(position.line_texts(&[PUSH, SWITCH, BREAK]).unwrap(), ["push-lit", "switch-lit", "break"]);
    assert_eq!(position.line_texts(&[]).unwrap(), [""; 0]);
    assert_eq!((position.setup().unwrap().as_str(), position.picture().unwrap()), ("3 0", None));
}

#[test]
fn a_move_that_fails_changes_nothing() {
    let library = library(export::table::<Heap>());
    let mut position = Position::open(&library, &[], "4 w panic-in-play").unwrap();
    assert!(position.play(Move(1)).is_err());
    assert!(position.setup().unwrap().starts_with("4 w"));
    position.play(Move(2)).unwrap();
    assert!(position.setup().unwrap().starts_with("2 b"));
}

#[test]
fn a_refused_setup_and_a_failing_library_are_errors() {
    let library = library(export::table::<Heap>());
    assert!(matches!(Position::open(&library, &[], "many"), Err(OpenError::Refused(_))));
    let position = Position::open(&library, &[], "3 w unknown").unwrap();
    assert!(position.ending().unwrap_err().to_string().contains("nobody knows"));
}
