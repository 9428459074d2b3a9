//! Bounds of leaves in everything that the command prints.

use plyd_tests::{PATIENCE, command, finish};

#[test]
fn a_bound_of_the_third_tutorial_is_told_in_every_format() {
    let run = |language: &str, arguments: &[&str]| {
        finish(command(&[&["explain", "--lang", language, "--position"], arguments].concat()), PATIENCE)
    };
    let tree = "MAX {3, c <= 2, MIN {2, d>=5, x}, 2}";
    let parts = [
        ("text", "c: \u{2264}2"),
        ("walk", "Leaf c is unknown, but at most 2. As alpha is 3, more need not be known of it."),
        ("walk", "Position: [3,?<=2,[2,?>=5,?],2]"),
        ("json", "\"bound\":\"upper\""),
        ("dot", "\u{2264}2\\nc"),
        ("svg", ">\u{2264}2<"),
        ("svg", ">\u{2265}5<"),
        ("svg", ">at most<"),
        ("tikz", "{$\\leq$2}"),
        ("html", "\"content\":\"\u{2264}2\""),
    ];
    for (format, part) in parts {
        let finished = run("en", &[tree, "--format", format]);
        assert!(finished.status.success() && finished.output.contains(part), "{format}: {part}: {finished:?}");
    }
    // The search itself stops at a leaf of which nothing is known, such as x, so that one would be reported first.
    let bounded = "MAX {3, c <= 2, MIN {2, d>=5, 4}, 2}";
    let cases: [(&[&str], i32, &str); 6] = [
        (&[tree, "--check", "d x"], 0, "Right"),
        (&[tree, "--check", "c<=2 d x"], 0, "Right"),
        (&[tree, "--check", "c>=2"], 1, "c: its value differs from the answer"),
        (&[bounded, "--algorithm", "minimax"], 1, "the leaf c<=2 (1) is unknown, but the search must read it"),
        (&[bounded, "--order", "best"], 1, "requires the whole tree, but the leaf c<=2 (1) is unknown"),
        (&["(c<=3 4)"], 1, "the leaf c<=3 (0) is unknown"),
    ];
    for (arguments, code, part) in cases {
        let finished = run("en", arguments);
        let said = format!("{}{}", finished.output, finished.errors);
        assert!(finished.status.code() == Some(code) && said.contains(part), "{arguments:?}: {finished:?}");
    }
    let told = ["it", "tr", "bn"].map(|language| run(language, &["(?>=3 4)"]).errors);
    assert!(told[0].contains("la foglia ?>=3 (0) \u{e8} sconosciuta"), "{told:?}");
    assert!(told.iter().all(|error| error.contains("?>=3 (0)") && !error.contains("unknown")), "{told:?}");
}
