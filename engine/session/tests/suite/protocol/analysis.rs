//! Several lines, chances to win, draw and lose, threads, weaker play: what a client sets for the strong search.

use super::{assert_complete, count, only, tic_tac_toe};
use plyd_linked::{Engine, info_field};

fn chess() -> Engine {
    Engine::start("chess")
}

fn number(line: &str, keyword: &str) -> i64 {
    let word = info_field(line, keyword).unwrap_or_else(|| panic!("no {keyword} in `{line}`"));
    word.parse().unwrap_or_else(|_| panic!("{keyword} is no number in `{line}`"))
}

/// The points of a score, mates beyond all others.
fn points(line: &str) -> i64 {
    match info_field(line, "score").unwrap().split_once(' ').unwrap() {
        ("cp", points) => points.parse().unwrap(),
        ("mate", moves) => {
            let moves: i64 = moves.parse().unwrap();
            if moves > 0 { 1_000_000 - moves } else { -1_000_000 - moves }
        }
        other => panic!("{other:?}"),
    }
}

fn first_move(line: &str) -> &str {
    info_field(line, "pv").unwrap().split(' ').next().unwrap()
}

/// The lines with a number, and that their last block is whole and leads to the `bestmove`.
fn assert_lines(lines: &[String], wanted: usize) {
    let numbered: Vec<&String> = lines.iter().filter(|line| info_field(line, "multipv").is_some()).collect();
    assert!(numbered.len() >= wanted, "{lines:?}");
    for line in lines.iter().filter(|line| info_field(line, "score").is_some()) {
        assert!(info_field(line, "multipv").is_some(), "a result without its number: {line}");
    }
    let last = &numbered[numbered.len() - wanted..];
    let numbers: Vec<i64> = last.iter().map(|line| number(line, "multipv")).collect();
    assert_eq!(numbers, (1..=wanted as i64).collect::<Vec<_>>(), "{lines:?}");
    assert!(last.is_sorted_by(|a, b| points(a) >= points(b)), "not the best first: {last:?}");
    let mut moves: Vec<&str> = last.iter().map(|line| first_move(line)).collect();
    let best = lines.last().unwrap().split(' ').nth(1).unwrap();
    assert_eq!(best, moves[0], "{lines:?}");
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), wanted, "two lines begin alike: {last:?}");
}

#[test]
fn several_lines_are_numbered_sorted_and_different() {
    for game in ["chess", "cfour", "breakthrough"] {
        for algorithm in ["alphabeta", "pvs"] {
            let mut engine = Engine::with_options(game, &[&format!("Algorithm={algorithm}")]);
            engine.ask("setoption name MultiPV value 4");
            let lines = engine.go("go depth 4");
            assert_lines(&lines, 4);
            engine.ask("setoption name MultiPV value 1");
            let lines = engine.go("go depth 3");
            assert!(
                lines.iter().all(|line| !line.contains(" score ") || info_field(line, "multipv") == Some("1")),
                "{lines:?}"
            );
            assert_complete(&lines);
        }
    }
}

#[test]
fn more_lines_than_moves_are_all_moves_and_searchmoves_counts() {
    let mut engine = tic_tac_toe();
    engine.ask("setoption name MultiPV value 500");
    assert_lines(&engine.go("go"), 9);
    assert_lines(&engine.go("go searchmoves a1 b2"), 2);
    engine.ask("position startpos moves a1");
    assert_lines(&engine.go("go depth 3"), 8);
}

#[test]
fn several_lines_survive_a_stop_at_any_time() {
    let mut engine = chess();
    engine.ask("setoption name MultiPV value 3");
    for milliseconds in [0, 3, 10, 30, 100] {
        engine.send("go infinite");
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        let lines = engine.go("stop");
        // Stopped before there were three, there are fewer.
        let known = lines.iter().rev().skip(1).take_while(|line| info_field(line, "multipv").is_some());
        let shown = known.map(|line| number(line, "multipv")).max().unwrap_or(0);
        assert!((1..=3).contains(&shown), "{lines:?}");
        let best = lines.last().unwrap().split(' ').nth(1).unwrap();
        let first = lines.iter().rfind(|line| info_field(line, "multipv") == Some("1")).unwrap();
        assert_eq!(best, first_move(first), "{lines:?}");
    }
}

