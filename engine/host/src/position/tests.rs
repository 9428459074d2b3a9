//! Tests of a game under way, on a table in this process.

use super::*;
use crate::test_game::Heap;
use crate::testing::linked;
use plyd_plugin::{Chance, Facts, Options, Plugin, Repetition, RepetitionKey, SetupError, Turn, Verdict};

/// A lamp that both players switch. To push a counter is irreversible; to break the lamp wins. A setup is the rule of
/// repetition: how often a position may stand and what comes of it then, or `free`. It can be followed by `board`, if
/// the rule compares lamps alone, and a player may then wait; by `exempt`, if the rule does not apply to that; by
/// `bare`, if nothing else is allowed than to switch and to wait; by `chance`, which then moves instead of the second
/// player; and by `faulty`, if an outcome of chance has the weight 0, and the name of a node two lines.
struct LampGame {
    rule: Option<Repetition>,
    is_bare: bool,
    has_chance: bool,
    is_faulty: bool,
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
const WAIT: Move = Move(3);

impl Game for LampGame {
    type State = LampState;

    fn facts(&self) -> Facts {
        let chance = self.has_chance.then_some(Chance { max_outcomes: 4, low: -50, high: 50 });
        Facts { max_moves: 4, max_plies: 100, win: 50, has_key: true, repetition: self.rule, chance, ..Facts::DEFAULT }
    }

    fn turn(&self, state: &LampState) -> Turn {
        if self.has_chance && state.turn == Player::Min { Turn::Chance } else { state.turn.into() }
    }

    fn play(&self, state: &mut LampState, mv: Move) {
        match mv {
            SWITCH => state.is_lit = !state.is_lit,
            PUSH => state.pushes += 1,
            WAIT => {}
            _ => state.is_broken = true,
        }
        state.turn = state.turn.other();
    }

    fn outcome(&self, state: &LampState) -> Outcome {
        if state.is_broken { Outcome::Win(state.turn.other()) } else { Outcome::Ongoing }
    }

    fn moves(&self, _state: &LampState, out: &mut Moves<'_>) {
        let waits = self.rule.is_some_and(|rule| rule.key == RepetitionKey::Board);
        let is_there = |mv: Move| [!self.is_bare, waits][usize::from(mv == WAIT)] || mv == SWITCH;
        [SWITCH, PUSH, BREAK, WAIT].into_iter().filter(|&mv| is_there(mv)).for_each(|mv| out.push(mv));
    }

    fn evaluate(&self, state: &LampState) -> i32 {
        state.pushes as i32
    }

    /// The counter is no part of it: only the history distinguishes positions before a push from later ones.
    fn key(&self, state: &LampState) -> u64 {
        u64::from(state.is_lit) << 1 | state.turn as u64
    }

    fn board_key(&self, state: &LampState) -> u64 {
        u64::from(state.is_lit)
    }

    fn is_irreversible(&self, _parent: &LampState, mv: Move) -> bool {
        mv == PUSH
    }

    fn weights(&self, _state: &LampState, _outcomes: &[Move], weights: &mut [u32]) {
        weights.fill(1);
        weights[0] = u32::from(!self.is_faulty);
    }
}

impl Plugin for LampGame {
    const ID: &'static str = "lamp";
    const NAME: &'static str = "Lamp";
    const VERSION: &'static str = "1.0.0";
    /// People write the moves as the game does.
    const HAS_NOTATION: bool = true;
    const IS_TREE: bool = true;

    fn open(setup: &str, _options: &Options<'_>) -> Result<(Self, LampState), SetupError> {
        let words: Vec<&str> = setup.split_whitespace().collect();
        let has = |wanted| words.contains(&wanted);
        let (is_bare, has_chance, is_faulty) = (has("bare"), has("chance"), has("faulty"));
        let rule = match words[..] {
            [times, verdict, ..] => Some(Repetition {
                times: times.parse().map_err(|_| SetupError::new("no number"))?,
                verdict: match verdict {
                    "loses" => Verdict::Loses,
                    "forbidden" => Verdict::Forbidden { stuck: None },
                    "forbidden-or-9" => Verdict::Forbidden { stuck: Some(9) },
                    worth => Verdict::Worth(worth.parse().map_err(|_| SetupError::new("no number"))?),
                },
                key: if has("board") { RepetitionKey::Board } else { RepetitionKey::Position },
                exempt: has("exempt").then_some(WAIT),
            }),
            _ => None,
        };
        let state = LampState { is_lit: false, is_broken: false, pushes: 0, turn: Player::Max };
        Ok((Self { rule, is_bare, has_chance, is_faulty }, state))
    }

    fn format_state(&self, _state: &LampState) -> String {
        match self.rule {
            Some(Repetition { times, verdict: Verdict::Worth(worth), .. }) => format!("{times} {worth}"),
            Some(Repetition { times, .. }) => format!("{times} loses"),
            _ => "free".into(),
        }
    }

    fn format_move(&self, state: &LampState, mv: Move) -> String {
        ["switch", "push", "break", "wait"][mv.0 as usize].to_string() + if state.is_lit { "-lit" } else { "" }
    }

