//! Students' answers, held against random searches.

use crate::oracle::{at, never_entered, random_tree, setup};
use crate::subjects::explained;
use plyd_explain::{Difference, ExplainRequest, Explanation, StudentAnswer};
use plyd_trials::Random;
use serde_json::Value;

/// The paths of all leaves below a node, itself included, from left to right.
fn leaves(tree: &Value, path: &str) -> Vec<String> {
    match at(tree, path).as_array() {
        None => vec![path.to_owned()],
        Some(children) => {
            (0..children.len()).flat_map(|number| leaves(tree, &crate::oracle::below(path, number))).collect()
        }
    }
}

fn difference(explanation: &Explanation, answer: &str) -> Option<Difference> {
    StudentAnswer::read(answer, explanation).unwrap_or_else(|error| panic!("{answer}: {error}")).difference(explanation)
}

#[test]
fn the_first_wrong_leaf_is_found() {
    let mut random = Random(0x510E_527F_ADE6_82D1);
    let (mut wrong, mut with_cuts) = (0, 0);
    for round in 0..200 {
        let tree = random_tree(&mut random, 2 + round % 4);
        if !tree.is_array() {
            continue;
        }
        let explanation = explained("leaftree", &setup(&tree, true), &ExplainRequest::default());
        let entered: Vec<String> = explanation
            .events
            .iter()
            .filter(|event| matches!(event, plyd_explain::TraceEvent::Enter { .. }))
            .map(|event| explanation.path(event.node()))
            .collect();
        let topmost = never_entered(&tree, &entered);
        let pruned: Vec<String> = topmost.iter().flat_map(|path| leaves(&tree, path)).collect();
        with_cuts += usize::from(!pruned.is_empty());
        let text = |paths: &[String]| if paths.is_empty() { "none".to_owned() } else { paths.join(" ") };
        // Leaf by leaf, and by the topmost nodes, is the same.
        assert_eq!(difference(&explanation, &text(&pruned)), None, "{tree}");
        assert_eq!(difference(&explanation, &text(&topmost)), None, "{tree}");

        let all = leaves(&tree, "");
        let changed = &all[random.below(all.len())];
        let mut answer = pruned.clone();
        if pruned.contains(changed) {
            answer.retain(|path| path != changed)
        } else {
            answer.push(changed.clone())
        }
        let found = difference(&explanation, &text(&answer));
        let node = match found {
            Some(Difference::IsPruned(node)) if pruned.contains(changed) => node,
            Some(Difference::IsRead(node)) if !pruned.contains(changed) => node,
            other => panic!("{tree}: {changed}: {other:?}"),
        };
        assert_eq!(explanation.path(node), *changed, "{tree}");
        wrong += 1;

        // With two mistakes the left one is told first.
        let second = &all[random.below(all.len())];
        if second != changed {
            if answer.contains(second) {
                answer.retain(|path| path != second)
            } else {
                answer.push(second.clone())
            }
            let place = |path: &String| all.iter().position(|leaf| leaf == path);
            let first = if place(changed) < place(second) { changed } else { second };
            match difference(&explanation, &text(&answer)) {
                Some(Difference::IsPruned(node) | Difference::IsRead(node)) => {
                    assert_eq!(explanation.path(node), *first, "{tree}");
                }
                other => panic!("{tree}: {other:?}"),
            }
        }
    }
    assert!(wrong > 100 && with_cuts > 60, "{wrong} {with_cuts}");
}

#[test]
fn values_are_compared_with_their_bounds() {
    let explanation = explained("leaftree", "[[3,5,10],[2,?,?],[2,7,3]]", &ExplainRequest::default());
    for right in ["root=3", "0=3 1=2 2=2", "1<=2", "0.1=5", "1 \u{2264} 2, root = 3", "0=3 1.1 1.2 2.1 2.2"] {
        assert_eq!(difference(&explanation, right), None, "{right}");
    }
    for (wrong, path) in [("root=2", ""), ("0=3 1=3 2=9", "1"), ("1>=2", "1"), ("0<=3", "0"), ("2.0=7", "2.0")] {
        let Some(Difference::HasValue(node, _)) = difference(&explanation, wrong) else { panic!("{wrong}") };
        assert_eq!(explanation.path(node), path, "{wrong}");
    }
    let found = difference(&explanation, "2.1=7");
    assert!(matches!(found, Some(Difference::HasNoValue(node)) if explanation.path(node) == "2.1"), "{found:?}");
    // A wrong value stands before a wrong leaf to its right.
    assert!(matches!(difference(&explanation, "0=4 1.1"), Some(Difference::HasValue(..))));
}
