//! Openings from files of other programs: games as PGN, and books of Polyglot.

use super::{MatchRun, moves};
use std::path::PathBuf;

const TWO: [&str; 2] = ["name=A builtin nodes=1 option.Hash=1", "name=B builtin nodes=1 option.Hash=1"];

/// A match of chess with openings from a file of this name and content.
fn chess(name: &str, content: impl AsRef<[u8]>, words: &str, more: &[&str]) -> (MatchRun, PathBuf) {
    let run = MatchRun::new("chess", &TWO).with(&["--maxmoves", "1"]).with(more);
    let file = run.file(name);
    std::fs::write(&file, content).unwrap();
    let openings = format!("'file={}' {words}", file.display());
    (run.with(&["--openings", &openings]), file)
}

/// Comments, variations, glyphs, remarks, tags with all kinds of letters, all ways to write moves and results.
const PGN: &str = "\
% made by hand
[Event \"One \\\"two\\\" [three]\"]
[Result \"1-0\"]

1.e4 {the best; by test (1. d4)} e5 $1 2. Nf3! (2. f4 exf4(2... d5 {Falkbeer}) 3. Nf3 1-0) Nc6 ; the rest is silence 3. Qh5
3. Bb5!? a6
4. 0-0 1-0

[Event \"from a position\"]
[SetUp \"1\"]
[FEN \"4k3/8/8/3pP3/8/8/7r/4K3 w - d6 0 1\"]

1. exd6e.p. Rh1+ *

[Event \"coordinates\"]

d2d4 D7D5 c1f4 1/2-1/2
";

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

#[test]
fn only_so_many_plies_are_read_if_wanted() {
    let (run, _) = chess("openings.pgn", PGN, "plies=2 start=3", &["--rounds", "1"]);
    run.play();
    let game = &run.games()[0];
    assert_eq!(moves(game)[..2], ["d2d4", "d7d5"]);
    assert!(game["moves"][1].get("e").is_none() && game["moves"][2].get("e").is_some(), "{game}");
}

#[test]
fn what_is_wrong_with_a_game_is_told_with_its_place() {
    let mate = "[Event \"x\"]\n\n1. e4 *\n\n[Event \"fool\"]\n\n1. f3 e5\n2. g4 Qh4# 0-1\n";
    for (content, told) in [
        ("[Event \"x\"]\n\n1. e4 e5 2. Ke3 *", "line 3, game 1: `Ke3` is not a legal move in `rnbqkbnr/pppp1ppp/"),
        ("1. e4 *\n\n[FEN \"8/8 w\"]\n\n1. e4 *", "line 3, game 2: "),
        ("1. e4 {never\nends", "line 1: a comment begins here with { and never ends"),
        ("1. e4 *\n[Event x]\n", "line 2: `[Event x]` is not a tag; one is [Name \"value\"]"),
        (mate, "line 8, game 2: the opening ends the game; with plies=N only its first N plies are read"),
        ("% nothing\n{at all}", "the opening file contains no openings"),
    ] {
        let (run, _) = chess("openings.pgn", content, "", &[]);
        let finished = run.to_end();
        assert_eq!(finished.status.code(), Some(1), "{content}: {finished:?}");
        assert!(finished.errors.contains(told), "{told}: {finished:?}");
        let names_file = finished.errors.contains("openings.pgn, line") || told.contains("no openings");
        assert!(names_file, "{finished:?}");
    }
}

#[test]
fn pgn_of_a_game_without_a_notation_is_read_in_its_own_words() {
    let run =
        MatchRun::new("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=1"]).with(&["--rounds", "2"]);
    let file = run.file("games");
    std::fs::write(&file, "1. P@b2! a1 {corner} 2. c3 *\n\n1. a1 b2 *").unwrap();
    let openings = format!("'file={}' format=pgn", file.display());
    let run = run.with(&["--openings", &openings]);
    run.play();
    let games = run.games();
    assert_eq!(
        (&moves(&games[0])[..3], &moves(&games[2])[..2]),
        (&["P@b2", "P@a1", "P@c3"][..], &["P@a1", "P@b2"][..])
    );
}

/// An entry of a book; squares are counted from a1, by files and then ranks.
fn entry(key: u64, from: u16, to: u16, weight: u16) -> (u64, Vec<u8>) {
    let mv = to | from << 6;
    (key, [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat())
}

fn book(mut entries: Vec<(u64, Vec<u8>)>) -> Vec<u8> {
    entries.sort();
    entries.into_iter().flat_map(|(_, bytes)| bytes).collect()
}

/// Published keys: <http://hgm.nubati.net/book_format.html>.
const START: u64 = 0x463b_9618_1691_fc9c;
const E4: u64 = 0x823c_9b50_fd11_4196;
const E4_D5: u64 = 0x0756_b944_61c5_0fb0;

#[test]
fn a_book_of_polyglot_gives_lines_by_weight_and_seed() {
    let (e2, e4, d2, d4, d7, d5) = (12, 28, 11, 27, 51, 35);
    let entries =
        || vec![entry(START, e2, e4, 9), entry(START, d2, d4, 3), entry(START, 8, 16, 0), entry(E4, d7, d5, 1)];
    let content = book([entries(), vec![entry(E4_D5, e4, d5, 1)]].concat());
    let (run, _) = chess("book.bin", &content, "", &["--rounds", "40", "--concurrency", "2"]);
    run.play();
    let games = run.games();
    let lines: Vec<Vec<_>> = games
        .iter()
        .map(|game| {
            let book = game["moves"].as_array().unwrap().iter().take_while(|mv| mv.get("e").is_none()).count();
            moves(game)[..book].to_vec()
        })
        .collect();
    assert!(lines.chunks(2).all(|pair| pair[0] == pair[1]));
    let count = |line: &[&str]| lines.iter().filter(|other| other.as_slice() == line).count();
    let (open, closed) = (count(&["e2e4", "d7d5", "e4d5"]), count(&["d2d4"]));
    assert_eq!(open + closed, 80, "{lines:?}");
    // Three to one, of forty.
    assert!((40..80).contains(&open), "{open} of 80");
    // The same seed draws the same lines, and so many plies of them as are wanted.
    let (again, _) = chess("book.bin", &content, "plies=1", &["--rounds", "40"]);
    again.play();
    let firsts: Vec<_> = again.games().iter().map(|game| moves(game)[0].to_owned()).collect();
    assert_eq!(firsts, lines.iter().map(|line| line[0].to_owned()).collect::<Vec<_>>());
}

#[test]
fn what_is_wrong_with_a_book_is_told() {
    let illegal = book(vec![entry(START, 12, 28, 1), entry(E4, 12, 28, 1)]);
    for (content, told) in [
        (vec![0; 17], "a Polyglot book has entries of 16 bytes, and this file has 17 bytes"),
        (book(vec![entry(E4, 51, 35, 1)]), "the book does not have the start position of chess"),
        (
            illegal,
            "entry 2 has the move `e2e4`, which is not legal in `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b",
        ),
    ] {
        let (run, file) = chess("book.bin", content, "", &[]);
        let finished = run.to_end();
        assert_eq!(finished.status.code(), Some(1), "{finished:?}");
        assert!(finished.errors.contains(&format!("{}: {told}", file.display())), "{told}: {finished:?}");
    }
    let run = MatchRun::new("cfour", &["name=A builtin depth=1", "name=B builtin depth=1"]);
    let file = run.file("book.bin");
    std::fs::write(&file, book(vec![entry(START, 12, 28, 1)])).unwrap();
    let finished = run.with(&["--openings", &format!("'file={}'", file.display())]).to_end();
    assert!(finished.errors.contains("there are no Polyglot books of cfour"), "{finished:?}");
}
