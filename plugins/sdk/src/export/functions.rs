//! The functions of the table.

use super::PANICKED;
use crate::abi::{
    Buffer, FAILED, FLAG_EXEMPT_MOVE, FLAG_HAS_KEY, FLAG_MOVES_ARE_NOT_ACTIONS, NOT_FOUND, OK, Opened,
    REPETITION_FORBIDDEN, REPETITION_FORBIDDEN_WORTH, REPETITION_KEY_BOARD, REPETITION_KEY_POSITION, REPETITION_LOSES,
    REPETITION_WORTH, Str, flags_of,
};
use crate::{Facts, Move, Moves, Options, Plugin, Repetition, RepetitionKey, Step, Verdict, Want};
use std::any::Any;
use std::cell::RefCell;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The target of an instance pointer.
struct Instance<G: Plugin> {
    game: G,
    root: G::State,
}

thread_local! {
    /// The text of the last failure on this thread outside the game's own code, until `last_error` returns it.
    static FAILURE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `f`. A panic becomes `failed`, and its text is stored for `last_error`.
#[inline]
pub(super) fn guard<T>(failed: T, f: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|payload| {
        remember_panic(payload);
        failed
    })
}

#[cold]
fn remember_panic(payload: Box<dyn Any + Send>) {
    let text = payload
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a text".into());
    FAILURE.set(Some(format!("{PANICKED}{text}")));
    // The destructor of a payload can panic in its turn, and there is no one left to catch that.
    std::mem::forget(payload);
}

/// # Safety
/// `text` describes valid memory that outlives `'a`, or is empty.
pub(super) unsafe fn read<'a>(text: Str) -> Option<&'a str> {
    if text.len == 0 {
        return Some("");
    }
    // SAFETY: not empty, so valid by this function's contract.
    std::str::from_utf8(unsafe { std::slice::from_raw_parts(text.data, text.len) }).ok()
}

/// Writes as much as fits and returns the whole length.
///
/// # Safety
/// `out` describes memory that may be written.
pub(super) unsafe fn write(text: &str, out: Buffer) -> isize {
    let fits = text.len().min(out.capacity);
    if fits > 0 {
        // SAFETY: `fits` bytes are readable in `text` and writable in `out`, which is the caller's and so does not overlap.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), out.data, fits) };
    }
    text.len().cast_signed()
}

/// # Safety
/// `instance` came from [`open`] of the same `G` and was not closed; `state` points at a state of it.
pub(super) unsafe fn borrow<'a, G: Plugin>(instance: *const c_void, state: *const c_void) -> (&'a G, &'a G::State) {
    // SAFETY: by this function's contract; instances are never written after `open`.
    unsafe { (&(*instance.cast::<Instance<G>>()).game, &*state.cast::<G::State>()) }
}

pub(super) unsafe extern "C" fn open<G: Plugin>(setup: Str, options: Str, opened: *mut Opened, error: Buffer) -> isize {
    // `Err(None)` is a panic.
    let result = guard(Err(None), || {
        // SAFETY: the host passes readable text.
        let (setup, options) =
            unsafe { read(setup).zip(read(options)) }.ok_or_else(|| Some("not UTF-8".to_string()))?;
        let (game, root) =
            G::open(setup.trim(), &Options::new(G::OPTIONS, options)).map_err(|reason| Some(reason.to_string()))?;
        Ok(boxed(game, root))
    });
    match result {
        Ok(answer) => {
            // SAFETY: `opened` is the caller's structure; no more of it is written than both sides know.
            unsafe {
                let known = ((*opened).size as usize).min(size_of::<Opened>());
                std::ptr::copy_nonoverlapping((&raw const answer).cast::<u8>(), opened.cast::<u8>(), known);
            }
            0
        }
        Err(reason) => {
            let text = reason.or_else(|| FAILURE.take()).filter(|text| !text.is_empty());
            // SAFETY: `error` is the caller's memory.
            unsafe { write(text.as_deref().unwrap_or("the setup was refused without a reason"), error) }
        }
    }
}

/// Moves the game to the heap, where it stays until [`close`].
fn boxed<G: Plugin>(game: G, root: G::State) -> Opened {
    let facts = game.facts();
    let instance = Box::new(Instance { game, root });
    let (verdict, worth) = facts.repetition.map_or((REPETITION_WORTH, 0), verdict);
    let key = match facts.repetition.map(|rule| rule.key) {
        Some(RepetitionKey::Board) => REPETITION_KEY_BOARD,
        Some(RepetitionKey::Position) | None => REPETITION_KEY_POSITION,
    };
    Opened {
        size: size_of::<Opened>() as u32,
        flags: flags(facts),
        root: (&raw const instance.root).cast(),
        instance: Box::into_raw(instance).cast(),
        state_size: size_of::<G::State>() as u32,
        state_align: align_of::<G::State>() as u32,
        max_moves: facts.max_moves,
        max_plies: facts.max_plies,
        win: facts.win,
        repetition_times: facts.repetition.map_or(0, |rule| rule.times),
        repetition_verdict: verdict,
        repetition_worth: worth,
        repetition_key: key,
        repetition_exempt: exempt(facts).map_or(0, |mv| mv.0),
        max_outcomes: facts.chance.map_or(0, |chance| chance.max_outcomes),
        low: facts.chance.map_or(0, |chance| chance.low),
        high: facts.chance.map_or(0, |chance| chance.high),
        reserved: 0,
    }
}