    fn node_name(&self, _state: &LampState) -> Option<String> {
        Some(if self.is_faulty { "Lamp\nexplain done" } else { "Lamp" }.into())
    }

    fn parse_move(&self, state: &LampState, text: &str) -> Option<Move> {
        assert!(!state.is_broken, "nobody may ask");
        [SWITCH, PUSH, BREAK, WAIT].into_iter().find(|&mv| self.format_move(state, mv) == text)
    }
}

fn lamp(setup: &str) -> Position {
    Position::open(&linked::<LampGame>(), &[], setup).unwrap()
}

fn after(setup: &str, moves: &[Move]) -> Position {
    let mut position = lamp(setup);
    moves.iter().for_each(|&mv| position.play(mv).unwrap());
    position
}

fn ending(outcome: Outcome, by_repetition: bool) -> Option<GameEnding> {
    Some(GameEnding { outcome, by_repetition })
}

#[test]
fn a_position_that_stands_often_enough_ends_the_game() {
    for (times, worth, outcome) in
        [(2, 0, Outcome::Draw), (3, 0, Outcome::Draw), (3, -7, Outcome::Utility(-7)), (4, 9, Outcome::Utility(9))]
    {
        // The start position occurs again after every second move.
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
fn who_repeats_a_position_loses() {
    let second_lost = Some(GameEnding { outcome: Outcome::Win(Player::Max), by_repetition: true });
    assert_eq!(after("2 loses", &[SWITCH]).ending(), Ok(None));
    assert_eq!(after("2 loses", &[SWITCH, SWITCH]).ending(), Ok(second_lost));
    assert_eq!(after("3 loses", &[SWITCH; 3]).ending(), Ok(None));
    assert_eq!(after("3 loses", &[SWITCH; 4]).ending(), Ok(second_lost));
    let position = after("2 loses", &[SWITCH, SWITCH]);
    assert_eq!(position.legal_moves(), Ok(vec![SWITCH, PUSH, BREAK]), "a client may go on");
    // To wait makes no new position, but the same board.
    assert_eq!(after("2 loses board", &[WAIT]).ending(), Ok(ending(Outcome::Win(Player::Min), true)));
    assert_eq!(after("2 0 board", &[SWITCH, WAIT]).ending(), Ok(ending(Outcome::Draw, true)));
}

#[test]
fn a_forbidden_move_is_none() {
    let position = after("2 forbidden", &[SWITCH]);
    assert_eq!(position.legal_moves(), Ok(vec![PUSH, BREAK]));
    assert_eq!(position.find_move("switch-lit"), Ok(None));
    assert_eq!(position.move_finder().unwrap().find("switch-lit"), Ok(None));
    assert_eq!(position.find_move("push-lit"), Ok(Some(PUSH)));
    assert_eq!(["switch-lit", "push-lit"].map(|word| position.read_notation(word)), [Ok(None), Ok(Some(PUSH))]);
    assert_eq!(
        ["switch-lit", "push-lit", "nonsense"].map(|text| position.forbids(text).unwrap()),
        [true, false, false]
    );
    assert_eq!((position.outcome(), position.ending()), (Ok(Outcome::Ongoing), Ok(None)));
    // A push leads to the lamp of an earlier position, but nothing before it counts.
    assert_eq!(after("2 forbidden", &[SWITCH, PUSH]).legal_moves(), Ok(vec![SWITCH, PUSH, BREAK]));
    // The third time only.
    assert_eq!(after("3 forbidden", &[SWITCH]).legal_moves(), Ok(vec![SWITCH, PUSH, BREAK]));
    assert_eq!(after("3 forbidden", &[SWITCH; 3]).legal_moves(), Ok(vec![PUSH, BREAK]));
    assert_eq!(lamp("2 forbidden board").legal_moves(), Ok(vec![SWITCH, PUSH, BREAK]));
    assert_eq!(after("2 forbidden board", &[SWITCH]).legal_moves(), Ok(vec![PUSH, BREAK]));
    // Breaking the lamp ends the game: that is no repetition.
    assert_eq!(after("2 forbidden", &[SWITCH, BREAK]).outcome(), Ok(Outcome::Win(Player::Min)));
}

#[test]
fn an_exempt_move_counts_and_is_not_judged() {
    assert_eq!(after("2 loses board exempt", &[WAIT]).ending(), Ok(None));
    let lost = ending(Outcome::Win(Player::Min), true);
    assert_eq!(after("2 loses board exempt", &[SWITCH, WAIT, SWITCH]).ending(), Ok(lost));
    assert_eq!(after("2 0 board exempt", &[WAIT]).ending(), Ok(None));
    assert_eq!(after("2 0 board exempt", &[SWITCH, WAIT, SWITCH]).ending(), Ok(ending(Outcome::Draw, true)));
    assert_eq!(lamp("2 forbidden board exempt").legal_moves(), Ok(vec![SWITCH, PUSH, BREAK, WAIT]));
    let position = after("2 forbidden board exempt", &[SWITCH, WAIT, WAIT]);
    assert_eq!(position.legal_moves(), Ok(vec![PUSH, BREAK, WAIT]));
    assert_eq!((position.find_move("wait-lit"), position.forbids("wait-lit")), (Ok(Some(WAIT)), Ok(false)));
    // The lit lamp occurs three times, two of them by waiting.
    assert_eq!(after("4 forbidden board exempt", &[SWITCH, WAIT, SWITCH]).legal_moves().unwrap().len(), 4);
    assert_eq!(after("4 forbidden board exempt", &[SWITCH, WAIT, WAIT, SWITCH]).legal_moves().unwrap().len(), 3);
    // Who may only wait is not stuck.
    assert_eq!(after("2 forbidden board exempt bare", &[SWITCH]).legal_moves(), Ok(vec![WAIT]));
    assert_eq!(after("2 forbidden board exempt bare", &[SWITCH]).ending(), Ok(None));
}

#[test]
fn whose_moves_are_all_forbidden_is_stuck() {
    for (setup, outcome, worth) in [
        ("2 forbidden bare", Outcome::Win(Player::Max), 50),
        ("2 forbidden-or-9 bare", Outcome::Utility(9), 9),
        ("2 forbidden board bare", Outcome::Win(Player::Max), 50),
    ] {
        let position = after(setup, &[SWITCH]);
        assert_eq!(position.ending(), Ok(ending(outcome, true)), "{setup}");
        assert_eq!((position.outcome(), position.evaluate()), (Ok(outcome), Ok(worth)), "{setup}");
        assert_eq!((position.legal_moves(), position.find_move("switch-lit")), (Ok(Vec::new()), Ok(None)), "{setup}");
        assert_eq!(lamp(setup).ending(), Ok(None), "{setup}");
    }
}

#[test]
fn nobody_answers_for_what_chance_repeats() {
    // Chance repeats the first position; then the first player the second one.
    assert_eq!(after("2 loses chance", &[SWITCH, SWITCH]).ending(), Ok(None));
    let lost = ending(Outcome::Win(Player::Min), true);
    assert_eq!(after("2 loses chance", &[SWITCH, SWITCH, SWITCH]).ending(), Ok(lost));
    let position = after("2 forbidden chance bare", &[SWITCH]);
    assert_eq!((position.turn(), position.legal_moves()), (Ok(Turn::Chance), Ok(vec![SWITCH])));
    assert_eq!(after("2 forbidden chance", &[SWITCH, SWITCH]).legal_moves(), Ok(vec![PUSH, BREAK]));
    let stuck = ending(Outcome::Win(Player::Min), true);
    assert_eq!(after("2 forbidden chance bare", &[SWITCH, SWITCH]).ending(), Ok(stuck));
    assert_eq!(after("2 0 chance", &[SWITCH, SWITCH]).ending(), Ok(ending(Outcome::Draw, true)));
}

#[test]
fn nothing_before_an_irreversible_move_counts() {
    let mut position = after("2 0", &[SWITCH, PUSH]);
    assert!(position.history().is_empty(), "{:?}", position.history());
    assert_eq!(position.ending(), Ok(None));
    // Keys of positions before the push occur again, and do not count.
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
    // The broken lamp has the key of the start position, which has occurred before.
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
    let mut position = Position::open(&linked::<Heap>(), &[], "3 w claim").unwrap();
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
    let library = linked::<Heap>();
    let mut position = Position::open(&library, &[], "4 w panic-in-play").unwrap();
    assert!(position.play(Move(1)).is_err());
    assert!(position.setup().unwrap().starts_with("4 w"));
    position.play(Move(2)).unwrap();
    assert!(position.setup().unwrap().starts_with("2 b"));
}

#[test]
fn a_refused_setup_and_a_failing_library_are_errors() {
    let library = linked::<Heap>();
    assert!(matches!(Position::open(&library, &[], "many"), Err(OpenError::Refused(_))));
    let position = Position::open(&library, &[], "3 w unknown").unwrap();
    assert!(position.ending().unwrap_err().to_string().contains("nobody knows"));
}

#[test]
fn an_outcome_without_a_weight_is_a_fault_that_says_so() {
    let sound = after("2 0 chance", &[SWITCH]);
    assert_eq!(sound.weights(&sound.legal_moves().unwrap()), Ok(vec![1; 3]));
    let faulty = after("2 0 chance faulty", &[SWITCH]);
    // Another fault came before, of which this one is no repetition.
    assert!(faulty.game().node_name(faulty.state()).is_err());
    let told = LibraryFault::new("the outcome `switch-lit` of chance has the weight 0; weights begin at 1");
    assert_eq!(faulty.weights(&faulty.legal_moves().unwrap()), Err(told.clone()));
    assert_eq!(faulty.view().unwrap_err(), told);
}

#[test]
fn the_name_of_a_node_is_one_line() {
    let name = |setup| {
        let position = lamp(setup);
        position.game().node_name(position.state()).map_err(|fault| fault.to_string())
    };
    assert_eq!(name("2 0 chance"), Ok(Some("Lamp".into())));
    assert_eq!(name("2 0 chance faulty").unwrap_err(), "the name of a node contains the control character '\\n'");
}