#[test]
fn a_result_of_very_many_lines_is_whole() {
    let mut engine = chess();
    engine.ask("setoption name MultiPV value 500");
    // The position with the most moves known, 218.
    engine.ask("position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    for _ in 0..3 {
        assert_lines(&engine.go("go depth 1"), 218);
    }
}

#[test]
fn a_mate_that_was_asked_for_ends_the_search_whatever_the_other_lines_are_worth() {
    let mut engine = chess();
    engine.ask("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    for lines in [1, 3] {
        engine.ask(&format!("setoption name MultiPV value {lines}"));
        let lines = engine.go("go mate 4");
        assert_eq!(number(&lines[lines.len() - 2], "depth"), 1, "{lines:?}");
    }
}

#[test]
fn the_textbook_algorithms_are_never_weak() {
    let mut engine = chess();
    engine.ask("setoption name UCI_LimitStrength value true");
    engine.ask("setoption name UCI_Elo value 500");
    for algorithm in ["minimax", "alphabeta"] {
        engine.ask(&format!("setoption name Algorithm value {algorithm}"));
        let lines = engine.go("go depth 3");
        assert_eq!(number(&lines[lines.len() - 2], "depth"), 3, "{algorithm}: {lines:?}");
    }
}

#[test]
fn a_change_of_a_switch_forgets_what_the_table_knows() {
    let mut engine = Engine::with_options("cfour", &["Equal Depth=true"]);
    engine.ask("position startpos moves d e e d d f");
    engine.go("go depth 6");
    engine.ask("setoption name Quiescence value false");
    let score = |lines: &[String]| points(&lines[lines.len() - 2]);
    let found = score(&engine.go("go depth 6"));
    engine.ask("setoption name Algorithm value minimax");
    assert_eq!(found, score(&engine.go("go depth 6")));
}

#[test]
fn a_stop_at_once_ends_very_many_threads() {
    let mut engine = Engine::with_options("kalah", &["Threads=200"]);
    for _ in 0..3 {
        engine.send("go infinite");
        assert_complete(&engine.go("stop"));
    }
    let lines = engine.go("go nodes 50000");
    assert!((49_000..=50_000).contains(&number(&lines[lines.len() - 2], "nodes")), "{lines:?}");
}

