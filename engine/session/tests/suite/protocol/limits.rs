//! What `go` may say, and what it may not.

use super::{LARGE_TREE, assert_complete, count, leaf_tree, only, searching, tic_tac_toe};
use plyd_linked::{Engine, info_field};

#[test]
fn every_kind_of_limit_brings_one_complete_answer() {
    let mut engine = tic_tac_toe();
    for algorithm in ["minimax", "alphabeta", "pvs"] {
        engine.ask(&format!("setoption name Algorithm value {algorithm}"));
        for go in [
            "go",
            "go depth 1",
            "go depth 9999",
            "go nodes 500",
            "go nodes 0",
            "go movetime 20",
            "go movetime 0",
            "go mate 2",
            "go wtime 1000 btime 1000",
            "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 3",
            "go p1time 1000 p2time 1000 p1inc 10 p2inc 10",
            "go wtime 1000 btime 1000 movestogo 0",
            "go depth 4 nodes 400 wtime 50 btime 50",
        ] {
            let lines = engine.go(go);
            assert_complete(&lines);
            assert_eq!(count(&lines, "bestmove "), 1, "{algorithm}: {go}: {lines:?}");
            assert!(engine.ask("stop").is_empty(), "{algorithm}: {go}: nothing follows the bestmove");
        }
    }
}

#[test]
fn a_clock_that_has_run_below_zero_still_gets_a_move() {
    let mut engine = leaf_tree();
    engine.ask(LARGE_TREE);
    for go in ["go wtime -200 btime -200", "go wtime 0 btime 0", "go wtime -1 btime 60000 winc -5"] {
        assert_complete(&engine.go(go));
    }
}

#[test]
fn only_the_clock_of_the_side_to_move_counts() {
    let mut engine = leaf_tree();
    engine.ask("setoption name Algorithm value minimax");
    engine.ask(&format!("{LARGE_TREE} min"));
    let lines = engine.go("go wtime 86400000 btime 30");
    assert_complete(&lines);
    assert!(info_field(&lines[lines.len() - 2], "depth").unwrap().parse::<u32>().unwrap() < 26, "{lines:?}");
}

#[test]
fn the_nodes_limit_is_kept() {
    let mut engine = leaf_tree();
    engine.ask(LARGE_TREE);
    for algorithm in ["minimax", "alphabeta", "pvs"] {
        engine.ask(&format!("setoption name Algorithm value {algorithm}"));
        let lines = engine.go("go nodes 5000");
        assert_complete(&lines);
        let nodes: u64 = info_field(&lines[lines.len() - 2], "nodes").unwrap().parse().unwrap();
        assert!((4_000..=5_000).contains(&nodes), "{algorithm}: {nodes}");
    }
}

#[test]
fn a_search_that_has_time_for_nothing_answers_the_first_legal_move() {
    let mut engine = tic_tac_toe();
    let lines = engine.go("go nodes 0");
    assert!(lines[0].starts_with("info depth 0 "), "{lines:?}");
    assert!(lines[1].starts_with("bestmove P@a3"), "{lines:?}");
    assert_complete(&lines);
}

#[test]
fn a_malformed_go_is_an_error_and_a_bestmove() {
    let mut engine = tic_tac_toe();
    for go in [
        "go depth",
        "go depth 0",
        "go depth -1",
        "go depth ten",
        "go fast",
        "go searchmoves",
        "go movetime 1.5",
        "go perft 3 depth 2",
        "go perft",
        "go perft 1025",
    ] {
        let lines = engine.go(go);
        assert!(lines[0].starts_with("info string error bad-go "), "{go}: {lines:?}");
        assert_eq!(lines[1..], ["bestmove (none)"], "{go}");
    }
    assert_complete(&engine.go("go depth 1"));
}

#[test]
fn searchmoves_restricts_the_first_move() {
    let mut engine = tic_tac_toe();
    let lines = engine.go("go depth 3 searchmoves P@c1");
    assert!(lines.last().unwrap().starts_with("bestmove P@c1"), "{lines:?}");
    let lines = engine.go("go searchmoves a1 p@c3 depth 2");
    assert!(lines.last().unwrap().starts_with("bestmove P@c3"), "the game's own order counts: {lines:?}");
    engine.ask("position fen PpP/1p1/P2 w");
    let lines = engine.go("go searchmoves P@c1");
    assert!(lines.last().unwrap().starts_with("bestmove P@c1"), "{lines:?}");
    assert!(!lines[lines.len() - 2].contains("mate 1"), "the win lies elsewhere: {lines:?}");
}

#[test]
fn an_empty_list_of_searchmoves_has_no_best_move() {
    let mut engine = tic_tac_toe();
    assert_eq!(engine.go("go searchmoves 0000"), ["info depth 0 multipv 1 score cp 0", "bestmove (none)"]);
}

#[test]
fn an_illegal_move_among_searchmoves_is_an_error_and_a_bestmove() {
    let mut engine = tic_tac_toe();
    let lines = engine.go("go searchmoves P@a1 P@z9");
    assert!(lines[0].starts_with("info string error illegal-move ") && lines[0].contains("`P@z9`"), "{lines:?}");
    assert_eq!(lines[1..], ["bestmove (none)"]);
}

#[test]
fn go_mate_finds_the_win_it_is_asked_for_and_looks_no_deeper() {
    let mut engine = tic_tac_toe();
    // X at a3 and c1, O at b2 and c3: X wins in three plies by P@a1, which threatens twice.
    engine.ask("position fen P1p/1p1/2P w");
    let lines = engine.go("go mate 2");
    assert_eq!(info_field(&lines[lines.len() - 2], "score"), Some("mate 2"), "{lines:?}");
    assert_eq!(info_field(&lines[lines.len() - 2], "depth"), Some("3"), "{lines:?}");
    let lines = engine.go("go mate 1");
    assert_eq!(info_field(&lines[lines.len() - 2], "depth"), Some("1"), "{lines:?}");
}

#[test]
fn a_long_search_reports_on_its_way() {
    let mut engine = searching("go depth 26 movetime 1500");
    let lines = engine.until("bestmove");
    assert_complete(&lines);
    // Beside the results there are lines about the current iteration.
    let results = lines.iter().filter(|line| info_field(line, "score").is_some());
    let depths: Vec<u32> = results.filter_map(|line| info_field(line, "depth")?.parse().ok()).collect();
    assert!(depths.len() > 5 && depths.is_sorted(), "{depths:?}");
    let nodes: Vec<u64> = lines.iter().filter_map(|line| info_field(line, "nodes")?.parse().ok()).collect();
    assert!(nodes.is_sorted(), "{nodes:?}");
}

#[test]
fn what_the_clock_loses_beside_the_searches_is_kept_back_until_a_new_game() {
    let mut engine = tic_tac_toe();
    engine.ask("position fen PpP/1p1/P2 w");
    engine.ask("debug on");
    let budget = |engine: &mut Engine, go: &str| {
        only(engine.go(go).into_iter().filter(|line| line.starts_with("info string debug ")).collect())
    };
    // The position is solved at once, and yet the clock loses about a second a move.
    for go in ["go wtime 3000", "go wtime 2000", "go wtime 1000"] {
        budget(&mut engine, go);
    }
    let late = budget(&mut engine, "go wtime 300");
    assert!(late.contains("hard: 0ns"), "nothing is kept back for what passes outside: {late}");
    assert!(engine.ask("ucinewgame").is_empty());
    let anew = budget(&mut engine, "go wtime 300");
    assert!(anew.contains("hard: ") && !anew.contains("hard: 0ns"), "the game before still counts: {anew}");
}
