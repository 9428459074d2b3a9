//! Leaves of which only a bound is known: read where the bound is enough, and an error elsewhere.

use crate::oracle::{below, minimax, random_tree};
use crate::subjects::{json as told, subject};
use plyd_explain::{ExplainError, ExplainRequest, MoveOrder, explain};
use plyd_search::{Algorithm, Control, Conventions, Cut, Fail};
use plyd_trials::Random;
use serde_json::{Value, json};

/// The tree with bounds in place of some values: a leaf is a number, or an object with `most` or `least`.
fn hide(random: &mut Random, tree: &Value) -> Value {
    match tree.as_array() {
        Some(children) => children.iter().map(|child| hide(random, child)).collect(),
        None if random.below(6) > 0 => tree.clone(),
        None => {
            let (value, away) = (tree.as_i64().expect("a number"), random.below(4) as i64);
            if random.below(2) == 0 { json!({ "most": value + away }) } else { json!({ "least": value - away }) }
        }
    }
}

/// Some values that the bounds allow.
fn filled(random: &mut Random, tree: &Value) -> Value {
    let away = random.below(30) as i64;
    match (tree.as_array(), tree["most"].as_i64(), tree["least"].as_i64()) {
        (Some(children), ..) => children.iter().map(|child| filled(random, child)).collect(),
        (_, Some(most), _) => json!(most - away),
        (_, _, Some(least)) => json!(least + away),
        _ => tree.clone(),
    }
}

/// The tree in one of its notations.
fn written(random: &mut Random, tree: &Value, names: &mut usize) -> String {
    if let Some(children) = tree.as_array() {
        let children: Vec<String> = children.iter().map(|child| written(random, child, names)).collect();
        return format!("({})", children.join([" ", ", "][random.below(2)]));
    }
    let (signs, bound) = match (tree["most"].as_i64(), tree["least"].as_i64()) {
        (Some(most), _) => (["<=", "\u{2264}", " <= ", "<= ", " \u{2264}"], most),
        (_, Some(least)) => ([">=", "\u{2265}", " >= ", ">= ", " \u{2265}"], least),
        _ => return tree.to_string(),
    };
    *names += 1;
    let name = vec![format!("c{names}"), "?".into(), format!("পাতা{names}:?")].swap_remove(random.below(3));
    format!("{name}{}{bound}", signs[random.below(5)])
}

/// The same in the one form of positions.
fn plain(tree: &Value) -> String {
    match (tree.as_array(), tree["most"].as_i64(), tree["least"].as_i64()) {
        (Some(children), ..) => format!("[{}]", children.iter().map(plain).collect::<Vec<_>>().join(",")),
        (_, Some(most), _) => format!("?<={most}"),
        (_, _, Some(least)) => format!("?>={least}"),
        _ => tree.to_string(),
    }
}

/// Alpha-beta as textbooks have it, which may use a bound beyond its window: the value and all that it enters, or the path
/// of the leaf that it must know.
struct BoundedAlphaBeta {
    conventions: Conventions,
    from_right: bool,
    entered: Vec<String>,
}

impl BoundedAlphaBeta {
    fn visit(&mut self, tree: &Value, path: &str, max: bool, window: (i64, i64)) -> Result<i64, String> {
        self.entered.push(path.to_owned());
        let (mut alpha, mut beta) = window;
        let Some(children) = tree.as_array() else {
            return match (tree.as_i64(), tree["most"].as_i64(), tree["least"].as_i64()) {
                (Some(value), ..) => Ok(value),
                (_, Some(most), _) if most <= alpha => Ok(most),
                (_, _, Some(least)) if least >= beta => Ok(least),
                _ => Err(path.to_owned()),
            };
        };
        let mut best: Option<i64> = None;
        let mut numbers: Vec<usize> = (0..children.len()).collect();
        if self.from_right {
            numbers.reverse();
        }
        for number in numbers {
            let value = self.visit(&children[number], &below(path, number), !max, (alpha, beta))?;
            let better = best.map_or(value, |best| if max { best.max(value) } else { best.min(value) });
            best = Some(better);
            if max {
                alpha = alpha.max(better)
            } else {
                beta = beta.min(better)
            }
            if beta < alpha || beta == alpha && self.conventions.cut == Cut::Equal {
                break;
            }
        }
        let best = best.expect("a node has children");
        Ok(if self.conventions.fail == Fail::Hard { best.clamp(window.0, window.1) } else { best })
    }
}

