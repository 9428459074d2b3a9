//! TikZ as TeX reads it.

use super::{BOARD, NAME, THIRD, drawn, named};
use crate::subjects::explained;
use plyd_explain::{ExplainRequest, Format};
use plyd_tests::{PATIENCE, finish};
use plyd_trials::left_out_at_will;
use std::fs;
use std::process::Command;

/// Whether pdfLaTeX is there, with the package tikz. Tests do not ask for it: it is large.
fn has_latex() -> bool {
    let found = Command::new("kpsewhich").arg("tikz.sty").output();
    found.is_ok_and(|found| found.status.success()) && Command::new("pdflatex").arg("--version").output().is_ok()
}

#[test]
fn pdflatex_makes_one_page_of_each() {
    if !has_latex() {
        let missing = "pdflatex and tikz are not installed (Debian: apt-get install texlive-pictures)";
        left_out_at_will("TikZ compiled", missing);
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    // Wider than any page that TeX knows, if it were not made smaller.
    let wide = named(&"long ".repeat(600));
    for (name, picture) in [
        ("names", drawn(Format::Tikz, &named(NAME))),
        ("board", drawn(Format::Tikz, &explained("tictactoe", BOARD, &ExplainRequest::default()))),
        ("wide", drawn(Format::Tikz, &wide)),
    ] {
        let file = format!("{name}.tex");
        fs::write(folder.path().join(&file), picture).expect("a file can be written");
        let mut latex = Command::new("pdflatex");
        latex.args(["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", &file]);
        latex.current_dir(folder.path());
        let finished = finish(latex, PATIENCE);
        assert!(finished.status.success(), "{name}: {}", finished.output);
        assert!(finished.output.contains("(1 page"), "{name}: {}", finished.output);
    }
}

#[test]
fn english_needs_no_more_than_ascii() {
    let tree = drawn(Format::Tikz, &explained("leaftree", THIRD, &ExplainRequest::default()));
    for picture in [tree, drawn(Format::Tikz, &explained("tictactoe", BOARD, &ExplainRequest::default()))] {
        assert_eq!(picture.chars().find(|c| !c.is_ascii()), None);
    }
}
