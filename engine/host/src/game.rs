//! A loaded game as the searcher sees it.

mod features;
mod inside;
mod texts;
mod unknown;
mod valued;

pub use texts::NodeBound;

use crate::instance::Instance;
use crate::{GameOption, Library, LibraryFault, OpenError, StateSlot};
use plyd_plugin::abi::{OK, TURN_MAX, TURN_MIN};
use plyd_rules::inside::{Counted, Errand, Findings, Leave, Nodes};
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Step, Turn, UTILITY_LIMIT, Visit, Want, broken_rule};
use std::ptr::null_mut;
use std::sync::Arc;
use valued::NetworkGame;

/// One opened setup of a library: a [`Game`] whose states are [`StateSlot`]s. Clones share the instance, which is
/// closed when the last of them is dropped.
///
/// This type checks every answer of the library. An answer that breaks a rule of the interface becomes
/// [`Step::FAILED`], with the reason in [`Game::last_error`]. A slot of another instance fails in the same way, also as
/// a target.
///
/// # What is trusted
/// The library is trusted with the memory of the process: no check here can stop one that writes where it may not. A
/// move is not checked either: a library may do anything with one that is not legal in the state, and one in C may well
/// read or write beyond its own memory. So [`Game::step`], [`Game::play`], [`Game::order`], `after`, `format_move`,
/// `notate` and `gesture_text` must be called only with moves that came from `legal_moves`, `parse_move` or
/// `read_notation`, or from [`Game::moves`], of the same state. To look up each move in the list of moves would cost a
/// search more than all that it does.
#[derive(Debug, Clone)]
pub struct LoadedGame {
    pub(crate) instance: Arc<Instance>,
    /// What values positions in place of the game's heuristic.
    valued: Option<Arc<NetworkGame>>,
}

impl Library {
    /// Opens a setup; an empty one is the start position. `options` are pairs of a name within the game and a value. If
    /// a name is repeated, its last value applies; missing options have their defaults.
    ///
    /// # Errors
    /// [`OpenError::Refused`] for a setup or option that makes no sense, [`OpenError::Fault`] if the library
    /// misbehaves.
    pub fn open(self: &Arc<Self>, setup: &str, options: &[(String, String)]) -> Result<LoadedGame, OpenError> {
        Ok(LoadedGame::of_instance(Instance::open(self, setup, &self.options_text(options)?)?))
    }
}

impl LoadedGame {
    pub(crate) fn of_instance(instance: Instance) -> Self {
        Self { instance: Arc::new(instance), valued: None }
    }

    /// The library of the game.
    #[must_use]
    pub fn library(&self) -> &Arc<Library> {
        &self.instance.library
    }

    /// A copy of the root state.
    #[must_use]
    pub fn root(&self) -> StateSlot {
        self.instance.root.clone()
    }

    /// The options it was opened with that have not their defaults: names within the game, and values. The numbers of
    /// the heuristic are not among them, as no rule depends on them.
    #[must_use]
    pub fn changed_options(&self) -> Vec<(String, String)> {
        let changes_nothing = |name: &str, value: &str| {
            let is_same = |option: &GameOption| option.is_parameter() || option.default_text() == value;
            self.library().option(name).is_some_and(is_same)
        };
        let given = self.instance.options.lines().filter_map(|line| line.split_once('='));
        given
            .filter(|(name, value)| !changes_nothing(name, value))
            .map(|(name, value)| (name.into(), value.into()))
            .collect()
    }

    /// Why the latest call of a library on this thread failed that did; `None` if none ever did, or if it was one of
    /// another game.
    #[must_use]
    pub fn fault(&self) -> Option<LibraryFault> {
        self.instance.failure().map(LibraryFault)
    }