#[test]
fn bounds_are_read_where_they_are_enough() {
    let mut random = Random(0x510E_527F_ADE6_82D1);
    let (mut used, mut refused) = (0, 0);
    for round in 0..400 {
        let known = json!([random_tree(&mut random, 2 + round % 3), random_tree(&mut random, 1 + round % 4), 0]);
        let tree = hide(&mut random, &known);
        let max = random.below(2) == 0;
        let setup = format!("{}{}", written(&mut random, &tree, &mut 0), if max { "" } else { " min" });
        for way in 0..8 {
            let conventions =
                Conventions { cut: [Cut::Equal, Cut::Beyond][way % 2], fail: [Fail::Soft, Fail::Hard][way / 2 % 2] };
            let order = [MoveOrder::Left, MoveOrder::Right][way / 4];
            let mut textbook =
                BoundedAlphaBeta { conventions, from_right: order == MoveOrder::Right, entered: Vec::new() };
            let expected = textbook.visit(&tree, "", max, (i64::MIN, i64::MAX));
            let request = ExplainRequest { conventions, order, ..ExplainRequest::default() };
            match (expected, explain(&subject("leaftree", &setup), &request, &Control::new())) {
                (Ok(value), Ok(found)) => {
                    let object = told(&found);
                    assert_eq!(object["value"], value, "{setup} {request:?}");
                    let events = object["events"].as_array().expect("a list");
                    let of = |kind: &str| events.iter().filter(|event| event["event"] == kind).collect::<Vec<_>>();
                    let entered: Vec<&str> = of("enter").iter().map(|event| event["path"].as_str().unwrap()).collect();
                    assert_eq!(entered, textbook.entered, "{setup} {request:?}");
                    for leaf in of("leaf") {
                        let at = crate::oracle::at(&tree, leaf["path"].as_str().unwrap());
                        let bound = match (at["most"].is_null(), at["least"].is_null()) {
                            (false, _) => "upper",
                            (_, false) => "lower",
                            _ => "exact",
                        };
                        used += usize::from(bound != "exact");
                        assert_eq!((&leaf["bound"], &leaf["kind"]), (&json!(bound), &json!("finished")), "{setup}");
                    }
                    let turn = if max { "" } else { " min" };
                    assert_eq!(object["position"], format!("{}{turn}", plain(&tree)), "{setup}");
                    // It is the value of every tree that the bounds allow.
                    for _ in 0..5 {
                        assert_eq!(minimax(&filled(&mut random, &tree), max), Some(value), "{setup} {request:?}");
                    }
                }
                (Err(path), Err(ExplainError::UnknownLeaf { leaf })) => {
                    refused += 1;
                    assert!(leaf.ends_with(&format!("({path})")) && leaf.contains(['<', '>']), "{setup}: {leaf}");
                }
                (expected, found) => {
                    panic!("{setup} {request:?}: {expected:?}, but {:?}", found.map(|found| found.value))
                }
            }
        }
        // The strong search has windows of its own: its value must hold, or a leaf is missing.
        let pvs = ExplainRequest { algorithm: Algorithm::Pvs, ..ExplainRequest::default() };
        match explain(&subject("leaftree", &setup), &pvs, &Control::new()) {
            Ok(found) => {
                let value = minimax(&filled(&mut random, &tree), max).map(|value| value as f64);
                assert_eq!(Some(found.value), value, "{setup}");
            }
            Err(error) => assert!(matches!(error, ExplainError::UnknownLeaf { .. }), "{setup}: {error}"),
        }
    }
    assert!(used > 150 && refused > 300, "{used} bounds were used, {refused} not enough");
}

/// Both leaves are needed, so the error is about the one that the search comes to first.
#[test]
fn of_several_unknown_leaves_the_first_in_the_search_is_named() {
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs] {
        for (setup, order, leaf) in [
            ("((c<=2 4) (x 3))", MoveOrder::Left, "c<=2 (0.0)"),
            ("((x 3) (c<=2 4))", MoveOrder::Left, "x (0.0)"),
            ("((c<=2 4) (x 3))", MoveOrder::Right, "x (1.0)"),
            ("((x 3) (4 c<=2))", MoveOrder::Right, "c<=2 (1.1)"),
        ] {
            if algorithm == Algorithm::Pvs && order != MoveOrder::Left {
                continue;
            }
            let request = ExplainRequest { algorithm, order, ..ExplainRequest::default() };
            let told = explain(&subject("leaftree", setup), &request, &Control::new());
            assert_eq!(told.err(), Some(ExplainError::UnknownLeaf { leaf: leaf.into() }), "{setup} {algorithm:?}");
        }
    }
}
