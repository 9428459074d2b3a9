//! Drawings: as they were reviewed, and as other programs read them.

mod graphviz;
mod latex;
mod reviewed;
mod svg;
mod text;

use crate::subjects::explained;
use plyd_explain::{BoundsAt, ExplainRequest, Explanation, Format, Panel, Speech, Style, write};
use plyd_search::Algorithm;
use plyd_trials::Random;
use std::sync::LazyLock;

/// The third tutorial's tree.
const THIRD: &str = "[[3,5,10],[2,?,?],[2,7,3]]";
/// The first tutorial's board.
const BOARD: &str = "PpP/1p1/P2 w";

/// A name with signs that mean something in many forms.
const NAME: &str = "Root & <\"top\">";

fn style(bounds: BoundsAt) -> Style {
    Style { bounds, id_prefix: Some("tree-".into()), ..Style::new(Speech::new(Some("en")).expect("there is English")) }
}

/// One search in a form, with bounds at nodes.
pub(crate) fn drawn(format: Format, explanation: &Explanation) -> String {
    write(format, &[Panel { title: "", explanation }], &style(BoundsAt::Nodes))
}

fn search(algorithm: Algorithm, depth: Option<u32>) -> ExplainRequest {
    ExplainRequest { algorithm, depth, ..ExplainRequest::default() }
}

/// A tree with names that every form has to write in its own way, and this name at its root.
fn named(root: &str) -> Explanation {
    let names = [("", root), ("0", "A_1 {50%} \\ #$~^"), ("0.1", "'x'|\u{131}\u{11f}"), ("1", "\u{995}")];
    let mut explanation = explained("leaftree", "[[3,5,10],[2,2]]", &ExplainRequest::default());
    for id in 0..explanation.nodes.len() {
        let path = explanation.path(id);
        let name = names.iter().find(|&&(named, _)| named == path);
        explanation.nodes[id].name = name.map(|&(_, name)| name.to_owned());
    }
    explanation
}

/// Explanations of all kinds: small and large, with boards and without, with cuts at all heights.
fn all_kinds() -> &'static [Explanation] {
    static ALL: LazyLock<Vec<Explanation>> = LazyLock::new(make_all_kinds);
    &ALL
}

fn make_all_kinds() -> Vec<Explanation> {
    let mut all = vec![
        named(NAME),
        explained("leaftree", THIRD, &ExplainRequest::default()),
        explained("leaftree", "7", &ExplainRequest::default()),
        explained("leaftree", "[1,[2,[3,[-4,5]]],[[[[6]]]],-100000]", &ExplainRequest::default()),
        explained("leaftree", "random b=4 depth=4 seed=3", &ExplainRequest::default()),
        explained("tictactoe", BOARD, &ExplainRequest::default()),
        explained("tictactoe", BOARD, &search(Algorithm::Minimax, None)),
        explained("tictactoe", BOARD, &search(Algorithm::Pvs, None)),
        explained("cfour", "", &search(Algorithm::Pvs, Some(3))),
        explained("chess", "", &search(Algorithm::AlphaBeta, Some(2))),
        // Too many nodes to draw what was pruned.
        explained("chess", "", &ExplainRequest { most_nodes: 300, ..search(Algorithm::AlphaBeta, Some(2)) }),
    ];
    let mut random = Random(0x5851_F42D_4C95_7F2D);
    all.extend((0..30).map(|_| {
        let tree = crate::oracle::random_tree(&mut random, 5);
        explained("leaftree", &crate::oracle::setup(&tree, random.below(2) == 0), &ExplainRequest::default())
    }));
    all
}

/// Alpha-beta beside minimax, on the tree without unknown leaves.
fn comparison(format: Format) -> String {
    let setup = "[[3,12,8],[2,4,6],[14,5,2]]";
    let [cut, whole] =
        [Algorithm::AlphaBeta, Algorithm::Minimax].map(|of| explained("leaftree", setup, &search(of, None)));
    let panels = [Panel { title: "alphabeta", explanation: &cut }, Panel { title: "minimax", explanation: &whole }];
    write(format, &panels, &style(BoundsAt::Nodes))
}
