//! Rules of repetition that forbid moves or let players lose: go on small boards.

use plyd_linked::Engine;
use plyd_linked::go_with_rules::Go;

/// An engine that plays go with these options, each of them `NAME VALUE`.
fn engine(options: &[&str]) -> Engine {
    let mut engine = Engine::playing::<Go>();
    for option in options {
        let (name, value) = option.split_once(' ').expect("a name and a value");
        assert_eq!(engine.ask(&format!("setoption name go.{name} value {value}")), [""; 0], "{option}");
    }
    engine
}

fn leaves(engine: &mut Engine, position: &str, depth: u32) -> u64 {
    engine.send(&format!("position {position}\ngo perft {depth}"));
    let lines = engine.until("Nodes searched: ");
    lines.last().and_then(|line| line.strip_prefix("Nodes searched: ")?.parse().ok()).expect("a count")
}

fn query(engine: &mut Engine, what: &str) -> String {
    let lines = engine.ask(&format!("query {what}"));
    let [line] = &lines[..] else { panic!("{lines:?}") };
    line.strip_prefix("response").unwrap_or_else(|| panic!("{line}")).trim().into()
}

#[test]
fn perft_counts_what_superko_permits() {
    for (options, counts) in [
        (&["Size 2"][..], &[5, 21, 68, 156, 316, 604, 1_088, 2_184, 4_184, 8_024][..]),
        (&["Size 2", "Ko situational"], &[5, 21, 68, 156, 316, 604, 1_112, 2_312, 4_544, 8_800]),
        (&["Size 2", "Ko situational", "Suicide true"], &[5, 21, 68, 180, 428, 860, 1_704, 3_936]),
        (&["Size 3"], &[10, 91, 738, 5_281, 33_384, 179_712]),
        (&["Size 3", "Suicide true"], &[10, 91, 738, 5_281, 33_384, 180_768]),
    ] {
        let mut engine = engine(options);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(leaves(&mut engine, "startpos", depth), count, "{options:?} at depth {depth}");
        }
    }
}

/// The leaves below every line of this many legal moves.
fn leaves_by_lines(engine: &mut Engine, moves: &str, plies: u32, depth: u32) -> u64 {
    let position = if moves.is_empty() { "startpos".into() } else { format!("startpos moves{moves}") };
    if plies == 0 {
        return leaves(engine, &position, depth);
    }
    assert_eq!(engine.ask(&format!("position {position}")), [""; 0], "{position}");
    let legal = query(engine, "moves");
    let below = |mv| leaves_by_lines(engine, &format!("{moves} {mv}"), plies - 1, depth);
    legal.split_whitespace().map(below).sum()
}

#[test]
fn perft_and_the_list_of_moves_obey_the_moves_before() {
    let mut engine = engine(&["Size 2", "Ko situational", "Suicide true"]);
    assert_eq!(leaves_by_lines(&mut engine, "", 4, 4), 3_936);
}

#[test]
fn a_forbidden_move_is_refused_and_a_stuck_player_has_lost() {
    // On one point a stone takes itself, which leaves the board as it was.
    let one = ["Size 1", "Suicide true"];
    let with = |more: &[&str]| engine(&[&one[..], more].concat());

    let mut positional = with(&[]);
    positional.ask("position startpos");
    assert_eq!(query(&mut positional, "moves"), "pass");
    let refused = "`a1` repeats a position, which is forbidden here; the legal moves are pass";
    let lines = positional.ask("position startpos moves a1");
    assert_eq!(lines, [format!("info string error illegal-move move 1: {refused}")]);
    let lines = positional.go("position startpos\ngo searchmoves a1");
    assert!(lines[0].ends_with(&format!("searchmoves {refused}")), "{lines:?}");
    assert_eq!(positional.go("go depth 3").last().map(String::as_str), Some("bestmove pass ponder pass"));
    let lines = positional.ask("position startpos moves z9");
    assert!(lines[0].contains("`z9` is not legal; the legal moves are pass"), "{lines:?}");

    let mut situational = with(&["Ko situational"]);
    situational.ask("position startpos");
    assert_eq!(query(&mut situational, "moves"), "a1 pass");
    situational.ask("position startpos moves a1");
    assert_eq!(query(&mut situational, "moves"), "pass");

    for (options, result, score) in [
        (&["Pass false"][..], "p2win", "score mate 0"),
        (&["Pass false", "Repetition forbidden-or-draw"], "draw", "score cp 0"),
    ] {
        let mut stuck = with(options);
        stuck.ask("position startpos");
        assert_eq!(query(&mut stuck, "result"), result);
        assert_eq!((query(&mut stuck, "gameover"), query(&mut stuck, "moves")), ("true".into(), String::new()));
        let lines = stuck.go("go");
        assert!(lines[0].contains(score) && lines[1] == "bestmove (none)", "{lines:?}");
        assert_eq!(leaves(&mut stuck, "startpos", 1), 0);
    }
}

#[test]
fn who_repeats_may_also_lose() {
    let mut loses = engine(&["Size 1", "Suicide true", "Repetition loses"]);
    loses.ask("position startpos moves a1");
    assert_eq!((query(&mut loses, "result"), query(&mut loses, "moves")), ("p2win".into(), "a1 pass".into()));
    for algorithm in ["minimax", "alphabeta", "pvs"] {
        loses.ask(&format!("setoption name Algorithm value {algorithm}"));
        let lines = loses.go("position startpos\ngo depth 3");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove pass")), "{algorithm}: {lines:?}");
    }
    let mut drawn = engine(&["Size 1", "Suicide true", "Repetition draw"]);
    drawn.ask("position startpos moves a1");
    assert_eq!(query(&mut drawn, "result"), "draw");
    // A pass leaves the board as it was, and yet the game goes on.
    drawn.ask("position startpos moves pass");
    assert_eq!(query(&mut drawn, "result"), "none");
}

#[test]
fn black_wins_two_by_two_by_a_point() {
    let mut engine = engine(&["Size 2"]);
    let lines = engine.go("position startpos\ngo");
    assert!(lines[lines.len() - 2].contains(" score cp 1 "), "{lines:?}");
}
