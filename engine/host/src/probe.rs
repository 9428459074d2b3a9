//! Calls of a library as no sound host makes them, for `plyd check`, which probes what a library does then: buffers
//! that are too small, memory full of rubbish, bytes that are no text, strips of known bytes around all that it may
//! write to.
//!
//! Answers are returned unchecked. The functions are safe as long as the library keeps to the memory lent to it. A
//! library that writes far beyond it may crash the process, so make such calls in a separate process.

mod guarded;
mod library;

pub use library::{DeclaredIdentity, RawOpening, declared_again, extension_address, open_raw};

use crate::game::number_of;
use crate::instance::Instance;
use crate::{LoadedGame, StateSlot};
use guarded::GuardedBytes;
use plyd_plugin::abi::{Buffer, Str};
use plyd_rules::{Move, Player, Step, Want};

/// A text that a library wrote to a buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbedText {
    /// The returned value: the length of the whole text, or a negative number.
    pub length: isize,
    /// The content of the buffer, up to the returned length and the size of the buffer.
    pub text: Vec<u8>,
    /// Whether the library wrote beyond the buffer.
    pub overrun: bool,
}

/// The answer about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbedPosition {
    /// The returned value.
    pub step: Step,
    /// The moves in the buffer, limited by their count and the buffer's length.
    pub moves: Vec<Move>,
    /// Whether the library wrote beyond the buffer, or beyond the child's memory.
    pub overrun: bool,
}

/// Access to one opened game. States must be of this game, and moves legal.
///
/// # Panics
/// All functions, if a state belongs to another instance.
#[derive(Debug, Clone, Copy)]
pub struct Probe<'a> {
    instance: &'a Instance,
}

impl<'a> Probe<'a> {
    /// Of this game.
    #[must_use]
    pub fn new(game: &'a LoadedGame) -> Self {
        Self { instance: &game.instance }
    }

    fn check(&self, state: &StateSlot) {
        assert!(state.belongs_to(self.instance.number), "the state belongs to another instance");
    }

    /// Writes the text of a state into a buffer of this size.
    #[must_use]
    pub fn format_state(&self, state: &StateSlot, capacity: usize) -> ProbedText {
        self.check(state);
        // SAFETY: the instance is open, the state is one of it, and the buffer is ours.
        fetch(capacity, |buffer| unsafe {
            (self.instance.functions.format_state)(self.instance.handle.pointer, state.as_ptr(), buffer)
        })
    }

    /// Writes the text of a legal move into a buffer of this size.
    #[must_use]
    pub fn format_move(&self, state: &StateSlot, mv: Move, capacity: usize) -> ProbedText {
        self.check(state);
        // SAFETY: as in `format_state`; that the move is legal is the caller's duty.
        fetch(capacity, |buffer| unsafe {
            (self.instance.functions.format_move)(self.instance.handle.pointer, state.as_ptr(), mv.0, buffer)
        })
    }

    /// Writes the picture of a state into a buffer of this size; `None` if the library draws none.
    #[must_use]
    pub fn picture(&self, state: &StateSlot, capacity: usize) -> Option<ProbedText> {
        self.check(state);
        let picture = self.instance.library.picture()?;
        // SAFETY: as in `format_state`.
        Some(fetch(capacity, |buffer| unsafe { picture(self.instance.handle.pointer, state.as_ptr(), buffer) }))
    }

    /// Writes why the last call on this thread failed into a buffer of this size.
    #[must_use]
    pub fn last_error(&self, state: &StateSlot, capacity: usize) -> ProbedText {
        self.check(state);
        // SAFETY: as in `format_state`.
        fetch(capacity, |buffer| unsafe {
            (self.instance.functions.last_error)(self.instance.handle.pointer, state.as_ptr(), buffer)
        })
    }

    /// Looks for the move that these bytes name; the code that came back, and the move if the code is `OK`. No zero
    /// byte follows the text.
    #[must_use]
    pub fn parse_move(&self, state: &StateSlot, text: &[u8]) -> (i32, Move) {
        self.check(state);
        let text = GuardedBytes::holding(text);
        let mut found = Move(u32::MAX);
        // SAFETY: the instance is open, the state is one of it, the text is readable, and `found` is ours.
        let code = unsafe {
            let mv = (&raw mut found).cast::<u32>();
            (self.instance.functions.parse_move)(self.instance.handle.pointer, state.as_ptr(), text.as_str(), mv)
        };
        (code, found)
    }