    /// The legal moves of the state in the game's order; none if the game is over.
    ///
    /// # Errors
    /// The library failed, or its answer breaks a rule.
    pub fn legal_moves(&self, state: &StateSlot) -> Result<Vec<Move>, LibraryFault> {
        let mut buffer = vec![Move(0); self.instance.facts.max_moves as usize];
        let mut moves = Moves::new(&mut buffer);
        if self.examine(state, Want::MOVES, &mut moves).is_error() {
            return Err(LibraryFault::new(self.last_error(state)));
        }
        let count = moves.len();
        buffer.truncate(count);
        // A game may declare millions of moves and have two.
        buffer.shrink_to_fit();
        let mut sorted = buffer.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(LibraryFault::new(format!("a position has the move {} twice", pair[0].0))),
            None => Ok(buffer),
        }
    }

    /// The state after a legal move. Unlike [`Game::play`], it distinguishes a move that could not be played from one
    /// that leads to a state without a known outcome.
    ///
    /// # Errors
    /// The library failed, or its answer breaks a rule.
    pub fn after(&self, state: &StateSlot, mv: Move) -> Result<StateSlot, LibraryFault> {
        self.check_own(state)?;
        let nothing = &mut Moves::new(&mut []);
        let mut child = state.clone();
        if self.step(state, mv, &mut child, Want::OUTCOME, nothing).is_error() {
            let reason = self.last_error(&child);
            // Games are deterministic: if the child can be examined, it was the move that failed.
            if !self.examine(&child, Want::OUTCOME, nothing).is_error() {
                return Err(LibraryFault::new(reason));
            }
        }
        Ok(child)
    }

    /// The weights of the outcomes of a chance state, all above 0: the chance of each is its share of the sum of all.
    ///
    /// # Errors
    /// The library failed, or gave an outcome no weight.
    pub fn weights_of(&self, state: &StateSlot, outcomes: &[Move]) -> Result<Vec<u32>, LibraryFault> {
        let mut weights = vec![0; outcomes.len()];
        self.weigh(state, outcomes, &mut weights)?;
        Ok(weights)
    }

    /// Writes the weights of outcomes, or says why there are none.
    fn weigh(&self, state: &StateSlot, outcomes: &[Move], weights: &mut [u32]) -> Result<(), LibraryFault> {
        self.check_own(state)?;
        let undeclared = || LibraryFault::new("weights are asked for, but the instance declares no chance");
        let function = self.instance.weights.ok_or_else(undeclared)?;
        weights.fill(0);
        let count = outcomes.len().min(weights.len()) as u32;
        // SAFETY: the instance is open, the state is one of it; a `Move` is a transparent `u32`, and both slices hold
        // `count`.
        let code = unsafe {
            let outcomes = outcomes.as_ptr().cast();
            function(self.instance.handle.pointer, state.as_ptr(), outcomes, count, weights.as_mut_ptr())
        };
        if code != OK {
            return Err(LibraryFault(self.instance.library_error(state)));
        }
        match outcomes.iter().zip(&*weights).find(|(_, weight)| **weight == 0) {
            Some((&outcome, _)) => Err(LibraryFault(self.weightless(state, outcome))),
            None => Ok(()),
        }
    }

    #[cold]
    #[inline(never)]
    fn weightless(&self, state: &StateSlot, outcome: Move) -> String {
        let name = self.format_move(state, outcome).unwrap_or_else(|_| outcome.0.to_string());
        format!("the outcome `{name}` of chance has the weight 0; weights begin at 1")
    }

    fn check_own(&self, state: &StateSlot) -> Result<(), LibraryFault> {
        if state.belongs_to(self.instance.number) { Ok(()) } else { Err(LibraryFault::new(FOREIGN)) }
    }

    /// An answer about a state of another instance.
    #[cold]
    #[inline(never)]
    fn foreign(&self) -> Step {
        self.instance.remember(FOREIGN.into());
        Step::FAILED
    }

    /// Checks an answer of the library and takes over the moves it wrote to `out`.
    #[inline(always)]
    fn checked(&self, mut step: Step, want: Want, room: MoveBuffer, state: &StateSlot, out: &mut Moves<'_>) -> Step {
        if !step.is_plain(want, self.instance.facts.win, room.capacity) {
            step = self.suspicious(step, want, room.capacity, state);
        }
        if want.fills_buffer() {
            let has_moves = step.is_ongoing() || step.outcome().has_moves();
            out.set_len(if has_moves { step.count() } else { 0 });
        }
        step
    }

    /// Looks closely at an answer that [`LoadedGame::checked`] does not let pass: it is sound after all, as a draw that
    /// can be claimed is, or becomes a failure whose reason is kept.
    #[cold]
    #[inline(never)]
    fn suspicious(&self, step: Step, want: Want, capacity: u32, state: &StateSlot) -> Step {
        let reason = if step.is_error() {
            // Asked at once: a library keeps its reason per thread, and only until the next call.
            Some(self.instance.library_error(state))
        } else {
            broken_rule(step, want, capacity, self.instance.facts)
        };
        if let Some(reason) = reason {
            self.instance.remember(reason);
            return Step::FAILED;
        }
        step
    }
}

