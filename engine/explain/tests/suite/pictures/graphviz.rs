//! DOT as Graphviz reads it.

use super::{all_kinds, comparison, drawn};
use plyd_explain::Format;
use plyd_tests::{PATIENCE, finish};
use plyd_trials::left_out;
use std::collections::HashSet;
use std::fs;
use std::process::Command;

/// More nodes than this take Graphviz long.
const MAX_NODES: usize = 120;

/// What `dot` makes of a graph, as lines of words; `None` where it is not installed.
fn laid_out(graph: &str) -> Option<String> {
    if Command::new("dot").arg("-V").output().is_err() {
        left_out("DOT read by Graphviz", "Graphviz is not installed (Debian: apt-get install graphviz)");
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("tree.dot");
    fs::write(&file, graph).expect("a file can be written");
    let mut dot = Command::new("dot");
    dot.arg("-Tplain").arg(&file);
    let finished = finish(dot, PATIENCE);
    assert!(finished.status.success() && finished.errors.is_empty(), "{}\n{graph}", finished.errors);
    Some(finished.output)
}

/// The second words of the lines that begin with this word, and the third if there are two.
fn named<'a>(output: &'a str, word: &str, count: usize) -> HashSet<Vec<&'a str>> {
    let words = output.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    words.filter(|words| words[0] == word).map(|words| words[1..=count].to_vec()).collect()
}

#[test]
fn graphviz_finds_all_nodes_and_edges() {
    for explanation in all_kinds().iter().filter(|explanation| explanation.nodes.len() <= MAX_NODES) {
        let Some(output) = laid_out(&drawn(Format::Dot, explanation)) else { return };
        let name = |id: usize| format!("n0_{id}");
        let nodes: Vec<String> = explanation.nodes.iter().map(|node| name(node.id)).collect();
        assert_eq!(named(&output, "node", 1), nodes.iter().map(|node| vec![node.as_str()]).collect());
        let edge = |node: &plyd_explain::TreeNode| Some([name(node.parent?), name(node.id)]);
        let edges: Vec<[String; 2]> = explanation.nodes.iter().filter_map(edge).collect();
        let edges = edges.iter().map(|[from, to]| vec![from.as_str(), to.as_str()]).collect();
        assert_eq!(named(&output, "edge", 2), edges);
    }
}

#[test]
fn graphviz_finds_both_trees_of_a_comparison() {
    let Some(output) = laid_out(&comparison(Format::Dot)) else { return };
    for panel in ["n0_", "n1_"] {
        assert_eq!(named(&output, "node", 1).iter().filter(|name| name[0].starts_with(panel)).count(), 13);
    }
}
