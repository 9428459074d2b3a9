//! An opened game, queried through the functions that the bridge has created for it.

use crate::object::{Failure, Held, Kept, Owned};
use crate::script::{Script, read};
use plyd_plugin::export::FailedText;
use plyd_plugin::view::{Step as Click, View};
use plyd_plugin::{
    Facts, Game, Loader, Move, Moves, Options, Outcome, Player, Plugin, SetupError, Step, TextError, Turn,
};
use plyd_plugin::{Loaded, Want, splitmix64};
use plyd_rules::Visit;
use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::OnceLock;

/// The maximum size of a state in bytes, the same as in bridge.py.
const MOST_BYTES: usize = 1024;

/// A state: the bytes packed by Python, padded with zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, align(8))]
pub struct State([u8; MOST_BYTES]);

impl State {
    /// Creates a state from bytes; `None` if there are too many.
    pub(crate) fn new(bytes: &[u8]) -> Option<Self> {
        let mut state = Self([0; MOST_BYTES]);
        state.0.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(state)
    }
}

/// The functions of an instance, in the order of `functions` in bridge.py. An optional function is `None` if the game
/// does not define it.
pub(crate) struct Functions {
    step: Kept,
    examine: Kept,
    text: Kept,
    move_text: Kept,
    gesture: Kept,
    picture: Option<Kept>,
    view: Option<Kept>,
    weights: Option<Kept>,
    key: Option<Kept>,
    irreversible: Option<Kept>,
    pub(crate) board_key: Option<Kept>,
}

impl Functions {
    /// Extracts the functions from a tuple; `None`, with an exception set, for anything else.
    pub(crate) fn of(tuple: &Owned<'_>) -> Option<Self> {
        let function = |index| tuple.item(index).map(Owned::keep);
        // Python's `None` is false, and functions are true.
        let optional = |index| Some(tuple.item(index).filter(Owned::is_true).map(Owned::keep));
        Some(Self {
            step: function(0)?,
            examine: function(1)?,
            text: function(2)?,
            move_text: function(3)?,
            gesture: function(4)?,
            picture: optional(5)?,
            view: optional(6)?,
            weights: optional(7)?,
            key: optional(8)?,
            irreversible: optional(9)?,
            board_key: optional(10)?,
        })
    }
}

/// A game in Python, opened with a setup.
pub struct PythonGame {
    script: &'static Script,
    functions: Functions,
    pub(crate) facts: Facts,
    /// The number of bytes in a state that Python uses.
    size: usize,
}

/// The game loaded by this copy of the library.
static SCRIPT: OnceLock<&'static Script> = OnceLock::new();

thread_local! {
    /// The reason for the last failed answer on this thread.
    static REASON: RefCell<String> = const { RefCell::new(String::new()) };
}

impl PythonGame {
    pub(crate) fn new(script: &'static Script, functions: Functions, facts: Facts, size: usize) -> Self {
        Self { script, functions, facts, size }
    }

    /// Calls Python; `None` from `ask` means an exception.
    #[inline]
    fn ask<T>(
        &self,
        ask: impl FnOnce(&Held, Option<Owned<'_>>) -> Option<Result<T, Failure>>,
        state: &State,
    ) -> Result<T, Failure> {
        self.script.interpreter.with(|held| {
            let state = held.bytes(&state.0[..self.size]);
            ask(held, state).unwrap_or_else(|| Err(held.failure(&self.script.explain)))
        })
    }

    pub(crate) fn try_examine(&self, state: &State, want: Want, out: &mut Moves<'_>) -> Result<Step, Failure> {
        let step = self.ask(
            |held, bytes| {
                let answer = held.call(&self.functions.examine, &[bytes, held.number(want.0)])?;
                read_step(&answer, want, out)
            },
            state,
        )?;
        self.with_key(step, state, want)
    }

    fn try_advance(&self, state: &mut State, mv: Move, want: Want, out: &mut Moves<'_>) -> Result<Step, Failure> {
        let (child, step) = self.ask(
            |held, bytes| {
                let answer = held.call(&self.functions.step, &[bytes, held.number(mv.0), held.number(want.0)])?;
                let child = answer.item(0)?;
                let child = State::new(child.as_bytes()?);
                let step = read_step(&answer.item(1)?, want, out)?;
                Some(
                    child
                        .ok_or_else(|| Failure::of_all("a state of a wrong size"))
                        .and_then(|child| Ok((child, step?))),
                )
            },
            state,
        )?;
        *state = child;
        self.with_key(step, state, want)
    }

    fn with_key(&self, step: Step, state: &State, want: Want) -> Result<Step, Failure> {
        if want.has_any(Want::KEY.and(Want::SYMMETRIC_KEY)) {
            return Ok(step.with_key(self.try_key(state)?));
        }
        if want.contains(Want::BOARD_KEY) { Ok(step.with_key(self.try_board_key(state)?)) } else { Ok(step) }
    }

    fn try_board_key(&self, state: &State) -> Result<u64, Failure> {
        let Some(key) = &self.functions.board_key else { return self.try_key(state) };
        self.ask(|held, bytes| held.call(key, &[bytes])?.as_bits().map(Ok), state)
    }

    fn try_key(&self, state: &State) -> Result<u64, Failure> {
        let Some(key) = &self.functions.key else {
            let words = state.0[..self.size.next_multiple_of(8)].chunks_exact(8);
            let words = words.map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
            return Ok(words.fold(self.size as u64, |key, word| splitmix64::mixed(key ^ word)));
        };
        self.ask(|held, bytes| held.call(key, &[bytes])?.as_bits().map(Ok), state)
    }

    pub(crate) fn try_text(&self, state: &State) -> Result<String, Failure> {
        self.ask(|held, bytes| held.call(&self.functions.text, &[bytes])?.as_text().map(Ok), state)
    }

    /// Returns the text for a state, or for a move in it, from a function.
    fn text_of(&self, function: &Kept, state: &State, mv: Option<Move>) -> String {
        let ask = |held: &Held, bytes: Option<Owned<'_>>| {
            let text = match mv {
                None => held.call(function, &[bytes]),
                Some(mv) => held.call(function, &[bytes, held.number(mv.0)]),
            };
            text?.as_text().map(Ok)
        };
        or_unwind(self.ask(ask, state))
    }

