use super::*;
use crate::StoreError;
use crate::store::Store;
use crate::store::samples::{in_memory, settings};
use plyd_tournament::PlayedGame;
use plyd_tournament::settings::MatchPlan;
use plyd_tournament::testing::game;
use std::io::Write;

fn text(write: impl Fn(&dyn Store, &mut dyn Write) -> Result<(), StoreError>, store: &dyn Store) -> String {
    let mut text = Vec::new();
    write(store, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn no_name_is_a_formula_in_a_table_nor_a_tag_of_its_own() {
    let mut settings = settings();
    settings.engines[0].name = "=cmd|calc!A1".into();
    settings.engines[1].name = "b\u{202e}\n[Result \"0-1\"]".into();
    let mut store = in_memory(settings);
    let mut moves = game(0).moves;
    moves[0].text = "+x,\n[Event".into();
    store.add(&[PlayedGame { moves, detail: "@SUM(A1)".into(), ..game(0) }]).unwrap();
    let csv = text(write_csv, &store);
    for cell in ["'=cmd|calc!A1,", "\"'+x, [Event ", ",'@SUM(A1),"] {
        assert!(csv.contains(cell), "no {cell} in {csv}");
    }
    assert!(!csv.contains(",=") && !csv.contains(",@"), "{csv}");
    let pgn = text(|store, output| write_pgn(store, PgnMoves::Notation, output), &store);
    assert!(pgn.contains("[Black \"b  [Result \\\"0-1\\\"]\"]"), "{pgn}");
    assert_eq!(
        pgn.lines().filter(|line| line.starts_with("[Result") || line.starts_with("[Event")).count(),
        2,
        "{pgn}"
    );
}

#[test]
fn pgn_has_tags_comments_and_a_result() {
    let mut store = in_memory(settings());
    store.add(&[game(2)]).unwrap();
    let pgn = text(|store, output| write_pgn(store, PgnMoves::Notation, output), &store);
    for line in [
        "[White \"A\"]",
        "[Black \"B, the 2nd\"]",
        "[Round \"2\"]",
        "[Variant \"tictactoe\"]",
        "[Termination \"rules infraction\"]",
        "[TerminationReason \"illegal-move\"]",
        "[TerminationDetails \"`x\\\"y` is, perhaps, not legal\"]",
        "[Date \"1970.01.01\"]",
        "[GameStartTime \"1970-01-01T00:00:02 +0000\"]",
        "[GameEndTime \"1970-01-01T00:00:02 +0000\"]",
        "[GameDuration \"00:00:00\"]",
        "[PlyCount \"3\"]",
        "[TimeControl \"-\"]",
        "1. b2 a1 {+0.31/4 0.002s, n=7} 2. c3 {+0.31/4 0.000s, n=7} 1-0",
    ] {
        assert!(pgn.lines().any(|other| other == line), "no {line} in {pgn}");
    }
    assert!(!pgn.contains("FEN"));
}

#[test]
fn pgn_numbers_moves_as_the_setup_does() {
    let mut store = in_memory(settings());
    let setup = "3/1P1/3[PPPPpppp] b - - 0 4".to_owned();
    let moves = game(0).moves[1..].to_vec();
    store.add(&[PlayedGame { setup, moves, ..game(0) }]).unwrap();
    let pgn = text(|store, output| write_pgn(store, PgnMoves::Notation, output), &store);
    assert!(pgn.contains("4... a1 {+0.31/4 0.002s, n=7} 5. c3"), "{pgn}");
    assert!(pgn.contains("[SetUp \"1\"]\n[FEN \"3/1P1"), "{pgn}");
}

/// Returns the tags of a game between these two engines, and its first line of moves.
fn written(game_settings: &str, options: &[(&str, &str)], played: PlayedGame) -> String {
    let options = options.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    let settings = MatchPlan::from_toml(game_settings).unwrap().settle("chess", options, 0).unwrap();
    let mut text = Vec::new();
    write_pgn_game(&settings, &played, PgnMoves::Notation, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn pgn_tells_the_clocks() {
    let of = |first: &str, second: &str| {
        let engines = format!("engine = ['name=A builtin {first}', 'name=B builtin {second}']");
        let pgn = written(&engines, &[], game(0));
        pgn.lines().filter(|line| line.contains("TimeControl")).map(str::to_owned).collect::<Vec<_>>().join("")
    };
    assert_eq!(of("tc=40/1:00+0.5", "tc=40/60+0.5 depth=3"), "[TimeControl \"40/60+0.5\"]");
    assert_eq!(of("tc=10+0.1", "st=0.5"), "[WhiteTimeControl \"10+0.1\"][BlackTimeControl \"1/0.5\"]");
    assert_eq!(of("nodes=5", "depth=3"), "[TimeControl \"-\"]");
    let mut clocked = game(0);
    clocked.moves[1].evaluation.as_mut().unwrap().left = Some(9_100_400);
    clocked.moves[2].evaluation.as_mut().unwrap().nodes = None;
    clocked.ended = clocked.started + std::time::Duration::from_secs(3_723);
    let pgn = written("engine = ['name=A builtin tc=10', 'name=B builtin tc=10']", &[], clocked);
    assert!(pgn.contains("b2 a1 {+0.31/4 0.002s, tl=9.100s, n=7} 2. c3 {+0.31/4 0.000s} 1-0"), "{pgn}");
    assert!(pgn.contains("[GameDuration \"01:02:03\"]\n[GameStartTime \"1970-01-01T00:00:00 +0000\"]\n"), "{pgn}");
    assert!(pgn.contains("[GameEndTime \"1970-01-01T01:02:03 +0000\"]\n"), "{pgn}");
}

#[test]
fn pgn_tells_chess960_and_where_it_began() {
    const TWO: &str = "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']";
    let start =
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]";
    let pgn = written(TWO, &[("UCI_Chess960", "true")], game(0));
    assert!(pgn.contains(start), "{pgn}");
    let setup = "bqnrknbr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNBR w HDhd - 0 1";
    let pgn = written(TWO, &[("UCI_Chess960", "true")], PlayedGame { setup: setup.into(), ..game(0) });
    assert!(pgn.contains(&format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{setup}\"]")), "{pgn}");
    for options in [&[][..], &[("UCI_Chess960", "false")]] {
        let pgn = written(TWO, options, game(0));
        assert!(!pgn.contains("Variant") && !pgn.contains("FEN"), "{pgn}");
    }
}

#[test]
fn tables_and_json_lines_hold_every_game() {
    let mut store = in_memory(settings());
    store.add(&[game(0), game(1)]).unwrap();
    let csv = text(write_csv, &store);
    assert_eq!(csv.lines().count(), 3);
    assert!(
        csv.contains("1,1,A,\"B, the 2nd\",1,illegal-move,3,,b2 a1 c3,\"`x\"\"y` is, perhaps, not legal\",1,0,0\r\n"),
        "{csv}"
    );
    let lines = text(write_jsonl, &store);
    let line: serde_json::Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
    assert_eq!((line["number"].as_u64(), line["moves"][1]["m"].as_str()), (Some(2), Some("a1")));
    assert_eq!(
        (line["started"].as_str(), line["ended"].as_str()),
        (Some("1970-01-01T00:00:01.000Z"), Some("1970-01-01T00:00:01.250Z"))
    );
    assert_eq!((line["replayed"].as_u64(), line["standard_error"].as_str()), (Some(0), Some("it fails")));
}
