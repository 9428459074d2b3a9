//! Tests of trees pasted from programs and books, in many notations and scripts.

use crate::opened::{children, open};
use plyd_plugin::Plugin;
use proptest::prelude::*;

fn written(text: &str) -> String {
    let (game, state) = open(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.format_state(&state)
}

#[test]
fn arrays_of_programs_are_leaf_arrays() {
    for text in [
        "arr [] ={3, 5, 2, 9}",
        "arr[] = {3, 5, 2, 9};",
        "int arr[] = {3, 5, 2, 9} ;",
        "int scores[4] = {3, 5, 2, 9};",
        "int[] scores = {3, 5, 2, 9};",
        "int[] scores = new int[] {3, 5, 2, 9};",
        "int []scores = new int[4]{3, 5,\n\t2, 9};",
        "std::vector<int> leaves = {3, 5, 2, 9};",
        "let scores = [3, 5, 2, 9];",
        "scores = [3, 5, 2, 9]",
        "scores: list[int] = [3, 5, 2, 9]",
        "scores = (3, 5, 2, 9)",
        "newest = {3 5 2 9}",
        "মান = {৩, ৫, ২, ৯};",
        "{3, 5, 2, 9};",
        "3 5 2 9;",
    ] {
        assert_eq!(written(text), "3 5 2 9", "{text}");
    }
    assert_eq!(written("int arr[] = {3, 5, 2, 9}; min @ 1"), "3 5 2 9 min @ 1");
    assert_eq!(written("b=3 [1, 2, 3]"), "b=3 1 2 3");
}

#[test]
fn nested_values_of_variables_are_trees_of_any_shape() {
    for text in [
        "tree = [[3, 5, 10], [2, 2]]",
        "int[][] tree = {{3, 5, 10}, {2, 2}};",
        "int[][] tree = new int[][] {{3, 5, 10}, {2, 2}};",
        "T = MAX{MIN{3, 5, 10}, MIN{2, 2}}",
        "t = A:(B:(3 5 10) (2 2));",
        "((3 5 10) (2 2));",
    ] {
        assert_eq!(written(text), "[[3,5,10],[2,2]]", "{text}");
    }
    assert_eq!(written("t = CHANCE{9/10: 2, 1/10: 3}; low=-2"), "CHANCE{9/10:2,1/10:3} low=-2");
    assert_eq!(written("A:[CHANCE(2 3)] low=-2"), "[CHANCE{1/2:2,1/2:3}] low=-2", "a setting is no variable");
}

#[test]
fn players_may_stand_behind_their_brackets() {
    for text in [
        "(MAX (MIN 3 5 10) (MIN 2 2))",
        "(max(min 3 5 10)(min 2 2))",
        "[MAX [MIN [3] [5] [10]] [MIN [2] [2]]]",
        "\\begin{forest}\n[MAX [MIN [3][5][10]] [MIN [2][2]]]\n\\end{forest}",
        "\\Tree [.MAX [.MIN 3 5 10 ] [.MIN 2 2 ] ]",
        "tree = (MAX (MIN 3 5 10) (MIN 2 2));",
    ] {
        assert_eq!(written(text), "[[3,5,10],[2,2]]", "{text}");
    }
    assert_eq!(written("(MIN 3 (MAX [x] 5))"), "[3,[?,5]] min");
    assert_eq!(written("(CHANCE 3 5)"), "CHANCE{1/2:3,1/2:5}");
    // With a comma, or with a player in another position, players are written before their brackets.
    assert_eq!(written("[MAX [3], [5]]"), "[[3],[5]] min");
    assert_eq!(written("[MAX [3] MAX [5]]"), "[[3],[5]] min");
    assert_eq!(written("(MAX (3 5) (2 2))"), "[[3,5],[2,2]] min");
    for (text, error) in [
        ("(MAX (MIN 3 5) (MAX 2 9))", "the player named at character 17 does not alternate with the others"),
        ("(MAX (MIN 3 5) (MIN 2 9)", "the end of the setup is where `)` should close the `(` at character 1"),
        ("(MAX [3) 5)", "`)` at character 8 is where `]` should close the `[` at character 6"),
        ("(MAX)", "the list at character 1 is empty: it needs at least one leaf"),
        (
            "(MAX (MIN 3 5x))",
            "`5x` at character 13 is not a number: a leaf is a whole number from -1000000 to 1000000, or ?",
        ),
    ] {
        assert_eq!(open(text).map(|_| ()), Err(error.to_owned()), "{text}");
    }
}

#[test]
fn a_comma_may_follow_the_last_leaf_and_the_last_child() {
    for text in [
        "{3, 5, 2, 9,}",
        "int a[] = {3, 5, 2, 9,};",
        "int[] a = new int[] {\n    3,\n    5,\n    2,\n    9,\n};",
        "a = [3, 5, 2, 9, ]",
        "a = (3, 5, 2, 9,)",
        "3, 5, 2, 9,",
        "3, 5, 2, 9,;",
    ] {
        assert_eq!(written(text), "3 5 2 9", "{text}");
    }
    for text in
        ["[[3, 5], [2, 9],]", "tree = [\n    [3, 5,],\n    [2, 9],\n]", "{{3, 5,}, {2, 9,},};", "((3 5,) (2 9,),)"]
    {
        assert_eq!(written(text), "[[3,5],[2,9]]", "{text}");
    }
    for (text, error) in [
        ("{3,, 5}", "`,` at character 4 has no leaf before it"),
        ("{,}", "`,` at character 2 has no leaf before it"),
        ("{{3,,}}", "`,` at character 5 has no child before it"),
        ("[[3,5],,]", "`,` at character 8 has no child before it"),
        ("[,]", "`,` at character 2 has no child before it"),
        ("[[],]", "the list at character 2 is empty: it needs at least one leaf"),
    ] {
        assert_eq!(open(text).map(|_| ()), Err(error.to_owned()), "{text}");
    }
}

#[test]
fn what_is_not_there_in_a_program_is_an_unknown_leaf() {
    for word in ["None", "null", "NULL", "nil", "undefined", "nullptr", "?"] {
        assert_eq!(written(&format!("[[3, 5], [{word}, {word}]]")), "[[3,5],[?,?]]", "{word}");
        assert_eq!(written(&format!("{{3, 5, {word}, 9}}")), "3 5 ? 9", "{word}");
        assert_eq!(written(&format!("t = {{'B': [3, 5], 'C': [2, {word}]}}")), "[[3,5],[2,?]]", "{word}");
    }
}

#[test]
fn dictionaries_name_nodes_and_leaves() {
    for (text, tree) in [
        (r#"{"A": {"B": 3, "C": 5}}"#, "[3,5]"),
        ("{'a': [3,5]}", "[3,5]"),
        ("tree = {'a': [3, 5], 'b': [2, 9],}", "[[3,5],[2,9]]"),
        (r#"{"A": {"B": {"C": 3, "D": 5}, "E": {"F": 2, "G": 9}}}"#, "[[3,5],[2,9]]"),
        (r#"{"A": [{"B": [3, 5]}, {"C": [2, 9]}],}"#, "[[3,5],[2,9]]"),
        (r#"[{"B": [3, 5],}, {"C": 2}]"#, "[[3,5],2]"),
        (r#"{"MAX": [{"MIN": [3, 5]}, {"MIN": [2, 9]}]}"#, "[[3,5],[2,9]]"),
        (r#"{"MIN": {"x": [3, 5], "y": 2}}"#, "[[3,5],2] min"),
        ("{\u{201C}A\u{201D}: [3, 5]}", "[3,5]"),
        // The inner dictionary is the value of a name, so it remains a node with one child.
        (r#"{"A": {"B": {"C": 3}}}"#, "[[3]]"),
        // Without quotation marks it is a tree in brackets.
        ("{A: [3,5]}", "[[3,5]]"),
        (r#"["3", "5"]"#, "[3,5]"),
    ] {
        assert_eq!(written(text), tree, "{text}");
    }
    let (game, state) = open(r#"{"A": {"B": 3, "C": [5, 2]}}"#).expect("it is a tree");
    assert_eq!(game.node_name(&state).as_deref(), Some("A"));
    for (text, error) in [
        (r#"{"A": {"B": 3, "B": 5}}"#, "`B` at character 16 is the name of another node already"),
        (r#"{"A": {"B": }}"#, "`}` at character 13 is where a child should be"),
    ] {
        assert_eq!(open(text).map(|_| ()), Err(error.to_owned()), "{text}");
    }
}

#[test]
fn objects_with_children_are_nodes_and_those_without_are_leaves() {
    for (text, tree) in [
        ("{'value': 3, 'children': [1, 2]}", "[1,2]"),
        (r#"{"value": 0, "children": [{"value": 3}, {"value": 5, "children": []}]}"#, "[3,5]"),
        (
            r#"{"name": "A", "children": [{"name": "B, x", "children": [{"val": 3}, {"val": 5}]}, {"val": 2}]}"#,
            "[[3,5],2]",
        ),
        ("t = {'children': [{'children': [3, 5]}, {'children': None, 'score': 2}], 'value': None}", "[[3,5],2]"),
        ("[{'value': 1, 'children': [3, 5,],}, {'value': 2}]", "[[3,5],2]"),
    ] {
        assert_eq!(written(text), tree, "{text}");
    }
    // `children` is a key only in quotation marks.
    assert_eq!(written("{children: [3, 5]}"), "[[3,5]]");
    assert_eq!(
        open("{'\u{9AA}\u{9BE}': 1, 'children': [3, 5x]}").map(|_| ()),
        Err("`5x` at character 27 is not a number: a leaf is a whole number from -1000000 to 1000000, or ?".into())
    );
    assert!(open(&"{'children': [".repeat(100_000)).is_err());
}

#[test]
fn numbers_of_programs_are_whole_or_refused() {
    assert_eq!(written("[3., 5.0, -2.00]"), "[3,5,-2]");
    assert_eq!(written("3. 5.0"), "3 5");
    assert_eq!(written("[1_000, 1e3, -1.5e1, 2E+2, 1'000, 50e-1]"), "[1000,1000,-15,200,1000,5]");
    assert_eq!(written("[[True, False], [true, 3]]"), "[[1,0],[1,3]]");
    assert_eq!(written("{'True': 3, 'False': 5}"), "[3,5]");
    for text in ["[3, 1.5]", "[3, 1e-1]", "[3, 1__0]", "[3, 1_]", "[3, e3]x", "[3, 1e99]", "[3, 1e999]", "[3, 0x10]"] {
        assert!(open(text).is_err(), "{text}");
    }
    for (text, word, at) in [
        ("[[3, float(\"inf\")], [2, 9]]", "inf", 12),
        ("[3, -math.inf]", "-math.inf", 5),
        ("[3, math.inf]", "math.inf", 5),
        ("3 -Infinity", "-Infinity", 3),
    ] {
        let sign = if word.starts_with('-') { "-" } else { "" };
        let error = format!(
            "`{word}` at character {at} is infinite: write {sign}1000000 in its place, beyond which no leaf goes"
        );
        assert_eq!(open(text).map(|_| ()), Err(error), "{text}");
    }
}

#[test]
fn strings_are_names_whatever_is_in_them() {
    for (text, name, tree) in [
        (r#"{"Alice's move": [1, 2]}"#, "Alice's_move", "[1,2]"),
        (r"{'it\'s': [1, 2]}", "it's", "[1,2]"),
        (r#"{"it's": {'don\'t': 1, "a \"b\"": 2}}"#, "it's", "[1,2]"),
        (r#"{"a:b, {c} [d] (e) # f // g": [1, 2]}"#, "a_b___c___d___e____f____g", "[1,2]"),
        ("{\u{201C}left\u{201D}: [1, 2]}", "left", "[1,2]"),
        ("{\u{2018}Ann\u{2019}s\u{2019}: [1, 2]}", "Ann's", "[1,2]"),
        ("{\u{AB}left\u{BB}: [1, 2]}", "left", "[1,2]"),
        ("{`left`: [1, 2]}", "left", "[1,2]"),
        ("{u'left': [1, 2]}", "left", "[1,2]"),
        (r#"{r"left": [1, 2]}"#, "left", "[1,2]"),
        (r#"{"\u00e9t\xe9": [1, 2]}"#, "\u{e9}t\u{e9}", "[1,2]"),
        ("{'left': [1, 2]}  # don't { 'x", "left", "[1,2]"),
        ("# it's\n{'left': [1, 2]}", "left", "[1,2]"),
        (r#"{"A": [{"name": "B's", "children": [{"value": "3"}, {"value": 5}]}, 2]}"#, "A", "[[3,5],2]"),
        // Primes are not quotation marks.
        ("b':(u':(3 5) 'c:2)", "b'", "[[3,5],2]"),
    ] {
        let (game, state) = open(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((game.node_name(&state).as_deref(), written(text).as_str()), (Some(name), tree), "{text}");
    }
    assert_eq!(written(r#"{"root": {"MIN": ["-3", 'c<=2'], "b": 2}}"#), "[[-3,?<=2],2]");
    assert_eq!(written(r#"{"CHANCE": {"1/2": 3, "1/2": 5}}"#), "CHANCE{1/2:3,1/2:5}");
    // The text behind a string keeps its position.
    for (text, error) in [
        (r#"{"it\'s": [1, 5x]}"#, "`5x` at character 15 is not a number"),
        (r#"{"a b": [1, 2], "a_b": 3}"#, "`a_b` at character 17 is the name of another node already"),
        (r#"["3 5", "2 9"]"#, "`\\\"3` at character 2 is not a number"),
        (r#"["(3, 5)", 2]"#, "`\\\"` at character 2 is not a number"),
        (r#"{"1. e4": [1, 2]}"#, "`\\\"1.` at character 2 is not a number"),
        (r#"{"a: [1, 2]}"#, "`\\\"a` at character 2 is not a number"),
    ] {
        let found = open(text).map(|_| ()).expect_err(text);
        assert!(found.starts_with(error), "{text}: {found}");
    }
    // The search for the end of unclosed quotation marks is not repeated for each mark.
    assert!(open(&"('a (\u{201C}b ".repeat(100_000)).is_err());
}

#[test]
fn pairs_have_the_names_of_their_values() {
    for (text, tree) in [
        (r#"("A", [("B", 3), ("C", 5)])"#, "[3,5]"),
        ("('root', [('B', [('C', 3), ('D', 5)]), ('E', -2)])", "[[3,5],-2]"),
        ("t = ('MIN', [('B', [3, 5],), ('C', None)])", "[[3,5],?] min"),
        ("[('B', {'C': 3, 'D': 5}), ('E', (2, 9))]", "[[3,5],[2,9]]"),
        // These are leaves with names but without values.
        ("('a', 'b')", "[?,?]"),
        ("('a', 3)", "[?,3]"),
        ("[['a', 3], ['b', 5]]", "[[?,3],[?,5]]"),
        ("[(a, 3), (b, 5)]", "[[?,3],[?,5]]"),
        ("[('a', 3, 4), ('b' 5), ('c', 3 4), ('d', (3) 4)]", "[[?,3,4],[?,5],[?,3,4],[?,[3],4]]"),
        ("MAX(MIN('a', 3), MIN('b', 5))", "[[?,3],[?,5]]"),
    ] {
        assert_eq!(written(text), tree, "{text}");
    }
    let (game, state) = open("('A', [('B', 3), ('C', 5)])").expect("it is a tree");
    let names = [state].into_iter().chain(children(&game, &state)).map(|state| game.node_name(&state));
    assert_eq!(names.flatten().collect::<Vec<_>>(), ["A", "B", "C"]);
}

#[test]
fn lists_may_be_made_by_calls_and_with_types() {
    for text in [
        "np.array([[3, 5], [2, 9]])",
        "tree = np.array([[3, 5], [2, 9]], dtype=int)",
        "x = numpy.asarray([[3, 5],\n [2, 9],])",
        "array([[3, 5],\n       [2, 9]])",
        "val tree = listOf(listOf(3, 5), listOf(2, 9))",
        "val tree = arrayOf(intArrayOf(3, 5), intArrayOf(2, 9))",
        "List<List<Integer>> tree = Arrays.asList(Arrays.asList(3, 5), Arrays.asList(2, 9));",
        "var tree = List.of(List.of(3, 5), List.of(2, 9));",
        "int[][] t = new int[][] {new int[] {3, 5}, new int[]{2, 9}};",
        "new int[][] {{3, 5}, {2, 9}}",
        "t := [][]int{{3, 5}, {2, 9}}",
        "t := [][]int{[]int{3, 5}, []int{2, 9},}",
        "let tree = vec![vec![3, 5], vec![2, 9]];",
        "std::vector<std::vector<int>> t = {std::vector<int>{3, 5}, std::vector<int>{2, 9}};",
        "std::vector<std::vector<int>>{{3, 5}, {2, 9}}",
        "new ArrayList<>(Arrays.asList(Arrays.asList(3, 5), Arrays.asList(2, 9)))",
        "t = array(array(3, 5), array(2, 9));",
        "(tuple([3, 5]), list((2, 9)))",
        "[Array.of(3, 5), new Array(2, 9)]",
        "torch.tensor([[3, 5], [2, 9]])",
        "np.array(list(tuple([[3, 5], [2, 9]])))",
    ] {
        assert_eq!(written(text), "[[3,5],[2,9]]", "{text}");
    }
    for text in [
        "List<Integer> leaves = Arrays.asList(3, 5, 2, 9);",
        "val leaves = listOf(3, 5, 2, 9)",
        "leaves = np.array([3, 5, 2, 9])",
        "leaves := []int{3, 5, 2, 9}",
        "a = array([3, 5, 2, 9])",
        "int[] a = new int[] {3, 5, 2, 9,};",
    ] {
        assert_eq!(written(text), "3 5 2 9", "{text}");
    }
    assert_eq!(written("vec![[3, 5]]"), "[[3,5]]", "a list with one list");
    assert_eq!(written("listOf(listOf(3, 5))"), "[[3,5]]");
    // Calls that do not make a list are not changed.
    assert_eq!(written("(array (3 5))"), "[?,[3,5]]");
    for (text, error) in [
        (
            "np.array([3, 5x])",
            "`5x` at character 14 is not a number: a leaf is a whole number from -1000000 to 1000000, or ?",
        ),
        ("listOf(listOf(3, 5), listOf())", "the list at character 28 is empty: it needs at least one leaf"),
        (
            "foo([3, 5])",
            "`foo` at character 1 is where the first bracket of the tree should be: write a tree as in ((3 5) (2 9)), or \
             with names as in A:(B:(3 5) C:(2 9))",
        ),
    ] {
        assert_eq!(open(text).map(|_| ()), Err(error.to_owned()), "{text}");
    }
    // Calls may be nested to any depth and occur any number of times.
    let deep = "list(".repeat(200_000);
    assert!(open(&deep).is_err());
    assert!(open(&"np.array([".repeat(100_000)).is_err());
}

#[test]
fn remarks_and_signs_of_other_scripts_do_not_matter() {
    for text in [
        "// the leaves\n{3, 5, 2, 9}",
        "int[] a = {3, 5, /* left */ 2, 9}; // four",
        "a = [3, 5, 2, 9]  # four",
        "# \u{9AA}\u{9BE}\u{9A4}\u{9BE}\n3 5\n2 9 // the end",
        "\u{FEFF}\u{FF5B}\u{FF13}\u{FF0C}\u{FF15}\u{FF0C}\u{FF12}\u{FF0C}\u{FF19}\u{FF5D}\u{FF1B}",
        "{\u{663}\u{60C} \u{665}\u{60C} \u{662}\u{60C} \u{669}}",
        "\u{202D}3\u{200B}5\u{A0}2\u{3000}9",
    ] {
        assert_eq!(written(text), "3 5 2 9", "{text}");
    }
    assert_eq!(written("(3 \u{2013}5 \u{FF0D}2 \u{FE63}9)"), "[3,-5,-2,-9]");
    assert_eq!(
        open("/* \u{9AA}\u{9BE} */ {3, 5,,} // x").map(|_| ()),
        Err("`,` at character 16 has no leaf before it".into())
    );
    for text in ["// {3, 5}", "/* 3 5", "#", "/"] {
        assert!(open(text).is_err(), "{text}");
    }
}

#[test]
fn decimal_commas_are_not_taken_for_two_leaves() {
    let told = |number: &str, at: u32| {
        Err(format!(
            "`{number}` at character {at} can be two numbers, or one with a decimal comma; leaves are whole numbers, so \
             write a blank after each comma"
        ))
    };
    for (text, number, at) in [
        ("3,5 2,7", "3,5", 1),
        ("{3 -2,75}", "-2,75", 4),
        ("((1,0 2,5) (3 4))", "1,0", 3),
        ("[[1 2] [3,5 4]]", "3,5", 9),
        ("{\u{9E9},\u{9EB} \u{9E8},\u{9ED}}", "\u{9E9},\u{9EB}", 2),
        ("1,000 2,000", "1,000", 1),
        ("[[1,000, 2], [3, 4]]", "1,000", 3),
    ] {
        assert_eq!(open(text).map(|_| ()), told(number, at), "{text}");
    }
    for (text, form) in [
        ("3,5,2,7", "3 5 2 7"),
        ("{3,5, 2,7}", "3 5 2 7"),
        ("[[3 5] [2,7]]", "[[3,5],[2,7]]"),
        ("3,5 ,2, 7 min @ 0 1", "3 5 2 7 min @ 0 1"),
        ("(3,?,-5 x)", "[3,?,-5,?]"),
    ] {
        assert_eq!(written(text), form, "{text}");
    }
}

#[test]
fn digits_of_every_script_are_numbers() {
    assert_eq!(written("{১৩, ৮, ২৪, \u{2212}৫, ২৩, ১৫, -১৪, -২০}"), "13 8 24 -5 23 15 -14 -20");
    assert_eq!(written("((३ ५) (٢ 9)) @ ১"), "[[3,5],[2,9]] @ 1");
    assert_eq!(written("CHANCE{৯/১০: ২, 0.১: ৩}"), "CHANCE{9/10:2,1/10:3}");
    assert_eq!(written("b=৩ ১ ২ ৩"), "b=3 1 2 3");
    assert_eq!(written("random depth=২ seed=৪২"), "random b=2 depth=2 seed=42");
}

#[test]
fn words_with_combining_marks_are_names() {
    for name in ["টেস্ট", "প্রান্ত", "र‍्य", "சோதனை", "ทดสอบ", "e\u{301}te\u{301}", "日本", "α", "ক৩"]
    {
        let (game, root) = open(&format!("{name}:(3 4)")).unwrap();
        assert_eq!(game.node_name(&root).as_deref(), Some(name));
        assert_eq!(written(&format!("(3 {name})")), "[3,?]");
    }
    for name in ["৩ক", "\u{9CD}ক", "a-b", "\u{1F333}"] {
        assert!(open(&format!("{name}:(3 4)")).is_err(), "{name}");
    }
}

#[test]
fn mistakes_are_at_their_place_in_what_was_typed() {
    for (text, error) in [
        (
            "arr[] = {13, 8, 24};",
            "3 leaves do not fill a binary tree, which needs a power of 2: the nearest valid counts are 2 and 4",
        ),
        ("  arr[] = {3, 5,,};", "`,` at character 17 has no leaf before it"),
        ("arr[] = {3, 5; 2}", "`;` at character 14 is where `}` should close the `{` at character 9"),
        ("v = [3, 5", "the end of the setup is where `]` should close the `[` at character 5"),
        ("v = [3, 5}", "`}` at character 10 is among bare numbers: brackets are for whole trees, as in [[3,5],[2,9]]"),
        ("v = [[3, 5}", "`}` at character 11 is where `]` should close the `[` at character 6"),
        ("v = []", "the list at character 5 is empty: it needs at least one leaf"),
        (
            "মান = {৩, ৫ক}",
            "`৫ক` at character 11 is not a number: a leaf is a whole number from -1000000 to 1000000, or ?",
        ),
        ("  (৩\t\n ১০০০০০১)", "`১০০০০০১` at character 8 is outside -1000000 to 1000000"),
        ("{3, 5};;", "`;` at character 8 is where the setup should end"),
    ] {
        assert_eq!(open(text).map(|_| ()), Err(error.to_owned()), "{text}");
    }
}

/// A tree without a notation.
#[derive(Clone, Debug)]
enum Plain {
    Leaf(Option<i32>),
    /// A leaf with a bound; the flag is set if it is an upper bound.
    Bounded(bool, i32),
    Inner(Vec<Plain>),
}

fn trees() -> impl Strategy<Value = Plain> {
    let known = prop::option::weighted(0.9, -1_000_000..=1_000_000).prop_map(Plain::Leaf);
    let bounded = (any::<bool>(), -1_000_000..=1_000_000).prop_map(|(is_most, bound)| Plain::Bounded(is_most, bound));
    let leaf = prop_oneof![9 => known, 1 => bounded];
    let inner = leaf.prop_recursive(5, 40, 5, |child| prop::collection::vec(child, 1..5).prop_map(Plain::Inner));
    prop::collection::vec(inner, 1..5).prop_map(Plain::Inner)
}

/// The tree in canonical form, which texts of positions use.
fn canonical(tree: &Plain) -> String {
    match tree {
        Plain::Leaf(None) => "?".into(),
        Plain::Leaf(Some(value)) => value.to_string(),
        Plain::Bounded(is_most, bound) => format!("?{}{bound}", if *is_most { "<=" } else { ">=" }),
        Plain::Inner(children) => format!("[{}]", children.iter().map(canonical).collect::<Vec<_>>().join(",")),
    }
}

/// A writer of trees whose choices of notation are read from a list that repeats.
struct Hand<'a> {
    choices: std::iter::Cycle<std::slice::Iter<'a, usize>>,
    names: usize,
}

impl Hand<'_> {
    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.choices.next().copied().unwrap_or_default() % texts.len()]
    }

    /// A unique name and a colon, or an empty text.
    fn name(&mut self) -> String {
        let word = self.one_of(&["", "", "", "টে", "a'", "é_", "e\u{301}", "日"]);
        if word.is_empty() {
            return String::new();
        }
        self.names += 1;
        let colon = self.one_of(&[":", " : ", ": "]);
        format!("{word}{}{colon}", self.names)
    }

    fn number(&mut self, value: i32) -> String {
        let zero = self.one_of(&["0", "0", "০", "०", "٠", "０"]).chars().next().map_or(0, u32::from);
        let digit = |digit: char| char::from_u32(zero + digit.to_digit(10).unwrap_or_default()).unwrap_or(digit);
        let digits: String = value.unsigned_abs().to_string().chars().map(digit).collect();
        let sign = if value < 0 { self.one_of(&["-", "\u{2212}"]) } else { self.one_of(&["", "", "+"]) };
        format!("{sign}{digits}")
    }

    /// Separators between the children of one node. A comma without blanks would look like a decimal comma next to
    /// separators of blanks alone, so these are never mixed.
    fn separators(&mut self) -> &'static [&'static str] {
        if self.one_of(&["tight", "wide"]) == "tight" { &[",", ", ", " ,\n"] } else { &[", ", " ", " ,\n", "\t"] }
    }

    fn write(&mut self, tree: &Plain, is_max: bool) -> String {
        let name = self.name();
        match tree {
            Plain::Leaf(None) => name + "?",
            Plain::Leaf(Some(value)) => name + &self.number(*value),
            Plain::Bounded(is_most, bound) => {
                let signs = if *is_most { ["<=", "\u{2264}"] } else { [">=", "\u{2265}"] };
                let (before, after) = (self.one_of(&["?", "? "]), self.one_of(&["", " "]));
                format!("{name}{before}{}{after}{}", self.one_of(&signs), self.number(*bound))
            }
            Plain::Inner(children) => {
                let player = if is_max { ["", "MAX", "max "] } else { ["", "MIN", "Min "] };
                let player = self.one_of(&player);
                let brackets = self.one_of(&["()", "[]", "{}"]);
                let (open, close) = brackets.split_at(1);
                let separators = self.separators();
                let mut inside = String::new();
                for (number, child) in children.iter().enumerate() {
                    if number > 0 {
                        inside += self.one_of(separators);
                    }
                    inside += &self.write(child, !is_max);
                }
                // A player directly behind a bracket could be read as the player of that bracket.
                let is_doubtful = inside.starts_with(['M', 'm']) && player.is_empty();
                let player = if !is_doubtful {
                    player
                } else if is_max {
                    "MAX"
                } else {
                    "MIN"
                };
                format!("{name}{player}{open}{inside}{}{close}", self.one_of(&["", " "]))
            }
        }
    }
}

fn has_no_inner_children(tree: &Plain) -> bool {
    matches!(tree, Plain::Inner(children) if children.iter().all(|child| !matches!(child, Plain::Inner(_))))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A tree is the same in every notation. A flat list is wrapped in another list, because a flat list in braces is a
    /// leaf array.
    #[test]
    fn notations_make_no_difference(tree in trees(), choices in prop::collection::vec(0..1000_usize, 1..200)) {
        let tree = if has_no_inner_children(&tree) { Plain::Inner(vec![tree]) } else { tree };
        let mut hand = Hand { choices: choices.iter().cycle(), names: 0 };
        let before = hand.one_of(&["", "", " ", "tree = ", "int[][] t=", "var t = new int[][]"]);
        let text = format!("{before}{}{}", hand.write(&tree, true), hand.one_of(&["", ";", " ; ", " max"]));
        let text = text.replacen("=MAX", "= MAX", 1);
        prop_assert_eq!(written(&text), canonical(&tree), "{}", text);
    }

    /// An array is the same in every notation.
    #[test]
    fn arrays_are_the_same_in_any_notation(
        leaves in prop::sample::select(vec![1_usize, 2, 4, 8, 16])
            .prop_flat_map(|count| prop::collection::vec(-1_000_000..=1_000_000_i32, count)),
        choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let mut hand = Hand { choices: choices.iter().cycle(), names: 0 };
        let list: Vec<String> = leaves.iter().map(|&leaf| hand.number(leaf)).collect();
        let list = list.join(hand.one_of(&[" ", ",", ", ", "\n"]));
        let text = match hand.one_of(&["bare", "braces", "declared"]) {
            "bare" => list,
            "braces" => format!("{{{list}}}"),
            _ => {
                let (open, close) = hand.one_of(&["()", "[]", "{}"]).split_at(1);
                format!("{}{open}{list}{close};", hand.one_of(&["arr[] = ", "x=", "int a[] = new int[3]"]))
            }
        };
        let plain: Vec<String> = leaves.iter().map(i32::to_string).collect();
        prop_assert_eq!(written(&text), plain.join(" "), "{}", text);
    }
}
