//! `--from`: positions in files of other programs.

use super::{Output, run, run_with_input, succeed};
use plyd_tests::without_lack_of_limits;
use std::fs;
use tempfile::TempDir;

const TWO_GAMES: &str = "[Event \"Caf\u{e9}\"]\n[White \"R\u{e9}ti\"]\n\n{A start} 1. e4 {best} (1. d4 d5 2. c4) e5 $1 2. Nf3 Nc6 3. \
                         Bb5 1-0\n\n[Event \"Other\"]\n\n1. c4 c5 1/2-1/2\n";

/// After the first game, and after its first three moves.
const SPANISH: &str = "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5";
const KNIGHT: &str = "startpos moves e2e4 e7e5 g1f3";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn file(folder: &TempDir, name: &str, content: &[u8]) -> String {
    let path = folder.path().join(name);
    fs::write(&path, content).expect("the folder can be written");
    path.to_str().expect("a path of text").to_owned()
}

/// What `d` prints of a position, which is all there is to know of it.
fn shown(game: &str, position: &str) -> Vec<String> {
    succeed(&["d", "--game", game, "--position", position])
}

fn from(path: &str, more: &[&str]) -> Output {
    run(&[&["d", "--from", path], more].concat())
}

/// What a file is read as, without a warning.
fn taken(path: &str, more: &[&str]) -> Vec<String> {
    let output = from(path, more);
    assert!(output.status.success() && output.errors.is_empty(), "{:?} {}", output.lines, output.errors);
    output.lines
}

/// The error of a file that is refused.
fn refusal(path: &str, more: &[&str]) -> String {
    let output = from(path, more);
    assert_eq!(output.status.code(), Some(1), "{:?} {}", output.lines, output.errors);
    assert!(output.lines.is_empty(), "{:?}", output.lines);
    output.errors
}

#[test]
fn pgn_is_read_in_every_encoding_at_every_game_and_ply() {
    let folder = folder();
    let utf_16: Vec<u8> = "\u{feff}"
        .chars()
        .chain(TWO_GAMES.chars())
        .collect::<String>()
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let latin: Vec<u8> = TWO_GAMES.chars().map(|letter| u8::try_from(u32::from(letter)).expect("is Latin-1")).collect();
    let guess = "the encoding is read as windows-1252, which is a guess";
    for (name, content, is_guess) in
        [("a.pgn", TWO_GAMES.as_bytes(), false), ("b.pgn", utf_16.as_slice(), false), ("c.txt", latin.as_slice(), true)]
    {
        let path = file(&folder, name, content);
        // The end of the main line of the first game, of the game that PGN is for.
        let output = from(&path, &[]);
        assert_eq!(output.lines, shown("chess", SPANISH), "{}", output.errors);
        let said = "there are 2 games, and the first one is read; --game-number chooses another";
        assert_eq!(output.errors.lines().count(), 1 + usize::from(is_guess), "{}", output.errors);
        assert!(output.errors.contains(said) && output.errors.contains(&path), "{}", output.errors);
        assert_eq!(output.errors.contains(guess), is_guess, "{}", output.errors);
        assert!(from(&path, &["-q"]).errors.is_empty());
        for (more, position) in [
            (&["--game-number", "1", "--ply", "3"][..], KNIGHT),
            (&["--game-number", "1", "--ply", "0"], "startpos"),
            (&["--game-number", "2"], "startpos moves c2c4 c7c5"),
            (&["--game-number", "2", "--game", "chess"], "startpos moves c2c4 c7c5"),
        ] {
            assert_eq!(from(&path, more).lines, shown("chess", position), "{name} {more:?}");
        }
    }
    let input = run_with_input(&["d", "--from", "-", "--game-number", "2"], TWO_GAMES);
    assert_eq!(input.lines, shown("chess", "startpos moves c2c4 c7c5"), "{}", input.errors);
}

/// It need not be named on the command line.
#[test]
fn the_game_is_that_of_the_file() {
    let folder = folder();
    let hex = file(&folder, "hex.pgn", b"[Variant \"Hex\"]\n[Options \"Size=5\"]\n\n1. a1 b2 *\n");
    let of_hex = succeed(&["d", "--game", "hex", "--option", "hex.Size=5", "--position", "startpos moves a1 b2"]);
    assert_eq!(taken(&hex, &[]), of_hex);
    assert_eq!(taken(&hex, &["--game", "hex"]), of_hex);
    // What the file does not say is taken from the command line.
    let hex = file(&folder, "plain.pgn", b"[Variant \"Hex\"]\n\n1. a1 b2 *\n");
    assert_eq!(taken(&hex, &["--option", "hex.Size=5"]), of_hex);
    let chess960 =
        "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n*\n";
    let lines = taken(&file(&folder, "960.pgn", chess960.as_bytes()), &[]);
    assert!(
        lines.iter().any(|line| line.contains("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w ")),
        "{lines:?}"
    );
}

