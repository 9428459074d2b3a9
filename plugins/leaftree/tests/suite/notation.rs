//! Tests of textbook notations.

use crate::opened::{children, open};
use leaftree::{LeafTree, State};
use plyd_plugin::Game;
use plyd_plugin::{Plugin, Turn};

fn written(text: &str) -> String {
    let (game, state) = open(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.format_state(&state)
}

/// The names of all named nodes, with their paths.
fn names(text: &str) -> Vec<(String, String)> {
    fn collect(game: &LeafTree, state: &State, path: &str, found: &mut Vec<(String, String)>) {
        found.extend(game.node_name(state).map(|name| (path.to_owned(), name)));
        for (number, child) in children(game, state).iter().enumerate() {
            let path = if path.is_empty() { number.to_string() } else { format!("{path}.{number}") };
            collect_below(game, child, &path, found);
        }
    }
    fn collect_below(game: &LeafTree, state: &State, path: &str, found: &mut Vec<(String, String)>) {
        if game.outcome(state).has_moves() {
            collect(game, state, path, found);
        } else {
            found.extend(game.node_name(state).map(|name| (path.to_owned(), name)));
        }
    }
    let (game, root) = open(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut found = Vec::new();
    collect(&game, &root, "", &mut found);
    found
}

#[test]
fn brackets_blanks_and_commas_make_the_same_tree() {
    for text in [
        "((3 5 10) (2 2))",
        "((3,5,10),(2,2))",
        "[[3, 5, 10], [2, 2]]",
        "{{3 5 10}{2 2}}",
        " ( (3 5 10)(2 2) ) ",
        "([3 5 10]{2 2})",
    ] {
        assert_eq!(written(text), "[[3,5,10],[2,2]]", "{text}");
    }
    assert_eq!(written("(7)"), "[7]");
    assert_eq!(written("(1 (2 (3 -4)) 5)"), "[1,[2,[3,-4]],5]");
    assert_eq!(written("(\u{2212}5 2)"), "[-5,2]");
    assert_eq!(written("{3, 5, 2, 9}"), "3 5 2 9", "braces alone hold a leaf array");
}

#[test]
fn unknown_leaves_may_have_a_bound() {
    for text in [
        "(3 c<=2 2)",
        "MAX {3, c <= 2, 2}",
        "[3,c\u{2264}2,2]",
        "(3 c <=2 2)",
        "(3 c<= 2, 2)",
        "(3 c:?<=\u{9e8} 2)",
        "(3, c:<=2 2)",
    ] {
        assert_eq!(written(text), "[3,?<=2,2]", "{text}");
        assert_eq!(names(text), [("1".into(), "c<=2".into())], "{text}");
    }
    assert_eq!(written("((\u{2265}-5 3) (?>=+5 ?)) min @ 1 0"), "[[?>=-5,3],[?>=5,?]] min @ 1 0");
    assert_eq!(names("((>=-5 3) 1)"), [("0.0".into(), ">=-5".into())]);
    assert_eq!(written("(CHANCE{1/2: x<=3, 1/2: 4} 1) high=9"), "[CHANCE{1/2:?<=3,1/2:4},1] high=9");
    assert_eq!(written("MAX[c<=2 (3 4)]"), "[?<=2,[3,4]]", "a bound is no variable");
    let (game, state) = open("[3,?<=2,[7,?]]").unwrap();
    assert_eq!(game.picture(&state), "MAX\n  0: 3\n  1: \u{2264}2\n  2: MIN\n    0: 7\n    1: ?");
    let leaf = open("[3,c<=2] @ 1").map(|(game, state)| game.last_error(&state));
    assert_eq!(leaf, Ok("the leaf at path 1 is unknown, `?<=2`".into()));
    for (text, error) in [
        ("(3 4<=2)", "`4<=2` at character 4 has a value, so it needs no bound"),
        ("(3 c<2)", "`c<2` at character 4 is no bound of a leaf: write <= or >=, as in c<=2"),
        (
            "(\u{995}\u{9cd} c<=\u{995})",
            "`\u{995}` at character 8 is not a number: a leaf is a whole number from -1000000 to 1000000, or ?",
        ),
        ("(3 c >= ?)", "`?` at character 9 is no bound of a leaf: write a number, as in c<=2"),
        ("(3 c<=)", "`)` at character 7 is where the number of a bound should be"),
        ("(3 c<=2000000)", "`2000000` at character 7 is outside -1000000 to 1000000"),
        ("(3 max<=2)", "`max` at character 4 is not a number: a leaf is a whole number from -1000000 to 1000000, or ?"),
    ] {
        assert_eq!(open(text).map(|_| ()), Err(error.to_owned()), "{text}");
    }
}

#[test]
fn unknown_leaves_are_question_marks_or_bare_names() {
    assert_eq!(written("((3 5 10) (2 ? ?) (2 7 3))"), "[[3,5,10],[2,?,?],[2,7,3]]");
    let named = "((3 5 10) (2 a b) (2 7 3))";
    assert_eq!(written(named), "[[3,5,10],[2,?,?],[2,7,3]]");
    assert_eq!(names(named), [("1.1".into(), "a".into()), ("1.2".into(), "b".into())]);
}

#[test]
fn names_stand_before_nodes_and_leaves() {
    let text = "A:(B:(3 5) C:(D:2 x:?))";
    assert_eq!(written(text), "[[3,5],[2,?]]");
    let expected = [("", "A"), ("0", "B"), ("1", "C"), ("1.0", "D"), ("1.1", "x")];
    assert_eq!(names(text), expected.map(|(path, name)| (path.to_owned(), name.to_owned())));
    let expected = [("", "A"), ("0", "B"), ("0.1", "x")];
    assert_eq!(
        names("A : CHANCE{1/2: B:MAX(3 x), 1/2: 4}"),
        expected.map(|(path, name)| (path.to_owned(), name.to_owned()))
    );
    assert_eq!(names("3 5 2 9"), []);
}

#[test]
fn players_may_be_named() {
    assert_eq!(written("MAX{MIN{3, 5, 10}, MIN{2, 2}}"), "[[3,5,10],[2,2]]");
    assert_eq!(written("MIN(MAX(3 5) MAX(2 9))"), "[[3,5],[2,9]] min");
    assert_eq!(written("(MAX(3 5) (2 9))"), "[[3,5],[2,9]] min");
    assert_eq!(written("((3 5) (2 9)) min"), "[[3,5],[2,9]] min");
    assert_eq!(written("A:MAX(B:MIN(3 5) 4) max"), "[[3,5],4]");
    let (game, root) = open("min(max(3 5) 4)").unwrap();
    assert_eq!([game.turn(&root), game.turn(&children(&game, &root)[0])], [Turn::Min, Turn::Max]);
}

#[test]
fn a_name_may_stand_before_its_bracket_without_a_colon() {
    for (text, tree, root) in [
        ("A(B(D:3))", "[[3]]", "A"),
        ("A(B(3 5) C[2, x])", "[[3,5],[2,?]]", "A"),
        ("A(B(3 5), CHANCE(2 9))", "[[3,5],CHANCE{1/2:2,1/2:9}]", "A"),
        ("start{left{3 5} right{2 9}}", "[[3,5],[2,9]]", "start"),
        (r#"{"A": [3, 12]}"#, "[3,12]", "A"),
    ] {
        assert_eq!(written(text), tree, "{text}");
        let (game, state) = open(text).unwrap();
        assert_eq!(game.node_name(&state).as_deref(), Some(root), "{text}");
    }
    // With a blank before the bracket, the name is a leaf.
    assert_eq!(written("(a (3 5))"), "[?,[3,5]]");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let name = "is not a valid name: a name has letters, digits, _ and ', at most 100, begins with no digit, and is none of \
                max, min, chance, root, none, moves";
    let first = "is where the first bracket of the tree should be: write a tree as in ((3 5) (2 9)), or with names as in \
                 A:(B:(3 5) C:(2 9))";
    for (text, error) in [
        ("((3 5)", "the end of the setup is where `)` should close the `(` at character 1".into()),
        ("((3 5]", "`]` at character 6 is where `)` should close the `(` at character 2".into()),
        ("(() 3)", "the list at character 2 is empty: it needs at least one leaf".into()),
        ("((3 5)) 7", "`7` at character 9 is where the setup should end".into()),
        ("((3 5)))", "`)` at character 8 is where the setup should end".into()),
        (
            "(3 2.5)",
            "`2.5` at character 4 has a fraction, and leaves are whole numbers: multiply all leaves by 10, which changes no \
             move and no cut"
                .to_owned(),
        ),
        (
            "(3 -5/4)",
            "`-5/4` at character 4 has a fraction, and leaves are whole numbers: multiply all leaves by 4, which changes \
             no move and no cut"
                .to_owned(),
        ),
        (
            "(3 5/0)",
            "`5/0` at character 4 is not a number: a leaf is a whole number from -1000000 to 1000000, or ?".into(),
        ),
        ("(3 99999999999)", "`99999999999` at character 4 is outside -1000000 to 1000000".into()),
        ("(A:3 A:4)", "`A` at character 6 is the name of another node already".into()),
        ("(a a)", "`a` at character 4 is the name of another node already".into()),
        ("(MAX(3) MIN(4))", "the player named at character 9 does not alternate with the others".into()),
        ("MAX(3 4) min", "the player named at character 10 contradicts who moves at the root".into()),
        ("MAX((3 4) MAX(5))", "the player named at character 11 does not alternate with the others".into()),
        ("(A:)", "`)` at character 4 is where a child should be".into()),
        ("(3 : 4)", format!("`3` at character 2 {name}")),
        ("(a : : 4)", "`:` at character 6 is where a child should be".into()),
        ("(a:b:4)", "`b` at character 4 is one name too many".into()),
        ("(root:5 3)", format!("`root` at character 2 {name}")),
        ("(MAX:5 3)", format!("`MAX` at character 2 {name}")),
        ("(5:3)", format!("`5` at character 2 {name}")),
        ("A (3 5)", format!("`A` at character 1 {first}")),
        ("(1/2:3 4)", "`1/2` at character 2 is a weight, but only children of CHANCE have weights".into()),
        ("(3 4) low=3", "`low=3` at character 7 bounds the leaves, which matters only in trees with chance".into()),
    ] {
        assert_eq!(open(text).map(|_| ()), Err(error), "{text}");
    }
    let long = "x".repeat(101);
    assert!(open(&format!("({long}:3)")).is_err_and(|error| error.contains("at most 100")));
}
