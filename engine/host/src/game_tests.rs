//! Tests of a loaded game, on a table in this process.

use super::*;
use crate::test_game::{self, Heap};
use plyd_plugin::abi::PluginTable;
use plyd_plugin::{Options, Player, Plugin, export};
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

const EVERYTHING: Want = Want(7);

fn library() -> Arc<Library> {
    changed(|_| {})
}

fn changed(change: impl FnOnce(&mut PluginTable)) -> Arc<Library> {
    test_game::changed(change).unwrap()
}

fn open(setup: &str) -> LoadedGame {
    library().open(setup, &[]).unwrap()
}

/// The reason for which taking one of four counters fails.
fn failure(trick: &str) -> String {
    let game = open(&format!("4 w {trick}"));
    let mut child = game.root();
    let mut buffer = [Move(9); 2];
    let mut moves = Moves::new(&mut buffer);
    assert_eq!(game.step(&game.root(), Move(1), &mut child, EVERYTHING, &mut moves), Step::FAILED, "{trick}");
    assert!(moves.is_empty() && !moves.overflowed(), "{trick}");
    let reason = game.last_error(&child);
    assert_eq!(game.fault(), Some(LibraryFault(reason.clone())));
    reason
}

#[test]
fn a_loaded_game_answers_as_the_game_itself() {
    let game = open("9 w");
    let (own, mut own_state) = Heap::open("9 w", &Options::new(Heap::OPTIONS, "")).unwrap();
    let mut state = game.root();
    for mv in [2, 1, 2, 1, 1, 2].map(Move) {
        let mut rooms = [[Move(0); 2]; 2];
        let [loaded_room, own_room] = &mut rooms;
        let (mut loaded_moves, mut own_moves) = (Moves::new(loaded_room), Moves::new(own_room));
        let (mut child, mut own_child) = (state.clone(), own_state);
        let step = game.step(&state, mv, &mut child, EVERYTHING, &mut loaded_moves);
        assert_eq!(step, own.step(&own_state, mv, &mut own_child, EVERYTHING, &mut own_moves));
        assert_eq!(loaded_moves.as_slice(), own_moves.as_slice());
        assert_eq!(game.is_irreversible(&state, mv), own.is_irreversible(&own_state, mv));
        assert_eq!(game.format_state(&child).unwrap(), own.format_state(&own_child));

        game.play(&mut state, mv);
        own_state = own_child;
        assert_eq!(game.turn(&state), own.turn(&own_state));
        assert_eq!(game.outcome(&state), own.outcome(&own_state));
        assert_eq!(game.key(&state), own.key(&own_state));
        let mut moves = Moves::new(loaded_room);
        game.moves(&state, &mut moves);
        assert_eq!(moves.as_slice(), game.legal_moves(&state).unwrap());
        if step.is_ongoing() {
            assert_eq!(game.evaluate(&state), own.evaluate(&own_state));
        }
    }
    assert_eq!(game.outcome(&state), Outcome::Win(Player::Min));
    assert_eq!(game.legal_moves(&state), Ok(Vec::new()));
    assert_eq!(game.facts(), own.facts());
    assert_eq!(game.fault(), None);
}

#[test]
fn a_panic_is_contained_and_told() {
    assert_eq!(failure("panic"), "the library panicked: counters all over the floor");
    assert_eq!(failure("panic-in-play"), "the library panicked: no hand to take it");
    let game = open("3 w panic");
    let told = |text: &str| LibraryFault(format!("the library panicked: {text}"));
    assert_eq!(game.format_state(&game.root()), Err(told("out of ink")));
    assert_eq!(game.parse_move(&game.root(), "1"), Err(told("cannot read")));
    assert_eq!(game.legal_moves(&game.root()), Err(told("counters all over the floor")));
    assert_eq!(library().open("panic", &[]).unwrap_err().to_string(), "the library panicked: the table broke");
}

