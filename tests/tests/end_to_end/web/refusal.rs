//! The page's own reader of answers, under node: a refused position is an error, and nothing waits for an answer to it.

use plyd_tests::{PATIENCE, finish, has_program};
use std::process::Command;

#[test]
fn the_page_reads_the_refusal_of_a_position() {
    if !has_program("node", "the page's reader of answers") {
        return;
    }
    let mut node = Command::new("node");
    node.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/page/refusal.mjs"));
    let finished = finish(node, PATIENCE);
    assert!(finished.status.success(), "{}{}", finished.output, finished.errors);
}
