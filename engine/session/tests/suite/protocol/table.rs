//! The transposition table: its options, what it keeps, and what makes it forget.

use super::{count, only};
use plyd_linked::{Engine, info_field};

/// A small game of connect four, far from its end.
fn connect_four(options: &[&str]) -> Engine {
    let mut engine = Engine::with_options("cfour", options);
    engine.ask("position fen 5/5/5/5 w");
    engine
}

fn nodes(lines: &[String]) -> u64 {
    let result = lines.iter().rfind(|line| info_field(line, "score").is_some()).unwrap();
    info_field(result, "nodes").unwrap().parse().unwrap()
}

#[test]
fn hashfull_is_told_where_there_is_a_table() {
    let has_hashfull = |engine: &mut Engine| {
        let lines = engine.go("go depth 4");
        let result = lines.iter().rfind(|line| info_field(line, "score").is_some()).unwrap();
        info_field(result, "hashfull").is_some()
    };
    assert!(has_hashfull(&mut connect_four(&[])));
    assert!(!has_hashfull(&mut connect_four(&["Hash=0"])));
    assert!(!has_hashfull(&mut connect_four(&["Algorithm=alphabeta"])));
    let mut filled = connect_four(&["Hash=1"]);
    let lines = filled.go("go depth 16");
    let result = lines.iter().rfind(|line| info_field(line, "score").is_some()).unwrap();
    assert!(info_field(result, "hashfull").unwrap().parse::<u32>().unwrap() > 0, "{result}");
}

#[test]
fn what_was_learnt_helps_the_next_search_until_it_is_forgotten() {
    let mut engine = connect_four(&[]);
    let first = nodes(&engine.go("go depth 10"));
    let again = nodes(&engine.go("go depth 10"));
    assert!(again * 2 < first, "{first} nodes, then {again}");
    for forget in [
        "setoption name Clear Hash",
        "ucinewgame",
        "setoption name Hash value 17",
        "setoption name cfour.Files value 8",
        "setoption name UCI_Variant value tictactoe",
    ] {
        engine.go("go depth 10");
        engine.ask(forget);
        if forget.ends_with("tictactoe") {
            engine.ask("setoption name UCI_Variant value cfour");
        }
        engine.ask("position fen 5/5/5/5 w");
        assert_eq!(nodes(&engine.go("go depth 10")), first, "after {forget}");
    }
}

#[test]
fn a_search_without_a_limit_is_over_sooner_because_the_solver_helps() {
    let searched = |options: &[&str], go: &str| {
        let mut engine = connect_four(options);
        engine.ask("position fen 4/4/4/4 w");
        let lines = engine.go(go);
        let last = lines.iter().rfind(|line| info_field(line, "score").is_some()).unwrap();
        assert_eq!(info_field(last, "score"), Some("cp 0"), "{last}");
        nodes(&lines)
    };
    let alone = searched(&["Algorithm=pvs"], "go");
    assert!(2 * searched(&[], "go") < alone);
    assert_eq!(searched(&[], "go movetime 100000"), alone, "it has a limit");
}

#[test]
fn every_switch_is_obeyed_and_leaves_the_value_of_a_solved_game() {
    const PVS: &str = "Algorithm=pvs";
    let mut usual = connect_four(&[PVS]);
    usual.ask("position fen 4/4/4/4/4 w");
    let usual = nodes(&usual.go("go"));
    for switched in [
        "Aspiration=false",
        "Quiescence=false",
        "Symmetry=false",
        "Game Order=false",
        "Learnt Order=false",
        "Equal Depth=true",
    ] {
        let mut engine = connect_four(&[PVS, switched]);
        engine.ask("position fen 4/4/4/4/4 w");
        let lines = engine.go("go");
        let result = lines.iter().rfind(|line| info_field(line, "score").is_some()).unwrap();
        assert_eq!(info_field(result, "score"), Some("cp 0"), "{switched}: {result}");
        assert_ne!(nodes(&lines), usual, "{switched} changes nothing");
    }
}

#[test]
fn losing_captures_are_left_out_unless_the_client_wants_them() {
    let searched = |switched: &[&str]| nodes(&Engine::with_options("chess", switched).go("go depth 6"));
    assert!(searched(&[]) < searched(&["Losing Captures=false"]));
    // Nothing is searched beyond the horizon then.
    let alone = searched(&["Quiescence=false"]);
    assert_eq!(searched(&["Quiescence=false", "Losing Captures=false"]), alone);
}

#[test]
fn evasions_are_searched_only_with_quiescence() {
    let searched = |switched: &[&str]| nodes(&Engine::with_options("chess", switched).go("go depth 6"));
    let alone = searched(&["Quiescence=false"]);
    assert_eq!(searched(&["Quiescence=false", "Evasions=false"]), alone);
}

#[test]
fn every_selective_switch_is_obeyed_unless_the_game_forbids_it_and_no_mate_search_uses_one() {
    let searched = |game: &str, go: &str, switched: &[&str]| nodes(&Engine::with_options(game, switched).go(go));
    for switched in [
        "Evasions=false",
        "Null Move=false",
        "Reductions=false",
        "Check Extensions=false",
        "Late Moves=false",
        "Internal Reduction=false",
        "Futility=false",
    ] {
        for (game, go, matters) in
            [("chess", "go depth 6", true), ("cfour", "go depth 8", false), ("chess", "go mate 2", false)]
        {
            let differs = searched(game, go, &[switched]) != searched(game, go, &[]);
            assert_eq!(differs, matters, "{switched}, {game}, {go}");
        }
    }
}

#[test]
fn a_second_occurrence_is_a_draw_unless_a_mate_is_searched() {
    let searched = |go: &str, switched: &[&str]| {
        let mut engine = Engine::with_options("chess", switched);
        // White can give check for ever.
        engine.ask("position fen 6k1/6p1/8/4Q3/8/8/qq6/7K w - - 0 1");
        nodes(&engine.go(go))
    };
    for (go, matters) in [("go depth 6", true), ("go mate 3", false)] {
        let differs = searched(go, &["Twofold Repetition=false"]) != searched(go, &[]);
        assert_eq!(differs, matters, "{go}");
    }
}

#[test]
fn the_cap_of_a_session_is_the_most_that_hash_takes() {
    let mut engine = Engine::with_settings("cfour", |settings| settings.search.session_hash = 8);
    assert_eq!(count(&engine.ask("uci"), "option name Hash type spin default 8 min 0 max 8"), 1);
    let refused = only(engine.ask("setoption name Hash value 9"));
    assert_eq!(refused, "info string error bad-value option Hash takes a whole number of MiB from 0 to 8, not `9`");
}

#[test]
fn where_too_little_memory_is_left_a_search_has_a_smaller_table_or_none_and_says_so() {
    for (total, remark) in [
        (2, "info string the table has 2 MiB instead of 16, because no more memory is available"),
        (0, "info string there is not enough memory for a table of 16 MiB, so the search has none"),
    ] {
        let mut engine = Engine::with_settings("cfour", |settings| settings.search.total_hash = total);
        engine.ask("position fen 4/4/4/4 w");
        let lines = engine.go("go depth 5");
        assert_eq!(count(&lines, remark), 1, "{lines:?}");
        assert!(lines.last().unwrap().starts_with("bestmove P@"), "{lines:?}");
    }
}
