use super::*;
use crate::test_game::{Heap, changed as load};
use crate::{Cache, LoadError};
use plyd_plugin::abi::{Buffer, OpenFn, Opened, PluginTable, Str};
use plyd_plugin::{Game as _, export};
use std::ptr::null;

fn refusal(change: impl FnOnce(&mut PluginTable)) -> String {
    load(change).unwrap_err().to_string()
}

/// Opens as the test game does, then changes the answer.
unsafe fn open_changed(
    (setup, options, opened, error): (Str, Str, *mut Opened, Buffer),
    change: impl FnOnce(&mut Opened),
) -> isize {
    // SAFETY: what the host passed.
    unsafe {
        let result = export::table::<Heap>().open.unwrap()(setup, options, opened, error);
        change(&mut *opened);
        result
    }
}

#[test]
fn a_library_tells_about_its_game() {
    let library = load(|_| {}).unwrap();
    assert_eq!((library.id(), library.name(), library.version()), ("heap", "Heap", "1.2.3"));
    assert_eq!((library.path(), library.abi_version()), (Path::new("heap"), (2, 1)));
    assert_eq!(library.start_position(), "7 w good");
    assert_eq!(library.option("counters").map(|option| option.name.as_str()), Some("Counters"));
    assert_eq!(library.option("Houses"), None);
}

#[test]
fn options_reach_the_game_in_its_own_spelling() {
    let library = load(|_| {}).unwrap();
    let set = |pairs: &[(&str, &str)]| {
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let game = library.open("", &pairs).map_err(|error| error.to_string())?;
        game.format_state(&game.root()).map_err(|error| error.to_string())
    };
    assert_eq!(set(&[]), Ok("7 w good".into()));
    assert_eq!(set(&[("BLACK FIRST", "TRUE"), ("counters", "9")]), Ok("9 b good".into()));
    assert_eq!(set(&[("Counters", "9"), ("counters", "+8")]), Ok("8 w good".into()));
    assert_eq!(set(&[("Houses", "9")]), Err("heap has no option `Houses`".into()));
    assert_eq!(set(&[("Counters", "99")]), Err("`Counters` takes a whole number from 1 to 30; not `99`".into()));
}

#[test]
fn a_setup_is_refused_in_the_words_of_the_game() {
    let library = load(|_| {}).unwrap();
    assert_eq!(
        library.open("many w", &[]).unwrap_err(),
        OpenError::Refused("`many` is not a number of counters".into())
    );
}

#[test]
fn a_library_that_cannot_open_the_start_position_is_refused() {
    unsafe extern "C" fn open(_: Str, _: Str, _: *mut Opened, _: Buffer) -> isize {
        -1
    }
    assert_eq!(
        refusal(|table| table.open = Some(open)),
        "has no usable start position: the library failed to open the setup"
    );
}

#[test]
fn an_open_that_fills_in_nothing_is_refused() {
    unsafe extern "C" fn open(_: Str, _: Str, _: *mut Opened, _: Buffer) -> isize {
        0
    }
    unsafe extern "C" fn close(_: *mut std::ffi::c_void) {}
    assert_eq!(
        refusal(|table| {
            table.open = Some(open);
            table.close = Some(close);
        }),
        "has no usable start position: the instance declares the state size 0, which is not from 1 to 65536"
    );
}

#[test]
fn facts_out_of_range_are_refused_and_the_instance_closed() {
    use std::sync::atomic::{AtomicBool, Ordering};
    static CLOSED: AtomicBool = AtomicBool::new(false);
    unsafe extern "C" fn open(setup: Str, options: Str, opened: *mut Opened, error: Buffer) -> isize {
        // SAFETY: what the host passed.
        unsafe { open_changed((setup, options, opened, error), |opened| opened.root = null()) }
    }
    unsafe extern "C" fn close(instance: *mut std::ffi::c_void) {
        CLOSED.store(true, Ordering::SeqCst);
        // SAFETY: what the host passed.
        unsafe { export::table::<Heap>().close.unwrap()(instance) }
    }
    assert_eq!(
        refusal(|table| {
            table.open = Some(open);
            table.close = Some(close);
        }),
        "has no usable start position: the instance has a null pointer for its root state"
    );
    assert!(CLOSED.load(Ordering::SeqCst));
}

#[test]
fn a_scale_is_an_optional_fact_and_a_bad_one_is_refused() {
    unsafe extern "C" fn older(setup: Str, options: Str, opened: *mut Opened, error: Buffer) -> isize {
        // SAFETY: what the host passed; a library of an older version writes less of it.
        unsafe {
            (*opened).size = std::mem::offset_of!(Opened, points_per_logit) as u32;
            export::table::<Heap>().open.unwrap()(setup, options, opened, error)
        }
    }
    unsafe extern "C" fn scaled(setup: Str, options: Str, opened: *mut Opened, error: Buffer) -> isize {
        // SAFETY: what the host passed.
        unsafe {
            open_changed((setup, options, opened, error), |opened| {
                (opened.points_per_logit, opened.draw_points) = (25, 7)
            })
        }
    }
    unsafe extern "C" fn negative(setup: Str, options: Str, opened: *mut Opened, error: Buffer) -> isize {
        // SAFETY: what the host passed.
        unsafe { open_changed((setup, options, opened, error), |opened| opened.points_per_logit = -1) }
    }
    let scale = |open: OpenFn| {
        let library = load(|table| table.open = Some(open)).unwrap();
        let facts = library.open("", &[]).unwrap().facts();
        (facts.points_per_logit, facts.draw_points)
    };
    assert_eq!((scale(older), scale(scaled)), ((0, 0), (25, 7)));
    assert_eq!(
        refusal(|table| table.open = Some(negative)),
        "has no usable start position: the instance declares `points_per_logit` -1, which is not from 0 to 100"
    );
}

#[test]
fn a_start_position_whose_text_does_not_open_is_refused() {
    unsafe extern "C" fn format(_: *const std::ffi::c_void, _: *const std::ffi::c_void, text: Buffer) -> isize {
        // SAFETY: the host's buffer is longer than a word.
        unsafe { text.data.copy_from_nonoverlapping(b"seven".as_ptr(), 5) };
        5
    }
    assert_eq!(
        refusal(|table| table.format_state = Some(format)),
        "has no usable start position: its text `seven` does not open: `seven` is not a number of counters"
    );
}

#[test]
fn a_start_position_that_breaks_a_rule_is_refused() {
    // Whatever the setup, this opens a position in which the test game plays a trick.
    unsafe extern "C" fn open(_: Str, options: Str, opened: *mut Opened, error: Buffer) -> isize {
        // SAFETY: what the host passed.
        unsafe { export::table::<Heap>().open.unwrap()(Str::new("3 w stuck"), options, opened, error) }
    }
    assert_eq!(
        refusal(|table| table.open = Some(open)),
        "has no usable start position: an unfinished position has no moves"
    );
}

#[test]
fn a_file_that_is_missing_is_refused() {
    let cache = Cache::new(None);
    let reason = Library::load(Path::new("no/such/library"), &cache).unwrap_err();
    assert!(matches!(reason, LoadError::Unreadable(_)));
}
