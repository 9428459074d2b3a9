//! `loadsgf`.

use super::{ask, obey, start};
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
fn a_bad_record_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = start(&[]);
    obey(&mut engine, &["boardsize 7", "komi 3.5", "play b D4", "play b C3"]);
    let before = ask(&mut engine, "showboard");
    let deep = format!("({}", ";".repeat(1_000_000));
    let large = format!("(;C[{}])", "x".repeat(2 << 20));
    let records: [&[u8]; 9] = [
        b"",
        b"nothing",
        b"(;SZ[9];B[ee];W[ee])",
        b"(;SZ[9];B[ee]",
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
    obey(&mut engine, &["undo", "undo"]);
    assert_eq!(ask(&mut engine, "final_score"), "= W+3.5");
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
