//! One opened setup inside a library.

use crate::extensions::{Inside, OptionalFunctions};
use crate::features::{self, FeatureFunctions};
use crate::table::Functions;
use crate::text::{self, TextError};
use crate::{Library, LibraryFault, OpenError, StateSlot};
use plyd_plugin::abi::{
    Buffer, CHANCE_EXTENSION, CloseFn, FLAG_EXEMPT_MOVE, FLAG_HAS_KEY, FLAG_MOVES_ARE_NOT_ACTIONS, Opened,
    REPETITION_FORBIDDEN, REPETITION_FORBIDDEN_WORTH, REPETITION_KEY_BOARD, REPETITION_KEY_POSITION, REPETITION_LOSES,
    REPETITION_WORTH, Str, WeightsFn,
};
use plyd_rules::{Abilities, Chance, Facts, Move, Repetition, RepetitionKey, Step, UTILITY_LIMIT, Verdict};
use std::alloc::Layout;
use std::cell::RefCell;
use std::ffi::c_void;
use std::fmt::Display;
use std::ptr::{null, null_mut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const LARGEST_STATE: u32 = 65_536;
const LARGEST_ALIGN: u32 = 64;

thread_local! {
    /// The reason for the latest failed call on this thread, and the number of its instance. Several threads search one
    /// instance at once, and each must get its own failure. A library's `last_error` works in the same way.
    static FAILURE: RefCell<Option<(u64, String)>> = const { RefCell::new(None) };
}

/// An instance that is open until this is dropped, and all that a search needs to call it.
#[derive(Debug)]
pub(crate) struct Instance {
    /// Copied from the library: a call takes one pointer less to follow.
    pub(crate) functions: Functions,
    /// The optional functions that mean something in this instance.
    pub(crate) optional: OptionalFunctions,
    /// The weights of outcomes, of an instance with chance.
    pub(crate) weights: Option<WeightsFn>,
    /// The inputs of a network, of an instance with inputs.
    pub(crate) features: Option<FeatureFunctions>,
    /// The textbook search inside the library.
    pub(crate) inside: Inside,
    pub(crate) handle: Handle,
    pub(crate) facts: Facts,
    /// The number that no other instance of this process has. Slots carry it, so that none gets to a foreign library.
    pub(crate) number: u64,
    pub(crate) root: StateSlot,
    /// The options it was opened with, a line for each.
    pub(crate) options: String,
    pub(crate) library: Arc<Library>,
}

/// The library's own pointer, which is closed on drop.
#[derive(Debug)]
pub(crate) struct Handle {
    pub(crate) pointer: *mut c_void,
    close: CloseFn,
}

// SAFETY: the interface demands that every function, `close` too, can be called on any thread.
unsafe impl Send for Handle {}
// SAFETY: the interface demands that the functions that take an instance can be called on several threads at once.
unsafe impl Sync for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `open` of the same library, and nothing uses it after this.
        unsafe { (self.close)(self.pointer) };
    }
}

impl Instance {
    /// Opens a setup with options as `open` takes them.
    pub(crate) fn open(library: &Arc<Library>, setup: &str, options: &str) -> Result<Self, OpenError> {
        let opened = call_open(library.functions()?, setup, options)?;
        // SAFETY: `open` has just filled in the structure.
        let instance = unsafe { Self::of_opened(library, &opened) }?;
        Ok(Self { options: options.to_owned(), ..instance })
    }