#[test]
fn a_broken_rule_is_told() {
    assert_eq!(failure("crowded"), "a position has more than the 2 moves that were declared");
    assert_eq!(failure("overcount"), "a position has 3 moves, more than the 2 that were declared");
    assert_eq!(failure("stuck"), "an unfinished position has no moves");
    assert_eq!(failure("rich"), "a position is worth 1000001, which is not from -1000000 to 1000000");
    assert_eq!(failure("poor"), "a position is worth -2147483648, which is not from -1000000 to 1000000");
    assert_eq!(
        failure("loud"),
        "the heuristic value -100 of a position is not smaller in size than a win, which is 100"
    );
    assert_eq!(failure("strange"), "a position has an outcome of an unknown kind (0x0500000000000000)");
    assert_eq!(failure("claimed-win"), "a position has an outcome of an unknown kind (0x4100000000000000)");
    assert_eq!(failure("claim-stuck"), "a position that is drawn only if it is claimed has no moves");
    assert_eq!(failure("claim-overcount"), "a position has 3 moves, more than the 2 that were declared");
    assert_eq!(failure("unknown"), "nobody knows what 3 counters are worth");
}

#[test]
fn a_draw_that_can_be_claimed_has_moves_to_whoever_wants_them() {
    let game = open("4 w claim");
    let mut child = game.root();
    let mut room = [Move(9); 2];
    let mut moves = Moves::new(&mut room);
    let step = game.step(&game.root(), Move(1), &mut child, EVERYTHING, &mut moves);
    assert_eq!((step.outcome(), step.player(), step.worth(100)), (Outcome::DrawIfClaimed, Player::Min, 0));
    assert_eq!(moves.as_slice(), [Move(1), Move(2)]);
    assert_eq!(game.legal_moves(&child).unwrap(), [Move(1), Move(2)]);
    assert_eq!(game.parse_move(&child, "2"), Ok(Some(Move(2))));
    let step = game.examine(&child, Want::OUTCOME, &mut Moves::new(&mut []));
    assert_eq!((step.outcome(), step.count(), game.fault()), (Outcome::DrawIfClaimed, 0, None));
}

#[test]
fn the_reason_is_that_of_the_latest_failure() {
    let game = open("3 w unknown");
    assert_eq!(game.outcome(&game.root()), Outcome::Unknown);
    assert_eq!(game.last_error(&game.root()), "nobody knows what 3 counters are worth");
    assert!(game.examine(&open("3 w").root(), Want::OUTCOME, &mut Moves::new(&mut [])).is_error());
    assert_eq!(game.last_error(&game.root()), FOREIGN);
    assert_eq!(game.outcome(&game.root()), Outcome::Unknown);
    assert_eq!(game.last_error(&game.root()), "nobody knows what 3 counters are worth");
}

#[test]
fn each_thread_hears_of_its_own_failure() {
    let game = open("4 w unknown");
    let fail =
        |state: &StateSlot| game.step(state, Move(1), &mut game.root(), EVERYTHING, &mut Moves::new(&mut [Move(0); 2]));
    let told = |state: &StateSlot| {
        assert!(fail(state).is_error());
        game.last_error(state)
    };
    let (own, foreign) = ("nobody knows what 3 counters are worth", open("4 w").root());
    assert_eq!(told(&game.root()), own);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            assert_eq!(game.fault(), None, "another thread's failure");
            assert_eq!(told(&foreign), FOREIGN);
        });
        other.join().unwrap();
        assert_eq!(game.last_error(&game.root()), own, "the latest failure, but of another thread");
        // Both at once.
        let threads = [(game.root(), own), (foreign.clone(), FOREIGN)];
        for (state, reason) in threads {
            scope.spawn(move || (0..1_000).for_each(|_| assert_eq!(told(&state), reason)));
        }
    });
    open("4 w unknown").outcome(&foreign);
    assert_eq!(game.fault(), None, "another game's failure");
}

#[test]
fn what_was_not_wanted_is_not_checked() {
    for trick in ["loud", "stuck", "crowded"] {
        let game = open(&format!("3 w {trick}"));
        assert_eq!(game.outcome(&game.root()), Outcome::Ongoing, "{trick}");
        assert_eq!(game.fault(), None, "{trick}");
    }
}

