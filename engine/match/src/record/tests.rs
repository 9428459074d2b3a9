use super::*;
use crate::fault::Reason;
use crate::game::{Evaluation, PlayedMove, Score, Termination};
use crate::settings::PlanWords;

fn settings() -> MatchSettings {
    let text = "engine = ['name=A builtin depth=1', 'name=\"B, the \\\"2nd\\\"\" builtin depth=1']";
    let words = PlanWords::from_toml(&text.replace("\\\"", "")).unwrap();
    words.settle("tictactoe", Vec::new(), 0).unwrap()
}

fn game(number: u64) -> PlayedGame {
    let evaluation = |micros| Evaluation { score: Some(Score::Points(31)), depth: Some(4), nodes: Some(7), micros };
    let mv = |text: &str, player, evaluation| PlayedMove { text: text.into(), player, evaluation };
    PlayedGame {
        number,
        round: number / 2,
        players: [0, 1],
        setup: String::new(),
        moves: vec![mv("b2", 0, None), mv("a1", 1, Some(evaluation(1_500))), mv("c3", 0, Some(evaluation(2)))],
        half_points: 2,
        termination: Termination::Fault(Reason::IllegalMove),
        detail: "`x\"y` is, perhaps, not legal".into(),
    }
}

fn record() -> (tempfile::TempDir, Record) {
    let folder = tempfile::tempdir().unwrap();
    let record = Record::create(&folder.path().join("r.db"), &settings(), "none").unwrap();
    (folder, record)
}

fn text(write: impl Fn(&Record, &mut dyn std::io::Write) -> Result<(), MatchError>, record: &Record) -> String {
    let mut text = Vec::new();
    write(record, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn what_was_written_is_read() {
    let (folder, mut record) = record();
    record.add(&[game(3), game(0)]).unwrap();
    // While it is written, as after a sudden end.
    let read = Record::read(&folder.path().join("r.db")).unwrap();
    assert_eq!((read.settings(), read.openings()), (&settings(), "none"));
    let mut games = Vec::new();
    read.games(true, |game| {
        games.push(game.game.clone());
        Ok(())
    })
    .unwrap();
    assert_eq!(games, [game(0), game(3)]);
    let mut numbers = Vec::new();
    read.numbers(|number| numbers.push(number)).unwrap();
    assert_eq!(numbers, [0, 3]);
}

#[test]
fn a_game_is_written_once_and_a_batch_as_a_whole() {
    let (_folder, mut record) = record();
    record.add(&[game(0)]).unwrap();
    assert!(record.add(&[game(1), game(0)]).is_err());
    let mut count = 0;
    record.numbers(|_| count += 1).unwrap();
    assert_eq!(count, 1);
}

#[test]
fn files_that_are_no_records_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    assert!(Record::read(&path).is_err());
    std::fs::write(&path, "no database at all, and long enough to be looked at: ".repeat(30)).unwrap();
    assert!(Record::read(&path).is_err());
    assert!(Record::create(&path, &settings(), "").unwrap_err().to_string().contains("exists"));
    std::fs::write(&path, "").unwrap();
    assert!(Record::resume(&path).unwrap_err().to_string().contains("no record of a match"));
}

#[test]
fn pgn_has_tags_comments_and_a_result() {
    let (_folder, mut record) = record();
    record.add(&[game(2)]).unwrap();
    let pgn = text(write_pgn, &record);
    for line in [
        "[White \"A\"]",
        "[Black \"B, the 2nd\"]",
        "[Round \"2\"]",
        "[Variant \"tictactoe\"]",
        "[Termination \"rules infraction\"]",
        "[TerminationReason \"illegal-move\"]",
        "[TerminationDetails \"`x\\\"y` is, perhaps, not legal\"]",
        "1. b2 a1 {+0.31/4 0.002s} 2. c3 {+0.31/4 0.000s} 1-0",
    ] {
        assert!(pgn.lines().any(|other| other == line), "no {line} in {pgn}");
    }
    assert!(!pgn.contains("FEN"));
}

#[test]
fn pgn_numbers_moves_as_the_setup_does() {
    let (_folder, mut record) = record();
    let setup = "3/1P1/3[PPPPpppp] b - - 0 4".to_owned();
    let moves = game(0).moves[1..].to_vec();
    record.add(&[PlayedGame { setup, moves, ..game(0) }]).unwrap();
    let pgn = text(write_pgn, &record);
    assert!(pgn.contains("4... a1 {+0.31/4 0.002s} 5. c3"), "{pgn}");
    assert!(pgn.contains("[SetUp \"1\"]\n[FEN \"3/1P1"), "{pgn}");
}

#[test]
fn tables_and_json_lines_hold_every_game() {
    let (_folder, mut record) = record();
    record.add(&[game(0), game(1)]).unwrap();
    let csv = text(write_csv, &record);
    assert_eq!(csv.lines().count(), 3);
    assert!(
        csv.contains("1,1,A,\"B, the 2nd\",1,illegal-move,3,,b2 a1 c3,\"`x\"\"y` is, perhaps, not legal\""),
        "{csv}"
    );
    let lines = text(write_jsonl, &record);
    let line: serde_json::Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
    assert_eq!((line["number"].as_u64(), line["moves"][1]["m"].as_str()), (Some(2), Some("a1")));
}
