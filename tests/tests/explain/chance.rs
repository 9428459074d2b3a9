//! Trees in which chance decides: values, cuts and drawings, held against a recursion written from the definition.

use crate::pictures::drawn;
use crate::replay::list;
use crate::subjects::{explained, json};
use plyd_explain::{Explanation, Format, Request};
use plyd_search::{Algorithm, Conventions, Cut, Fail};
use plyd_tests::{PATIENCE, command, finish};
use plyd_trials::Random;
use serde_json::{Value, json};

/// The trees of *Artificial Intelligence: A Modern Approach*: the same order of leaves, but not the same best move.
const FIRST: &str = "(CHANCE{9/10: 2, 1/10: 3} CHANCE{9/10: 1, 1/10: 4})";
const SECOND: &str = "(CHANCE{0.9: 20, 0.1: 30} CHANCE{0.9: 1, 0.1: 400})";

/// A tree as its definition has it.
enum Tree {
    Leaf(i32),
    Players(Vec<Tree>),
    Chance(Vec<(u32, Tree)>),
}

impl Tree {
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

/// A random tree with a chance node somewhere, as a setup, and whether MAX moves first.
fn random_tree(random: &mut Random, height: usize) -> (Tree, bool, String) {
    loop {
        let tree = Tree::random(random, height);
        if tree.chance_nodes() > 0 {
            let max = random.below(2) == 0;
            let setup = format!("{}{}", tree.text(), if max { "" } else { " min" });
            return (tree, max, setup);
        }
    }
}

fn requests() -> Vec<Request> {
    let alpha_beta = |cut, fail| Request { conventions: Conventions { cut, fail }, ..Request::default() };
    vec![
        Request { algorithm: Algorithm::Minimax, ..Request::default() },
        Request::default(),
        alpha_beta(Cut::Beyond, Fail::Soft),
        alpha_beta(Cut::Equal, Fail::Hard),
        Request { order: plyd_explain::Order::Right, ..Request::default() },
        Request { order: plyd_explain::Order::Best, ..Request::default() },
        Request { algorithm: Algorithm::Pvs, ..Request::default() },
        Request { algorithm: Algorithm::Pvs, hash: 0, ..Request::default() },
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
                    "narrow" => assert!(number(event, "low") <= number(event, "high") + 1e-9, "{what}: {event}"),
                    "star-cut" => {
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

#[test]
fn random_trees_are_drawn_with_circles_and_probabilities() {
    let mut random = Random(0x1F83_D9AB_FB41_BD6B);
    for round in 0..500 {
        let (tree, max, setup) = random_tree(&mut random, 1 + round % 4);
        let explanation = explained("leaftree", &setup, &Request::default());
        let value = format!("{:.9}", tree.value(max));
        let value = value.trim_end_matches('0').trim_end_matches('.').replace('-', "\u{2212}");
        let value = if value == "\u{2212}0" { "0" } else { &value };
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

fn run(arguments: &[&str]) -> String {
    let finished = finish(command(arguments), PATIENCE);
    assert!(finished.status.success(), "{arguments:?}: {}", finished.errors);
    finished.output
}

#[test]
fn the_textbook_trees_are_explained() {
    for (tree, [value, other], line) in [(FIRST, ["2.1", "1.3"], "0"), (SECOND, ["40.9", "21"], "1")] {
        let arguments = ["explain", "--position", tree, "--lang", "en", "--algorithm", "minimax", "--format"];
        let told: Value = serde_json::from_str(&run(&[&arguments[..], &["json"]].concat())).expect("it is JSON");
        assert_eq!(told["value"].to_string(), value);
        assert_eq!((&told["line"], &told["moves"], &told["nodes"]), (&json!(line), &json!([line]), &json!(7)));
        let weights: Vec<&Value> = list(&told, "events").iter().map(|event| &event["weights"]).collect();
        assert_eq!(weights.iter().filter(|weights| ***weights == json!([9, 1])).count(), 2);
        let text = run(&[&arguments[..], &["text"]].concat());
        let of_first_and_second = if line == "0" { [value, other] } else { [other, value] };
        for (letter, value) in ["A", "B"].into_iter().zip(of_first_and_second) {
            assert!(text.contains(&format!("\u{25c9} CHANCE {letter}: {value}\n")), "{text}");
        }
        assert!(text.contains("0 9/10") && text.contains("1 1/10"), "{text}");
    }
    let walk = run(&["explain", "--position", FIRST, "--lang", "en", "--format", "walk"]);
    for said in [
        "We enter node A, a CHANCE node",
        "Node A.0 has the probability 9/10, so node A has 9/10\u{b7}2 = 1.8 so far.",
        "all outcomes of node A are known: 9/10\u{b7}2 + 1/10\u{b7}3 = 2.1.",
        "Cut: even if every remaining outcome brought 4, the highest value there is, node B would be worth 0.9 + 0.4 = 1.3. \
         That is not more than alpha = 2.1. MAX will not come here, as node A already gives 2.1. The remaining outcome \
         B.1 is skipped.",
        "\nValue: 2.1\nBest move: A\n",
        "Leaves read: 3 (minimax 4)",
    ] {
        assert!(walk.contains(said), "{said:?} is missing in {walk}");
    }
}

#[test]
fn the_textbook_trees_are_searched() {
    for (tree, best, score) in [(FIRST, "0", "2"), (SECOND, "1", "41")] {
        for algorithm in ["minimax", "alphabeta", "pvs"] {
            let option = format!("Algorithm={algorithm}");
            let told = run(&["go", "--game", "leaftree", "--position", tree, "--option", &option]);
            assert!(told.contains(&format!("bestmove {best}")), "{algorithm}: {told}");
            assert!(told.contains(&format!("score cp {score} ")), "{algorithm}: {told}");
        }
    }
}

#[test]
fn answers_may_be_decimals_and_fractions() {
    let check = |answer: &str| {
        let finished = finish(command(&["explain", "--position", FIRST, "--lang", "en", "--check", answer]), PATIENCE);
        (finished.status.code(), finished.output + &finished.errors)
    };
    for answer in ["root=2.1, 0=21/10, 1<=1.3", "1.1", "0.0=2 1=13/10"] {
        assert_eq!(check(answer).0, Some(0), "{answer}: {}", check(answer).1);
    }
    let (code, told) = check("0=2.2");
    assert!(code == Some(1) && told.contains("its value differs from the answer (2.2)"), "{told}");
    assert!(told.contains("We leave node A with its value, 2.1."), "{told}");
    let (code, told) = check("1.1 0.1");
    assert!(code == Some(1) && told.starts_with("A.1: it is read, not pruned."), "{told}");
    let (code, told) = check("0=2.x");
    assert!(code == Some(2) && told.contains("write a whole number, a decimal such as 2.1 or a fraction"), "{told}");
}
