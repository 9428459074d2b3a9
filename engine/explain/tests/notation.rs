//! Trees as textbooks write them.

use plyd_explain::notation::{is_notation, read};

fn setup(text: &str) -> String {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}")).setup
}

fn names(text: &str) -> Vec<(String, String)> {
    let mut names: Vec<_> = read(text).unwrap_or_else(|error| panic!("{text}: {error}")).names.into_iter().collect();
    names.sort();
    names
}

#[test]
fn brackets_blanks_and_commas_make_the_same_tree() {
    for text in
        ["((3 5 10) (2 2))", "((3,5,10),(2,2))", "[[3, 5, 10], [2, 2]]", "{{3 5 10}{2 2}}", " ( (3 5 10)(2 2) ) "]
    {
        assert_eq!(setup(text), "[[3,5,10],[2,2]]", "{text}");
    }
    assert_eq!(setup("(7)"), "[7]");
    assert_eq!(setup("(1 (2 (3 -4)) 5)"), "[1,[2,[3,-4]],5]");
    assert_eq!(setup("(\u{2212}5 2)"), "[-5,2]");
}

#[test]
fn unknown_leaves_are_question_marks_or_bare_names() {
    assert_eq!(setup("((3 5 10) (2 ? ?) (2 7 3))"), "[[3,5,10],[2,?,?],[2,7,3]]");
    let named = "((3 5 10) (2 a b) (2 7 3))";
    assert_eq!(setup(named), "[[3,5,10],[2,?,?],[2,7,3]]");
    assert_eq!(names(named), [("1.1".into(), "a".into()), ("1.2".into(), "b".into())]);
}

#[test]
fn names_stand_before_nodes_and_leaves() {
    let text = "A:(B:(3 5) C:(D:2 x:?))";
    assert_eq!(setup(text), "[[3,5],[2,?]]");
    let expected = [("", "A"), ("0", "B"), ("1", "C"), ("1.0", "D"), ("1.1", "x")];
    assert_eq!(names(text), expected.map(|(path, name)| (path.to_owned(), name.to_owned())));
}

#[test]
fn players_may_be_told() {
    assert_eq!(setup("MAX{MIN{3, 5, 10}, MIN{2, 2}}"), "[[3,5,10],[2,2]]");
    assert_eq!(setup("MIN(MAX(3 5) MAX(2 9))"), "[[3,5],[2,9]] min");
    assert_eq!(setup("(MAX(3 5) (2 9))"), "[[3,5],[2,9]] min");
    assert_eq!(setup("((3 5) (2 9)) min"), "[[3,5],[2,9]] min");
    assert_eq!(setup("A:MAX(B:MIN(3 5) 4) max"), "[[3,5],4]");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, problem) in [
        ("((3 5)", "an unclosed bracket begins at character 1"),
        ("((3 5]", "`)` is expected at character 6"),
        ("(() 3)", "a node without children begins at character 2"),
        ("((3 5)) 7", "unexpected `7` after the tree at character 9"),
        ("((3 5)))", "unexpected `)` after the tree at character 8"),
        ("(3 2.5)", "`2.5` is neither a whole number nor `?` at character 4"),
        ("(3 99999999999)", "neither a whole number nor `?` at character 4"),
        ("(A:3 A:4)", "the name `A` is repeated at character 6"),
        ("(MAX(3) MIN(4))", "MAX and MIN do not alternate at character 9"),
        ("MAX(3 4) min", "`min` contradicts who moves at the root at character 10"),
        ("(A:)", "`)` where a child should be at character 4"),
        ("A:", "the end where a child should be at character 3"),
        ("3 5", "a bracket is missing at character 1"),
        ("", "a bracket is missing at character 1"),
        ("(3 : 4)", "`3` is not a valid name at character 2"),
        ("(a : : 4)", "`:` where a child should be at character 6"),
        ("(root:5 3)", "`root` is not a valid name at character 2"),
        ("(5 None)", "`None` is neither a whole number nor `?` at character 4"),
        ("(5:3)", "`5` is not a valid name at character 2"),
    ] {
        let told = read(text).expect_err(text).to_string();
        assert!(told.contains(problem), "{text}: {told}");
        assert!(told.contains("a valid tree is, for example, ((3 5 10) (2 2))"), "{told}");
    }
}

#[test]
fn a_notation_is_known_by_its_beginning() {
    for text in ["((3 5) (2 2))", "A:(3 5)", "MAX(3 5)", "MAX{MIN{3, 5}}", "A : [3,5]", "[A:3,5]", " (3)"] {
        assert!(is_notation(text), "{text}");
    }
    for text in [
        "startpos",
        "3 5 2 9",
        "[[3,5],[2,2]]",
        "{3, 5, 2, 9}",
        "rnbqkbnr/8 w - - (x)",
        "7/7 w - 0 1",
        "3/3/3[PPPPPpppp] w - - 0 1",
        "[[3,5],[2,2]] @ 1",
        "random b=2 depth=3",
    ] {
        assert!(!is_notation(text), "{text}");
    }
}

#[test]
fn deep_nesting_is_no_problem_here() {
    let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(setup(&deep).len(), deep.len());
}
