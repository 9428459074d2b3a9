//! `--log`: every line to and from engines.

use super::{MatchRun, faulty};

/// A line of a log: game, engine, direction, text.
type Line = [String; 4];

/// The lines of a log, whose times have to rise.
pub(super) fn lines(run: &MatchRun, file: &str) -> Vec<Line> {
    let text = std::fs::read_to_string(run.file(file)).expect("there is a log");
    let mut last = String::new();
    let lines = text.lines().map(|line| {
        let fields: Vec<&str> = line.splitn(5, '\t').collect();
        let [time, game, engine, direction, text] = fields[..] else { panic!("{line}") };
        // 2026-01-31T23:59:59.123456Z
        assert!(time.len() == 27 && time.ends_with('Z') && *time >= *last, "{line}");
        last = time.to_owned();
        [game, engine, direction, text].map(str::to_owned)
    });
    lines.collect()
}

/// The lines to and from an engine in a game, after the words to it that came when it was started: `> go depth 1`.
pub(super) fn of_game(lines: &[Line], game: &str, engine: &str) -> Vec<String> {
    let own = lines.iter().filter(|line| line[0] == game && line[1] == engine);
    let own: Vec<String> = own.map(|[_, _, direction, text]| format!("{direction} {text}")).collect();
    // The check before the first game belongs to game 1, too.
    let start = own.iter().rposition(|line| line == "> ucinewgame").expect("a game began");
    own[start..].to_vec()
}

#[test]
fn every_line_is_kept_with_its_direction() {
    let engines = [faulty("one", "", "x"), faulty("two 2", "", "x")];
    let run = MatchRun::new("tictactoe", &engines.each_ref().map(String::as_str));
    let log = run.file("log").display().to_string();
    let run = run.with(&["--rounds", "1", "--log", &log]);
    run.play();
    let lines = lines(&run, "log");
    let game = of_game(&lines, "1", "one");
    let begin = [
        "> ucinewgame",
        "> isready",
        "< readyok",
        "> position startpos",
        "> isready",
        "> go depth 1",
        "< readyok",
        "< info depth 1 score cp 5 nodes 1",
        "< bestmove P@a1",
        "> position startpos moves P@a1 P@a2",
    ];
    assert_eq!(game[..begin.len()], begin, "{game:#?}");
    let second = of_game(&lines, "1", "two 2");
    assert_eq!(second[3..5], ["> position startpos moves P@a1", "> isready"], "{second:#?}");
    let start = lines.iter().position(|line| line[1] == "one").unwrap();
    let begin = lines[start..].iter().filter(|line| line[1] == "one").map(|line| format!("{} {}", line[2], line[3]));
    assert_eq!(begin.take(4).collect::<Vec<_>>(), ["= start", "> uci", "< id name faulty", "< uciok"]);
    let last: Vec<_> =
        lines.iter().rev().filter(|line| line[1] == "one").take(3).map(|line| line[3].as_str()).collect();
    assert_eq!(last, ["ended", "it ended with code 0", "quit"], "the second game's end");
    assert!(lines.iter().any(|line| line[0] == "2" && line[1] == "one"), "the second game is missing");
}

#[test]
fn built_in_engines_are_in_it_too() {
    let run = MatchRun::new("tictactoe", &["name=one builtin depth=1", "name=two builtin depth=9 option.Hash=1"]);
    let log = run.file("log").display().to_string();
    let run = run.with(&["--rounds", "1", "--log", &log]);
    run.play();
    let lines: Vec<_> = lines(&run, "log").into_iter().map(|line| line.join(" ")).collect();
    let played: Vec<_> = run.games()[0]["moves"].as_array().unwrap().iter().map(|mv| mv["m"].clone()).collect();
    let [first, second] = [0, 1].map(|index| played[index].as_str().unwrap().to_owned());
    assert_eq!(lines[..2], ["1 one > position startpos", "1 one > go depth 1"]);
    assert!(lines[2].starts_with("1 one < info depth 1 score cp "), "{lines:?}");
    assert_eq!(
        lines[3..6],
        [
            format!("1 one < bestmove {first}"),
            format!("1 two > position startpos moves {first}"),
            "1 two > go depth 9".to_owned(),
        ]
    );
    assert_eq!(lines[7], format!("1 two < bestmove {second}"));
}

#[test]
fn faults_and_standard_error_are_kept_and_long_lines_cut() {
    let engines = [faulty("one", "complain-much", "x"), faulty("two", "complain", "x")];
    let run = MatchRun::new("tictactoe", &engines.each_ref().map(String::as_str));
    let log = run.file("log").display().to_string();
    let run = run.with(&["--rounds", "4", "--log", &log, "--log-limit", "1"]);
    run.play();
    let lines = lines(&run, "log");
    let complaint = format!("{} [999 more bytes]", "complaint ".repeat(100));
    assert!(lines.iter().any(|line| line[1..] == ["one", "!", complaint.as_str()]), "{:?}", lines.first());
    let two: Vec<_> =
        lines.iter().filter(|line| line[1] == "two").map(|line| format!("{} {}", line[2], line[3])).collect();
    let fault = two.iter().rposition(|line| line == "= fault crash: it ended with code 7").expect("a fault");
    assert_eq!(two[fault + 1], "= ended");
    assert!(two[..fault].contains(&"! no memory for the net".to_owned()), "{two:?}");
    let size = |name: &str| std::fs::metadata(run.file(name)).expect("there is a file").len();
    let (newer, older) = (size("log"), size("log.1"));
    assert!(newer + older <= 1 << 20 && older > 400_000, "{newer} and {older} bytes");
}

#[test]
fn a_log_that_cannot_be_written_ends_no_match() {
    let engine = faulty("one", "", "x");
    let run = MatchRun::new("tictactoe", &[&engine, "name=sound builtin option.Hash=1 depth=1"]);
    let folder = run.folder.path().display().to_string();
    let finished = run.with(&["--rounds", "1", "--log", &folder]).to_end();
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(finished.errors.contains(&format!("the log {folder}")), "{finished:?}");
    #[cfg(target_os = "linux")]
    {
        let run = MatchRun::new("tictactoe", &[&engine, "name=sound builtin option.Hash=1 depth=1"]);
        let finished = run.with(&["--rounds", "1", "--log", "/dev/full"]).to_end();
        assert!(finished.status.success(), "{finished:?}");
        assert_eq!(finished.errors.matches("the log /dev/full ends here").count(), 1, "{finished:?}");
    }
}
