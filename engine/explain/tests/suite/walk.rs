//! Walks through searches, among them the third tutorial's.

use crate::searches::{explained, subject};
use plyd_explain::{ExplainRequest, Format, Panel, Speech, Style, TraceEvent, write};
use plyd_search::Algorithm;
use std::fs;
use std::path::PathBuf;

/// The tree that the third tutorial walks through.
const TUTORIAL: &str = "[[3,5,10],[2,?,?],[2,7,3]]";

fn style(language: &str) -> Style {
    Style::new(Speech::new(Some(language)).expect("there is a catalogue"))
}

fn walk(panels: &[Panel<'_>], language: &str) -> String {
    write(Format::Walk, panels, &style(language))
}

/// The walks as they were reviewed; with the variable `PLYD_WRITE_WALKS` they are written anew.
#[test]
fn the_walk_of_the_third_tutorial_is_the_reviewed_one() {
    let explanation = explained(&subject("leaftree", TUTORIAL, ""), ExplainRequest::default());
    for language in ["en", "it", "tr", "bn"] {
        let walk = walk(&[Panel { title: "", explanation: &explanation }], language);
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/suite/walks/{language}.txt"));
        if std::env::var_os("PLYD_WRITE_WALKS").is_some() {
            fs::write(&file, &walk).expect("the walk can be written");
        }
        let reviewed = fs::read_to_string(&file).expect("there is a reviewed walk");
        assert!(walk == reviewed, "{language}: the walk differs from {}:\n{walk}", file.display());
    }
}

#[test]
fn the_walk_names_alpha_and_beta_at_every_step_of_the_third_tutorial() {
    // What the tutorial names on entering each node, and what each change makes of the bounds.
    let steps = [
        "alpha = −∞ and beta = +∞",
        "alpha = −∞ and beta = +∞",
        "alpha = −∞ and beta = +∞",
        "beta becomes 3",
        "alpha = −∞ and beta = 3",
        "alpha = −∞ and beta = 3",
        "alpha becomes 3",
        "alpha = 3 and beta = +∞",
        "alpha = 3 and beta = +∞",
        "beta becomes 2",
        "beta = 2 is less than alpha = 3",
        "alpha = 3 and beta = +∞",
        "alpha = 3 and beta = +∞",
        "beta becomes 2",
        "beta = 2 is less than alpha = 3",
    ];
    let explanation = explained(&subject("leaftree", TUTORIAL, ""), ExplainRequest::default());
    let is_about_bounds = |event: &TraceEvent| {
        matches!(event, TraceEvent::Enter { .. } | TraceEvent::Update { .. } | TraceEvent::Cut { .. })
    };
    let walk = walk(&[Panel { title: "", explanation: &explanation }], "en");
    let sentences: Vec<&str> =
        walk.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())).collect();
    assert_eq!(sentences.len(), explanation.events.len());
    let about_bounds: Vec<&str> = explanation
        .events
        .iter()
        .zip(&sentences)
        .filter(|(event, _)| is_about_bounds(event))
        .map(|(_, sentence)| *sentence)
        .collect();
    assert_eq!(about_bounds.len(), steps.len(), "{about_bounds:#?}");
    for (sentence, step) in about_bounds.iter().zip(steps) {
        assert!(sentence.contains(step), "{step:?} is missing in {sentence:?}");
    }
}

#[test]
fn two_walks_are_followed_by_a_comparison() {
    let tree = subject("leaftree", "3 5 2 9", "");
    let minimax = explained(&tree, ExplainRequest { algorithm: Algorithm::Minimax, ..ExplainRequest::default() });
    let alpha_beta = explained(&tree, ExplainRequest::default());
    let panels = [Panel { title: "one", explanation: &minimax }, Panel { title: "two", explanation: &alpha_beta }];
    let walk = walk(&panels, "en");
    let lines: Vec<&str> = walk.lines().collect();
    assert_eq!(lines[0], "one");
    assert!(lines.contains(&"two"));
    let end = ["Comparison", "Value: one 3 · two 3", "Nodes visited: one 7 · two 6"];
    assert_eq!(lines[lines.len() - 5..lines.len() - 2], end, "{walk}");
    assert_eq!(lines[lines.len() - 2..], ["Leaves read: one 4 · two 3", "Cuts: one 0 · two 1"], "{walk}");
}

#[test]
fn why_tells_of_the_topmost_node_that_was_spared() {
    // The second child of the root's second child is a tree of its own.
    let explanation = explained(&subject("leaftree", "[[3,5],[2,[7,8]]]", ""), ExplainRequest::default());
    let speech = Speech::new(Some("en")).expect("there is a catalogue");
    let why = |path: &str| {
        let node = explanation.nodes.iter().find(|node| explanation.path(node.id) == path);
        speech.why(&explanation, node.expect("the node is drawn").id)
    };
    let cut = "Cut: beta = 2 is less than alpha = 3. Whatever the remaining child C is worth, MIN can hold node B to 2 or \
               less, and MAX will not come here, as node A already gives 3. It is skipped.";
    assert_eq!(why("1.1"), cut);
    assert_eq!(why("1.1.0"), format!("Node C.0 lies below node C, which was never entered. {cut}"));
    let entered =
        "Node B.0 had to be entered: at node B alpha = 3 was less than beta = +∞, so its value could still matter.";
    assert_eq!(why("1.0"), entered);
    assert_eq!(why(""), "Every search begins at the root.");
}

#[test]
fn names_of_the_input_are_used() {
    let tree = subject("leaftree", "((3 5) B:(2 C:(7 8)))", "");
    let explanation = explained(&tree, ExplainRequest::default());
    let speech = Speech::new(Some("it")).expect("there is a catalogue");
    let names: Vec<String> = explanation.in_order().iter().map(|&node| speech.name(&explanation, node)).collect();
    assert_eq!(names, ["radice", "A", "A.0", "A.1", "B", "B.0", "C", "C.0", "C.1"]);
}