#[test]
fn records_of_go_are_read() {
    let folder = folder();
    let path = file(&folder, "a.sgf", b"(;GM[1]SZ[5]KM[0.5]C[x];B[cc](;W[bb];B[bd])(;W[aa]))");
    assert_eq!(taken(&path, &["--ply", "2"]), shown("go", "5/5/5/5/5 b - 0 0.5 moves C3 B4"));
    assert_eq!(taken(&path, &[]), shown("go", "5/5/5/5/5 b - 0 0.5 moves C3 B4 B2"));
    // Stones that were put there, and whose turn it is then. The name does not say what it is.
    let path = file(&folder, "handicap", b"(;SZ[9]HA[2]AB[cc][dd];W[ee];AW[aa])");
    assert_eq!(taken(&path, &["--ply", "0"]), shown("go", "9/9/2X6/3X5/9/9/9/9/9 w"));
    assert_eq!(taken(&path, &[]), shown("go", "O8/9/2X6/3X5/4O4/9/9/9/9 b"));
    // Only superko forbids the last move.
    let kos = "(;SZ[9]AB[ba][ab][bc][bd][ae][bf][bg][ah][bi][ch]AW[ca][db][cc][bb][cd][de][cf][be][cg][dh][ci]\
               ;B[cb];W[bh];B[ce];W[bb];B[ch];W[be])";
    let output = from(&file(&folder, "kos.sgf", kos.as_bytes()), &[]);
    assert!(output.status.success(), "{}", output.errors);
    assert!(output.errors.contains("moves that need go.Ko=simple, and is read with that"), "{}", output.errors);
}

/// Neither what comes later than the wanted ply nor a variation is read.
#[test]
fn a_fault_that_the_position_does_not_need_does_not_matter() {
    let folder = folder();
    let e5 = shown("chess", "startpos moves e2e4 e7e5");
    let late = file(&folder, "late.pgn", b"[Event \"x\"]\n\n1. e4 (1. d5 Ke7) e5 (1... Qh4)\n2. Ke4 Nc6 *\n");
    assert_eq!(taken(&late, &["--ply", "2"]), e5);
    assert_eq!(taken(&late, &["--ply", "0"]), shown("chess", "startpos"));
    for more in [&[] as &[&str], &["--ply", "3"], &["--ply", "9"]] {
        let said = refusal(&late, more);
        assert!(said.contains("late.pgn: line 4, column 4: move 3: `Ke4` is not legal; the legal moves "), "{said}");
    }
    // The whole main line, without a word about variations, however many there are.
    let variations = format!("1. e4 {} e5 *\n", "(1. d4 d5 2. Ke4) (1. Kd3)".repeat(7_000));
    assert_eq!(taken(&file(&folder, "many.pgn", variations.as_bytes()), &["--game", "chess"]), e5);
    let null = file(&folder, "null.pgn", b"[Event \"x\"]\n\n1. e4 e5 -- (2. Nf3 Ke4) *\n");
    assert_eq!(from(&null, &[]).lines, e5);
    let line = file(&folder, "line", b"e2e4 e7e5 g1g4\nstartpos moves d2d4 d2d4\n");
    let list = |number, ply| ["--game", "chess", "--game-number", number, "--ply", ply];
    assert_eq!(taken(&line, &list("1", "2")), e5);
    assert_eq!(taken(&line, &list("2", "1")), shown("chess", "startpos moves d2d4"));
    assert!(refusal(&line, &list("1", "3")).contains("line: line 1, column 11: move 3: `g1g4` is not legal"));
    // It is no game at all.
    let said = refusal(&file(&folder, "letter", b"hello\n"), &["--game", "chess", "--ply", "0"]);
    assert!(said.contains("letter: line 1, column 1: this is neither a position ("), "{said}");
    let go = file(&folder, "late.sgf", b"(;SZ[5]KM[0.5];B[cc];W[bb](;AW[aa];B[bb];W[zz])(;B[zz]))");
    assert_eq!(taken(&go, &["--ply", "2"]), shown("go", "O4/1O3/2X2/5/5 b - 0 0.5"));
    let said = refusal(&go, &["--ply", "3"]);
    assert!(said.contains("late.sgf: line 1, column 36: move 3, black B4: `B4` is not legal"), "{said}");
    let said = refusal(&go, &[]);
    assert!(said.contains("line 1, column 43: the property W has the value `zz`"), "{said}");
    let go = file(&folder, "long.sgf", b"(;SZ[5];B[cc];W[bb])");
    assert!(refusal(&go, &["--ply", "3"]).contains("--ply goes from 0 to 2 in"));
}

