//! The probes on the test game of this crate, which is sound but for its tricks.

use super::*;
use crate::Library;
use crate::test_game::changed;
use plyd_plugin::abi::{NOT_FOUND, OK, PluginTable};
use plyd_rules::{Outcome, Player};
use std::sync::Arc;

fn library(change: impl FnOnce(&mut PluginTable)) -> Arc<Library> {
    changed(change).unwrap()
}

fn open(setup: &str) -> LoadedGame {
    library(|_| {}).open(setup, &[]).unwrap()
}

#[test]
fn a_sound_library_stays_within_every_buffer() {
    let game = open("12 w");
    let (probe, root) = (Probe::new(&game), game.root());
    for capacity in 0..12 {
        let written = probe.format_state(&root, capacity);
        assert_eq!((written.length, written.overrun), (9, false));
        assert_eq!(written.text, b"12 w good"[..capacity.min(9)]);
        let written = probe.format_move(&root, Move(2), capacity);
        assert_eq!((written.text.as_slice(), written.overrun), (&b"2"[..capacity.min(1)], false));
        assert!(probe.picture(&root, capacity).is_some_and(|written| written.length == 24 && !written.overrun));
    }
    assert_eq!(probe.parse_move(&root, b"2"), (OK, Move(2)));
    assert_eq!(probe.parse_move(&root, b"\xff").0, NOT_FOUND);
}

#[test]
fn moves_beyond_the_room_are_an_error_and_not_written() {
    let game = open("12 w");
    let (probe, root) = (Probe::new(&game), game.root());
    for capacity in 0..4 {
        let answer = probe.examine(&root, Want::MOVES, capacity);
        assert!(!answer.overrun);
        assert_eq!(answer.step.is_error(), capacity < 2);
        let (child, answer) = probe.step(&root, Move(1), 0x55, Want::MOVES, capacity);
        assert!(!answer.overrun);
        assert_eq!(answer.step.is_error(), capacity < 2);
        assert_eq!(game.format_state(&child).unwrap(), "11 b good");
    }
    assert_eq!(probe.examine(&root, Want::MOVES, 2).moves, [Move(1), Move(2)]);
    let _ = probe.examine(&root, Want::MOVES, 1);
    assert!(probe.last_error(&root, 200).text.starts_with(b"a position has more than the 1 moves"));
}

#[test]
fn a_library_that_writes_beyond_its_room_is_seen() {
    unsafe extern "C" fn format(_: *const std::ffi::c_void, _: *const std::ffi::c_void, text: Buffer) -> isize {
        // SAFETY: the host's own buffers are longer, and those of the probe have a strip behind them.
        unsafe { text.data.add(text.capacity.min(3)).copy_from_nonoverlapping(b"x".as_ptr(), 1) };
        3
    }
    unsafe extern "C" fn examine(
        _: *const std::ffi::c_void,
        _: *const std::ffi::c_void,
        _: u32,
        moves: *mut u32,
        capacity: u32,
    ) -> Step {
        if !moves.is_null() {
            // SAFETY: the room of the probe has a strip behind it.
            unsafe { moves.add(capacity as usize).write(7) };
        }
        Step::new(Outcome::Ongoing, Player::Max).with_count(1)
    }
    let game = open("12 w");
    let mut instance = Instance::open(game.library(), "12 w", "").unwrap();
    instance.functions.format_state = format;
    instance.functions.examine = examine;
    let broken = LoadedGame::of_instance(instance);
    let probe = Probe::new(&broken);
    assert!(probe.format_state(&broken.root(), 2).overrun);
    assert!(probe.examine(&broken.root(), Want::MOVES, 2).overrun);
}

#[test]
fn what_a_step_leaves_unwritten_is_dirt() {
    unsafe extern "C" fn step(
        _: *const std::ffi::c_void,
        _: *const std::ffi::c_void,
        _: u32,
        _: *mut std::ffi::c_void,
        _: u32,
        _: *mut u32,
        _: u32,
    ) -> Step {
        Step::new(Outcome::Draw, Player::Max)
    }
    let mut instance = Instance::open(&library(|_| {}), "12 w", "").unwrap();
    instance.functions.step = step;
    let game = LoadedGame::of_instance(instance);
    let (child, _) = Probe::new(&game).step(&game.root(), Move(1), 0, Want::OUTCOME, 0);
    assert_eq!(game.format_state(&child).unwrap(), "0 w good");
}

#[test]
fn setups_are_opened_as_they_are() {
    let library = library(|_| {});
    for (setup, refused) in [(&b"12 w"[..], false), (b"", false), (b"\xff\xfe", true), (b"x", true)] {
        for capacity in [0, 1, 400] {
            let opening = open_raw(&library, setup, b"", capacity);
            assert_eq!(opening.game.is_none(), refused);
            assert!(!opening.overrun && !opening.error.overrun);
            assert_eq!(opening.error.text.len(), capacity.min(opening.error.length.unsigned_abs()));
        }
    }
    let opening = open_raw(&library, b"", b"Counters=9\n", 40);
    let game = opening.game.unwrap().unwrap();
    assert_eq!(game.format_state(&game.root()).unwrap(), "9 w good");
}

#[test]
fn extensions_are_found_without_a_zero_byte() {
    let library = library(|_| {});
    assert!(extension_address(&library, b"plyd.picture/1").is_some());
    for id in [&b"plyd.picture/2"[..], b"plyd.picture", b"", b"\xff", b"plyd.information/1"] {
        assert_eq!(extension_address(&library, id), None);
    }
    assert!(declared_again(&library).is_none());
}