#[test]
fn a_value_nobody_asked_for_may_be_anything() {
    unsafe extern "C" fn examine(
        _: *const c_void,
        _: *const c_void,
        want: u32,
        moves: *mut u32,
        capacity: u32,
    ) -> Step {
        let step = Step::new(Outcome::Ongoing, Player::Max);
        if want & Want::MOVES.0 == 0 {
            return step;
        }
        assert_eq!(capacity, 2);
        // SAFETY: the host's buffer has room for two moves.
        unsafe { moves.write(1) };
        step.with_value(i32::MIN).with_count(1)
    }
    let game = changed(|table| table.examine = Some(examine)).open("3 w", &[]).unwrap();
    assert_eq!(game.legal_moves(&game.root()), Ok(vec![Move(1)]));
    let everything = game.examine(&game.root(), EVERYTHING, &mut Moves::new(&mut [Move(0); 2]));
    assert!(everything.is_error());
}

#[test]
fn a_small_buffer_fails_without_a_write_beyond_it() {
    let game = open("9 w");
    let mut buffer = [Move(7); 2];
    let (small, behind) = buffer.split_at_mut(1);
    assert!(game.examine(&game.root(), Want::MOVES, &mut Moves::new(small)).is_error());
    assert_eq!(behind, [Move(7)]);
}

#[test]
fn a_library_gets_no_more_room_than_it_declared_to_need() {
    let game = open("3 w crowded");
    assert!(game.examine(&game.root(), Want::MOVES, &mut Moves::new(&mut [Move(0); 9])).is_error());
    assert_eq!(game.last_error(&game.root()), "a position has more than the 2 moves that were declared");
}

#[test]
fn a_state_of_another_instance_is_never_shown_to_the_library() {
    let (game, other) = (open("9 w"), open("9 w"));
    let foreign = LibraryFault(FOREIGN.into());
    assert_eq!(game.format_state(&other.root()), Err(foreign.clone()));
    assert_eq!(game.parse_move(&other.root(), "1"), Err(foreign.clone()));
    assert_eq!(game.after(&other.root(), Move(1)).unwrap_err(), foreign);
    assert_eq!(game.last_error(&other.root()), FOREIGN);
    let nothing = &mut Moves::new(&mut []);
    assert!(game.step(&other.root(), Move(1), &mut game.root(), Want::OUTCOME, nothing).is_error());
    // Its memory may be smaller than a state of this instance.
    let mut child = other.root();
    assert!(game.step(&game.root(), Move(2), &mut child, Want::OUTCOME, nothing).is_error());
    child.clone_from(&game.root());
    assert!(game.step(&game.root(), Move(2), &mut child, Want::OUTCOME, nothing).is_ongoing());
    assert_eq!(game.format_state(&child).unwrap(), "7 b good");
}

#[test]
fn a_move_that_is_not_legal_is_not_found() {
    let game = open("1 w");
    let root = game.root();
    assert_eq!(game.parse_move(&root, "1"), Ok(Some(Move(1))));
    assert_eq!(game.parse_move(&root, "2"), Ok(None));
    assert_eq!(game.parse_move(&root, "x"), Ok(None));
    let end = game.after(&root, Move(1)).unwrap();
    assert_eq!(game.parse_move(&end, "1"), Ok(None));
}

#[test]
fn a_move_that_cannot_be_played_is_told_from_a_state_nobody_knows() {
    let game = open("4 w unknown");
    let child = game.after(&game.root(), Move(1)).unwrap();
    assert_eq!(game.outcome(&child), Outcome::Unknown);
    assert_eq!(game.format_state(&child).unwrap(), "3 b unknown");
    let game = open("4 w panic-in-play");
    let reason = game.after(&game.root(), Move(1)).unwrap_err();
    assert_eq!(reason.to_string(), "the library panicked: no hand to take it");
}