#[test]
fn lists_have_a_position_or_moves_on_each_line() {
    let folder = folder();
    let board = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";
    let list =
        format!("# a list\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n\n{board} hmvc 3; fmvn 3; id \"x\";\ne2e4 e7e5 g1f3\n");
    let path = file(&folder, "a.epd", list.as_bytes());
    let output = from(&path, &["--game", "chess"]);
    assert_eq!(output.lines, shown("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "{}", output.errors);
    assert!(output.errors.contains("there are 3 lines, and the first one is read"), "{}", output.errors);
    let number = |number| taken(&path, &["--game", "chess", "--game-number", number]);
    assert_eq!(number("2"), shown("chess", &format!("{board} 3 3")));
    assert_eq!(number("3"), shown("chess", KNIGHT));
    let path = file(
        &folder,
        "table",
        b"// x\n id;fen\n1;4k3/8/8/8/8/8/8/4K3 w - - 0 1\n; y\n2;4k3/8/8/8/8/8/8/4K3 b - - 0 1\n",
    );
    let output = from(&path, &["--game", "chess", "--game-number", "2"]);
    assert_eq!(output.lines, shown("chess", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"), "{}", output.errors);
    let said = "table: line 2, column 2: this line is the head of a table, and is left out; of the lines below it, the column \
                `fen` is read";
    assert!(output.errors.contains(said), "{}", output.errors);
    // A game without tags, and a tree, may have many lines.
    let path = file(&folder, "game.txt", b"1. e4 e5\n2. Nf3 {x}\n");
    assert_eq!(taken(&path, &["--game", "chess"]), shown("chess", KNIGHT));
    let path = file(&folder, "quoted.txt", b"> 1. e4 e5\n> 2. Nf3\n");
    let output = from(&path, &["--game", "chess"]);
    assert_eq!(output.lines, shown("chess", KNIGHT), "{}", output.errors);
    assert!(output.errors.contains("quoted.txt: line 1, column 1: the `>` at the beginning"), "{}", output.errors);
    let path = file(&folder, "tree", b"((3 5)\n (2 9))\n");
    assert_eq!(taken(&path, &["--game", "leaftree"]), shown("leaftree", "((3 5) (2 9))"));
    // Its nodes keep their names.
    let path = file(&folder, "named", b"A:(B:(3 5 10)\n C:(2 a b))\n");
    let named = ["explain", "--game", "leaftree", "--position", "A:(B:(3 5 10) C:(2 a b))"];
    assert_eq!(succeed(&["explain", "--game", "leaftree", "--from", &path]), succeed(&named));
    let path = file(&folder, "lines", b"b2 a1\na2\n");
    assert_eq!(taken(&path, &["--game", "tictactoe", "--game-number", "2"]), shown("tictactoe", "startpos moves a2"));
}

#[test]
fn all_commands_that_take_a_position_take_a_file() {
    let folder = folder();
    let path = file(&folder, "a.pgn", b"[Variant \"Tic-tac-toe\"]\n\n1. b2 a1 2. a2 c2 *\n");
    let position = "startpos moves b2 a1 a2 c2";
    for command in [
        &["go", "--depth", "3"][..],
        &["perft", "--depth", "2"],
        &["view"],
        &["eval"],
        &["explain", "--depth", "2"],
        &["play", "--side", "none", "--depth", "2"],
    ] {
        let untimed = |lines: Vec<String>| {
            lines.into_iter().map(|line| line.split(" nps ").next().unwrap_or_default().to_owned())
        };
        let by_file = succeed(&[command, &["--from", path.as_str()]].concat());
        let by_hand = succeed(&[command, &["--game", "tictactoe", "--position", position]].concat());
        assert!(untimed(by_file.clone()).eq(untimed(by_hand)), "{command:?}: {by_file:?}");
    }
    let tables =
        ["a.plydtb", "b.plydtb"].map(|name| folder.path().join(name).to_str().expect("a path of text").to_owned());
    let built = succeed(&["tablebase", "build", "tictactoe", "--from", &path, "-o", &tables[0]]);
    let by_hand = succeed(&["tablebase", "build", "tictactoe", "--position", position, "-o", &tables[1]]);
    assert_eq!(built.join("\n").replace(&tables[0], ""), by_hand.join("\n").replace(&tables[1], ""));
    assert_eq!(fs::read(&tables[0]).expect("a table"), fs::read(&tables[1]).expect("a table"));
}

/// Another process reads the moves, and says the same.
#[test]
fn files_are_read_with_a_library_in_a_process_of_its_own() {
    let folder = folder();
    let games = file(&folder, "a.pgn", TWO_GAMES.as_bytes());
    let go = file(&folder, "a.sgf", b"(;GM[1]SZ[5]AB[aa]PL[B];B[cc];W[dd])");
    let list = file(&folder, "a.epd", b"# two\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n  8/8/8/8/8/8/8/4K3 w - - 0 1\n");
    let wrong = file(&folder, "b.pgn", b"1. e4 e5\n2. Ke3 *\n");
    let cases: [(&str, &[&str]); 7] = [
        (&games, &[]),
        (&games, &["--game-number", "2", "--ply", "1"]),
        (&go, &[]),
        (&list, &["--game", "chess", "--game-number", "1"]),
        (&list, &["--game", "chess", "--game-number", "2"]),
        (&wrong, &["--game", "chess"]),
        (&wrong, &["--game", "chess", "--ply", "2"]),
    ];
    for (path, more) in cases {
        let (here, there) = (from(path, more), from(path, &[more, &["--isolate"]].concat()));
        assert_eq!(
            (here.status, here.lines, here.errors),
            (there.status, there.lines, without_lack_of_limits(&there.errors)),
            "{path} {more:?}"
        );
    }
}

#[test]
fn a_bad_file_is_an_error_with_its_place() {
    let folder = folder();
    let path = file(&folder, "a.pgn", b"[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *\n\n[Variant \"three-check\"]\n\n1. e4 *\n");
    let said = refusal(&path, &["--game-number", "1"]);
    assert!(
        said.contains("a.pgn, game 1: line 4, column 4: move 3: `Ke3` is not legal; the legal moves are"),
        "{said}"
    );
    let said = refusal(&path, &["--game-number", "2"]);
    assert!(said.contains("a.pgn is a game of `three-check`: no game `three-check` is loaded"), "{said}");
    let said = refusal(&path, &["--game-number", "2", "--game", "chess"]);
    assert!(
        said.contains("is a game of `three-check`, and the chosen game is `chess`; choose that of the file"),
        "{said}"
    );
    assert!(refusal(&path, &["--game-number", "3"]).contains("--game-number goes from 1 to 2 in"));
    let good = file(&folder, "b.pgn", b"[Event \"x\"]\n\n1. e4 e5 2. -- Nc6 *\n");
    let output = from(&good, &[]);
    assert_eq!(output.lines, shown("chess", "startpos moves e2e4 e7e5"), "{}", output.errors);
    assert!(output.errors.contains("b.pgn: line 3, column "), "{}", output.errors);
    assert!(refusal(&good, &["--ply", "3"]).contains("--ply goes from 0 to 2 in"));
    let othello = file(&folder, "a.sgf", b"(;GM[2];B[dc])");
    let said = refusal(&othello, &[]);
    assert!(
        said.contains("SGF of go") && said.contains("line 1, column 5: the property GM has the value `2`"),
        "{said}"
    );
    let stones = file(&folder, "b.sgf", b"(;GM[1]SZ[5]\n;B[cc];W[cc])");
    let said = refusal(&stones, &[]);
    assert!(
        said.contains("b.sgf: line 2, column 8: move 2, white C3: `C3` is not legal; the legal moves are "),
        "{said}"
    );
    let said = refusal(&stones, &["--game", "chess"]);
    assert!(said.contains("is a game of `go`, and the chosen game is `chess`"), "{said}");
    let list = file(&folder, "a.epd", b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n  4k3/8/8/8/8/8/8/8 w - - 0 1\n");
    let said = refusal(&list, &["--game", "chess", "--game-number", "2"]);
    assert!(said.contains("a.epd: line 2, column 3: this is neither a position ("), "{said}");
    assert!(refusal(&file(&folder, "empty", b"\n\n"), &[]).contains("has neither a position nor moves"));
    assert!(refusal(&file(&folder, "empty.pgn", b"\n"), &[]).contains("empty.pgn has no game"));
    let packed = file(&folder, "x.pgn.gz", b"\x1f\x8b\x08\x00");
    assert!(refusal(&packed, &[]).contains("x.pgn.gz: it is compressed (gzip); unpack it first"));
    let missing = folder.path().join("missing").to_str().expect("a path of text").to_owned();
    assert!(refusal(&missing, &[]).contains("cannot read "));
    for wrong in [
        &["d", "--from", good.as_str(), "--position", "startpos"][..],
        &["d", "--ply", "1"],
        &["d", "--game-number", "1"],
    ] {
        assert_eq!(run(wrong).status.code(), Some(2), "{wrong:?}");
    }
    assert!(run(&["play", "--from", "-"]).errors.contains("reads your moves from standard input"));
}
