//! Random trees: every algorithm, every convention, every order, replayed and held against textbooks.

use crate::oracle::{self, OracleOrder, OracleRules, minimax, random_tree, setup, walk};
use crate::replay::{Windows, list, replay};
use crate::subjects::{explained, json};
use plyd_explain::ExplainRequest;
use plyd_search::{Algorithm, Conventions, Cut, Fail};
use plyd_trials::Random;
use serde_json::{Value, json};

fn request(rules: OracleRules) -> ExplainRequest {
    ExplainRequest {
        algorithm: if rules.cuts { Algorithm::AlphaBeta } else { Algorithm::Minimax },
        conventions: Conventions {
            cut: if rules.beyond { Cut::Beyond } else { Cut::Equal },
            fail: if rules.hard { Fail::Hard } else { Fail::Soft },
        },
        order: match rules.order {
            OracleOrder::Left => plyd_explain::MoveOrder::Left,
            OracleOrder::Right => plyd_explain::MoveOrder::Right,
            OracleOrder::Best => plyd_explain::MoveOrder::Best,
        },
        ..ExplainRequest::default()
    }
}

fn all_rules() -> Vec<OracleRules> {
    let orders = [OracleOrder::Left, OracleOrder::Right, OracleOrder::Best];
    let ways =
        [(false, false, false), (true, false, false), (true, false, true), (true, true, false), (true, true, true)];
    let rules = |order| ways.map(|(cuts, beyond, hard)| OracleRules { cuts, beyond, hard, order });
    orders.into_iter().flat_map(rules).collect()
}

/// A tree with at least one child.
fn inner_tree(random: &mut Random, height: usize) -> Value {
    loop {
        let tree = random_tree(random, height);
        if tree.is_array() {
            return tree;
        }
    }
}

#[test]
fn textbook_searches_are_told_as_they_are() {
    let mut random = Random(0x6A09_E667_F3BC_C908);
    let (mut saved, mut more_read, mut clamped) = (0, 0, 0);
    for round in 0..150 {
        let tree = inner_tree(&mut random, 1 + round % 5);
        let max_first = random.below(2) == 0;
        let setup = setup(&tree, max_first);
        let mut read = Vec::new();
        for rules in all_rules() {
            let explained = json(&explained("leaftree", &setup, &request(rules)));
            let (value, walked) = walk(&tree, max_first, rules);
            let told = |kind: &str| -> Vec<&Value> {
                list(&explained, "events").iter().filter(|event| event["event"] == kind).collect()
            };
            let entered: Vec<&str> = told("enter").iter().map(|event| event["path"].as_str().unwrap()).collect();
            assert_eq!(entered, walked.entered, "{setup} {rules:?}");
            let reported: Vec<(String, i64)> = told("leave")
                .iter()
                .map(|event| (event["path"].as_str().unwrap().to_owned(), event["value"].as_i64().unwrap()))
                .collect();
            assert_eq!(reported, walked.reported, "{setup} {rules:?}");
            assert_eq!(explained["value"], value, "{setup} {rules:?}");
            replay(&tree, max_first, &explained, if rules.cuts { Windows::HandedDown } else { Windows::Absent });
            read.push((rules, walked));
        }
        let nodes = |wanted: OracleRules| {
            read.iter().find(|(rules, _)| *rules == wanted).map(|(_, walked)| walked.entered.len()).unwrap()
        };
        let plain = OracleRules { cuts: true, beyond: false, hard: false, order: OracleOrder::Left };
        saved += usize::from(nodes(plain) < nodes(OracleRules { cuts: false, ..plain }));
        more_read += usize::from(nodes(plain) < nodes(OracleRules { beyond: true, ..plain }));
        let reported =
            |hard| &read.iter().find(|(rules, _)| *rules == OracleRules { hard, ..plain }).unwrap().1.reported;
        clamped += usize::from(reported(false) != reported(true));
    }
    // The conventions would not be told apart by trees in which they make no difference.
    assert!(saved > 60 && more_read > 20 && clamped > 20, "{saved} {more_read} {clamped}");
}

#[test]
fn the_best_first_reads_the_least_leaves_of_uniform_trees() {
    let mut random = Random(0xBB67_AE85_84CA_A73B);
    for (width, height, least) in [(2, 3, 5), (2, 4, 7), (3, 3, 11), (3, 4, 17), (4, 2, 7)] {
        let tree = uniform(&mut random, width, height);
        let rules = OracleRules { cuts: true, beyond: false, hard: false, order: OracleOrder::Best };
        let explained = json(&explained("leaftree", &setup(&tree, true), &request(rules)));
        assert_eq!(explained["minimax"]["best-case"], least, "{tree}");
        assert_eq!(explained["leaves"], least, "{tree}");
    }
}

/// All leaves are different, so that no cut happens by chance.
fn uniform(random: &mut Random, width: usize, height: usize) -> Value {
    if height == 0 {
        return json!(random.below(1_000_000));
    }
    (0..width).map(|_| uniform(random, width, height - 1)).collect()
}

#[test]
fn the_strong_search_is_told_as_it_is() {
    let mut random = Random(0x3C6E_F372_FE94_F82B);
    let mut again = 0;
    for round in 0..300 {
        let tree = inner_tree(&mut random, 2 + round % 4);
        let max_first = random.below(2) == 0;
        let setup = setup(&tree, max_first);
        let request = ExplainRequest { algorithm: Algorithm::Pvs, ..ExplainRequest::default() };
        let explained = json(&explained("leaftree", &setup, &request));
        assert_eq!(Some(&explained["value"]), minimax(&tree, max_first).map(Value::from).as_ref(), "{setup}");
        replay(&tree, max_first, &explained, Windows::Narrowed);
        let entered = list(&explained, "events").iter().filter(|event| event["event"] == "enter");
        again += entered.filter(|event| event["alpha-from"] == "search" && event["path"] != "").count();
    }
    assert!(again > 100, "the strong search asked {again} questions of its own");
}

#[test]
fn unknown_leaves_may_stand_where_nobody_looks() {
    let mut random = Random(0xA54F_F53A_5F1D_36F1);
    let rules = OracleRules { cuts: true, beyond: false, hard: false, order: OracleOrder::Left };
    let mut hidden = 0;
    for round in 0..100 {
        let known = inner_tree(&mut random, 2 + round % 4);
        let (_, walked) = walk(&known, true, rules);
        let mut tree = known.clone();
        for path in oracle::never_entered(&known, &walked.entered) {
            let mut place = &mut tree;
            for number in oracle::numbers(&path) {
                place = &mut place[number];
            }
            *place = Value::Null;
            hidden += 1;
        }
        let explained = json(&explained("leaftree", &setup(&tree, true), &request(rules)));
        replay(&tree, true, &explained, Windows::HandedDown);
        assert_eq!(Some(&explained["value"]), minimax(&known, true).map(Value::from).as_ref());
    }
    assert!(hidden > 50, "{hidden} leaves were hidden");
}
