//! `go perft`: counts the leaves below the position.

use super::info_lines::plugin_error;
use super::{Ended, TaskEvent};
use plyd_host::Position;
use plyd_player::root;
use plyd_protocol::Reply;
use plyd_rules::Move;
use plyd_search::{Control, Perft, perft};
use tokio::sync::mpsc;

/// Counts, with a line to the sender for each move; the last lines are returned.
pub(super) fn count(position: &Position, depth: u32, control: &Control, sender: &mpsc::Sender<TaskEvent>) -> Ended {
    let mut each = |mv: Move, count: u64| match position.move_text(mv) {
        // A session that has gone away has stopped the count as well.
        Ok(mv) => drop(sender.blocking_send(TaskEvent::Line(Reply::PerftMove { mv, count }))),
        Err(fault) => drop(sender.blocking_send(TaskEvent::Line(plugin_error(&fault.to_string())))),
    };
    match perft(&root(position), depth, control, &mut each) {
        Perft::Total(total) => (vec![Reply::blank()], Some(Reply::PerftTotal(total))),
        Perft::Stopped => (vec![Reply::InfoString("perft was stopped before its end".into())], None),
        Perft::Fault(fault) => (vec![plugin_error(&fault)], None),
    }
}
