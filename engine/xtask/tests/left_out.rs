//! Lists, after the tests of all packages, what they have left out. cargo runs the tests of the packages in the order of their
//! names, of which this one is the last; for nextest, `.config/nextest.toml` says so.

use plyd_trials::all_left_out;
use std::fmt::Write as _;
use std::io::Write as _;

#[test]
fn the_end_of_a_run_names_what_was_left_out() {
    let all = all_left_out();
    if all.is_empty() {
        return;
    }
    let mut text =
        format!("\n\n{} tests, or parts of tests, were left out. docs/testing.md lists the tools:\n", all.len());
    for line in all {
        writeln!(text, "  {line}").expect("memory can be written");
    }
    // Not captured, unlike what the print macros write.
    std::io::stderr().write_all(text.as_bytes()).expect("standard error is open");
}
