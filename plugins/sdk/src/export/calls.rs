//! The parts that the exported functions share: panics caught, pointers of the host as Rust values, and the functions
//! of a game that differ only in the method they call.

use super::{FailedText, PANICKED};
use crate::abi::{Buffer, FAILED, NOT_FOUND, OK, Str};
use crate::{Move, Plugin};
use std::any::Any;
use std::cell::RefCell;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// The target of an instance pointer.
pub(super) struct Instance<G: Plugin> {
    pub(super) game: G,
    pub(super) root: G::State,
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

/// Stores the text of a failure on this thread.
pub(super) fn keep_failure(text: String) {
    FAILURE.set(Some(text));
}

/// The text of the last failure on this thread, once.
pub(super) fn take_failure() -> Option<String> {
    FAILURE.take()
}

#[cold]
fn remember_panic(payload: Box<dyn Any + Send>) {
    let payload = match payload.downcast::<FailedText>() {
        Ok(failed) => return keep_failure(failed.0),
        Err(payload) => payload,
    };
    let text = payload
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a text".into());
    keep_failure(format!("{PANICKED}{text}"));
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
        // SAFETY: `fits` bytes are readable in `text` and writable in `out`, which is the caller's and so does not
        // overlap.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), out.data, fits) };
    }
    text.len().cast_signed()
}

/// # Safety
/// `instance` came from `open` of the same `G` and was not closed; `state` points at a state of it.
pub(super) unsafe fn borrow<'a, G: Plugin>(instance: *const c_void, state: *const c_void) -> (&'a G, &'a G::State) {
    // SAFETY: by this function's contract; instances are never written after `open`.
    unsafe { (&(*instance.cast::<Instance<G>>()).game, &*state.cast::<G::State>()) }
}

/// Writes the text that a method of the game returns about a state.
///
/// # Safety
/// `instance` and `state` are as for [`borrow`], `out` is as for [`write`].
pub(super) unsafe fn write_about<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    out: Buffer,
    text: impl FnOnce(&G, &G::State) -> String,
) -> isize {
    guard(-1, || {
        // SAFETY: by this function's contract.
        unsafe {
            let (game, state) = borrow::<G>(instance, state);
            write(&text(game, state), out)
        }
    })
}

/// Looks up the move that a method of the game reads from a text.
///
/// # Safety
/// `instance` and `state` are as for [`borrow`], `text` is as for [`read`], `mv` may be written.
pub(super) unsafe fn read_move<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    text: Str,
    mv: *mut u32,
    parse: impl FnOnce(&G, &G::State, &str) -> Option<Move>,
) -> i32 {
    // SAFETY: by this function's contract.
    unsafe { answer::<G, u32>(instance, state, mv, |game, state| Some(parse(game, state, read(text)?)?.0)) }
}

/// Writes the number that a method of the game returns about a state, if there is one.
///
/// # Safety
/// `instance` and `state` are as for [`borrow`], `out` may be written.
pub(super) unsafe fn answer<G: Plugin, T>(
    instance: *const c_void,
    state: *const c_void,
    out: *mut T,
    method: impl FnOnce(&G, &G::State) -> Option<T>,
) -> i32 {
    guard(FAILED, || {
        // SAFETY: by this function's contract.
        let (game, state) = unsafe { borrow::<G>(instance, state) };
        match method(game, state) {
            Some(found) => {
                // SAFETY: by this function's contract.
                unsafe { out.write(found) };
                OK
            }
            None => NOT_FOUND,
        }
    })
}

/// Lets a method of the game write a number for each of some moves of a state.
///
/// # Safety
/// `instance` and `state` are as for [`borrow`]. `moves` and `numbers` are `count` initialised values each, which
/// nothing else writes, and nothing else reads the numbers; both may be null if `count` is 0.
pub(super) unsafe fn number_moves<G: Plugin, T>(
    instance: *const c_void,
    state: *const c_void,
    moves: *const u32,
    count: u32,
    numbers: *mut T,
    method: impl FnOnce(&G, &G::State, &[Move], &mut [T]),
) -> i32 {
    guard(FAILED, || {
        if count == 0 {
            return OK;
        }
        // SAFETY: by this function's contract; `Move` is a transparent `u32`.
        unsafe {
            let (game, state) = borrow::<G>(instance, state);
            let moves = from_raw_parts(moves.cast::<Move>(), count as usize);
            method(game, state, moves, from_raw_parts_mut(numbers, count as usize));
        }
        OK
    })
}

/// Writes only the part of a structure that both sides know.
///
/// # Safety
/// `target` is writable for `size` bytes.
pub(super) unsafe fn fill<T>(answer: &T, target: *mut T, size: u32) {
    let known = (size as usize).min(size_of::<T>());
    // SAFETY: at most `size` bytes are written, and at most the whole structure is read.
    unsafe { std::ptr::copy_nonoverlapping(std::ptr::from_ref(answer).cast::<u8>(), target.cast::<u8>(), known) };
}
