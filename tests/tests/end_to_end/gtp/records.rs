//! `loadsgf`.

use super::{ask, fed, obey, start};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

fn file(folder: &TempDir, content: &[u8]) -> String {
    let path: PathBuf = folder.path().join("game.sgf");
    fs::write(&path, content).expect("the folder can be written");
    path.to_str().expect("a path in Unicode").to_owned()
}

#[test]
fn the_main_line_is_played_as_far_as_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "(;GM[1]SZ[5]KM[0.5]C[\u{e4} comment];B[cc](;W[bb](;B[bd];W[tt];B[];B[dd])(;B[aa]))(;W[zz]))";
    let path = file(&folder, text.as_bytes());
    let mut engine = start(&[]);
    obey(&mut engine, &[&format!("loadsgf {path}")]);
    assert_eq!(ask(&mut engine, "final_status_list alive"), "= B2 D2 C3 B4");
    // After two passes Black has moved.
    obey(&mut engine, &["undo", "undo", "undo", "undo", "undo", "undo"]);
    assert_eq!(
        (ask(&mut engine, "undo").as_str(), ask(&mut engine, "final_score").as_str()),
        ("? cannot undo", "= W+0.5")
    );
    obey(&mut engine, &[&format!("loadsgf {path} 3")]);
    assert_eq!(ask(&mut engine, "final_status_list alive"), "= C3 B4");
    assert_eq!(ask(&mut engine, &format!("loadsgf {path} 0")).split(':').next(), Some("? syntax error"));
}

#[test]
fn stones_that_are_set_up_are_no_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, b"(;SZ[9]HA[2]AB[gc][cg];W[ee];AE[ee]AW[aa];B[bb])");
    let mut engine = start(&[]);
    obey(&mut engine, &[&format!("loadsgf {path}")]);
    assert_eq!(ask(&mut engine, "final_status_list alive"), "= C3 G7 B8 A9");
    obey(&mut engine, &["undo"]);
    assert_eq!(ask(&mut engine, "undo"), "? cannot undo");
}

#[test]
fn moves_out_of_turn_and_behind_the_end_can_be_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, b"(;SZ[5]KM[0.5];B[aa];B[bb];W[];B[];W[cc];B[dd])");
    let mut engine = start(&[]);
    obey(&mut engine, &[&format!("loadsgf {path}")]);
    assert_eq!(ask(&mut engine, "final_status_list alive"), "= D2 B4 A5 C3");
    obey(&mut engine, &["undo", "undo"]);
    assert_eq!(ask(&mut engine, "final_status_list alive"), "= B4 A5");
    obey(&mut engine, &["undo", "undo", "undo", "undo"]);
    assert_eq!(ask(&mut engine, "undo"), "? cannot undo");
}

#[test]
fn a_bad_record_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = start(&[]);
    obey(&mut engine, &["boardsize 7", "komi 3.5", "play b D4", "play b C3"]);
    let before = ask(&mut engine, "showboard");
    let deep = format!("({}", ";".repeat(1_000_000));
    let large = format!("(;C[{}])", "x".repeat(2 << 20));
    let records: [&[u8]; 8] = [
        b"",
        b"nothing",
        b"(;SZ[9];B[ee];W[ee])",
        b"(;SZ[37])",
        b"(;SZ[9];B[\xff\x00])",
        b"(;SZ[3]AB[aa:cc])",
        deep.as_bytes(),
        large.as_bytes(),
    ];
    for record in records {
        let path = file(&folder, record);
        let said = ask(&mut engine, &format!("loadsgf {path}"));
        assert!(said.starts_with("? cannot load file: "), "{said}");
        assert_eq!(ask(&mut engine, "showboard"), before);
    }
    assert!(ask(&mut engine, &format!("loadsgf {}", folder.path().display())).ends_with("is no regular file"));
    let packed = file(&folder, b"\x28\xb5\x2f\xfd\x04\x00");
    assert!(ask(&mut engine, &format!("loadsgf {packed}")).ends_with("it is compressed (zstd); unpack it first"));
    obey(&mut engine, &["undo", "undo"]);
    assert_eq!(ask(&mut engine, "final_score"), "= W+3.5");
}

