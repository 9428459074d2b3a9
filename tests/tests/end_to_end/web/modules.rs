//! The modules of the page that need no document, under node: each file `tests/page/*.test.mjs` tests one of them or some.

use plyd_tests::{binary, command, copy_environment, finish, has_program};
use std::io::{Write, stderr};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long all of them may take, on a busy machine.
const TIME: Duration = Duration::from_secs(300);

#[test]
fn the_modules_of_the_page_do_what_their_tests_say() {
    if !has_program("node", "the tests of the page's modules") {
        return;
    }
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/page"));
    let mut tests: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    tests.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    assert!(!tests.is_empty());
    let mut node = Command::new("node");
    copy_environment(&command(&[]), &mut node);
    node.env("PROGRAM", binary()).arg("--import").arg(folder.join("modules.mjs"));
    node.args(["--test", "--test-reporter=tap"]).args(tests);
    let finished = finish(node, TIME);
    assert!(finished.status.success(), "{}{}", finished.output, finished.errors);
    // Those that need plyd are skipped where node is called by hand without it.
    for none in ["# skipped 0", "# todo 0"] {
        assert!(finished.output.lines().any(|line| line == none), "{}", finished.output);
    }
    let passed = finished.output.lines().find(|line| line.starts_with("# pass "));
    let _ = writeln!(stderr(), "{}", passed.unwrap_or_default());
}
