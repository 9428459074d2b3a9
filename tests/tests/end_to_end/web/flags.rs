//! The page's own table, under node, when the time of a player is over: whose opponent cannot win any more has a draw.

use plyd_tests::{command, finish, has_program};
use std::process::Command;
use std::time::Duration;

/// How long one position may take.
const TIME: Duration = Duration::from_secs(60);

/// Who wins, and why, when the player to move has no time left.
fn flagged(position: &str) -> String {
    let position = format!("fen {position}");
    let view = finish(command(&["view", "--game", "chess", "--position", &position]), TIME);
    let view = view.output.trim().strip_prefix("view ").unwrap_or_else(|| panic!("{view:?}")).to_owned();
    let mut node = Command::new("node");
    node.args(["--import", concat!(env!("CARGO_MANIFEST_DIR"), "/page/modules.mjs")]);
    node.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/page/flag.mjs")).arg(&view);
    let finished = finish(node, TIME);
    assert!(finished.status.success(), "{position}: {finished:?}");
    finished.output.trim().to_owned()
}

#[test]
fn a_flag_against_a_bare_king_is_a_draw_on_the_page() {
    if !has_program("node", "the page's clocks") {
        return;
    }
    for (position, ended) in [
        ("8/8/8/4k3/8/8/4K2R/8 w - - 0 1", "min time-alone"),
        ("8/8/8/4k3/8/8/4K2R/8 b - - 0 1", "max time"),
        ("7r/8/8/4k3/8/8/4K3/8 b - - 0 1", "max time-alone"),
    ] {
        assert_eq!(flagged(position), ended, "{position}");
    }
}