    /// Returns the answer, or stores the reason of a failure and returns the error value.
    fn or_failed(result: Result<Step, Failure>) -> Step {
        result.unwrap_or_else(|failure| {
            REASON.set(failure.to_string());
            Step::FAILED
        })
    }

    fn examined(&self, state: &State) -> Step {
        or_unwind(self.try_examine(state, Want::OUTCOME, &mut Moves::new(&mut [])))
    }
}

/// Unwinds with the failure to the SDK, if the result type has no error value. Unlike a panic this writes no message to
/// standard error.
fn or_unwind<T>(result: Result<T, Failure>) -> T {
    result.unwrap_or_else(|failure| {
        let reason = match failure.line {
            0 => format!("the game failed: {}", failure.reason),
            line => format!("the game failed in line {line}: {}", failure.reason),
        };
        resume_unwind(Box::new(FailedText(reason)))
    })
}

/// Reads the answer of `look` in bridge.py; `None` with an exception set.
#[inline]
fn read_step(answer: &Owned<'_>, want: Want, out: &mut Moves<'_>) -> Option<Result<Step, Failure>> {
    let (kind, turn, value) = (answer.number_at(0)?, answer.number_at(1)?, answer.number_at(2)?);
    let turn = match turn {
        0 => Turn::Max,
        1 => Turn::Min,
        2 => Turn::Chance,
        other => {
            let reason = format!(
                "turn returned {other}; it is 0 for the first player, 1 for the second, plyd_game.CHANCE for chance"
            );
            return Some(Err(Failure::of_all(reason)));
        }
    };
    let Ok(value) = i32::try_from(value) else {
        return Some(Err(Failure::of_all(format!("{value} is too large for a value"))));
    };
    let step = match kind {
        1 => Step::new(Outcome::Win(Player::Max), turn),
        2 => Step::new(Outcome::Win(Player::Min), turn),
        3 => Step::new(Outcome::Draw, turn),
        4 => Step::new(Outcome::Utility(value), turn),
        5 => Step::new(Outcome::DrawIfClaimed, turn),
        _ => Step::new(Outcome::Ongoing, turn).with_value(value),
    };
    if !want.contains(Want::MOVES) || !step.outcome().has_moves() {
        return Some(Ok(step));
    }
    let mut wrong = None;
    answer.item(3)?.each_number(|number| match u32::try_from(number) {
        Ok(mv) => out.push(Move(mv)),
        Err(_) => wrong = Some(number),
    })?;
    if let Some(wrong) = wrong {
        let reason = format!("{wrong} is no move; moves are numbers from 0 to {}", u32::MAX);
        return Some(Err(Failure::of_all(reason)));
    }
    Some(Ok(step.with_moves(out)))
}

impl Game for PythonGame {
    type State = State;

    fn facts(&self) -> Facts {
        self.facts
    }

    fn turn(&self, state: &State) -> Turn {
        self.examined(state).turn()
    }

    fn play(&self, state: &mut State, mv: Move) {
        or_unwind(self.try_advance(state, mv, Want::OUTCOME, &mut Moves::new(&mut [])));
    }

