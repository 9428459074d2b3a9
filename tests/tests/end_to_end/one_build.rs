//! The tests, the program that they build, and each part of the workspace share one build of all crates. With other
//! features of one dependency alone, half of the workspace would be compiled twice.

use plyd_tests::cargo;
use std::collections::BTreeSet;

/// The packages of a part of the workspace and its dependencies of these kinds, with their features.
fn packages(part: &[&str], kinds: &str) -> BTreeSet<String> {
    let mut tree = cargo();
    tree.arg("tree").args(part).args(["--locked", "--offline", "--prefix", "none", "--format", "{p} {f}", "-e", kinds]);
    let output = tree.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names of packages are text");
    text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

#[test]
fn dependencies_of_tests_switch_on_no_feature_of_the_program() {
    let (program, tests) = (packages(&["--workspace"], "normal,build"), packages(&["--workspace"], "normal,build,dev"));
    assert!(program.len() > 100);
    let different: Vec<_> = program.difference(&tests).collect();
    assert!(different.is_empty(), "give them the features of the tests in engine/features/Cargo.toml: {different:#?}");
}

#[test]
fn a_part_of_the_workspace_has_the_features_of_the_whole() {
    let whole = packages(&["--workspace"], "normal,build");
    // The client of the broker has five more crates for this one, which no other build should have.
    let is_apart = |package: &&String| package.starts_with("tinystr ");
    for part in ["plyd-check", "plyd-session", "plyd-server"] {
        let packages = packages(&["--package", part], "normal,build");
        let different: Vec<_> = packages.difference(&whole).filter(|package| !is_apart(package)).collect();
        assert!(different.is_empty(), "{part}: give them these features in engine/features/Cargo.toml: {different:#?}");
    }
}
