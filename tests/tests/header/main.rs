//! The C header: that it is up to date, and that C and C++ understand it as Rust does.

mod generate;

use std::fs;

const COMMAND: &str = "PLYD_WRITE_HEADER=1 cargo test --release -p plyd-tests --test header";

#[test]
fn the_committed_header_is_that_of_the_sources() {
    let path = generate::sdk().join("include/plyd_plugin.h");
    let wanted = generate::header();
    if std::env::var_os("PLYD_WRITE_HEADER").is_some_and(|value| value == "1") {
        fs::write(&path, &wanted).expect("the header can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    // No `assert_eq`, which would print both in full.
    let differs = committed.lines().zip(wanted.lines()).position(|(committed, wanted)| committed != wanted);
    let line = differs.unwrap_or_else(|| committed.lines().count().min(wanted.lines().count())) + 1;
    assert!(
        committed == wanted,
        "plugins/sdk/include/plyd_plugin.h is out of date from line {line} on:\n  has  {}\n  wants {}\n`{COMMAND}` writes it",
        committed.lines().nth(line - 1).unwrap_or("its end"),
        wanted.lines().nth(line - 1).unwrap_or("its end"),
    );
}