/// The player as a number of the interface.
pub(crate) fn number_of(player: Player) -> u32 {
    match player {
        Player::Max => TURN_MAX,
        Player::Min => TURN_MIN,
    }
}

const FOREIGN: &str = "the state belongs to another instance";

/// The memory in which a library may write moves.
#[derive(Clone, Copy)]
struct MoveBuffer {
    moves: *mut u32,
    capacity: u32,
}

impl MoveBuffer {
    /// For no moves.
    const NONE: Self = Self { moves: null_mut(), capacity: 0 };

    /// If moves are wanted, all or the noisy ones, the buffer, but no more of it than the game declared to need;
    /// otherwise nothing.
    #[inline(always)]
    fn of(want: Want, most: u32, out: &mut Moves<'_>) -> Self {
        if want.fills_buffer() {
            // A `Move` is a transparent `u32`. The result is at most `most`, so it fits.
            Self { capacity: out.capacity().min(most as usize) as u32, moves: out.spare().as_mut_ptr().cast() }
        } else {
            Self::NONE
        }
    }
}

impl Game for LoadedGame {
    type State = StateSlot;

    #[inline]
    fn facts(&self) -> Facts {
        self.valued.as_ref().map_or(self.instance.facts, |valued| valued.facts)
    }

    fn turn(&self, state: &StateSlot) -> Turn {
        self.examine(state, Want::OUTCOME, &mut Moves::new(&mut [])).turn()
    }

    fn play(&self, state: &mut StateSlot, mv: Move) {
        let parent = state.clone();
        self.step(&parent, mv, state, Want::OUTCOME, &mut Moves::new(&mut []));
    }

    fn outcome(&self, state: &StateSlot) -> Outcome {
        self.examine(state, Want::OUTCOME, &mut Moves::new(&mut [])).outcome()
    }

    /// Leaves `out` empty if the library fails.
    fn moves(&self, state: &StateSlot, out: &mut Moves<'_>) {
        self.examine(state, Want::MOVES, out);
    }

    fn evaluate(&self, state: &StateSlot) -> i32 {
        let step = self.examine(state, Want::VALUE, &mut Moves::new(&mut []));
        if step.is_ongoing() { step.value() } else { 0 }
    }

    fn key(&self, state: &StateSlot) -> u64 {
        self.examine(state, Want::KEY, &mut Moves::new(&mut [])).key
    }

    fn is_irreversible(&self, parent: &StateSlot, mv: Move) -> bool {
        let mut child = parent.clone();
        self.step(parent, mv, &mut child, Want::OUTCOME, &mut Moves::new(&mut [])).is_irreversible()
    }

    fn order(&self, state: &StateSlot, moves: &[Move], scores: &mut [i32]) {
        debug_assert_eq!(moves.len(), scores.len());
        let Some(order) = self.instance.optional.order.filter(|_| state.belongs_to(self.instance.number)) else {
            return;
        };
        let count = moves.len().min(scores.len()) as u32;
        // SAFETY: the instance is open, the state is one of it; a `Move` is a transparent `u32`, and both slices hold
        // `count`. A failure leaves some order, and any will do.
        unsafe {
            order(self.instance.handle.pointer, state.as_ptr(), moves.as_ptr().cast(), count, scores.as_mut_ptr());
        }
    }

    /// Leaves `out` empty if the library fails: no move is noisy then.
    fn noisy(&self, state: &StateSlot, out: &mut Moves<'_>) {
        self.examine(state, Want::NOISY, out);
    }

    fn in_check(&self, state: &StateSlot) -> bool {
        self.examine(state, Want::CHECK, &mut Moves::new(&mut [])).is_in_check()
    }

