//! Trees, and what textbooks say of their search, to judge the explanations by: written apart from the engine.

use plyd_trials::Random;
use serde_json::{Value, json};

/// The ways to write alpha-beta, and the order of children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OracleRules {
    /// Whether there are cuts at all.
    pub(crate) cuts: bool,
    /// Whether a cut needs `beta < alpha`.
    pub(crate) beyond: bool,
    /// Whether values outside the window are reported as its ends.
    pub(crate) hard: bool,
    /// In which order children are searched.
    pub(crate) order: OracleOrder,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OracleOrder {
    Left,
    Right,
    Best,
}

/// What a search should do: its value, the nodes in the order in which they are entered, the values they report.
#[derive(Debug, Default)]
pub(crate) struct OracleWalk {
    pub(crate) entered: Vec<String>,
    pub(crate) reported: Vec<(String, i64)>,
}

/// A random tree as nested lists, at most so high; small values make ties frequent.
pub(crate) fn random_tree(random: &mut Random, height: usize) -> Value {
    if height == 0 || random.below(5) == 0 {
        let range: usize = if random.below(2) == 0 { 3 } else { 1_000 };
        return json!(random.below(2 * range + 1) as i64 - range as i64);
    }
    let children = 1 + random.below(4);
    (0..children).map(|_| random_tree(random, height - 1)).collect()
}

/// The tree as the game writes it.
pub(crate) fn setup(tree: &Value, max_first: bool) -> String {
    let text = tree.to_string().replace("null", "?");
    format!("{text}{}", if max_first { "" } else { " min" })
}

/// The node at a path.
pub(crate) fn at<'a>(tree: &'a Value, path: &str) -> &'a Value {
    numbers(path).into_iter().fold(tree, |node, number| &node[number])
}

pub(crate) fn numbers(path: &str) -> Vec<usize> {
    path.split('.').filter(|number| !number.is_empty()).map(|number| number.parse().expect("a number")).collect()
}

/// How many nodes there are above the node at a path.
pub(crate) fn ply(path: &str) -> usize {
    numbers(path).len()
}

pub(crate) fn below(path: &str, number: usize) -> String {
    if path.is_empty() { number.to_string() } else { format!("{path}.{number}") }
}

/// The value of a tree; `None` if an unknown leaf has a say in it.
pub(crate) fn minimax(tree: &Value, max: bool) -> Option<i64> {
    let Some(children) = tree.as_array() else { return tree.as_i64() };
    let values: Option<Vec<i64>> = children.iter().map(|child| minimax(child, !max)).collect();
    if max { values?.into_iter().max() } else { values?.into_iter().min() }
}

/// Searches the tree as the rules say.
pub(crate) fn walk(tree: &Value, max: bool, rules: OracleRules) -> (i64, OracleWalk) {
    let mut walked = OracleWalk::default();
    let value = visit(tree, "", max, i64::MIN, i64::MAX, rules, &mut walked);
    (value, walked)
}

fn visit(
    tree: &Value,
    path: &str,
    max: bool,
    mut alpha: i64,
    mut beta: i64,
    rules: OracleRules,
    walked: &mut OracleWalk,
) -> i64 {
    walked.entered.push(path.to_owned());
    let Some(children) = tree.as_array() else {
        return tree.as_i64().expect("only known leaves are read");
    };
    let (low, high) = (alpha, beta);
    let mut order: Vec<usize> = (0..children.len()).collect();
    match rules.order {
        OracleOrder::Left => {}
        OracleOrder::Right => order.reverse(),
        OracleOrder::Best => {
            order.sort_by_key(|&number| {
                let value = minimax(&children[number], !max).expect("all leaves are known");
                if max { -value } else { value }
            });
        }
    }
    let mut best = None;
    for number in order {
        let value = visit(&children[number], &below(path, number), !max, alpha, beta, rules, walked);
        let is_better = best.is_none_or(|best| if max { value > best } else { value < best });
        if is_better {
            best = Some(value);
        }
        if rules.cuts {
            let best = best.expect("there is a child");
            if max {
                alpha = alpha.max(best)
            } else {
                beta = beta.min(best)
            }
            if if rules.beyond { beta < alpha } else { beta <= alpha } {
                break;
            }
        }
    }
    let mut value = best.expect("a node has children");
    if rules.cuts && rules.hard {
        value = value.clamp(low, high);
    }
    walked.reported.push((path.to_owned(), value));
    value
}

/// The topmost nodes that are not among these, in the order of the tree.
pub(crate) fn never_entered(tree: &Value, entered: &[String]) -> Vec<String> {
    let mut missing = Vec::new();
    let mut open = vec![String::new()];
    while let Some(path) = open.pop() {
        if !entered.contains(&path) {
            missing.push(path);
        } else if let Some(children) = at(tree, &path).as_array() {
            open.extend((0..children.len()).rev().map(|number| below(&path, number)));
        }
    }
    missing
}