    /// The instance that the library's `open` has returned. It is closed if this fails.
    ///
    /// # Safety
    /// `opened` was filled in by an `open` of the library that returned 0, and no other instance was made of it.
    pub(crate) unsafe fn of_opened(library: &Arc<Library>, opened: &Opened) -> Result<Self, OpenError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let functions = *library.functions()?;
        let handle = Handle { pointer: opened.instance, close: functions.close };
        let (mut facts, layout) = facts(opened)?;
        let (optional, abilities) = library.optional().of_instance(opened.flags);
        facts.abilities = abilities;
        let weights = if facts.chance.is_some() {
            let missing =
                || LibraryFault::new(format!("the instance has chance, but the library lacks `{CHANCE_EXTENSION}`"));
            Some(library.weights().ok_or_else(missing)?)
        } else {
            None
        };
        let features = FeatureFunctions::of_instance(library.extensions().features, facts.features)?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // SAFETY: `facts` found the root not null; the library says it has the size of the layout, which is not 0.
        let root = unsafe { StateSlot::copied(opened.root, layout, number) };
        let inside = library.extensions().inside;
        Ok(Self {
            functions,
            optional,
            weights,
            features,
            inside,
            handle,
            facts,
            number,
            root,
            options: String::new(),
            library: library.clone(),
        })
    }

    /// The reason of the latest failure on this thread, if it was one of this instance.
    pub(crate) fn failure(&self) -> Option<String> {
        let is_own = |(number, reason): &(u64, String)| (*number == self.number).then(|| reason.clone());
        FAILURE.with_borrow(|failure| failure.as_ref().and_then(is_own))
    }

    /// Keeps the reason of a failure, for this thread.
    pub(crate) fn remember(&self, reason: String) {
        FAILURE.set(Some((self.number, reason)));
    }

    /// Makes a fault of a failed text function.
    pub(crate) fn text_fault(&self, what: &str, state: &StateSlot, error: TextError) -> LibraryFault {
        match error {
            TextError::Failed => LibraryFault::new(self.library_error(state)),
            error => LibraryFault::new(format!("{what} {error}")),
        }
    }

    /// Why the last call on this thread failed, in the library's words. `state` belongs to this instance.
    pub(crate) fn library_error(&self, state: &StateSlot) -> String {
        // SAFETY: the instance is open, the state is one of it, and the buffer is the host's own.
        text::fetch_reason(|buffer| unsafe { (self.functions.last_error)(self.handle.pointer, state.as_ptr(), buffer) })
            .unwrap_or_else(|| "the game reported an error without a reason".into())
    }
}

fn call_open(functions: &Functions, setup: &str, options: &str) -> Result<Opened, OpenError> {
    let mut opened = unfilled();
    let mut result = 0;
    let reason = text::fetch_reason(|error: Buffer| {
        // SAFETY: the texts are readable, `opened` says how long it is, and the buffer is the host's own.
        result = unsafe { (functions.open)(Str::new(setup), Str::new(options), &raw mut opened, error) };
        result
    });
    match result {
        0 => Ok(opened),
        1.. => Err(OpenError::Refused(reason.unwrap_or_else(|| "the setup was refused without a reason".into()))),
        _ => Err(LibraryFault::new("the library failed to open the setup").into()),
    }
}

/// The structure for `open` to fill in.
pub(crate) fn unfilled() -> Opened {
    Opened {
        size: size_of::<Opened>() as u32,
        flags: 0,
        instance: null_mut(),
        root: null(),
        state_size: 0,
        state_align: 0,
        max_moves: 0,
        max_plies: 0,
        win: 0,
        repetition_times: 0,
        repetition_verdict: REPETITION_WORTH,
        repetition_worth: 0,
        repetition_key: REPETITION_KEY_POSITION,
        repetition_exempt: 0,
        max_outcomes: 0,
        low: 0,
        high: 0,
        points_per_logit: 0,
        draw_points: 0,
        inputs: 0,
        symmetries: 0,
        sides_differ: 0,
    }
}

/// The fault of a library whose instance declares this.
fn declares(what: impl Display) -> LibraryFault {
    LibraryFault::new(format!("the instance declares {what}"))
}

