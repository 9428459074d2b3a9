//! The signals to a task in a child.

use super::connection::{Connection, Task};
use super::messages::{Grant, ToChild};
use std::sync::{Arc, Mutex, PoisonError};

/// What a session tells a task in its child, perhaps before the child is there.
#[derive(Debug, Default)]
pub(crate) struct Signals(Mutex<Given>);

#[derive(Debug, Default)]
struct Given {
    task: Option<(Arc<Connection>, u64)>,
    is_stopped: bool,
    is_hit: bool,
}

impl Signals {
    /// The task must end.
    pub(crate) fn stop(&self) {
        self.give(|given| given.is_stopped = true);
    }

    /// The pondered move was played.
    pub(crate) fn ponderhit(&self) {
        self.give(|given| given.is_hit = true);
    }

    /// Has the task begin, with the signals that were given before.
    pub(super) fn begin(
        &self,
        connection: Arc<Connection>,
        task: u64,
        grant: Grant,
        start: impl FnOnce(Grant) -> Task,
    ) {
        let mut given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_hit = std::mem::take(&mut given.is_hit);
        let is_stopped = std::mem::take(&mut given.is_stopped);
        connection.send(start(Grant { is_stopped, is_hit, ..grant }));
        given.task = Some((connection, task));
    }

    fn give(&self, change: impl FnOnce(&mut Given)) {
        let mut given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut given);
        let Some((connection, task)) = given.task.clone() else { return };
        if std::mem::take(&mut given.is_hit) {
            connection.send(Task::Tell(ToChild::PonderHit { task }));
        }
        if std::mem::take(&mut given.is_stopped) {
            connection.send(Task::Tell(ToChild::Stop { task }));
        }
    }
}
