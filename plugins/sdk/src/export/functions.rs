//! The functions of the table.

use super::calls::{Instance, borrow, fill, guard, keep_failure, read, read_move, take_failure, write, write_about};
use crate::abi::{
    Buffer, FLAG_EXEMPT_MOVE, FLAG_HAS_KEY, FLAG_MOVES_ARE_NOT_ACTIONS, Opened, REPETITION_FORBIDDEN,
    REPETITION_FORBIDDEN_WORTH, REPETITION_KEY_BOARD, REPETITION_KEY_POSITION, REPETITION_LOSES, REPETITION_WORTH, Str,
    flags_of,
};
use crate::{Facts, Move, Moves, Options, Plugin, Repetition, RepetitionKey, Step, Verdict, Want};
use std::ffi::c_void;

pub(super) unsafe extern "C" fn open<G: Plugin>(setup: Str, options: Str, opened: *mut Opened, error: Buffer) -> isize {
    // `Err(None)` is a panic.
    let result = guard(Err(None), || {
        // SAFETY: the host passes readable text.
        let (setup, options) =
            unsafe { read(setup).zip(read(options)) }.ok_or_else(|| Some("not UTF-8".to_string()))?;
        // Errors of trees count characters from the start of what was typed.
        let setup = if G::IS_TREE { setup.trim_end() } else { setup.trim() };
        let (game, root) =
            G::open(setup, &Options::new(G::OPTIONS, options)).map_err(|reason| Some(reason.to_string()))?;
        Ok(boxed(game, root))
    });
    match result {
        Ok(answer) => {
            // SAFETY: `opened` is the caller's structure, which begins with its size.
            unsafe { fill(&answer, opened, (*opened).size) };
            0
        }
        Err(reason) => {
            let text = reason.or_else(take_failure).filter(|text| !text.is_empty());
            // SAFETY: `error` is the caller's memory.
            unsafe { write(text.as_deref().unwrap_or("the setup was refused without a reason"), error) }
        }
    }
}

/// Moves the game to the heap; [`close`] frees it.
fn boxed<G: Plugin>(game: G, root: G::State) -> Opened {
    let facts = game.facts();
    let instance = Box::into_raw(Box::new(Instance { game, root }));
    let (verdict, worth) = facts.repetition.map_or((REPETITION_WORTH, 0), verdict);
    let key = match facts.repetition.map(|rule| rule.key) {
        Some(RepetitionKey::Board) => REPETITION_KEY_BOARD,
        Some(RepetitionKey::Position) | None => REPETITION_KEY_POSITION,
    };
    Opened {
        size: size_of::<Opened>() as u32,
        flags: flags(facts),
        // From the pointer that is kept: one from the box would no longer count once the box has been moved.
        // SAFETY: it points to the instance, which lives until `close`.
        root: unsafe { &raw const (*instance).root }.cast(),
        instance: instance.cast(),
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
        points_per_logit: facts.points_per_logit,
        draw_points: facts.draw_points,
        inputs: facts.features.inputs,
        symmetries: facts.features.symmetries,
        sides_differ: facts.features.sides_differ.into(),
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
    // SAFETY: the host passes a live instance, a state of it, and its own buffer.
    unsafe { write_about::<G>(instance, state, text, G::format_state) }
}

pub(super) unsafe extern "C" fn format_move<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    mv: u32,
    text: Buffer,
) -> isize {
    // SAFETY: as in `format_state`.
    unsafe { write_about::<G>(instance, state, text, |game, state| game.format_move(state, Move(mv))) }
}

pub(super) unsafe extern "C" fn parse_move<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    text: Str,
    mv: *mut u32,
) -> i32 {
    // SAFETY: the host passes a live instance, a state of it, readable text, and its own memory for the move.
    unsafe { read_move::<G>(instance, state, text, mv, G::parse_move) }
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
        // SAFETY: the host passes a live instance, a state of it, and memory of a state's size and alignment that
        // nothing else refers to. Cloning first makes that memory a state; `clone_from` would read what it overwrites.
        // The buffer is initialised and the caller's own; `Move` has the layout of `u32`.
        let (game, child, mut out) = unsafe {
            let (game, parent) = borrow::<G>(instance, parent);
            let irreversible = game.is_irreversible(parent, Move(mv));
            let child = child.cast::<G::State>();
            child.write(parent.clone());
            ((game, irreversible), &mut *child, buffer(moves, capacity))
        };
        let (game, irreversible) = game;
        game.advance(child, Move(mv), Want(want), &mut out).with_irreversible(irreversible)
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
        if out.overflowed() && step.is_error() {
            keep_failure(overflow_of(out.capacity() as u32));
        }
        step
    })
}

/// The text for more moves than this. The game does not see an overflow, so the reason is the library's.
fn overflow_of(room: u32) -> String {
    format!("a position has more than the {room} moves that were declared")
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
            match take_failure() {
                Some(failure) => write(&failure, text),
                None => {
                    let (game, state) = borrow::<G>(instance, state);
                    write(&overflow(game, state).unwrap_or_else(|| game.last_error(state)), text)
                }
            }
        }
    })
}

/// What is wrong with a state that has more moves than were declared. After [`step`] it is found out only when somebody
/// asks for the reason, so that no node of a search pays for it.
fn overflow<G: Plugin>(game: &G, state: &G::State) -> Option<String> {
    let most = game.facts().max_moves;
    let mut room = vec![Move(0); most as usize];
    let overflows = |want| {
        let mut out = Moves::new(&mut room);
        game.examine(state, want, &mut out);
        out.overflowed()
    };
    let is_overflow = [Want::MOVES, Want::NOISY].into_iter().any(overflows);
    is_overflow.then(|| overflow_of(most))
}
