//! Libraries that search by themselves: how they end, what they may say, and what happens to lies.

use super::*;
use crate::test_game::changed;
use plyd_plugin::abi::{SEARCH_BUILD, SEARCH_EXTENSION, SearchExtension, Str};
use std::ptr::null;

/// Allows this many nodes in all, two at a time, and panics at the question with this number.
struct PortionAllowance {
    left: u64,
    asked: Vec<u64>,
    panics_at: usize,
}

impl PortionAllowance {
    fn of(left: u64) -> Self {
        Self { left, asked: Vec::new(), panics_at: usize::MAX }
    }
}

impl Leave for PortionAllowance {
    fn grant(&mut self, visited: u64) -> u64 {
        self.asked.push(visited);
        assert!(self.asked.len() != self.panics_at, "the host panics");
        let given = self.left.min(2);
        self.left -= given;
        given
    }

    fn root_move(&mut self, _number: u32) {}
}

type Find = unsafe extern "C" fn(id: Str) -> *const c_void;

fn opened(setup: &str, find: Option<Find>) -> LoadedGame {
    let library = changed(|table| {
        if find.is_some() {
            table.extension = find;
        }
    });
    library.unwrap().open(setup, &[]).unwrap()
}

/// Minimax over both moves to this depth.
fn searched(game: &LoadedGame, depth: u32, leave: &mut PortionAllowance) -> Option<Findings> {
    let moves = [Move(1), Move(2)];
    let nodes = Nodes { visited: 1, left: 0 };
    game.search_inside(&game.root(), &Errand { method: 0, turn: Player::Max, depth, moves: &moves, nodes }, leave)
}

#[test]
fn a_library_searches_as_far_as_it_may() {
    let game = opened("4 w", None);
    let mut leave = PortionAllowance::of(1_000);
    let found = searched(&game, 30, &mut leave).unwrap();
    // One counter leaves three, which are lost for the other.
    assert_eq!((found.end, found.best.map(|(value, line)| (value, line[0]))), (End::Finished, Some((100, Move(1)))));
    assert_eq!((found.seldepth, found.horizon), (4, false));
    assert_eq!(leave.asked, (1..found.nodes.visited + found.nodes.left).step_by(2).collect::<Vec<_>>());
    let all = found.nodes.visited;
    for left in 0..all - 1 {
        let mut leave = PortionAllowance::of(left);
        let stopped = searched(&game, 30, &mut leave).unwrap();
        assert_eq!((stopped.end, stopped.nodes), (End::Stopped, Nodes { visited: 1 + left, left: 0 }));
    }
    let shallow = searched(&game, 1, &mut PortionAllowance::of(1_000)).unwrap();
    assert_eq!((shallow.seldepth, shallow.horizon, shallow.nodes.visited), (1, true, 3));
    let counted =
        game.count_inside(&game.root(), Move(1), 3, Nodes { visited: 0, left: 0 }, &mut PortionAllowance::of(99));
    assert_eq!(counted.map(|counted| (counted.leaves, counted.end)), Some((3, End::Finished)));
}

#[test]
fn a_failure_has_the_reason_that_a_step_gives() {
    for trick in ["panic", "panic-in-play", "unknown", "rich", "poor", "stuck", "crowded", "loud", "dice"] {
        let game = opened(&format!("4 w {trick}"), None);
        let (root, depth) = (game.root(), if trick == "loud" { 1 } else { 9 });
        let mut child = game.root();
        let want = if depth == 1 { Want::VALUE } else { Want::MOVES };
        let mut room = [Move(0); 2];
        let is_chance = game.facts().chance.is_some();
        if !game.step(&root, Move(1), &mut child, want, &mut Moves::new(&mut room)).is_error() {
            assert!(is_chance, "{trick}");
            continue;
        }
        let reason = game.last_error(&child);
        let failed = searched(&game, depth, &mut PortionAllowance::of(100)).unwrap();
        assert_eq!(failed.end, End::Failed(reason.clone()), "{trick}");
        assert_eq!((failed.best, failed.nodes.visited), (None, 2), "{trick}");
        assert_eq!(game.fault().map(|fault| fault.to_string()), Some(reason), "{trick}");
    }
}