/// The declared facts and the layout of a state, if all are within the limits of the interface.
fn facts(opened: &Opened) -> Result<(Facts, Layout), LibraryFault> {
    let within = |what: &str, found: i64, least: i64, most: i64| {
        if (least..=most).contains(&found) {
            Ok(())
        } else {
            Err(declares(format_args!("{what} {found}, which is not from {least} to {most}")))
        }
    };
    within("the state size", opened.state_size.into(), 1, LARGEST_STATE.into())?;
    within("the state alignment", opened.state_align.into(), 1, LARGEST_ALIGN.into())?;
    within("the maximum number of moves", opened.max_moves.into(), 1, Step::MAX_MOVES.into())?;
    within("the value of a win", opened.win.into(), 1, UTILITY_LIMIT.into())?;
    within("`points_per_logit`", opened.points_per_logit.into(), 0, opened.win.into())?;
    within("`draw_points`", opened.draw_points.into(), 0, opened.win.into())?;
    if opened.draw_points > 0 && opened.points_per_logit == 0 {
        return Err(declares(format_args!("`draw_points` {}, but no `points_per_logit`", opened.draw_points)));
    }
    let align = opened.state_align as usize;
    let layout = Layout::from_size_align(opened.state_size as usize, align)
        .map_err(|_| declares(format_args!("the state alignment {align}, which is not a power of two")))?;
    if opened.root.is_null() {
        return Err(LibraryFault::new("the instance has a null pointer for its root state"));
    }
    if !opened.root.addr().is_multiple_of(align) {
        return Err(LibraryFault::new(format!(
            "the root state lies at {:p}, which is not aligned to {align}",
            opened.root
        )));
    }
    let facts = Facts {
        max_moves: opened.max_moves,
        max_plies: opened.max_plies,
        win: opened.win,
        points_per_logit: opened.points_per_logit,
        draw_points: opened.draw_points,
        has_key: opened.flags & FLAG_HAS_KEY != 0,
        moves_are_actions: opened.flags & FLAG_MOVES_ARE_NOT_ACTIONS == 0,
        repetition: repetition(opened)?,
        chance: chance(opened)?,
        features: features::declared(opened).map_err(declares)?,
        abilities: Abilities::NONE,
    };
    Ok((facts, layout))
}

fn repetition(opened: &Opened) -> Result<Option<Repetition>, LibraryFault> {
    let (times, worth) = (opened.repetition_times, opened.repetition_worth);
    match times {
        0 => return Ok(None),
        1 => return Err(declares("that a position ends the game when it occurs for the 1st time")),
        _ if opened.flags & FLAG_HAS_KEY == 0 => return Err(declares("a rule of repetition, but no keys")),
        _ if worth.unsigned_abs() > UTILITY_LIMIT.unsigned_abs() => {
            return Err(declares(format_args!(
                "the value {worth} of a repetition, which is not from -{UTILITY_LIMIT} to {UTILITY_LIMIT}"
            )));
        }
        _ => (),
    }
    let verdict = match opened.repetition_verdict {
        REPETITION_WORTH => Verdict::Worth(worth),
        REPETITION_LOSES => Verdict::Loses,
        REPETITION_FORBIDDEN => Verdict::Forbidden { stuck: None },
        REPETITION_FORBIDDEN_WORTH => Verdict::Forbidden { stuck: Some(worth) },
        unknown => return Err(declares(format_args!("the unknown verdict {unknown} of a repetition"))),
    };
    let key = match opened.repetition_key {
        REPETITION_KEY_POSITION => RepetitionKey::Position,
        REPETITION_KEY_BOARD => RepetitionKey::Board,
        unknown => return Err(declares(format_args!("the unknown key {unknown} of a repetition"))),
    };
    let exempt = (opened.flags & FLAG_EXEMPT_MOVE != 0).then_some(Move(opened.repetition_exempt));
    Ok(Some(Repetition { times, verdict, key, exempt }))
}