    /// Examines a state, with room for this many moves.
    #[must_use]
    pub fn examine(&self, state: &StateSlot, want: Want, capacity: u32) -> ProbedPosition {
        self.check(state);
        let room = moves_room(capacity);
        // SAFETY: the instance is open, the state is one of it; the room is initialised and for so many moves.
        let step = unsafe {
            let moves = room.pointer().cast();
            (self.instance.functions.examine)(self.instance.handle.pointer, state.as_ptr(), want.0, moves, capacity)
        };
        examined(step, &room)
    }

    /// Plays a legal move into memory filled with the byte `dirt`, and examines the child, with room for this many
    /// moves.
    #[must_use]
    pub fn step(
        &self,
        parent: &StateSlot,
        mv: Move,
        dirt: u8,
        want: Want,
        capacity: u32,
    ) -> (StateSlot, ProbedPosition) {
        self.check(parent);
        let (room, child) = (moves_room(capacity), self.state_room(dirt));
        // SAFETY: the instance is open, the parent is a state of it; the child's memory has a state's size and
        // alignment, the room is initialised and for so many moves. That the move is legal is the caller's duty.
        let step = unsafe {
            (self.instance.functions.step)(
                self.instance.handle.pointer,
                parent.as_ptr(),
                mv.0,
                child.pointer().cast(),
                want.0,
                room.pointer().cast(),
                capacity,
            )
        };
        let mut answer = examined(step, &room);
        answer.overrun |= child.is_overrun();
        (self.slot(&child), answer)
    }

    /// Rates moves of a state into scores that are all `dirt` before; the code, the scores, and whether the library
    /// wrote beyond them. `None` if it does not rate moves here.
    #[must_use]
    pub fn order(&self, state: &StateSlot, moves: &[Move], dirt: u8) -> Option<(i32, Vec<i32>, bool)> {
        self.check(state);
        let order = self.instance.optional.order?;
        let scores = GuardedBytes::new(size_of_val(moves), dirt);
        // SAFETY: the instance is open, the state is one of it; a `Move` is a transparent `u32`, and the scores are as
        // many as the moves and aligned.
        let code = unsafe {
            let count = moves.len() as u32;
            let moves = moves.as_ptr().cast();
            order(self.instance.handle.pointer, state.as_ptr(), moves, count, scores.pointer().cast())
        };
        Some((code, scores.read(moves.len()), scores.is_overrun()))
    }

    /// The weights of a chance state's outcomes, written over bytes that are all `dirt`; the code, the weights, and
    /// whether the library wrote beyond them. `None` if the game declares no chance.
    #[must_use]
    pub fn weights(&self, state: &StateSlot, outcomes: &[Move], dirt: u8) -> Option<(i32, Vec<u32>, bool)> {
        self.check(state);
        let function = self.instance.weights?;
        let weights = GuardedBytes::new(size_of_val(outcomes), dirt);
        // SAFETY: the instance is open, the state is one of it; a `Move` is a transparent `u32`, and the weights are as
        // many as the outcomes and aligned.
        let code = unsafe {
            let count = outcomes.len() as u32;
            let outcomes = outcomes.as_ptr().cast();
            function(self.instance.handle.pointer, state.as_ptr(), outcomes, count, weights.pointer().cast())
        };
        Some((code, weights.read(outcomes.len()), weights.is_overrun()))
    }

    /// The bytes of a state. Those of its padding mean nothing.
    #[must_use]
    pub fn bytes(&self, state: &StateSlot) -> Vec<u8> {
        self.check(state);
        // SAFETY: a slot holds so many bytes of this process, all of which were written before a library got them, and
        // the library writes from the other side of the border.
        unsafe { std::slice::from_raw_parts(state.as_ptr().cast(), state.size()) }.to_vec()
    }

    /// The noisy moves of a state, with room for this many. `None` if the game declares no noisy moves.
    #[must_use]
    pub fn noisy(&self, state: &StateSlot, capacity: u32) -> Option<ProbedPosition> {
        self.instance.facts.abilities.noisy.then(|| self.examine(state, Want::NOISY, capacity))
    }

    /// Passes into memory filled with the byte `dirt`: the returned code, the child if the code is `OK`, and whether
    /// the library wrote beyond it. `None` if the game has no null move.
    #[must_use]
    pub fn pass(&self, parent: &StateSlot, dirt: u8) -> Option<(i32, StateSlot, bool)> {
        self.check(parent);
        let pass = self.instance.optional.pass?;
        let child = self.state_room(dirt);
        // SAFETY: as in `step`.
        let code = unsafe { pass(self.instance.handle.pointer, parent.as_ptr(), child.pointer().cast()) };
        Some((code, self.slot(&child), child.is_overrun()))
    }