#[test]
fn a_panic_of_the_host_passes_through_no_library() {
    let game = opened("9 w", None);
    let mut leave = PortionAllowance { panics_at: 3, ..PortionAllowance::of(100) };
    let panicked = catch_unwind(AssertUnwindSafe(|| searched(&game, 9, &mut leave)));
    assert_eq!(panicked.unwrap_err().downcast_ref::<&str>(), Some(&"the host panics"));
    assert_eq!(leave.asked, [1, 3, 5], "it was asked again");
    assert!(searched(&game, 9, &mut PortionAllowance::of(100)).is_some(), "the library is as good as before");
}

#[test]
fn a_state_of_another_instance_is_not_searched() {
    let (game, other) = (opened("9 w", None), opened("9 w", None));
    let errand = Errand { method: 0, turn: Player::Max, depth: 3, moves: &[Move(1)], nodes: Nodes::default() };
    assert_eq!(game.search_inside(&other.root(), &errand, &mut PortionAllowance::of(9)), None);
}

/// What the library of these tests says instead of what it has found.
type Lie = fn(&SearchErrand, &mut SearchFindings);

/// A library whose search visits two of three nodes allowed and finds the first move, or lies.
macro_rules! lying {
    ($lie:expr) => {{
        const LIE: Lie = $lie;
        unsafe extern "C" fn run(
            _: *const c_void,
            _: *const c_void,
            errand: *const SearchErrand,
            findings: *mut SearchFindings,
        ) -> i32 {
            // SAFETY: the host's structures.
            let (errand, findings) = unsafe { (&*errand, &mut *findings) };
            // SAFETY: the host's functions and room.
            unsafe {
                (errand.root_move)(errand.context, 1);
                (errand.grant)(errand.context, 1);
                *findings.line = *errand.moves;
            }
            (findings.length, findings.value, findings.seldepth) = (1, 5, 1);
            (findings.end, findings.visited, findings.left) = (SEARCH_FINISHED, 3, 0);
            LIE(errand, findings);
            if findings.reserved == 0 { OK } else { findings.reserved.cast_signed() }
        }
        unsafe extern "C" fn find(id: Str) -> *const c_void {
            static SEARCH: SearchExtension = SearchExtension {
                size: size_of::<SearchExtension>() as u32,
                reserved: 0,
                build: SEARCH_BUILD,
                run: Some(run),
            };
            // SAFETY: the host passes a readable id.
            let id = unsafe { std::slice::from_raw_parts(id.data, id.len) };
            if id == SEARCH_EXTENSION.as_bytes() { (&raw const SEARCH).cast() } else { null() }
        }
        let game = opened("9 w", Some(find));
        match searched(&game, 5, &mut PortionAllowance::of(100)).map(|found| (found.end, found.best, found.nodes)) {
            Some((End::Failed(reason), None, Nodes { visited: 1..=3, .. })) => {
                assert_eq!(game.fault().map(|fault| fault.to_string()), Some(reason.clone()));
                reason.strip_prefix("the search inside the library broke its rules: ").unwrap_or(&reason).to_owned()
            }
            Some((End::Finished, Some((5, line)), Nodes { visited: 3, left: 0 })) => format!("{line:?}"),
            other => format!("{other:?}"),
        }
    }};
}

