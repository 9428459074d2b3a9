//! Files of openings as other programs write them.

use super::runs::chess;
use super::{MatchRun, faulty, moves};

/// A file of this name and content; the moves of its first opening, and a part of what is said about it on standard
/// error.
struct Case {
    name: &'static str,
    content: Vec<u8>,
    line: &'static str,
    said: &'static str,
}

fn case(name: &'static str, content: impl AsRef<[u8]>, line: &'static str, said: &'static str) -> Case {
    Case { name, content: content.as_ref().to_vec(), line, said }
}

fn utf_16(text: &str) -> Vec<u8> {
    [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
}

#[test]
fn games_of_other_programs_are_openings() {
    let null = "line 3, column 21: `--` is a null move, which the rules do not have; the game is read up to here";
    for Case { name, content, line, said } in [
        case(
            "x.pgn",
            "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5? ± {bad} 4. Nf3 ∓ Nf6 = 5. d4+- N *",
            "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 g1f3 g8f6 d2d4",
            "",
        ),
        case("x.pgn", "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 -- 3. O-O *", "e2e4 e7e5 g1f3 b8c6", null),
        case(
            "x.pgn",
            "1. e4 e5 2. Nf3 Nc6 (2... -- 3. Nxe5) (2... Z0) 3. Bb5 *",
            "e2e4 e7e5 g1f3 b8c6 f1b5",
            "is read up to here",
        ),
        case(
            "x.pgn",
            "[Event \"5th \"Memorial\" Open\"]\n[Site \"x]\n\n1. b4 e5 *",
            "b2b4 e7e5",
            "a tag is [Name \"value\"]",
        ),
        case(
            "x.pgn",
            "[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 3 9;\"]\n\n9. .. e3 *",
            "e2e3",
            "",
        ),
        case(
            "x.pgn",
            "[Variant \"Three-check\"]\n\n1. e4 *",
            "e2e4",
            "the game is of the variant `Three-check`, and is read as chess",
        ),
        case("x.pgn", "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0–0 Nf6 ½–½", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6", ""),
        case("x.pgn", "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.00 Nf6 ½–½", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6", ""),
        case("x.pgn", "1 e4 25 e5 2 Nf3", "e2e4 e7e5 g1f3", "line 1, column 6: `25` is neither a legal move nor"),
        case("x.epd", "1 e4 e5 25 Nf3\n", "e2e4 e7e5 g1f3", "line 1, column 9: `25` is neither a legal move nor"),
        case("x.pgn", "e4 e5 ♘f3 Nb8-c6 3 .Bb5", "e2e4 e7e5 g1f3 b8c6 f1b5", ""),
        case("x.pgn", utf_16("[Event \"é\"]\r\n\r\n1. e4 e5 *"), "e2e4 e7e5", ""),
        case(
            "x.pgn",
            b"[White \"R\xe9ti, Richard\"]\r1. Nf3 d5 ; remark\r2. c4 *",
            "g1f3 d7d5 c2c4",
            "is read as windows-1252, which is a guess",
        ),
        case(
            "x.pgn",
            "From: x (;-)\n\n[Event \"a\"]\n\n1. e4 {best",
            "e2e4",
            "this is no game, and is left out up to the next tag",
        ),
        case("x.epd", utf_16("e2e4 e7e5\r\n"), "e2e4 e7e5", ""),
        case(
            "x.epd",
            "fen,bm\nposition startpos moves e2e4 c7c5\n",
            "e2e4 c7c5",
            "line 1, column 1: this line is the head of a table, and is left out",
        ),
        case(
            "x.epd",
            "ECO\tName\tPGN\nC20\tOpen, x\t1. e4 e5\n",
            "e2e4 e7e5",
            "of the lines below it, the column `PGN` is read",
        ),
        case("x.epd", "// x\n% y\n; z\ne2e4 c7c5\n", "e2e4 c7c5", ""),
        case("x.pgn", "[Event \"a long\nname\"]\n\n1. b4 e5 *", "b2b4 e7e5", "a tag is [Name \"value\"]"),
        case("x.pgn", "[FEN \"-\"]\n\n1. b4 e5 *", "b2b4 e7e5", "`-` is no position"),
        case("x.epd", "\u{feff}1. e4 e5 2. Nf3\n", "e2e4 e7e5 g1f3", ""),
        case("x.epd", "position startpos moves e2e4 c7c5\n", "e2e4 c7c5", ""),
        case("x.epd", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8d7\n", "e2e4 e8d7", ""),
    ] {
        let text = String::from_utf8_lossy(&content).into_owned();
        let (run, _) = chess(name, &content, "", &["--rounds", "1"]);
        let finished = run.to_end();
        assert_eq!(finished.status.code(), Some(0), "{text}: {finished:?}");
        let count = line.split(' ').count();
        assert_eq!(moves(&run.games()[0])[..count].join(" "), line, "{text}");
        assert!(run.games()[0]["moves"][count].get("e").is_some(), "{text}: the opening is longer");
        assert!(finished.errors.contains(said), "{said}: {finished:?}");
        assert_eq!(
            finished.errors.contains("column") || finished.errors.contains("guess"),
            !said.is_empty(),
            "{text}: {finished:?}"
        );
    }
}

#[test]
fn positions_keep_their_counters() {
    let board = "5k2/8/8/8/8/3Q4/B3K3/8 w - -";
    for (line, counters) in [
        ("33 48 bm #2;", "33 48"),
        ("4 7;", "4 7"),
        ("0 2 # note", "0 2"),
        ("hmvc 33; fmvn 48;", "33 48"),
        ("33 48,bm Qd8", "33 48"),
        ("33 48|12", "33 48"),
        ("id \"R\u{e9}ti\";", "0 1"),
    ] {
        // In an old encoding.
        let content: Vec<u8> = format!("{board} {line}\r\n").chars().map(|letter| letter as u8).collect();
        let (run, _) = chess("x.epd", content, "", &["--rounds", "1"]);
        run.play();
        assert_eq!(run.games()[0]["setup"], format!("{board} {counters}"), "{line}");
    }
    // PGN has six fields, also where the position was given without them.
    let (run, _) = chess("x.epd", format!("{board}\n"), "", &["--rounds", "1"]);
    run.play();
    let pgn = run.export("--pgn");
    assert!(pgn.contains(&format!("[FEN \"{board} 0 1\"]")), "{pgn}");
}

/// Engines and other programs read less than the game: for Stockfish all but `w` is Black.
#[test]
fn engines_the_record_and_pgn_have_a_position_as_the_game_writes_it() {
    const BOARD: &str = "5k2/8/8/8/8/3Q4/B3K3/8";
    const MEANT: &str = "5k2/8/8/8/8/3Q4/B3K3/8 w - - 5 6";
    let spellings =
        ["W - - 5 6", "[] w - - 3+3 5 6", "\tw\t-\t-\t5\t6", "W - e6 5 6", "w - - hmvc 5; fmvn 6;", "w - - 5 6;"];
    let spellings =
        spellings.map(|rest| format!("{BOARD}{}{rest}", if rest.starts_with(['[', '\t']) { "" } else { " " }));
    let short = format!("{BOARD} w");
    let games = spellings.each_ref().map(|setup| format!("[FEN \"{setup}\"]\n\n*\n\n")).concat();
    for (name, content, meant) in [
        ("x.epd", spellings.join("\n"), Some(MEANT)),
        ("x.pgn", games, Some(MEANT)),
        ("x.epd", short.clone(), Some("5k2/8/8/8/8/3Q4/B3K3/8 w - - 0 1")),
        ("x.pgn", format!("[FEN \"{short}\"]\n\n*\n"), Some("5k2/8/8/8/8/3Q4/B3K3/8 w - - 0 1")),
        ("x.epd", "position startpos moves e2e4".to_owned(), None),
        ("x.pgn", "[FEN \"\"]\n\n1. e4 *\n".to_owned(), None),
    ] {
        // An engine that has no moves is asked for one all the same.
        let run =
            MatchRun::new("chess", &[&faulty("fake", "always-none", "x"), "name=B builtin nodes=1 option.Hash=1"]);
        let (file, log) = (run.file(name), run.file("log"));
        std::fs::write(&file, &content).unwrap();
        let (openings, log) = (file.display().to_string(), log.display().to_string());
        let rounds = if meant == Some(MEANT) { "6" } else { "1" };
        let run = run.with(&["--rounds", rounds, "--fault-limit", "100", "--openings", &openings, "--log", &log]);
        run.play();
        let text = std::fs::read_to_string(&log).unwrap();
        let asked = text.lines().filter_map(|line| line.split_once("\t>\tposition "));
        let asked: Vec<_> =
            asked.map(|(_, setup)| setup.split_once(" moves").map_or(setup, |(setup, _)| setup)).collect();
        let wanted = meant.map_or("startpos".to_owned(), |meant| format!("fen {meant}"));
        // Of the check before the first game, which asks at the start position.
        let asked: Vec<_> = asked.into_iter().filter(|setup| meant.is_none() || *setup != "startpos").collect();
        assert!(!asked.is_empty() && asked.iter().all(|setup| *setup == wanted), "{content}: {text}");
        assert!(run.games().iter().all(|game| game["setup"] == meant.unwrap_or_default()), "{content}");
        let pgn = run.export("--pgn");
        let count = pgn.matches(&format!("\n[FEN \"{}\"]\n", meant.unwrap_or_default())).count();
        let all = 2 * rounds.parse::<u32>().unwrap();
        assert_eq!(count, meant.map_or(0, |_| all as usize), "{content}: {pgn}");
        super::pgn::read_with_python_chess(&run.file("export"), all);
    }
}

/// Two sound games, a game with a bad tag, and one with an illegal move.
const MIXED: &str = "[Event \"good\"]\n[ECO \"C20\"]\n[White \"?\"]\n\n1. e4 e5 *\n\n[Event \"The \"bad\" one\"]\n\n1. d4 d5 *\n\n\
                     [Event \"illegal\"]\n\n1. e5 *\n";

#[test]
fn a_bad_game_costs_those_alone_that_need_it() {
    let (run, _) = chess("x.pgn", MIXED, "", &["--rounds", "1"]);
    let finished = run.to_end();
    assert_eq!((finished.status.code(), finished.errors.contains("line")), (Some(0), false), "{finished:?}");
    let (run, _) = chess("x.pgn", MIXED, "", &["--rounds", "2"]);
    let finished = run.to_end();
    assert_eq!(finished.status.code(), Some(0), "{finished:?}");
    assert!(
        finished.errors.contains("x.pgn, game 2, line 7, column 1: `[Event \"The \"bad\" one\"]` is read as"),
        "{finished:?}"
    );
    let (run, _) = chess("x.pgn", MIXED, "", &["--rounds", "3"]);
    let finished = run.to_end();
    assert_eq!(finished.status.code(), Some(1), "{finished:?}");
    assert!(
        finished.errors.contains("x.pgn, line 13, column 4, game 3: `e5` is not a legal move in `rnbq"),
        "{finished:?}"
    );
    // In children too, and at once if it is wanted.
    for more in [&["--rounds", "1", "--strict"][..], &["--rounds", "1", "--strict", "--isolate"]] {
        let (run, _) = chess("x.pgn", MIXED, "", more);
        let finished = run.to_end();
        assert_eq!(finished.status.code(), Some(1), "{finished:?}");
        assert!(finished.errors.contains("a tag is [Name \"value\"] (refused, as --strict is set)"), "{finished:?}");
    }
    let (run, _) = chess("x.pgn", MIXED.replace("The \"bad\" one", "x"), "", &["--rounds", "1", "--strict"]);
    assert!(run.to_end().errors.contains("`e5` is not a legal move"));
    let (run, _) = chess("x.pgn", "[Event \"x\"]\n\n1. e4 *\n", "", &["--rounds", "1", "--strict"]);
    run.play();
}

#[test]
fn compressed_files_are_refused() {
    for name in ["x.pgn", "x.epd"] {
        let (run, _) = chess(name, b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", "", &["--rounds", "1"]);
        let finished = run.to_end();
        assert_eq!(finished.status.code(), Some(1), "{finished:?}");
        assert!(finished.errors.contains(&format!("{name}: it is compressed (gzip); unpack it first")), "{finished:?}");
    }
}

#[test]
fn notes_of_children_are_said_too() {
    let (run, _) = chess("x.pgn", "1. e4 -- *", "", &["--rounds", "1", "--isolate"]);
    let finished = run.to_end();
    assert_eq!(finished.status.code(), Some(0), "{finished:?}");
    assert_eq!(finished.errors.matches("`--` is a null move").count(), 1, "{finished:?}");
}

#[test]
fn the_games_keep_the_tags_of_their_openings() {
    let (run, _) = chess("x.pgn", MIXED, "", &["--rounds", "1"]);
    run.play();
    let pgn = run.export("--pgn");
    for line in ["[Event \"plyd match chess\"]", "[ECO \"C20\"]", "[OpeningEvent \"good\"]"] {
        assert_eq!(pgn.lines().filter(|other| *other == line).count(), 2, "{line}: {pgn}");
    }
    assert!(!pgn.contains("OpeningWhite"), "{pgn}");
    super::pgn::read_with_python_chess(&run.file("export"), 2);
}
