//! A walk through the search: numbered sentences, one for each event, and what came out.

use crate::conventions::conventions;
use crate::explanation::Panel;
use crate::{Explanation, Speech};
use plyd_search::Algorithm;
use std::fmt::Write;

/// The indentation for each ply of the tree.
const INDENT: usize = 2;

/// One walk after the other; if there are several, then a comparison.
pub(crate) fn write(panels: &[Panel<'_>], speech: &Speech) -> String {
    let mut text = String::new();
    for panel in panels {
        if !text.is_empty() {
            text.push('\n');
        }
        if !panel.title.is_empty() {
            let _ = writeln!(text, "{}\n", panel.title);
        }
        heading(&mut text, panel.explanation, speech);
        text.push('\n');
        steps(&mut text, panel.explanation, speech);
        text.push('\n');
        result(&mut text, panel.explanation, speech);
    }
    if panels.len() > 1 {
        comparison(&mut text, panels, speech);
    }
    text
}

/// The subject and the kind of search.
fn heading(text: &mut String, explanation: &Explanation, speech: &Speech) {
    line(text, &speech.label("game"), &speech.retold(&explanation.game));
    line(text, &speech.label("position"), &explanation.setup);
    for (label, content) in conventions(explanation, speech) {
        line(text, &label, &content);
    }
}

/// The sentences, indented by the depth of their nodes.
fn steps(text: &mut String, explanation: &Explanation, speech: &Speech) {
    let width = explanation.events.len().to_string().len();
    for (number, event) in explanation.events.iter().enumerate() {
        let indent = INDENT * explanation.nodes[event.node()].ply;
        let sentence = speech.sentence(explanation, number);
        let _ = writeln!(text, "{:>width$}. {:indent$}{sentence}", number + 1, "");
    }
}

/// The result, and its cost compared with minimax.
fn result(text: &mut String, explanation: &Explanation, speech: &Speech) {
    let counts = &explanation.counts;
    let best: Vec<_> = explanation.line().into_iter().skip(1).collect();
    line(text, &speech.label("value"), &speech.value(explanation.value));
    if let Some(&first) = best.first() {
        line(text, &speech.label("move"), &speech.name(explanation, first));
        line(text, &speech.label("line"), &play(explanation, &best, speech));
    }
    let whole = counts.minimax.filter(|_| explanation.request.algorithm != Algorithm::Minimax);
    let beside = |own: u64, whole: Option<u64>| match whole {
        Some(whole) => format!("{own} ({} {whole})", speech.label("minimax")),
        None => own.to_string(),
    };
    line(text, &speech.label("nodes"), &beside(counts.nodes, whole.map(|whole| whole.nodes)));
    line(text, &speech.label("leaves"), &beside(counts.leaves, whole.map(|whole| whole.leaves)));
    line(text, &speech.label("cuts"), &counts.cuts.to_string());
    if let Some(saved) = counts.saved().filter(|_| whole.is_some()) {
        line(text, &speech.label("saved"), &speech.percent(saved));
    }
    if let Some(best) = counts.minimax.and_then(|whole| whole.best_case) {
        line(text, &speech.label("best-case"), &best.to_string());
    }
}

/// The principal variation: nodes of a tree, moves of a board game.
fn play(explanation: &Explanation, nodes: &[usize], speech: &Speech) -> String {
    if explanation.is_tree {
        speech.steps(explanation, nodes).join(" \u{2192} ")
    } else {
        nodes.last().map(|&last| speech.name(explanation, last)).unwrap_or_default()
    }
}

/// The results of all walks, one line for each figure.
fn comparison(text: &mut String, panels: &[Panel<'_>], speech: &Speech) {
    let all = |figure: &dyn Fn(&Explanation) -> String| {
        let figures: Vec<_> =
            panels.iter().map(|panel| format!("{} {}", panel.title, figure(panel.explanation))).collect();
        figures.join(" \u{00b7} ")
    };
    let _ = writeln!(text, "\n{}", speech.label("comparison"));
    line(text, &speech.label("value"), &all(&|explanation| speech.value(explanation.value)));
    line(text, &speech.label("nodes"), &all(&|explanation| explanation.counts.nodes.to_string()));
    line(text, &speech.label("leaves"), &all(&|explanation| explanation.counts.leaves.to_string()));
    line(text, &speech.label("cuts"), &all(&|explanation| explanation.counts.cuts.to_string()));
}

fn line(text: &mut String, label: &str, content: &str) {
    let _ = writeln!(text, "{label}: {content}");
}
