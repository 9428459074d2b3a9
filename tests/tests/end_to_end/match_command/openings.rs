//! Openings from files of other programs: games as PGN, read again by python-chess. More is tested in
//! `engine/arena/tests`.

use super::runs::{PGN, chess};
use super::{MatchRun, moves};
use plyd_tests::{PATIENCE, finish, python};
use std::path::Path;
use std::process::Command;

#[test]
fn games_of_a_pgn_file_are_openings() {
    let (run, _) = chess("openings.pgn", PGN, "", &["--rounds", "3"]);
    run.play();
    let games = run.games();
    assert_eq!(moves(&games[0])[..7], ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"]);
    assert_eq!(games[2]["setup"], "4k3/8/8/3pP3/8/8/7r/4K3 w - d6 0 1");
    assert_eq!(moves(&games[2])[..2], ["e5d6", "h2h1"]);
    assert_eq!(moves(&games[5])[..3], ["d2d4", "d7d5", "c1f4"]);
    // As they came in, they go out.
    let pgn = run.export("--pgn");
    assert!(pgn.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O"), "{pgn}");
    assert!(pgn.contains("1. exd6 Rh1+ 2. K"), "{pgn}");
    super::pgn::read_with_python_chess(&run.file("export"), 6);
}

/// Three queens that can go to one square, checks, a capture en passant, promotions and castling, in coordinates.
const TO_NOTATE: [(&str, &str, &str); 8] = [
    ("6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "a4e4 g8f8 h1g2 f8f7", "1. Qae4 Kf8 2. Qhg2 Kf7"),
    ("6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4 g8f8 a4b4", "1. Qh4e4 Kf8 2. Qab4+"),
    ("6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h1e4", "1. Q1e4"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 5", "e5d6", "5. exd6"),
    ("1n2k3/P7/8/8/8/8/7P/7K w - - 0 1", "a7b8n e8e7 b8c6", "1. axb8=N Ke7 2. Nc6+"),
    ("1n2k3/P7/8/8/8/8/7K/8 w - - 0 1", "a7b8q", "1. axb8=Q+"),
    ("5k2/8/8/8/8/8/p7/1N2K2R w K - 0 9", "e1g1 f8e7 b1c3 a2a1r", "9. O-O+ Ke7 10. Nc3 a1=R"),
    ("r3k3/8/8/8/8/8/8/3K4 b q - 0 1", "e8c8", "1... O-O-O+"),
];

#[test]
fn moves_go_out_as_the_standard_writes_them() {
    let texts = TO_NOTATE.map(|(setup, line, _)| format!("[FEN \"{setup}\"]\n\n{line} *\n\n"));
    let (run, _) = chess("openings.pgn", texts.concat(), "", &["--rounds", "8"]);
    run.play();
    let pgn = run.export("--pgn");
    // Lines are broken anywhere.
    let flat = pgn.replace('\n', " ");
    for (setup, line, notation) in TO_NOTATE {
        let count = flat.matches(&format!("  {notation} ")).count();
        assert_eq!(count, 2, "{setup}, {line}: {notation} in both games of the pair\n{pgn}");
    }
    super::pgn::read_with_python_chess(&run.file("export"), 16);
}

#[test]
fn a_mate_has_its_sign() {
    for (setup, told) in [
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "1. Re8# {"),
        ("7k/R7/8/8/8/8/8/1R5K w - - 0 1", "1. Rb8# {"),
        ("1r5k/8/8/8/8/8/r7/7K b - - 0 1", "1... Rb1# {"),
        ("6k1/3P1ppp/8/8/8/8/8/6K1 w - - 0 1", "1. d8=Q# {"),
        ("6rk/6pp/8/6N1/8/8/8/7K w - - 0 1", "1. Nf7# {"),
    ] {
        let run = MatchRun::new("chess", &["name=A builtin depth=2", "name=B builtin depth=2"]);
        let file = run.file("openings");
        std::fs::write(&file, setup).unwrap();
        let run = run.with(&["--rounds", "1", "--openings", file.to_str().unwrap()]);
        run.play();
        let pgn = run.export("--pgn");
        assert!(pgn.contains(&format!("\n\n{told}")), "{setup}: {pgn}");
        super::pgn::read_with_python_chess(&run.file("export"), 2);
    }
}

/// How many variations of a PGN file lie within each other. Comments have parentheses of their own.
fn deepest_variation(text: &str) -> usize {
    let (mut depth, mut deepest) = (0, 0);
    for part in text.split('{') {
        let moves = part.split_once('}').map_or(part, |(_, moves)| moves);
        for word in moves.split_whitespace() {
            match word {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            deepest = deepest.max(depth);
        }
    }
    deepest
}

/// Comments, glyphs and variations in variations, by a program that many use.
#[test]
fn games_that_python_chess_has_annotated_are_openings() {
    const GAMES: usize = 25;
    let Some(python) = python("openings that python-chess writes") else { return };
    for (kind, option) in [("standard", "UCI_Chess960=false"), ("chess960", "UCI_Chess960=true")] {
        let (run, file) = chess("openings.pgn", "", "", &["--rounds", &GAMES.to_string(), "--option", option]);
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/annotated_pgn.py");
        let mut command = Command::new(&python);
        command.arg("-B").arg(program).arg(&file).args([&GAMES.to_string(), kind]);
        let written = finish(command, PATIENCE);
        assert!(written.status.success(), "{written:?}");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!([" ( ", "{ ", " $"].iter().all(|part| text.contains(part)), "{text}");
        assert!(deepest_variation(&text) > 1, "{text}");
        run.play();
        let games = run.games();
        assert_eq!(written.output.lines().count(), GAMES, "{written:?}");
        for (pair, expected) in games.chunks(2).zip(written.output.lines()) {
            let (setup, line) = expected.split_once('\t').unwrap_or((expected, ""));
            let line: Vec<_> = line.split('\t').collect();
            for game in pair {
                assert_eq!(game["setup"], if setup == "-" { "" } else { setup }, "{kind}");
                assert_eq!(moves(game)[..line.len()], line, "{kind}, {setup}");
            }
        }
        run.export("--pgn");
        super::pgn::read_with_python_chess(&run.file("export"), 2 * GAMES as u32);
    }
}
