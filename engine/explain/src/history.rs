//! Which events are about each node, so that callers need not look through all of them.

use crate::{NodeId, TraceEvent};

/// The numbers of the events about each node, in order. It has to be rebuilt when events or nodes change.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeHistory(Vec<NodeEvents>);

/// The events of one node by their kind.
#[derive(Clone, Debug, Default)]
struct NodeEvents {
    enters: Vec<usize>,
    updates: Vec<usize>,
    /// The events in which the node got a value: it was a leaf, or was left.
    values: Vec<usize>,
    promises: Vec<usize>,
    /// The outcomes of a chance node that are known.
    narrows: Vec<usize>,
}

impl NodeHistory {
    pub(crate) fn of(nodes: usize, events: &[TraceEvent]) -> Self {
        let mut all = vec![NodeEvents::default(); nodes];
        for (number, event) in events.iter().enumerate() {
            let own = &mut all[event.node()];
            match event {
                TraceEvent::Enter { .. } => own.enters.push(number),
                TraceEvent::Update { .. } => own.updates.push(number),
                TraceEvent::Leaf { .. } | TraceEvent::Leave { .. } => own.values.push(number),
                TraceEvent::Promise { .. } => own.promises.push(number),
                TraceEvent::Narrow { .. } => own.narrows.push(number),
                TraceEvent::Cut { .. } | TraceEvent::Probe { .. } | TraceEvent::StarCut { .. } => {}
            }
        }
        Self(all)
    }

    /// The first time that the node was entered.
    pub(crate) fn first_enter(&self, node: NodeId) -> Option<usize> {
        self.0[node].enters.first().copied()
    }

    /// The last time that it was entered before an event.
    pub(crate) fn enter_before(&self, node: NodeId, event: usize) -> Option<usize> {
        before(&self.0[node].enters, event)
    }

    /// The last time before an event that a child of it was the best.
    pub(crate) fn update_before(&self, node: NodeId, event: usize) -> Option<usize> {
        before(&self.0[node].updates, event)
    }

    /// The last time before an event that it got a value.
    pub(crate) fn value_before(&self, node: NodeId, event: usize) -> Option<usize> {
        before(&self.0[node].values, event)
    }

    /// The last time before an event that the game promised the value of a child.
    pub(crate) fn promise_before(&self, node: NodeId, event: usize) -> Option<usize> {
        before(&self.0[node].promises, event)
    }

    /// The outcomes that became known from one event to another, both included.
    pub(crate) fn narrows(&self, node: NodeId, from: usize, to: usize) -> &[usize] {
        let all = &self.0[node].narrows;
        let place = |event: usize| all.partition_point(|&number| number < event);
        &all[place(from)..place(to + 1)]
    }
}

/// The last of these events before another one.
fn before(events: &[usize], event: usize) -> Option<usize> {
    events.partition_point(|&number| number < event).checked_sub(1).map(|last| events[last])
}

#[cfg(test)]
mod tests {
    use super::before;

    #[test]
    fn the_last_one_before_is_found() {
        let events = [2, 5, 9];
        for (event, found) in [(0, None), (2, None), (3, Some(2)), (5, Some(2)), (9, Some(5)), (100, Some(9))] {
            assert_eq!(before(&events, event), found);
        }
        assert_eq!(before(&[], 7), None);
    }
}