/// Verdict and worth of a rule of repetition.
fn verdict(rule: Repetition) -> (u32, i32) {
    match rule.verdict {
        Verdict::Worth(worth) => (REPETITION_WORTH, worth),
        Verdict::Loses => (REPETITION_LOSES, 0),
        Verdict::Forbidden { stuck: None } => (REPETITION_FORBIDDEN, 0),
        Verdict::Forbidden { stuck: Some(worth) } => (REPETITION_FORBIDDEN_WORTH, worth),
    }
}

fn flags(facts: Facts) -> u32 {
    let keys = if facts.has_key { FLAG_HAS_KEY } else { 0 };
    let actions = if facts.moves_are_actions { 0 } else { FLAG_MOVES_ARE_NOT_ACTIONS };
    let exempts = if exempt(facts).is_some() { FLAG_EXEMPT_MOVE } else { 0 };
    keys | actions | exempts | flags_of(facts.abilities)
}

fn exempt(facts: Facts) -> Option<Move> {
    facts.repetition?.exempt
}

pub(super) unsafe extern "C" fn close<G: Plugin>(instance: *mut c_void) {
    guard((), || {
        // SAFETY: the pointer is `open`'s own box, and this is the last call with it.
        drop(unsafe { Box::from_raw(instance.cast::<Instance<G>>()) });
    });
}

pub(super) unsafe extern "C" fn format_state<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    text: Buffer,
) -> isize {
    guard(-1, || {
        // SAFETY: the host passes a live instance, a state of it, and its own buffer.
        unsafe {
            let (game, state) = borrow::<G>(instance, state);
            write(&game.format_state(state), text)
        }
    })
}

pub(super) unsafe extern "C" fn format_move<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    mv: u32,
    text: Buffer,
) -> isize {
    guard(-1, || {
        // SAFETY: as in `format_state`.
        unsafe {
            let (game, state) = borrow::<G>(instance, state);
            write(&game.format_move(state, Move(mv)), text)
        }
    })
}

pub(super) unsafe extern "C" fn parse_move<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    text: Str,
    mv: *mut u32,
) -> i32 {
    guard(FAILED, || {
        // SAFETY: the host passes a live instance, a state of it, and readable text.
        let ((game, state), text) = unsafe { (borrow::<G>(instance, state), read(text)) };
        match text.and_then(|text| game.parse_move(state, text)) {
            Some(found) => {
                // SAFETY: `mv` is the caller's memory.
                unsafe { *mv = found.0 };
                OK
            }
            None => NOT_FOUND,
        }
    })
}

#[inline]
pub(super) unsafe extern "C" fn step<G: Plugin>(
    instance: *const c_void,
    parent: *const c_void,
    mv: u32,
    child: *mut c_void,
    want: u32,
    moves: *mut u32,
    capacity: u32,
) -> Step {
    guard(Step::FAILED, || {
        // SAFETY: the host passes a live instance, a state of it, and memory of a state's size and alignment that nothing
        // else refers to. Cloning first makes that memory a state; `clone_from` would read what it overwrites. The buffer is
        // initialised and the caller's own; `Move` has the layout of `u32`.
        let (game, child, mut out) = unsafe {
            let (game, parent) = borrow::<G>(instance, parent);
            let irreversible = game.is_irreversible(parent, Move(mv));
            let child = child.cast::<G::State>();
            child.write(parent.clone());
            ((game, irreversible), &mut *child, buffer(moves, capacity))
        };
        let (game, irreversible) = game;
        game.play(child, Move(mv));
        let step = game.examine(child, Want(want), &mut out).with_irreversible(irreversible);
        explain_overflow(step, &out);
        step
    })
}

#[inline]
pub(super) unsafe extern "C" fn examine<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    want: u32,
    moves: *mut u32,
    capacity: u32,
) -> Step {
    guard(Step::FAILED, || {
        // SAFETY: as in `step`.
        let ((game, state), mut out) = unsafe { (borrow::<G>(instance, state), buffer(moves, capacity)) };
        let step = game.examine(state, Want(want), &mut out);
        explain_overflow(step, &out);
        step
    })
}

/// The game does not see an overflow of the buffer, so its text is stored here. This check runs at every node: the
/// compiler already knows `overflowed` on the hot path, and the text is made in a cold function.
#[inline(always)]
fn explain_overflow(step: Step, out: &Moves<'_>) {
    if out.overflowed() {
        keep_overflow(step, out.capacity());
    }
}

#[cold]
#[inline(never)]
fn keep_overflow(step: Step, capacity: usize) {
    if step.is_error() {
        FAILURE.set(Some(format!("a position has more than the {capacity} moves that were declared")));
    }
}

/// # Safety
/// `moves` is initialised memory for `capacity` moves that nothing else refers to; it may be null if `capacity` is 0.
#[inline]
pub(super) unsafe fn buffer<'a>(moves: *mut u32, capacity: u32) -> Moves<'a> {
    if capacity == 0 {
        return Moves::new(&mut []);
    }
    // SAFETY: by this function's contract; `Move` is a transparent `u32`.
    Moves::new(unsafe { std::slice::from_raw_parts_mut(moves.cast::<Move>(), capacity as usize) })
}

pub(super) unsafe extern "C" fn last_error<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    text: Buffer,
) -> isize {
    guard(-1, || {
        // A panic may have left the state half-written, so it is not looked at then.
        // SAFETY: `text` is the caller's memory; instance and state are live, and the state is whole without a panic.
        unsafe {
            match FAILURE.take() {
                Some(failure) => write(&failure, text),
                None => {
                    let (game, state) = borrow::<G>(instance, state);
                    write(&game.last_error(state), text)
                }
            }
        }
    })
}