/// Records as other programs and servers write them.
#[test]
fn records_of_other_programs_are_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    for (record, score, stones, warning) in [
        (&b"(\r\n;FF[4]SZ[9]KM[0.5];B[ee];W[cc])"[..], "= W+0.5", "= E5 C7", ""),
        (b"(;SZ[9]KM[0.5]CA[Shift_JIS]C[\x95\x5c];B[ee];W[cc])", "= W+0.5", "= E5 C7", ""),
        (
            b"(;SZ[9]KM[375]AP[foxwq];B[ee];W[cc])",
            "= W+7.5",
            "= E5 C7",
            "line 1, column 10: the komi `375` is read as 7.5",
        ),
        (b"(;SZ[9]KM[6,5];B[ee];W[cc]", "= W+6.5", "= E5 C7", "line 1, column 1: this game has no end"),
        ("(;SZ[9]KM[6\u{76ee}\u{534a}];B[ee];W[cc])".as_bytes(), "= W+6.5", "= E5 C7", ""),
        (
            b"(;SZ[9]KM[0.5]GN[\xb3\\\xa5\\\xbb\\\xb3\\\xa5\\\xbb\\\xb9\xef\xa7\xbd]PB[\xb3\\\xa5\\\xbb\\];B[ee];W[cc])",
            "= W+0.5",
            "= E5 C7",
            "the encoding is read as Big5, which is a guess",
        ),
        (b"(;SZ[9]KM[0.5];B[e\ne];W[cc])", "= W+0.5", "= E5 C7", "the move `e e` is read as E5"),
        (b"(;SZ[9]KM[x];B[ee];W[cc])", "= W+7.5", "= E5 C7", "KM has the value `x`, which is no komi, and is left out"),
        (
            b"From: x (;-) hi\n\n(;SZ[9:9]GM[]PL[1];B[ee];W[cc];B[resign])",
            "= W+7.5",
            "= E5 C7",
            "the text before this is left out; line 3, column 33: B has the value `resign`, which is no move, and is left out",
        ),
    ] {
        let path = file(&folder, record);
        let text = String::from_utf8_lossy(record);
        let finished = fed(&[], format!("loadsgf {path}\nfinal_status_list alive\nfinal_score\n"));
        assert_eq!(finished.output, format!("=\n\n{stones}\n\n{score}\n\n"), "{text}: {finished:?}");
        assert!(finished.errors.contains(warning), "{text}: {finished:?}");
        assert_eq!(finished.errors.contains("game.sgf: "), !warning.is_empty(), "{text}: {finished:?}");
    }
}

/// Three kos beside each other: after six moves the first position is back, with the same player to move.
const THREE_KOS: &str = "(;SZ[9]AB[ba][ab][bc][bd][ae][bf][bg][ah][bi][ch]AW[ca][db][cc][bb][cd][de][cf][be][cg][dh][ci]\
                         ;B[cb];W[bh];B[ce];W[bb];B[ch];W[be])";