#[test]
fn texts_are_checked() {
    let game = |trick: &str| open(&format!("3 w {trick}"));
    let reason = |result: Result<String, LibraryFault>| result.unwrap_err().to_string();
    let (moves, blank, mute) = (game("moves"), game("blank"), game("mute"));
    assert_eq!(
        reason(moves.format_state(&moves.root())),
        "the text of a state contains the word `moves`, which ends a setup"
    );
    assert_eq!(reason(blank.format_move(&blank.root(), Move(1))), "the text of a move contains a blank: `take 1`");
    assert_eq!(reason(mute.format_move(&mute.root(), Move(1))), "the text of a move is empty");
    let bell = game("bell");
    assert_eq!(
        bell.picture(&bell.root()).unwrap_err().to_string(),
        "the picture of a state contains the control character '\\u{7}'"
    );
    assert_eq!(game("good").legal_moves(&open("3 w").root()).unwrap_err().to_string(), FOREIGN);
    let twice = game("twice");
    assert_eq!(twice.legal_moves(&twice.root()).unwrap_err().to_string(), "a position has the move 1 twice");
}

#[test]
fn a_picture_is_drawn_if_there_is_one() {
    let game = open("3 w");
    assert_eq!(game.picture(&game.root()).unwrap().as_deref(), Some("o\no\no\n"));
    assert_eq!(game.picture(&game.after(&game.after(&game.root(), Move(1)).unwrap(), Move(2)).unwrap()), Ok(None));
}

#[test]
fn an_instance_is_closed_once_with_the_last_clone() {
    static CLOSED: AtomicUsize = AtomicUsize::new(0);
    unsafe extern "C" fn close(instance: *mut c_void) {
        CLOSED.fetch_add(1, Ordering::SeqCst);
        // SAFETY: the instance came from the same game's `open`, and this is its last call.
        unsafe { export::table::<Heap>().close.unwrap()(instance) };
    }
    let library = changed(|table| table.close = Some(close));
    let before = CLOSED.load(Ordering::SeqCst);
    let game = library.open("9 w", &[]).unwrap();
    let (clone, root) = (game.clone(), game.root());
    drop(game);
    assert_eq!(clone.format_state(&root).unwrap(), "9 w good");
    assert_eq!(CLOSED.load(Ordering::SeqCst), before);
    drop(clone);
    assert_eq!(CLOSED.load(Ordering::SeqCst), before + 1);
    // A slot may outlive the instance: it is memory of the host.
    drop(root.clone());
}

#[test]
fn a_game_is_shared_by_threads() {
    let game = open("20 w");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut state = game.root();
                for taken in 0..10 {
                    game.play(&mut state, Move(2));
                    assert_eq!(game.key(&state) >> 1, 18 - 2 * taken);
                }
            });
        }
    });
}

#[test]
fn weights_are_above_zero_or_it_is_told_why_not() {
    let weights = |trick: &str| {
        let game = open(&format!("4 w {trick}"));
        // An older failure of the same instance is not the reason for this one.
        game.instance.remember("something else".into());
        let state = game.after(&game.root(), Move(1)).unwrap();
        let outcomes = game.legal_moves(&state)?;
        let told = game.weights_of(&state, &outcomes);
        let mut written = [7; 2];
        game.weights(&state, &outcomes, &mut written);
        match &told {
            Ok(weights) => assert_eq!(written, weights[..]),
            Err(fault) => assert_eq!((written, game.last_error(&state)), ([0; 2], fault.to_string())),
        }
        told
    };
    let refusal = |trick: &str| weights(trick).unwrap_err().to_string();
    // Their sum is no 32-bit number.
    assert_eq!(weights("dice"), Ok(vec![u32::MAX; 2]));
    assert_eq!(refusal("dice-weightless"), "the outcome `2` of chance has the weight 0; weights begin at 1");
    assert_eq!(refusal("dice-panic"), "the library panicked: the die rolls off the table");
    assert_eq!(refusal("dice-crowded"), "chance has 2 outcomes, more than the 1 that were declared");
    assert_eq!(refusal("none"), "weights are asked for, but the instance declares no chance");
    let game = open("4 w dice");
    let foreign = game.weights_of(&open("4 w dice").root(), &[Move(1)]);
    assert_eq!(foreign, Err(LibraryFault(FOREIGN.into())));
}