    /// The largest gain of a quiet move in a state, unchecked. `None` if the game declares no margin.
    #[must_use]
    pub fn futility_margin(&self, state: &StateSlot) -> Option<i32> {
        self.check(state);
        let margin = self.instance.optional.margin?;
        // SAFETY: the instance is open, and the state is one of it.
        Some(unsafe { margin(self.instance.handle.pointer, state.as_ptr()) })
    }

    /// The plies until a draw by a counter. `None` if the game declares no such counter.
    #[must_use]
    pub fn plies_left(&self, state: &StateSlot) -> Option<u16> {
        self.check(state);
        let plies_left = self.instance.optional.plies_left?;
        // SAFETY: the instance is open, and the state is one of it.
        Some(unsafe { plies_left(self.instance.handle.pointer, state.as_ptr()) })
    }

    /// Whether the player can still win, unchecked: 0 or 1. `None` if the game does not know.
    #[must_use]
    pub fn can_win(&self, state: &StateSlot, player: Player) -> Option<i32> {
        self.check(state);
        let can_win = self.instance.optional.can_win?;
        // SAFETY: the instance is open, and the state is one of it.
        Some(unsafe { can_win(self.instance.handle.pointer, state.as_ptr(), number_of(player)) })
    }

    /// The inputs of an unfinished state: the returned value, the words with all bits as they were written, and whether
    /// the library wrote beyond them. `None` if the game has no inputs.
    #[must_use]
    pub fn features(&self, state: &StateSlot) -> Option<(i32, Vec<u64>, bool)> {
        self.check(state);
        let functions = self.instance.features?;
        let count = self.instance.facts.features.words();
        let words = GuardedBytes::new(count * size_of::<u64>(), 0);
        // SAFETY: the instance is open, the state is one of it; the words are initialised, aligned, and so many.
        let code = unsafe {
            let pointer = words.pointer().cast();
            (functions.features)(self.instance.handle.pointer, state.as_ptr(), pointer, count as u32)
        };
        Some((code, words.read(count), words.is_overrun()))
    }

    /// The image of an input under a symmetry, both below the declared numbers, unchecked. `None` if the game has no
    /// symmetries.
    #[must_use]
    pub fn feature_image(&self, symmetry: u32, input: u32) -> Option<u32> {
        let image = self.instance.features?.image?;
        // SAFETY: the instance is open.
        Some(unsafe { image(self.instance.handle.pointer, symmetry, input) })
    }

    /// Plays a random game, with room for this many of its moves: the answer, whose count is the number of moves, the
    /// moves, and whether the library wrote beyond them. `None` if the game has none of its own.
    #[must_use]
    pub fn playout(&self, state: &StateSlot, seed: u64, capacity: u32) -> Option<ProbedPosition> {
        self.check(state);
        let playout = self.instance.optional.playout?;
        let room = moves_room(capacity);
        // SAFETY: as in `examine`.
        let step =
            unsafe { playout(self.instance.handle.pointer, state.as_ptr(), seed, room.pointer().cast(), capacity) };
        Some(examined(step, &room))
    }

    fn state_room(&self, dirt: u8) -> GuardedBytes {
        GuardedBytes::new(self.instance.root.size(), dirt)
    }

    /// A state made from the content of guarded memory.
    fn slot(&self, memory: &GuardedBytes) -> StateSlot {
        let mut slot = self.instance.root.clone();
        // SAFETY: both have the size of a state, and are two pieces of memory.
        unsafe {
            slot.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(memory.pointer(), self.instance.root.size());
        }
        slot
    }
}

impl GuardedBytes {
    /// The room as text to read.
    fn as_str(&self) -> Str {
        Str { data: self.pointer(), len: self.len() }
    }
}

/// The initial content of buffers: neither zero nor a letter.
const RUBBISH: u8 = 0xEE;

fn moves_room(capacity: u32) -> GuardedBytes {
    GuardedBytes::new(capacity as usize * size_of::<Move>(), RUBBISH)
}

fn examined(step: Step, room: &GuardedBytes) -> ProbedPosition {
    let moves = room.read::<u32>(step.count()).into_iter().map(Move).collect();
    ProbedPosition { step, moves, overrun: room.is_overrun() }
}

fn fetch(capacity: usize, call: impl FnOnce(Buffer) -> isize) -> ProbedText {
    let room = GuardedBytes::new(capacity, RUBBISH);
    let length = call(Buffer { data: room.pointer(), capacity });
    let text = room.read(usize::try_from(length).unwrap_or(0));
    ProbedText { length, text, overrun: room.is_overrun() }
}

#[cfg(test)]
mod tests;