    /// Makes all weights 0, which no game has, if the library fails or gives an outcome no weight: then
    /// [`Game::last_error`] says why.
    fn weights(&self, state: &StateSlot, outcomes: &[Move], weights: &mut [u32]) {
        debug_assert_eq!(outcomes.len(), weights.len());
        if let Err(LibraryFault(reason)) = self.weigh(state, outcomes, weights) {
            self.instance.remember(reason);
            weights.fill(0);
        } else if weights.contains(&0) {
            self.instance.remember("an outcome of chance has the weight 0".into());
        }
    }

    fn pass(&self, state: &mut StateSlot) -> bool {
        let Some(pass) = self.instance.optional.pass.filter(|_| state.belongs_to(self.instance.number)) else {
            return false;
        };
        let parent = state.clone();
        // SAFETY: the instance is open; both slots are of it, and two that do not overlap.
        let result = unsafe { pass(self.instance.handle.pointer, parent.as_ptr(), state.as_mut_ptr()) };
        if result != OK {
            state.clone_from(&parent);
        }
        result == OK
    }

    fn pass_into(&self, parent: &StateSlot, child: &mut StateSlot) -> bool {
        let Some(pass) = self.instance.optional.pass else { return false };
        if !(parent.belongs_to(self.instance.number) && child.belongs_to(self.instance.number)) {
            return false;
        }
        // SAFETY: the instance is open; both slots are of it, and two that do not overlap.
        unsafe { pass(self.instance.handle.pointer, parent.as_ptr(), child.as_mut_ptr()) == OK }
    }

    fn futility_margin(&self, state: &StateSlot) -> i32 {
        let margin = match self.instance.optional.margin.filter(|_| state.belongs_to(self.instance.number)) {
            // SAFETY: the instance is open, and the state is one of it.
            Some(margin) => unsafe { margin(self.instance.handle.pointer, state.as_ptr()) }.clamp(0, UTILITY_LIMIT),
            None => return 0,
        };
        self.valued.as_ref().map_or(margin, |valued| valued.converted(margin))
    }

    #[inline]
    fn features(&self, state: &StateSlot, words: &mut [u64]) -> Player {
        self.read_features(state, words).unwrap_or(Player::Max)
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        self.read_feature_image(symmetry, input)
    }

    fn plies_left(&self, state: &StateSlot) -> u16 {
        match self.instance.optional.plies_left.filter(|_| state.belongs_to(self.instance.number)) {
            // SAFETY: the instance is open, and the state is one of it.
            Some(plies_left) => unsafe { plies_left(self.instance.handle.pointer, state.as_ptr()) },
            None => u16::MAX,
        }
    }

    fn can_win(&self, state: &StateSlot, player: Player) -> bool {
        let Some(can_win) = self.instance.optional.can_win.filter(|_| state.belongs_to(self.instance.number)) else {
            return true;
        };
        // SAFETY: the instance is open, and the state is one of it.
        unsafe { can_win(self.instance.handle.pointer, state.as_ptr(), number_of(player)) != 0 }
    }

    fn playout(&self, state: &StateSlot, seed: u64, out: &mut Moves<'_>) -> Step {
        let instance = &*self.instance;
        let Some(playout) = instance.optional.playout else {
            return self.examine(state, Want::VALUE, &mut Moves::new(&mut []));
        };
        if !state.belongs_to(instance.number) {
            return self.foreign();
        }
        let capacity = out.capacity().min(Step::MAX_MOVES as usize) as u32;
        // SAFETY: the instance is open and the state is one of it; there is initialised memory for so many moves, to
        // which nothing else refers during the call. A `Move` is a transparent `u32`.
        let played = unsafe {
            let moves = out.spare().as_mut_ptr().cast();
            playout(instance.handle.pointer, state.as_ptr(), seed, moves, capacity)
        };
        let nothing = &mut Moves::new(&mut []);
        let end = self.checked(played.without_count(), Want::VALUE, MoveBuffer::NONE, state, nothing);
        if end.is_error() {
            return end;
        }
        if played.count() > capacity as usize {
            instance.remember(format!(
                "a random game tells {} moves, more than the {capacity} there is room for",
                played.count()
            ));
            return Step::FAILED;
        }
        out.set_len(played.count());
        end.with_count(played.count())
    }

