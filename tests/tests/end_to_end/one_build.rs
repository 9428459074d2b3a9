//! The tests and the program that they build share one build of all crates. With other features of one dependency
//! alone, the tests would compile half of the workspace twice.

use plyd_tests::cargo;
use std::collections::BTreeSet;

/// The packages of the workspace and its dependencies of these kinds, with their features.
fn packages(kinds: &str) -> BTreeSet<String> {
    let mut tree = cargo();
    tree.args(["tree", "--workspace", "--locked", "--offline", "--prefix", "none", "--format", "{p} {f}", "-e", kinds]);
    let output = tree.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names of packages are text");
    text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

#[test]
fn dependencies_of_tests_switch_on_no_feature_of_the_program() {
    let (program, tests) = (packages("normal,build"), packages("normal,build,dev"));
    assert!(program.len() > 100);
    let different: Vec<_> = program.difference(&tests).collect();
    assert!(different.is_empty(), "give them the features of the tests in tests/Cargo.toml: {different:#?}");
}
