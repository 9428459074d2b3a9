//! The page in a browser, driven by `tests/python/explain_page.py`.

use plyd_tests::{browser, command, finish, note_left_out, python};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// How long all checks may take. They take about half a minute; this is for what hangs.
const SECONDS: u64 = 600;

/// The searches whose pages are opened: a name, and the arguments of `plyd explain`.
const SEARCHES: [(&str, &[&str]); 8] = [
    ("third-tutorial", &["--game", "leaftree", "--position", "[[3,5,10],[2,?,?],[2,7,3]]"]),
    ("second-tutorial", &["--game", "leaftree", "--position", "13 8 24 -5 23 15 -14 -20"]),
    ("edges", &["--game", "leaftree", "--position", "[[3,12,8],[2,4,6],[14,5,2]]", "--bounds", "edges"]),
    ("pvs", &["--game", "leaftree", "--position", "[[3,5,10],[2,?,?],[2,7,3]]", "--algorithm", "pvs"]),
    ("board", &["--game", "tictactoe", "--position", "fen P1P/pp1/1P1[PPpp] b - - 0 1"]),
    ("inner", &["--game", "leaftree", "--position", "[[3,5],[2,[7,8],9]]"]),
    ("comparison", &["--game", "leaftree", "--position", "[[3,12,8],[2,4,6],[14,5,2]]", "--compare", "right"]),
    ("large", &["--game", "chess", "--position", KIWIPETE, "--depth", "2", "--algorithm", "minimax"]),
];

/// Trees of 585 and 5,220 nodes, for which the work of each step is compared.
const SIZES: [(&str, &[&str]); 2] = [
    ("wide", &["--position", "random b=8 depth=3", "--algorithm", "minimax"]),
    (
        "wider",
        &["--position", "random b=17 depth=3", "--algorithm", "minimax", "--nodes", "6000", "--max-drawn", "6000"],
    ),
];

/// A position with 48 moves, of which each has about as many answers.
const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// What the programs print for one search in one format.
fn told(arguments: &[&str], format: &str) -> String {
    let explain = ["explain", "--lang", "en", "--format", format];
    let finished = finish(command(&[&explain, arguments].concat()), Duration::from_secs(60));
    assert!(finished.status.success(), "{}", finished.errors);
    finished.output
}

#[test]
fn a_page_is_one_file_that_names_no_other() {
    let (_, arguments) = SEARCHES[0];
    let page = told(arguments, "html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<html lang=\"en\">"));
    assert!(page.contains("Content-Security-Policy") && page.contains("default-src 'none'"));
    // The namespace of SVG is only a name and is not looked up.
    let addresses = page.replace("http://www.w3.org/2000/svg", "").replace("src=\"data:", "");
    for word in ["http:", "https:", "src=\"", "url(//", "@import", "<link rel=\"stylesheet\"", "innerHTML", "{{"] {
        assert!(!addresses.contains(word), "{word}");
    }
}

#[test]
fn readers_step_fold_and_answer_the_quiz_in_a_browser() {
    const PAGES: &str = "pages in a browser";
    let Some(python) = python(PAGES) else { return };
    let Some(browser) = browser(PAGES) else { return };
    let folder = tempfile::tempdir().expect("a folder for the pages");
    let is_long = cfg!(feature = "long-tests");
    let sizes = if is_long { SIZES.as_slice() } else { &[] };
    for (name, arguments) in SEARCHES.iter().chain(sizes) {
        for format in ["html", "json", "svg"] {
            let file: PathBuf = folder.path().join(format!("{name}.{format}"));
            std::fs::write(file, told(arguments, format)).expect("the folder can be written to");
        }
    }
    let course = folder.path().join("course.html");
    let mut make = command(&["explain", "--lang", "en", "--course", "-o"]);
    make.arg(&course);
    let made = finish(make, Duration::from_secs(60));
    assert!(made.status.success(), "{}", made.errors);
    let mut checks = Command::new(python);
    // Without files of compiled code beside the programs.
    checks.arg("-B").arg(concat!(env!("CARGO_MANIFEST_DIR"), "/python/explain_page.py"));
    checks.arg(SECONDS.to_string()).args(browser).arg(folder.path());
    if is_long {
        checks.env("PLYD_TEST_LONG", "1");
    }
    // The program ends the browser itself; this comes after its own deadline.
    let finished = finish(checks, Duration::from_secs(SECONDS + 60));
    assert!(finished.status.success(), "{}", finished.errors);
    note_left_out(&finished.output);
}
