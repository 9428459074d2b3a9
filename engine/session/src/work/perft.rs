//! `go perft`: counts the leaves below the position.

use super::info_lines::plugin_error;
use super::{LastReplies, TaskReporter};
use plyd_host::Position;
use plyd_player::root;
use plyd_protocol::Reply;
use plyd_rules::Move;
use plyd_search::{Control, PerftResult, perft};

/// Counts, with a line for each move; the last lines are returned.
pub(super) fn count(position: &Position, depth: u32, control: &Control, report: &TaskReporter) -> LastReplies {
    let mut each = |mv: Move, count: u64| {
        // A session that has gone away has stopped the count as well.
        report.say_line(match position.move_text(mv) {
            Ok(mv) => Reply::PerftMove { mv, count },
            Err(fault) => plugin_error(&fault.to_string()),
        });
    };
    match perft(&root(position), depth, control, &mut each) {
        PerftResult::Total(total) => (vec![Reply::blank()], Some(Reply::PerftTotal(total))),
        PerftResult::Stopped => (vec![Reply::InfoString("perft was stopped before its end".into())], None),
        PerftResult::Fault(fault) => (vec![plugin_error(&fault)], None),
    }
}
