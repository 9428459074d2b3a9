//! The tree uses the memory of the table, and no more.

use super::reported::{reported, settings, visits};
use plyd_plugin::testing::open;
use plyd_search::{Algorithm, Root, SearchScore, SearcherLimits, SearcherSettings, TranspositionTable};

#[test]
fn a_small_memory_lasts_for_many_visits() {
    let (game, state) = open::<breakthrough::Breakthrough>("", "");
    let root = Root::new(&game, &state);
    for threads in [1, 2] {
        let table = TranspositionTable::new(1).unwrap();
        // Several times as many positions as there is room for.
        let (answer, lines) = reported(&root, SearcherSettings { threads, ..settings(&table) }, &visits(100_000));
        assert!(answer.nodes + 1_000 >= 100_000 && !answer.solved, "{answer:?}");
        // What is thrown away is not what was visited the most.
        assert!(lines[0].depth > 2 && lines[0].pv.len() > 2, "{lines:?}");
        assert!((1..=1_000).contains(&table.permille_full()), "{}", table.permille_full());
    }
}

#[test]
fn what_random_games_say_of_moves_is_kept_when_memory_is_thrown_away() {
    let (game, state) = open::<hex::Hex>("", "Size=9");
    let root = Root::new(&game, &state);
    for threads in [1, 2] {
        let table = TranspositionTable::new(1).unwrap();
        let (answer, lines) = reported(&root, SearcherSettings { threads, ..settings(&table) }, &visits(20_000));
        assert!(answer.nodes + 1_000 >= 20_000, "{answer:?}");
        assert!(lines[0].depth > 1 && (1..=1_000).contains(&table.permille_full()), "{lines:?}");
        // A tree with statistics is no tree for a search without them.
        let techniques = plyd_search::Techniques { game_playouts: false, ..Default::default() };
        let (other, _) = reported(&root, SearcherSettings { techniques, ..settings(&table) }, &visits(2_000));
        let fresh = TranspositionTable::new(1).unwrap();
        let (wanted, _) = reported(&root, SearcherSettings { techniques, ..settings(&fresh) }, &visits(2_000));
        assert_eq!((other.best, other.score), (wanted.best, wanted.score));
    }
}

#[test]
fn what_is_proven_with_little_memory_is_true() {
    let mut solved = 0;
    // The larger ones do not fit into the memory.
    for (depth, seed) in (12..16).flat_map(|depth| (0..3).map(move |seed| (depth, seed))) {
        let (game, state) = open::<leaftree::LeafTree>(&format!("random b=2 depth={depth} seed={seed}"), "");
        let root = Root::new(&game, &state);
        let (truth, _) = reported(&root, Algorithm::AlphaBeta.into(), &SearcherLimits::default());
        let table = TranspositionTable::new(1).unwrap();
        let (answer, _) = reported(&root, settings(&table), &visits(200_000));
        if answer.solved {
            assert_eq!(answer.score, truth.score, "depth {depth}, seed {seed}");
            solved += 1;
        }
    }
    assert!(solved > 2, "{solved}");
}

#[test]
fn without_a_table_it_has_a_little_memory_of_its_own() {
    let (game, state) = open::<breakthrough::Breakthrough>("", "");
    let (answer, _) = reported(&Root::new(&game, &state), Algorithm::Mcts.into(), &visits(100_000));
    assert_eq!(answer.nodes, 100_000);
}

#[test]
fn a_tree_is_no_table_to_other_searches() {
    let (game, state) = open::<cfour::ConnectFour>("", "Files=4 Ranks=4");
    let root = Root::new(&game, &state);
    let table = TranspositionTable::new(1).unwrap();
    let truth = reported(
        &root,
        SearcherSettings { table: Some(&TranspositionTable::new(1).unwrap()), ..Algorithm::Pvs.into() },
        &SearcherLimits::default(),
    );
    for round in 0..2 {
        reported(&root, settings(&table), &visits(5_000));
        for algorithm in [Algorithm::Pvs, Algorithm::Solve, Algorithm::Dfpn] {
            let (answer, _) = reported(
                &root,
                SearcherSettings { table: Some(&table), ..algorithm.into() },
                &SearcherLimits::default(),
            );
            assert_eq!((answer.score, answer.solved), (Some(SearchScore::Value(0)), true), "{algorithm:?}");
            if algorithm == Algorithm::Pvs && round == 0 {
                assert_eq!(answer.nodes, truth.0.nodes, "the tree is gone");
            }
            reported(&root, settings(&table), &visits(5_000));
        }
    }
}