fn chance(opened: &Opened) -> Result<Option<Chance>, LibraryFault> {
    let Opened { max_outcomes, max_moves, low, high, .. } = *opened;
    if max_outcomes == 0 {
        return Ok(None);
    }
    if max_outcomes > max_moves {
        return Err(declares(format_args!(
            "at most {max_outcomes} outcomes of chance, more than its {max_moves} moves"
        )));
    }
    if low > high || low < -UTILITY_LIMIT || high > UTILITY_LIMIT {
        return Err(declares(format_args!(
            "values from {low} to {high}; these bounds are in order, and from -{UTILITY_LIMIT} to {UTILITY_LIMIT}"
        )));
    }
    Ok(Some(Chance { max_outcomes, low, high }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `facts` says of sound facts after a change.
    fn refusal(change: impl FnOnce(&mut Opened)) -> Result<(Facts, Layout), String> {
        let root = [0_u64; 2];
        let mut opened = Opened {
            size: size_of::<Opened>() as u32,
            flags: FLAG_HAS_KEY | FLAG_MOVES_ARE_NOT_ACTIONS,
            instance: null_mut(),
            root: root.as_ptr().cast(),
            state_size: 12,
            state_align: 8,
            max_moves: Step::MAX_MOVES,
            max_plies: 3,
            win: UTILITY_LIMIT,
            ..unfilled()
        };
        change(&mut opened);
        facts(&opened).map_err(|fault| fault.to_string())
    }

    #[test]
    fn facts_within_the_limits_are_taken() {
        let (facts, layout) = refusal(|_| {}).unwrap();
        assert!(facts.has_key && !facts.moves_are_actions);
        assert_eq!((facts.max_moves, facts.max_plies, facts.win), (Step::MAX_MOVES, 3, UTILITY_LIMIT));
        assert_eq!((layout.size(), layout.align()), (12, 8));
        assert_eq!((facts.points_per_logit, facts.draw_points), (0, 0), "not filled in, as by a library of 2.0");
        let scale = |points, draw| {
            let (facts, _) = refusal(|o| (o.win, o.points_per_logit, o.draw_points) = (100, points, draw)).unwrap();
            (facts.points_per_logit, facts.draw_points)
        };
        assert_eq!([scale(0, 0), scale(1, 0), scale(100, 1), scale(1, 100)], [(0, 0), (1, 0), (100, 1), (1, 100)]);
    }

    #[test]
    fn facts_beyond_the_limits_are_refused() {
        for (text, change) in [
            ("the state size 0, which is not from 1 to 65536", (|o| o.state_size = 0) as fn(&mut Opened)),
            ("the state size 65537, which is not from 1 to 65536", |o| o.state_size = 65_537),
            ("the state alignment 0, which is not from 1 to 64", |o| o.state_align = 0),
            ("the state alignment 128, which is not from 1 to 64", |o| o.state_align = 128),
            ("the state alignment 12, which is not a power of two", |o| o.state_align = 12),
            ("the maximum number of moves 0, which is not from 1 to 16777215", |o| o.max_moves = 0),
            ("the maximum number of moves 16777216, which is not from 1 to 16777215", |o| {
                o.max_moves = Step::MAX_MOVES + 1
            }),
            ("the value of a win 0, which is not from 1 to 1000000", |o| o.win = 0),
            ("the value of a win -5, which is not from 1 to 1000000", |o| o.win = -5),
            ("`points_per_logit` -1, which is not from 0 to 1000000", |o| o.points_per_logit = -1),
            ("`points_per_logit` 101, which is not from 0 to 100", |o| (o.win, o.points_per_logit) = (100, 101)),
            ("`draw_points` -1, which is not from 0 to 1000000", |o| (o.points_per_logit, o.draw_points) = (1, -1)),
            ("`draw_points` 101, which is not from 0 to 100", |o| {
                (o.win, o.points_per_logit, o.draw_points) = (100, 1, 101);
            }),
            ("`draw_points` 1, but no `points_per_logit`", |o| o.draw_points = 1),
            ("that a position ends the game when it occurs for the 1st time", |o| o.repetition_times = 1),
            ("a rule of repetition, but no keys", |o| (o.repetition_times, o.flags) = (3, 0)),
            ("the value 1000001 of a repetition, which is not from -1000000 to 1000000", |o| {
                (o.repetition_times, o.repetition_worth) = (3, UTILITY_LIMIT + 1);
            }),
            ("the unknown verdict 4 of a repetition", |o| (o.repetition_times, o.repetition_verdict) = (2, 4)),
            ("the unknown key 2 of a repetition", |o| (o.repetition_times, o.repetition_key) = (2, 2)),
            ("at most 8 outcomes of chance, more than its 7 moves", |o| (o.max_moves, o.max_outcomes) = (7, 8)),
            ("values from 3 to 2; these bounds are in order, and from -1000000 to 1000000", |o| {
                (o.max_outcomes, o.low, o.high) = (2, 3, 2);
            }),
            ("values from 0 to 1000001; these bounds are in order, and from -1000000 to 1000000", |o| {
                (o.max_outcomes, o.high) = (2, UTILITY_LIMIT + 1);
            }),
        ] {
            assert_eq!(refusal(change).unwrap_err(), format!("the instance declares {text}"));
        }
    }

    #[test]
    fn a_root_must_lie_where_a_state_can() {
        assert_eq!(refusal(|o| o.root = null()).unwrap_err(), "the instance has a null pointer for its root state");
        let reason = refusal(|o| o.root = o.root.cast::<u8>().wrapping_add(4).cast()).unwrap_err();
        assert!(reason.ends_with("which is not aligned to 8"), "{reason}");
    }
}