    fn outcome(&self, state: &State) -> Outcome {
        self.examined(state).outcome()
    }

    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        or_unwind(self.try_examine(state, Want::MOVES, out));
    }

    fn evaluate(&self, state: &State) -> i32 {
        or_unwind(self.try_examine(state, Want::VALUE, &mut Moves::new(&mut []))).value()
    }

    fn weights(&self, state: &State, outcomes: &[Move], weights: &mut [u32]) {
        let Some(function) = &self.functions.weights else { return weights.fill(1) };
        let outcomes: Vec<u8> = outcomes.iter().flat_map(|mv| mv.0.to_ne_bytes()).collect();
        let ask = |held: &Held, bytes: Option<Owned<'_>>| {
            let answer = held.call(function, &[bytes, held.bytes(&outcomes)])?;
            let mut found = Vec::new();
            answer.each_number(|weight| found.push(u32::try_from(weight).unwrap_or(0)))?;
            Some(Ok(found))
        };
        let found = or_unwind(self.ask(ask, state));
        if found.len() != weights.len() || found.contains(&0) {
            let count = weights.len();
            or_unwind::<()>(Err(Failure::of_all(format!(
                "weights should return {count} numbers from 1 to {}",
                u32::MAX
            ))));
        }
        weights.copy_from_slice(&found);
    }

    fn key(&self, state: &State) -> u64 {
        or_unwind(self.try_key(state))
    }

    fn board_key(&self, state: &State) -> u64 {
        or_unwind(self.try_board_key(state))
    }

    fn is_irreversible(&self, parent: &State, mv: Move) -> bool {
        let Some(function) = &self.functions.irreversible else { return false };
        let ask =
            |held: &Held, bytes: Option<Owned<'_>>| held.call(function, &[bytes, held.number(mv.0)])?.as_bits().map(Ok);
        or_unwind(self.ask(ask, parent)) != 0
    }

    fn last_error(&self, _: &State) -> String {
        let reason = REASON.take();
        if reason.is_empty() { "the game reported an error without a reason".into() } else { reason }
    }

    fn examine(&self, state: &State, want: Want, out: &mut Moves<'_>) -> Step {
        Self::or_failed(self.try_examine(state, want, out))
    }

    fn advance(&self, state: &mut State, mv: Move, want: Want, out: &mut Moves<'_>) -> Step {
        Self::or_failed(self.try_advance(state, mv, want, out))
    }

    fn visit(
        &self,
        parent: &State,
        mv: Move,
        child: &mut State,
        (is_horizon, win): (bool, i32),
        out: &mut Moves<'_>,
    ) -> Visit {
        child.clone_from(parent);
        let want = if is_horizon { Want::VALUE } else { Want::MOVES };
        Visit::of(self.advance(child, mv, want, out), is_horizon, win)
    }
}

impl Plugin for PythonGame {
    const ID: &'static str = "python";
    const NAME: &'static str = "Games in Python";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let script = SCRIPT.get().ok_or_else(|| SetupError::new("no text of a game is loaded"))?;
        let set = script.options.iter().filter_map(|name| Some(format!("{name}={}\n", options.set_text(name)?)));
        script.open(setup, &set.collect::<String>()).map_err(SetupError::new)
    }

    fn format_state(&self, state: &State) -> String {
        or_unwind(self.try_text(state))
    }

    fn format_move(&self, state: &State, mv: Move) -> String {
        self.text_of(&self.functions.move_text, state, Some(mv))
    }

    fn picture(&self, state: &State) -> String {
        self.functions.picture.as_ref().map_or_else(String::new, |picture| self.text_of(picture, state, None))
    }

    fn view(&self, state: &State) -> Option<View> {
        let function = self.functions.view.as_ref()?;
        let ask = |held: &Held, bytes: Option<Owned<'_>>| {
            let answer = held.call(function, &[bytes])?;
            if answer.as_bytes()?.is_empty() { Some(Ok(None)) } else { Some(read::<View>(&answer)?.map(Some)) }
        };
        let wrong = |failure: Failure| Failure { reason: format!("the view: {}", failure.reason), ..failure };
        or_unwind(self.ask(ask, state).map_err(wrong))
    }

    fn gesture(&self, state: &State, mv: Move) -> Vec<Click> {
        let text = self.text_of(&self.functions.gesture, state, Some(mv));
        text.split_whitespace().map(Click::read).collect()
    }
}

impl Loader for PythonGame {
    const SUFFIXES: &'static str = "py";

    fn load(text: &str) -> Result<Option<Loaded>, TextError> {
        let Some((script, loaded)) = Script::load(text)? else { return Ok(None) };
        SCRIPT.set(script).map_err(|_| TextError::of_all("this copy of the library has a game already"))?;
        Ok(Some(loaded))
    }
}