#[test]
fn wdl_is_told_on_demand_and_adds_up() {
    let wdl = |line: &str| -> [i64; 3] {
        let words: Vec<i64> =
            line.split_once(" wdl ").unwrap().1.split(' ').take(3).map(|word| word.parse().unwrap()).collect();
        words.try_into().unwrap()
    };
    let mut engine = chess();
    assert!(engine.go("go depth 2").iter().all(|line| !line.contains(" wdl ")));
    engine.ask("setoption name UCI_ShowWDL value true");
    for line in engine.go("go depth 4").iter().filter(|line| info_field(line, "score").is_some()) {
        assert_eq!(wdl(line).iter().sum::<i64>(), 1_000, "{line}");
        assert!(wdl(line)[1] > 0, "nothing is certain yet: {line}");
    }
    engine.ask("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    let lines = engine.go("go mate 1");
    assert_eq!(wdl(&lines[lines.len() - 2]), [1_000, 0, 0], "{lines:?}");
    engine.ask("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1");
    assert_eq!(wdl(&engine.go("go")[0]), [0, 0, 1_000]);
    let mut engine = Engine::with_options("tictactoe", &["UCI_ShowWDL=true"]);
    let lines = engine.go("go");
    assert_eq!(wdl(&lines[lines.len() - 2]), [0, 1_000, 0], "{lines:?}");
}

#[test]
fn only_a_search_of_more_than_a_second_tells_its_root_moves() {
    let mut engine = chess();
    let short = engine.go("go movetime 200");
    assert!(short.iter().all(|line| info_field(line, "currmove").is_none()), "{short:?}");
    let long = engine.go("go movetime 3000");
    let told: Vec<_> = long.iter().filter(|line| info_field(line, "currmove").is_some()).collect();
    assert!(!told.is_empty(), "{long:?}");
    let legal = only(engine.ask("query moves"));
    for line in told {
        assert!(legal.split(' ').any(|mv| Some(mv) == info_field(line, "currmove")), "{line}");
        assert!((1..=20).contains(&number(line, "currmovenum")) && number(line, "depth") > 3, "{line}");
    }
    assert_complete(&long);
}

#[test]
fn threads_are_as_many_as_the_server_allows_and_the_rest_is_told() {
    let mut engine = Engine::with_settings("cfour", |settings| {
        (settings.search.session_threads, settings.search.total_threads) = (4, 1);
    });
    engine.send("uci");
    let options = engine.until("uciok");
    assert!(options.contains(&"option name Threads type spin default 1 min 1 max 4".to_owned()), "{options:?}");
    let refused = only(engine.ask("setoption name Threads value 5"));
    assert_eq!(refused, "info string error bad-value option Threads takes a whole number from 1 to 4, not `5`");
    engine.ask("setoption name Threads value 2");
    let lines = engine.go("go depth 8");
    assert_eq!(count(&lines, "info string"), 0, "{lines:?}");
    assert_complete(&lines);
    engine.ask("setoption name Threads value 4");
    // The share of the search before was given back.
    let lines = engine.go("go depth 8");
    assert_eq!(lines[0], "info string the search has 2 of 4 threads, because no more are available", "{lines:?}");
    assert_complete(&lines);
}

#[test]
fn several_threads_keep_the_limits_of_one() {
    let mut engine = chess();
    engine.ask("setoption name Threads value 3");
    for go in ["go nodes 20000", "go movetime 100", "go wtime 1000 btime 1000 winc 10 binc 10", "go depth 6"] {
        let lines = engine.go(go);
        assert_complete(&lines);
        let nodes = number(&lines[lines.len() - 2], "nodes");
        assert!(go != "go nodes 20000" || (19_000..=20_000).contains(&nodes), "{lines:?}");
        assert!(engine.ask("stop").is_empty(), "nothing follows the bestmove");
    }
    for _ in 0..20 {
        engine.send("go infinite");
        assert_complete(&engine.go("stop"));
    }
}

#[test]
fn a_weak_player_sees_little_and_an_analysis_is_never_weak() {
    let mut engine = chess();
    engine.ask("setoption name UCI_Elo value 500");
    let nodes = |engine: &mut Engine| {
        let lines = engine.go("go nodes 30000");
        assert_complete(&lines);
        number(&lines[lines.len() - 2], "nodes")
    };
    assert_eq!(nodes(&mut engine), 30_000, "the limit counts only when it is switched on");
    engine.ask("setoption name UCI_LimitStrength value true");
    assert_eq!(nodes(&mut engine), 200);
    engine.ask("setoption name UCI_Elo value 1200");
    assert!((3_000..4_000).contains(&nodes(&mut engine)));
    engine.ask("setoption name UCI_AnalyseMode value true");
    assert_eq!(nodes(&mut engine), 30_000);
}

#[test]
fn a_weak_player_does_not_play_the_same_game_each_time() {
    let mut engine = tic_tac_toe();
    engine.ask("setoption name UCI_LimitStrength value true");
    engine.ask("setoption name UCI_Elo value 500");
    let mut moves: Vec<String> = (0..30).map(|_| engine.go("go").pop().unwrap()).collect();
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 1, "{moves:?}");
}

#[test]
fn on_a_clock_an_only_move_is_played_without_thinking() {
    let mut engine = chess();
    // The king on h1 can go to g1 only.
    engine.ask("position fen 7k/8/8/8/8/8/r7/7K w - - 0 1");
    let lines = engine.go("go wtime 3600000 btime 3600000");
    assert_eq!(number(&lines[lines.len() - 2], "depth"), 1, "{lines:?}");
    let lines = engine.go("go movetime 50");
    assert!(number(&lines[lines.len() - 2], "depth") > 1, "{lines:?}");
    // With `searchmoves` there may be one move to choose from as well.
    engine.ask("position startpos");
    let lines = engine.go("go wtime 3600000 btime 3600000 searchmoves e2e4");
    assert_eq!(number(&lines[lines.len() - 2], "depth"), 1, "{lines:?}");
    engine.send("go ponder wtime 3600000 btime 3600000 searchmoves e2e4");
    engine.until("info depth 4 ");
    assert_complete(&engine.go("ponderhit"));
}
