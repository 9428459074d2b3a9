//! The places of the searches that run at the same time, and those that wait for their turn.
//!
//! A search may last for ever, and its place is never taken away. So an owner of many places leaves some to others: it
//! gets another one only while it has fewer than three times as many as are free. Alone it has three quarters of all,
//! and of three places or fewer all; a second one then gets three quarters of the rest, and so on. So a newcomer begins
//! at once. Those that wait come in the order in which they asked, except for those whose owner has too many now.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// An owner gets another place while it has fewer than this many times the free ones.
const TIMES_THE_FREE: usize = 3;

/// To whom the searches of a session belong. Searches without an owner may take all places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Whoever comes from this address.
    Address(IpAddr),
    /// Whoever has the token of this name.
    Token(String),
}

/// So many places.
#[derive(Debug)]
pub(crate) struct TaskQueue {
    state: Mutex<QueueState>,
}

#[derive(Debug)]
struct QueueState {
    free: usize,
    /// The places of each owner that has any.
    of: HashMap<Owner, usize>,
    /// In the order in which they came.
    waiting: BTreeMap<u64, QueuedSession>,
    /// The number of the next one that waits.
    next: u64,
}

#[derive(Debug)]
struct QueuedSession {
    owner: Option<Owner>,
    sender: oneshot::Sender<Permit>,
}

/// A place, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    queue: Arc<TaskQueue>,
    owner: Option<Owner>,
}

/// Somebody who waits for a place, until this is dropped.
#[derive(Debug)]
pub(crate) struct QueueTurn {
    queue: Arc<TaskQueue>,
    number: u64,
    receiver: oneshot::Receiver<Permit>,
}

impl TaskQueue {
    /// A queue with this many places, all of them free.
    pub(crate) fn new(places: usize) -> Arc<Self> {
        let state = QueueState { free: places, of: HashMap::new(), waiting: BTreeMap::new(), next: 0 };
        Arc::new(Self { state: Mutex::new(state) })
    }

    /// A place for a search of this owner, or its turn to be waited for.
    pub(crate) fn take(self: &Arc<Self>, owner: Option<Owner>) -> Result<Permit, QueueTurn> {
        let mut state = self.state();
        // Those that wait may not have it now either, so no one is passed over.
        if state.may_have(owner.as_ref()) {
            state.take(owner.as_ref());
            return Ok(Permit { queue: Arc::clone(self), owner });
        }
        let (sender, receiver) = oneshot::channel();
        let number = state.next;
        state.next += 1;
        state.waiting.insert(number, QueuedSession { owner, sender });
        Err(QueueTurn { queue: Arc::clone(self), number, receiver })
    }

    /// Gives the free places to those that wait and may have one.
    fn hand_out(self: &Arc<Self>) {
        while let Some(QueuedSession { owner, sender }) = { self.state().next_turn() } {
            // If it does not wait any more, the place is free again.
            let _ = sender.send(Permit { queue: Arc::clone(self), owner });
        }
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    fn may_have(&self, owner: Option<&Owner>) -> bool {
        let count = owner.and_then(|owner| self.of.get(owner)).copied().unwrap_or_default();
        count < TIMES_THE_FREE.saturating_mul(self.free)
    }

    fn take(&mut self, owner: Option<&Owner>) {
        self.free -= 1;
        if let Some(owner) = owner {
            *self.of.entry(owner.clone()).or_default() += 1;
        }
    }

    fn give_back(&mut self, owner: Option<&Owner>) {
        self.free += 1;
        let Some(owner) = owner else { return };
        if let Some(count) = self.of.get_mut(owner) {
            *count -= 1;
            if *count == 0 {
                self.of.remove(owner);
            }
        }
    }

    /// Takes a place for the first that waits and may have one, who waits no longer.
    fn next_turn(&mut self) -> Option<QueuedSession> {
        if self.free == 0 {
            return None;
        }
        let number = *self.waiting.iter().find(|(_, waiting)| self.may_have(waiting.owner.as_ref()))?.0;
        let waiting = self.waiting.remove(&number)?;
        self.take(waiting.owner.as_ref());
        Some(waiting)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.queue.state().give_back(self.owner.as_ref());
        self.queue.hand_out();
    }
}

impl QueueTurn {
    /// Waits for the place. To drop the future loses nothing. `None` if it has come already.
    pub(crate) async fn come(&mut self) -> Option<Permit> {
        (&mut self.receiver).await.ok()
    }
}

impl Drop for QueueTurn {
    fn drop(&mut self) {
        // A place that has come meanwhile is given back with the receiver.
        self.queue.state().waiting.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(name: &str) -> Option<Owner> {
        Some(Owner::Token(name.to_owned()))
    }

    /// As many places as this owner gets.
    fn take_all(queue: &Arc<TaskQueue>, owner: Option<&Owner>) -> Vec<Permit> {
        std::iter::from_fn(|| queue.take(owner.cloned()).ok()).collect()
    }

    #[test]
    fn an_owner_leaves_places_to_others_and_nobody_else_does() {
        let one = owner("one");
        for (places, most) in [(1, 1), (2, 2), (3, 3), (4, 3), (8, 6), (256, 192), (1 << 20, 3 << 18)] {
            let queue = TaskQueue::new(places);
            let first = take_all(&queue, one.as_ref());
            assert_eq!(first.len(), most, "of {places}");
            assert_eq!(take_all(&queue, None).len(), places - most, "of {places}");
        }
        // Each finds a place, however many of the others take what they can get.
        let queue = TaskQueue::new(256);
        let taken = ["a", "b", "c", "d", "e"].map(|name| take_all(&queue, owner(name).as_ref()));
        assert_eq!(taken.each_ref().map(Vec::len), [192, 48, 12, 3, 1]);
        drop(taken);
        assert!(queue.state().of.is_empty() && queue.state().free == 256);
    }

    #[tokio::test]
    async fn turns_come_in_order_except_for_owners_that_have_too_many() {
        let queue = TaskQueue::new(4);
        let (many, few) = (owner("many"), owner("few"));
        let mut taken = take_all(&queue, many.as_ref());
        let mut waiting = [(); 2].map(|()| queue.take(many.clone()).expect_err("it has its three"));
        let few_has = queue.take(few.clone()).expect("there is one for others");
        let mut third = queue.take(few).expect_err("all are taken");
        assert_eq!(queue.state().waiting.len(), 3);
        // The first that waits has too many now.
        drop(few_has);
        drop(third.come().await.expect("a place"));
        assert!(waiting.iter_mut().all(|turn| turn.receiver.try_recv().is_err()), "one stays free");
        taken.truncate(2);
        let first = waiting[0].come().await.expect("a place");
        assert!(waiting[1].receiver.try_recv().is_err());
        drop(first);
        let second = waiting[1].come().await.expect("a place");
        drop(taken);
        assert_eq!(queue.state().free, 3);
        assert!(queue.state().waiting.is_empty());
        drop((second, waiting, third));
        assert_eq!(queue.state().free, 4);
    }

    #[test]
    fn who_waits_no_longer_takes_no_place() {
        let queue = TaskQueue::new(1);
        let permit = queue.take(None).expect("it is free");
        let [first, second] = [(); 2].map(|()| queue.take(None).expect_err("it is taken"));
        drop(first);
        drop(permit);
        assert!(queue.take(None).is_err(), "the second one has it");
        drop(second);
        assert_eq!(queue.state().free, 1);
    }
}
