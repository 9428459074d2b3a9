//! Trees in which chance decides: values, cuts and drawings, held against a recursion written from the definition.

use crate::pictures::drawn;
use crate::replay::list;
use crate::subjects::{explained, json};
use plyd_explain::{ExplainRequest, Explanation, Format};
use plyd_search::{Algorithm, Conventions, Cut, Fail};
use plyd_trials::Random;
use serde_json::Value;

/// A tree as its definition has it.
enum ChanceTree {
    Leaf(i32),
    Players(Vec<ChanceTree>),
    Chance(Vec<(u32, ChanceTree)>),
}

impl ChanceTree {
    /// A tree at most so high. A third of its inner nodes are chance nodes.
    fn random(random: &mut Random, height: usize) -> Self {
        if height == 0 || random.below(6) == 0 {
            return Self::Leaf(random.below(21) as i32 - 10);
        }
        let children = 1 + random.below(4);
        if random.below(3) == 0 {
            return Self::Chance(
                (0..children).map(|_| (1 + random.below(9) as u32, Self::random(random, height - 1))).collect(),
            );
        }
        Self::Players((0..children).map(|_| Self::random(random, height - 1)).collect())
    }

    fn text(&self) -> String {
        match self {
            Self::Leaf(value) => value.to_string(),
            Self::Players(children) => format!("({})", children.iter().map(Self::text).collect::<Vec<_>>().join(" ")),
            Self::Chance(children) => {
                let child = |(weight, child): &(u32, Self)| format!("{weight}: {}", child.text());
                format!("CHANCE{{{}}}", children.iter().map(child).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// The value, if this player moves next.
    fn value(&self, max: bool) -> f64 {
        match self {
            Self::Leaf(value) => (*value).into(),
            Self::Players(children) => {
                let values = children.iter().map(|child| child.value(!max));
                if max { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
            }
            Self::Chance(children) => {
                let total: u32 = children.iter().map(|(weight, _)| weight).sum();
                let terms = children.iter().map(|(weight, child)| f64::from(*weight) * child.value(max));
                terms.sum::<f64>() / f64::from(total)
            }
        }
    }

    /// The value of the node at a path, if this player moves next at the root.
    fn value_at(&self, path: &str, max: bool) -> f64 {
        let Some((number, rest)) = path.split_once('.').or((!path.is_empty()).then_some((path, ""))) else {
            return self.value(max);
        };
        let number: usize = number.parse().expect("a number");
        match self {
            Self::Leaf(_) => panic!("nothing is below a leaf"),
            Self::Players(children) => children[number].value_at(rest, !max),
            Self::Chance(children) => children[number].1.value_at(rest, max),
        }
    }

    fn chance_nodes(&self) -> usize {
        match self {
            Self::Leaf(_) => 0,
            Self::Players(children) => children.iter().map(Self::chance_nodes).sum(),
            Self::Chance(children) => 1 + children.iter().map(|(_, child)| child.chance_nodes()).sum::<usize>(),
        }
    }
}

/// A random tree with a chance node somewhere, as a setup, mostly with bounds, and whether MAX moves first.
fn random_tree(random: &mut Random, height: usize) -> (ChanceTree, bool, String) {
    loop {
        let tree = ChanceTree::random(random, height);
        if tree.chance_nodes() > 0 {
            let max = random.below(2) == 0;
            let bounds = if random.below(4) == 0 { "" } else { " low=-10 high=10" };
            let setup = format!("{}{bounds}{}", tree.text(), if max { "" } else { " min" });
            return (tree, max, setup);
        }
    }
}

fn requests() -> Vec<ExplainRequest> {
    let alpha_beta = |cut, fail| ExplainRequest { conventions: Conventions { cut, fail }, ..ExplainRequest::default() };
    vec![
        ExplainRequest { algorithm: Algorithm::Minimax, ..ExplainRequest::default() },
        ExplainRequest::default(),
        alpha_beta(Cut::Beyond, Fail::Soft),
        alpha_beta(Cut::Equal, Fail::Hard),
        ExplainRequest { order: plyd_explain::MoveOrder::Right, ..ExplainRequest::default() },
        ExplainRequest { order: plyd_explain::MoveOrder::Best, ..ExplainRequest::default() },
        ExplainRequest { algorithm: Algorithm::Pvs, ..ExplainRequest::default() },
        ExplainRequest { algorithm: Algorithm::Pvs, hash: 0, ..ExplainRequest::default() },
    ]
}

/// Every kind of search of some trees with chance.
pub(crate) fn searches() -> Vec<Explanation> {
    let mut random = Random(0x510E_527F_ADE6_82D1);
    let setups = (0..12).map(|round| random_tree(&mut random, 2 + round % 4).2);
    setups
        .flat_map(|setup| requests().into_iter().map(move |request| explained("leaftree", &setup, &request)))
        .collect()
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9 * one.abs().max(1.0)
}

fn number(event: &Value, key: &str) -> f64 {
    event[key].as_f64().unwrap_or_else(|| panic!("no {key}: {event}"))
}

#[test]
fn values_and_bounds_of_random_trees_are_those_of_the_definition() {
    let mut random = Random(0x9B05_688C_2B3E_6C1F);
    let (mut star_cuts, mut deeper_cuts) = (0, 0);
    for round in 0..500 {
        let (tree, max, setup) = random_tree(&mut random, 2 + round % 4);
        let mut nodes = Vec::new();
        for request in requests() {
            let what = format!("{setup} {request:?}");
            let told = json(&explained("leaftree", &setup, &request));
            assert!(is_close(number(&told, "value"), tree.value(max)), "{what}: {told}");
            nodes.push(told["nodes"].as_u64().expect("a count"));
            let hard = request.conventions.fail == Fail::Hard;
            // The strong search deepens ply by ply, and takes 0 for what lies deeper.
            let is_whole = request.algorithm != Algorithm::Pvs && !hard;
            for event in list(&told, "events") {
                let truth = tree.value_at(event["path"].as_str().expect("a path"), max);
                match event["event"].as_str().expect("a kind") {
                    "leaf" | "leave" if is_whole => {
                        let value = number(event, "value");
                        let holds = match event["bound"].as_str().expect("a bound") {
                            "exact" => is_close(value, truth),
                            "lower" => value <= truth + 1e-9,
                            "upper" => value >= truth - 1e-9,
                            _ => true,
                        };
                        assert!(holds, "{what}: {event}, but it is worth {truth}");
                    }
                    "narrow" if event["low"].is_null() => assert!(!setup.contains("low="), "{what}: {event}"),
                    "narrow" => assert!(number(event, "low") <= number(event, "high") + 1e-9, "{what}: {event}"),
                    "star-cut" => {
                        // Without bounds the textbook reads all outcomes.
                        assert!(setup.contains("low=") || request.algorithm == Algorithm::Pvs, "{what}: {event}");
                        star_cuts += 1;
                        let (bound, sum) = (number(event, "bound"), number(event, "known") + number(event, "open"));
                        assert!(is_close(bound, sum / number(event, "total")), "{what}: {event}");
                        let (met, holds) = match event["met"].as_str() {
                            Some("alpha") => (bound <= number(event, "alpha"), bound >= truth - 1e-9),
                            _ => (bound >= number(event, "beta"), bound <= truth + 1e-9),
                        };
                        assert!(met && (holds || !is_whole), "{what}: {event}, but it is worth {truth}");
                        deeper_cuts += usize::from(event["limit"].is_null());
                    }
                    _ => {}
                }
            }
        }
        assert!(nodes[1] <= nodes[0] && nodes[5] <= nodes[0], "Star1 visits no more than expectiminimax: {setup}");
    }
    assert!(star_cuts > 200 && deeper_cuts > 0, "{star_cuts} Star cuts, {deeper_cuts} of them by probes");
}

/// A value as it is shown: whole, with at most four decimals, as a fraction, or with nine decimals.
fn shown(value: f64) -> String {
    let is_whole = |number: f64| (number - number.round()).abs() < 1e-9;
    let text = if is_whole(value * 1e4) {
        format!("{:.4}", value.abs()).trim_end_matches('0').trim_end_matches('.').to_owned()
    } else if let Some(bottom) = (2..10_000).find(|&bottom| is_whole(value * f64::from(bottom))) {
        format!("{}/{bottom}", (value * f64::from(bottom)).round().abs())
    } else {
        format!("{:.9}", value.abs()).trim_end_matches('0').to_owned()
    };
    if value < 0.0 && text != "0" { format!("\u{2212}{text}") } else { text }
}

#[test]
fn random_trees_are_drawn_with_circles_and_probabilities() {
    let mut random = Random(0x1F83_D9AB_FB41_BD6B);
    for round in 0..500 {
        let (tree, max, setup) = random_tree(&mut random, 1 + round % 4);
        let explanation = explained("leaftree", &setup, &ExplainRequest::default());
        let value = shown(tree.value(max));
        let circles = tree.chance_nodes();
        let text = drawn(Format::Text, &explanation);
        let root = text.lines().next().expect("a line");
        assert!(root.contains(&format!(" {value} ")), "{setup}: {value} is missing in {root}");
        let signs = text.split("\n\n").next().expect("a tree").matches(['\u{25c9}', '\u{25cb}']).count();
        assert_eq!(signs, circles, "{setup}: {text}");
        let svg = drawn(Format::Svg, &explanation);
        assert_eq!(svg.matches("<ellipse").count(), circles + 1, "{setup}: one more is in the legend");
        assert_eq!(drawn(Format::Dot, &explanation).matches("shape=ellipse").count(), circles, "{setup}");
        assert_eq!(drawn(Format::Tikz, &explanation).matches(" ellipse[").count(), circles + 1, "{setup}");
        let html = drawn(Format::Html, &explanation);
        assert_eq!(html.matches("\"turn\":\"chance\"").count(), circles, "{setup}");
        let probabilities = (1..explanation.nodes.len()).filter_map(|node| explanation.probability(node));
        for probability in probabilities {
            let edge = probability.to_string();
            for (form, drawing) in [("text", &text), ("svg", &svg), ("html", &html)] {
                assert!(drawing.contains(&edge), "{setup}: {edge} is missing as {form}");
            }
        }
        let walk = drawn(Format::Walk, &explanation);
        assert!(walk.contains(&format!("\nValue: {value}\n")), "{setup}: {walk}");
    }
}
