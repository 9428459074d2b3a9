//! What the observer costs where nobody observes: nothing. Counted in instructions, which no other work on the machine
//! disturbs. It builds two programs with link-time optimisation, so it is among the long tests.

use plyd_tests::{cargo, finish, has_program, target_folder};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/observer/Cargo.toml");

/// Far longer than a build, and a counted run, take.
const LONG: Duration = Duration::from_secs(900);

/// The most that the counts may differ, in parts of a thousand.
const MAX_DIFFERENCE: u64 = 1;

fn build(name: &str, features: &[&str]) -> PathBuf {
    let folder = target_folder().join(name);
    let mut command = cargo();
    command.args(["build", "--release", "--locked", "--quiet", "--manifest-path", MANIFEST, "--target-dir"]);
    let built = finish(add(command, &folder, features), LONG);
    assert!(built.status.success(), "{}", built.errors);
    folder.join("release/plyd-observer-cost")
}

fn add(mut command: Command, folder: &PathBuf, features: &[&str]) -> Command {
    command.arg(folder).args(features);
    command
}

/// What the program printed, and how many instructions it took.
fn count(program: &PathBuf) -> (String, u64) {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    let counted = finish(command, LONG);
    assert!(counted.status.success(), "{}", counted.errors);
    let line = counted.errors.lines().find(|line| line.contains("Collected :"));
    let number = line.and_then(|line| line.rsplit(' ').next()?.parse().ok());
    (counted.output, number.unwrap_or_else(|| panic!("no count: {}", counted.errors)))
}

#[test]
fn a_search_that_nobody_observes_pays_nothing() {
    if !has_program("valgrind", "what the observer costs") {
        return;
    }
    let (with, without) = (build("observer-with", &[]), build("observer-without", &["--no-default-features"]));
    let ((nodes, paid), (same_nodes, unpaid)) = (count(&with), count(&without));
    assert_eq!(nodes, same_nodes, "both do the same");
    assert!(nodes.contains("tictactoe alphabeta 18297\n"), "{nodes}");
    let _ = writeln!(std::io::stderr(), "instructions with the observer {paid}, without {unpaid}");
    assert!(paid.abs_diff(unpaid) * 1_000 < unpaid * MAX_DIFFERENCE, "{paid} and {unpaid} instructions");
}