#[test]
fn a_record_is_loaded_by_the_rules_that_it_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, THREE_KOS.as_bytes());
    // The usual rule comes back with the next game.
    let input = format!("loadsgf {path}\nclear_board\nplay b a1\nloadsgf {path} 6\nis_legal w b5\nplay w b5\n");
    let finished = fed(&[], input);
    assert_eq!(finished.output, format!("{}= 1\n\n=\n\n", "=\n\n".repeat(4)), "{finished:?}");
    assert!(finished.errors.contains("white B5 needs go.Ko=simple, which is used from now on"), "{finished:?}");
    let remark = "the record has moves that need go.Ko=simple, and is loaded with that";
    assert_eq!(finished.errors.matches(remark).count(), 1, "{finished:?}");
    // A rule that was asked for is the only one for moves.
    let finished = fed(&["--option", "go.Ko=positional"], format!("loadsgf {path} 6\nplay w b5\n"));
    let refusal = "? illegal move: white B5: repeats a position, which is forbidden here";
    assert_eq!(finished.output, format!("=\n\n{refusal}\n\n"), "{finished:?}");
    // Whoever asks for the simple rule needs no other.
    let finished = fed(&["--option", "go.Ko=simple"], format!("loadsgf {path}\n"));
    assert_eq!((finished.output.as_str(), finished.errors.contains(remark)), ("=\n\n", false), "{finished:?}");
    // That of one stone leaves the board as it was.
    for (record, rules) in [
        (&b"(;SZ[5]AB[ac][bb][ca]AW[ab][aa];W[ba];B[cc])"[..], "go.Suicide=true"),
        (b"(;SZ[5]AB[ab][bb][ba];W[aa];B[cc])", "go.Ko=situational and go.Suicide=true"),
    ] {
        let suicide = file(&folder, record);
        let finished = fed(&["--option", "go.Suicide=false"], format!("loadsgf {suicide}\n"));
        assert_eq!(finished.output, "=\n\n", "{finished:?}");
        assert!(finished.errors.contains(&format!("need {rules}, and is loaded")), "{finished:?}");
    }
}

/// Only superko forbids B5.
#[test]
fn what_is_legal_is_what_play_accepts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, THREE_KOS.as_bytes());
    for (rule, answer) in [("", "= 1"), ("positional", "= 0"), ("simple", "= 1")] {
        let option = format!("go.Ko={rule}");
        let mut engine = if rule.is_empty() { start(&[]) } else { start(&["--option", &option]) };
        obey(&mut engine, &[&format!("loadsgf {path} 6")]);
        assert_eq!(ask(&mut engine, "is_legal w B5"), answer, "{rule}");
        let listed = ask(&mut engine, "all_legal w");
        assert_eq!(listed.split(' ').any(|mv| mv == "B5"), answer == "= 1", "{rule}: {listed}");
        // The ko that each rule forbids.
        assert_eq!(ask(&mut engine, "is_legal w B2"), "= 0", "{rule}");
        let said = ask(&mut engine, "play w B5");
        assert_eq!(said == "=", answer == "= 1", "{rule}: {said}");
    }
}

#[test]
fn a_move_against_the_rules_has_its_number_its_place_and_its_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    for (record, said) in [
        (
            "(;SZ[9]\n;B[ee];W[cc]\n;B[ee])",
            "line 3, column 2: move 3, black E5, is against the rules: a stone is there",
        ),
        (
            "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])",
            "line 1, column 47: move 2, white B8, is against the rules: ko",
        ),
    ] {
        let path = file(&folder, record.as_bytes());
        let mut engine = start(&["--option", "go.Suicide=false"]);
        let answer = ask(&mut engine, &format!("loadsgf {path}"));
        assert_eq!(answer, format!("? cannot load file: {said}"), "{record}");
    }
}

/// A long game is played at once, not move by move.
#[test]
fn a_long_record_takes_no_time_in_the_square_of_its_length() {
    let folder = tempfile::tempdir().expect("a folder");
    // Each colour fills a side of its own and takes nothing.
    let moves: String = (0..8)
        .flat_map(|file| (0..19).map(move |row| (file, row)))
        .map(|(file, row)| {
            let letter = |place: u8| char::from(b'a' + place);
            format!(";B[{}{}];W[{}{}]", letter(file), letter(row), letter(18 - file), letter(row))
        })
        .collect();
    let path = file(&folder, format!("(;SZ[19]{moves})").as_bytes());
    let mut engine = start(&[]);
    obey(&mut engine, &[&format!("loadsgf {path}")]);
    let stones = ask(&mut engine, "final_status_list alive");
    assert_eq!(stones.split(' ').count(), 1 + 2 * 8 * 19);
}
