//! Drawings that were looked at, and stand in the folder `reviewed`.

use super::{BOARD, NAME, THIRD, comparison, drawn, named, style};
use crate::subjects::explained;
use plyd_explain::{BoundsAt, ExplainRequest, Format, Panel, write};
use std::fs;
use std::path::Path;

const COMMAND: &str = "PLYD_WRITE_PICTURES=1 cargo test -p plyd-explain --test suite reviewed";

/// The drawing has to be the one that was reviewed.
fn assert_reviewed(file: &str, drawing: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/pictures/reviewed").join(file);
    if std::env::var_os("PLYD_WRITE_PICTURES").is_some_and(|value| value == "1") {
        fs::write(&path, drawing).expect("the drawing can be written");
    }
    let reviewed = fs::read_to_string(&path).unwrap_or_default();
    let differs = reviewed.lines().zip(drawing.lines()).position(|(reviewed, drawn)| reviewed != drawn);
    let line = differs.unwrap_or_else(|| reviewed.lines().count().min(drawing.lines().count()));
    assert!(
        reviewed == drawing,
        "{file} is not as reviewed, from line {} on:\n  was {}\n  is  {}\n`{COMMAND}` writes it: look at it then",
        line + 1,
        reviewed.lines().nth(line).unwrap_or("its end"),
        drawing.lines().nth(line).unwrap_or("its end"),
    );
}

#[test]
fn the_trees_of_the_tutorials() {
    for (name, setup) in [
        ("four", "3 5 2 9"),
        ("four-min", "3 5 2 9 min"),
        ("eight-second-tutorial", "13 8 24 -5 23 15 -14 -20"),
        ("eight-second-tutorial-min", "13 8 24 -5 23 15 -14 -20 min"),
        ("eight-fourth-tutorial", "3 5 2 9 12 5 23 23"),
        ("eight-fourth-tutorial-min", "3 5 2 9 12 5 23 23 min"),
        ("uneven", "[[3,5,10],[2,2]]"),
        ("third-tutorial", THIRD),
        ("textbook", "[[3,12,8],[2,4,6],[14,5,2]]"),
    ] {
        let explanation = explained("leaftree", setup, &ExplainRequest::default());
        assert_reviewed(&format!("{name}.txt"), &drawn(Format::Text, &explanation));
        assert_reviewed(&format!("{name}.svg"), &drawn(Format::Svg, &explanation));
    }
}

#[test]
fn the_board_of_the_first_tutorial() {
    for (name, setup) in [("board", BOARD), ("board-min", "PpP/1p1/P2 b")] {
        let explanation = explained("tictactoe", setup, &ExplainRequest::default());
        assert_reviewed(&format!("{name}.txt"), &drawn(Format::Text, &explanation));
        assert_reviewed(&format!("{name}.svg"), &drawn(Format::Svg, &explanation));
    }
}

#[test]
fn names_bounds_on_edges_and_comparisons() {
    let explanation = explained("leaftree", THIRD, &ExplainRequest::default());
    for (extension, format) in
        [("txt", Format::Text), ("svg", Format::Svg), ("dot", Format::Dot), ("tex", Format::Tikz)]
    {
        let panels = [Panel { title: "", explanation: &explanation }];
        assert_reviewed(&format!("edges.{extension}"), &write(format, &panels, &style(BoundsAt::Edges)));
        assert_reviewed(&format!("names.{extension}"), &drawn(format, &named(NAME)));
        assert_reviewed(&format!("comparison.{extension}"), &comparison(format));
    }
}
