//! A search goes on with the tree of the one before, if its position is in there.

use super::reported::{reported, settings, visits};
use plyd_plugin::testing::open;
use plyd_rules::{Game, Move};
use plyd_search::{Root, SearchScore, SearcherLimits, SearcherSettings, TranspositionTable};

const GROWN: u64 = 20_000;

/// The depth that one visit is worth now.
fn depth<G: Game<State: 'static>>(root: &Root<'_, G>, table: &TranspositionTable) -> u32 {
    reported(root, settings(table), &visits(1)).1[0].depth
}

#[test]
fn the_visits_of_the_position_that_the_game_comes_to_are_kept() {
    let (game, state) = open::<breakthrough::Breakthrough>("", "");
    let table = TranspositionTable::new(8).unwrap();
    let (answer, _) = reported(&Root::new(&game, &state), settings(&table), &visits(GROWN));
    let mut next = state;
    for mv in [answer.best.unwrap(), answer.ponder.unwrap()] {
        game.play(&mut next, mv);
    }
    assert!(depth(&Root::new(&game, &next), &table) > 1);
    // It has become the root, so what lay above it is gone.
    assert_eq!(depth(&Root::new(&game, &state), &table), 0);
    assert_eq!(depth(&Root::new(&game, &next), &table), 0, "and now this is gone, too");
}

#[test]
fn the_same_position_and_one_ply_further_are_kept_as_well() {
    let (game, state) = open::<breakthrough::Breakthrough>("", "");
    let table = TranspositionTable::new(8).unwrap();
    let root = Root::new(&game, &state);
    let (answer, _) = reported(&root, settings(&table), &visits(GROWN));
    assert!(depth(&root, &table) > 1);
    assert!(depth(&root, &table) > 1, "it is kept again");
    let mut next = state;
    game.play(&mut next, answer.best.unwrap());
    assert!(depth(&Root::new(&game, &next), &table) > 1);
}

#[test]
fn a_tree_of_some_moves_only_is_not_kept_and_cleared_memory_has_none() {
    let (game, state) = open::<breakthrough::Breakthrough>("", "");
    let mut table = TranspositionTable::new(4).unwrap();
    let root = Root::new(&game, &state);
    let (answer, _) = reported(&root, settings(&table), &visits(GROWN));
    table.clear();
    assert_eq!(depth(&root, &table), 0);
    let limits = SearcherLimits { root_moves: Some(vec![answer.best.unwrap()]), ..visits(GROWN) };
    let (only, _) = reported(&root, settings(&table), &limits);
    assert_eq!(only.best, answer.best);
    assert_eq!(depth(&root, &table), 0);
}

#[test]
fn the_positions_before_tell_two_roots_apart() {
    let (game, state) = open::<chess::Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "");
    let table = TranspositionTable::new(8).unwrap();
    let root = Root::new(&game, &state);
    reported(&root, settings(&table), &visits(GROWN));
    let other = [77, game.key(&state)];
    assert_eq!(depth(&root.with_history(&other), &table), 0, "it stood before");
    let root = Root::new(&game, &state).with_history(&other);
    reported(&root, settings(&table), &visits(GROWN));
    assert!(depth(&root, &table) > 1);
}

#[test]
fn a_tree_goes_on_through_a_whole_game() {
    let (game, mut state) = open::<cfour::ConnectFour>("", "Files=5 Ranks=4");
    let table = TranspositionTable::new(1).unwrap();
    let mut kept = 0;
    let mut last = None;
    while game.outcome(&state).has_moves() {
        let root = Root::new(&game, &state);
        kept += u32::from(depth(&root, &table) > 0);
        let (answer, _) = reported(&root, SearcherSettings { threads: 2, ..settings(&table) }, &visits(5_000));
        let best: Move = answer.best.unwrap();
        if answer.solved {
            let value = match answer.score.unwrap() {
                SearchScore::Win(_) => 1,
                SearchScore::Loss(_) => -1,
                SearchScore::Value(value) => value.signum(),
            };
            // Both players hold what they have.
            assert!(last.is_none_or(|last: i32| last == -value), "{answer:?}");
            last = Some(value);
        }
        game.play(&mut state, best);
    }
    assert!(kept > 5 && last.is_some(), "{kept}");
}
