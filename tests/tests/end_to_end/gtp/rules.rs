//! The komi, of which the log says more, and a rule that a file of settings chooses.

use super::{ask, feed, obey, start};
use plyd_tests::command;

/// The board on which Black's only liberty left in a corner, B1, is one that White surrounds.
const CORNER: [&str; 6] = ["boardsize 5", "play w A3", "play w B2", "play w C1", "play b A1", "play b A2"];

#[test]
fn a_file_of_settings_decides_on_suicide_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plyd.toml");
    std::fs::write(&file, "[options]\n\"go.Suicide\" = true\n").expect("the folder can be written");
    let mut engine = start(&["--config", file.to_str().expect("a path of text")]);
    obey(&mut engine, &CORNER);
    assert_eq!(ask(&mut engine, "is_legal b B1"), "= 1");
}

#[test]
fn any_komi_is_accepted_and_the_nearest_one_used() {
    let input = "komi 6.25\nget_komi\nkomi 3.75\nget_komi\nkomi -0.3\nget_komi\nkomi 1000\nget_komi\nkomi -1e999\n\
                 get_komi\nkomi 7\nget_komi\nkomi 1e0\nget_komi\nfinal_score\n";
    let finished = feed(command(&["gtp"]), input.as_bytes());
    let expected = ["6.5", "3.5", "-0.5", "500", "-500", "7", "1"].map(|komi| format!("=\n\n= {komi}\n\n")).concat();
    assert_eq!(finished.output, expected + "= W+1\n\n");
    let warnings: Vec<&str> = finished.errors.lines().filter(|line| line.contains("the nearest to")).collect();
    assert_eq!(warnings.len(), 5, "{}", finished.errors);
    assert!(warnings[0].contains("the komi is 6.5, the nearest to 6.25"), "{}", finished.errors);
}