    fn board_key(&self, state: &StateSlot) -> u64 {
        self.examine(state, Want::BOARD_KEY, &mut Moves::new(&mut [])).key
    }

    fn symmetric_key(&self, state: &StateSlot) -> u64 {
        self.examine(state, Want::SYMMETRIC_KEY, &mut Moves::new(&mut [])).key
    }

    #[inline(always)]
    fn visit(
        &self,
        parent: &StateSlot,
        mv: Move,
        child: &mut StateSlot,
        (is_horizon, win): (bool, i32),
        out: &mut Moves<'_>,
    ) -> Visit {
        let want = if is_horizon { Want::VALUE } else { Want::MOVES };
        Visit::of(self.step(parent, mv, child, want, out), is_horizon, win)
    }

    fn search_inside(&self, state: &StateSlot, errand: &Errand<'_>, leave: &mut dyn Leave) -> Option<Findings> {
        // The search inside has the game's heuristic.
        if self.valued.is_some() { None } else { self.search_by_library(state, errand, leave) }
    }

    fn count_inside(
        &self,
        state: &StateSlot,
        mv: Move,
        depth: u32,
        nodes: Nodes,
        leave: &mut dyn Leave,
    ) -> Option<Counted> {
        self.count_by_library(state, (mv, depth), nodes, leave)
    }

    fn last_error(&self, state: &StateSlot) -> String {
        match self.instance.failure() {
            Some(reason) => reason,
            None if state.belongs_to(self.instance.number) => self.instance.library_error(state),
            None => FOREIGN.into(),
        }
    }

    #[inline]
    fn examine(&self, state: &StateSlot, want: Want, out: &mut Moves<'_>) -> Step {
        match &self.valued {
            Some(valued) if want.contains(Want::VALUE) => self.examine_valued(valued, state, want, out),
            _ => self.examine_by_library(state, want, out),
        }
    }

    #[inline(always)]
    fn step(&self, parent: &StateSlot, mv: Move, child: &mut StateSlot, want: Want, out: &mut Moves<'_>) -> Step {
        match &self.valued {
            Some(valued) if want.contains(Want::VALUE) => self.step_valued(valued, (parent, mv), child, want, out),
            _ => self.step_by_library(parent, mv, child, want, out),
        }
    }
}

impl LoadedGame {
    #[inline]
    pub(crate) fn examine_by_library(&self, state: &StateSlot, want: Want, out: &mut Moves<'_>) -> Step {
        let instance = &*self.instance;
        if !state.belongs_to(instance.number) {
            return self.foreign();
        }
        let room = MoveBuffer::of(want, instance.facts.max_moves, out);
        // SAFETY: the instance is open and the state is one of it; `room` is initialised memory that nothing else
        // refers to during the call, for as many moves as it says.
        let step = unsafe {
            (instance.functions.examine)(instance.handle.pointer, state.as_ptr(), want.0, room.moves, room.capacity)
        };
        self.checked(step, want, room, state, out)
    }

    // Not left to the compiler: it would keep what the searcher wants, and where its moves go, in memory.
    #[inline(always)]
    pub(crate) fn step_by_library(
        &self,
        parent: &StateSlot,
        mv: Move,
        child: &mut StateSlot,
        want: Want,
        out: &mut Moves<'_>,
    ) -> Step {
        let instance = &*self.instance;
        if !(parent.belongs_to(instance.number) && child.belongs_to(instance.number)) {
            return self.foreign();
        }
        let room = MoveBuffer::of(want, instance.facts.max_moves, out);
        // SAFETY: as in `examine`; both slots are of this instance, and so of the right size and alignment, and they
        // are two slots that do not overlap. That the move is legal is the caller's duty.
        let step = unsafe {
            (instance.functions.step)(
                instance.handle.pointer,
                parent.as_ptr(),
                mv.0,
                child.as_mut_ptr(),
                want.0,
                room.moves,
                room.capacity,
            )
        };
        self.checked(step, want, room, child, out)
    }
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