#[test]
fn lies_of_a_search_are_told() {
    assert_eq!(lying!(|_, _| {}), "[Move(1)]", "the truth counts");
    // SAFETY: here and below, room and functions of the host.
    assert_eq!(lying!(|_, found| unsafe { *found.line = 3 }), "move 1 of its line, 3, is not legal");
    assert_eq!(
        lying!(|_, found| {
            // SAFETY: there is room for as many moves as the depth.
            unsafe { *found.line.add(1) = 7 };
            found.length = 2;
        }),
        "move 2 of its line, 7, is not legal"
    );
    assert_eq!(lying!(|_, found| found.length = 6), "its line has 6 moves at the depth 5");
    assert_eq!(lying!(|_, found| found.length = u32::MAX), "its line has 4294967295 moves at the depth 5");
    assert_eq!(lying!(|_, found| found.length = 0), "it says that it ended in the way 0, with 0 moves");
    assert_eq!(lying!(|_, found| found.value = -1_000_001), "its value -1000001 is not from -1000000 to 1000000");
    assert_eq!(lying!(|_, found| found.value = i32::MIN), "its value -2147483648 is not from -1000000 to 1000000");
    let counts =
        |visited: u64, left: u64| format!("it says that it visited {visited} nodes, with leave for {left} more of 3");
    assert_eq!(lying!(|_, found| found.visited = 4), counts(4, 0));
    assert_eq!(lying!(|_, found| found.visited = 0), counts(0, 0));
    assert_eq!(lying!(|_, found| found.visited = u64::MAX), counts(u64::MAX, 0));
    assert_eq!(lying!(|_, found| found.left = 1), counts(3, 1));
    assert_eq!(lying!(|_, found| found.end = SEARCH_STOPPED), "it says that it ended in the way 1, with 1 moves");
    assert_eq!(lying!(|_, found| found.end = 77), "it says that it ended in the way 77, with 1 moves");
    assert_eq!(lying!(|_, found| found.seldepth = 6), "it says that it came to ply 6 of 5, and the horizon 0");
    assert_eq!(lying!(|_, found| found.horizon = 1), "it says that it came to ply 1 of 5, and the horizon 1");
    assert_eq!(lying!(|_, found| found.horizon = 2), "it says that it came to ply 1 of 5, and the horizon 2");
    assert_eq!(lying!(|_, found| found.reserved = 9), "it returned 9");
    assert_eq!(lying!(|_, found| found.reserved = NOT_FOUND.cast_unsigned()), "it returned 1");
    assert_eq!(
        // SAFETY: the host's function with its context.
        lying!(|errand, _| _ = unsafe { (errand.grant)(errand.context, 2) }),
        "it asked for leave after 2 nodes, not after 3"
    );
    assert_eq!(
        // SAFETY: as above.
        lying!(|errand, _| unsafe { (errand.root_move)(errand.context, 3) }),
        "it began with move 3 of 2 after move 1"
    );
    assert_eq!(
        // SAFETY: as above.
        lying!(|errand, _| unsafe { (errand.root_move)(errand.context, 1) }),
        "it began with move 1 of 2 after move 1"
    );
    assert_eq!(
        lying!(|_, found| (found.end, found.length) = (SEARCH_FAILED, 0)),
        "nobody knows what 9 counters are worth",
        "the game is asked for the reason"
    );
}

#[test]
fn a_search_that_asks_nobody_still_ends_within_its_leave() {
    // It is not asked for the other search of a stopped walk: it says that it finished although it was told to end.
    let ends = lying!(|errand, found| {
        let mut visited = 3;
        // SAFETY: the host's function with its context.
        while unsafe { (errand.grant)(errand.context, visited) } > 0 {
            visited += 2;
        }
        found.visited = 3;
    });
    assert_eq!(ends, "it says that it visited 3 nodes, with leave for 0 more of 101");
}

#[test]
fn a_library_of_another_build_is_asked_by_step() {
    unsafe extern "C" fn find(id: Str) -> *const c_void {
        /// Shorter than the structure of this build.
        #[repr(C)]
        struct OtherBuildTable {
            size: u32,
            reserved: u32,
            build: u64,
        }
        static OTHER: OtherBuildTable = OtherBuildTable { size: 16, reserved: 0, build: SEARCH_BUILD ^ 1 };
        // SAFETY: the host passes a readable id.
        let id = unsafe { std::slice::from_raw_parts(id.data, id.len) };
        if id == SEARCH_EXTENSION.as_bytes() { (&raw const OTHER).cast() } else { null() }
    }
    unsafe extern "C" fn nothing(_: Str) -> *const c_void {
        null()
    }
    let by_step = |find: Find| {
        let game = opened("9 w", Some(find));
        let mut leave = PortionAllowance::of(100);
        for _ in 0..3 {
            assert_eq!(searched(&game, 5, &mut leave), None);
            let none = Nodes { visited: 0, left: 0 };
            assert_eq!(game.count_inside(&game.root(), Move(1), 3, none, &mut leave), None);
        }
        let again = game.library().open("9 w", &[]).unwrap();
        assert_eq!(searched(&again, 5, &mut leave), None);
        assert_eq!(leave.asked, [0_u64; 0]);
        again.library().other_build_remark()
    };
    let remark = by_step(find).expect("there is something to say");
    assert!(remark.contains("has the textbook search of another build"), "{remark}");
    assert_eq!(by_step(nothing), None, "a library in another language has none");
    let same = opened("9 w", None);
    assert!(searched(&same, 5, &mut PortionAllowance::of(9)).is_some());
    assert_eq!(same.library().other_build_remark(), None);
    assert_eq!(opened("9 w", Some(find)).library().other_build_remark(), None, "it was not asked yet");
}
