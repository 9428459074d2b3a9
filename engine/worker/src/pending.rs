//! The memory for messages of children: it has a limit for all together, and one for each child.
//!
//! A short message has a place as soon as it is whole. Until then it may take [`SHORT_MESSAGE`] bytes, which each child
//! has in any case. For a longer one the place for the longest that may come is taken before more of it is read. So no
//! two children can wait for each other with half a message each. A place is given back when it is dropped.
//!
//! Long messages cannot take the part that is kept for short ones, so a few children with long messages do not block
//! all others. And messages of one library cannot take more than half of either part, so that no library blocks
//! another.

use crate::entries;
use plyd_host::ContentHash;
use std::collections::HashMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The longest message of a child that was asked for nothing else, in bytes. Each child may have this much unread.
pub const SHORT_MESSAGE: usize = 64 << 10;

/// The longest answer with a position or its moves, in bytes.
pub const LONG_ANSWER: usize = 1 << 20;

/// The longest text in lines, in bytes.
pub const LONG_TEXT: usize = 8 << 20;

/// The longest game of a match, in bytes: one of a hundred thousand plies.
pub const LONG_GAME: usize = 16 << 20;

/// The longest message with a tree, in bytes.
pub const LONG_TREE: usize = 64 << 20;

/// How many bytes of short messages of one child may wait.
const SHORT_OF_ONE: usize = 4 * SHORT_MESSAGE;

/// What an entry of a list takes in memory beside its text: the entry itself, which may have room for as many again,
/// and a piece of the allocator's for its text.
const ENTRY: usize = 64;

/// The memory that a message takes as what it says, in bytes: short texts take more than their length.
#[must_use]
pub fn weight(line: &[u8]) -> usize {
    line.len() + ENTRY * (entries(line) - 1)
}

/// The part of all memory that is kept for short messages: one in this many.
const PART_FOR_SHORT: usize = 4;

/// The least memory in which every message has a place.
pub const LEAST_PENDING: usize = LONG_TREE / 2 * 3;

const _: () = assert!(LEAST_PENDING - LEAST_PENDING / PART_FOR_SHORT >= LONG_TREE);

/// The memory for waiting messages of all children. Clones share it.
#[derive(Clone, Debug)]
pub struct MessageMemory {
    short: MessagePool,
    long: MessagePool,
    /// The part of each library that has children.
    of_libraries: Arc<Mutex<HashMap<ContentHash, Weak<LibraryShare>>>>,
}

/// What all children with one library may use: half of all.
#[derive(Debug)]
struct LibraryShare {
    short: MessagePool,
    long: MessagePool,
}

/// A number of bytes that places are taken of.
#[derive(Clone, Debug)]
struct MessagePool {
    free: Arc<Semaphore>,
    all: usize,
}

/// What one child may use of it.
#[derive(Clone, Debug)]
pub struct MessageShare {
    short: MessagePool,
    /// One long message at a time.
    long: MessagePool,
    /// The part of its library.
    of_library: Arc<LibraryShare>,
    all: MessageMemory,
}

/// The place of a message, until it is dropped.
#[derive(Debug)]
pub struct MessagePermit {
    _own: Option<OwnedSemaphorePermit>,
    /// What it takes of the part of its library, and of all.
    taken: [Option<OwnedSemaphorePermit>; 2],
    /// A library has one part as long as a message of it has a place.
    _of_library: Arc<LibraryShare>,
}

impl MessageMemory {
    /// So many bytes; at least [`LEAST_PENDING`], or there would be messages without a place.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let bytes = bytes.max(LEAST_PENDING);
        let short = bytes / PART_FOR_SHORT;
        Self { short: MessagePool::new(short), long: MessagePool::new(bytes - short), of_libraries: Arc::default() }
    }

    /// For a new child with this library.
    #[must_use]
    pub fn share(&self, library: &ContentHash) -> MessageShare {
        let mut libraries = self.of_libraries.lock().unwrap_or_else(PoisonError::into_inner);
        libraries.retain(|_, part| part.strong_count() > 0);
        let of_library = libraries.get(library).and_then(Weak::upgrade).unwrap_or_else(|| {
            let part = Arc::new(LibraryShare {
                short: MessagePool::new(self.short.all / 2),
                long: MessagePool::new(self.long.all / 2),
            });
            libraries.insert(library.clone(), Arc::downgrade(&part));
            part
        });
        drop(libraries);
        MessageShare { short: MessagePool::new(SHORT_OF_ONE), long: MessagePool::new(1), of_library, all: self.clone() }
    }
}

impl MessageShare {
    /// Waits for the place of a whole message that is short, by its [`weight`].
    pub async fn take(&self, bytes: usize) -> MessagePermit {
        let own = self.short.take(bytes).await;
        let of_library = self.of_library.short.take(bytes).await;
        self.place(own, [of_library, self.all.short.take(bytes).await])
    }

    /// The same if there is a place now.
    #[must_use]
    pub fn try_take(&self, bytes: usize) -> Option<MessagePermit> {
        let own = self.short.try_take(bytes)?;
        let of_library = self.of_library.short.try_take(bytes)?;
        Some(self.place(Some(own), [Some(of_library), Some(self.all.short.try_take(bytes)?)]))
    }

    /// Waits for the place of a message of up to this length. The one before must have given its place back.
    pub async fn take_long(&self, bytes: usize) -> MessagePermit {
        let own = self.long.take(1).await;
        // No message takes more of all than of the part of its library, or those that wait for it would hoard the rest.
        let bytes = bytes.min(self.of_library.long.all);
        let of_library = self.of_library.long.take(bytes).await;
        self.place(own, [of_library, self.all.long.take(bytes).await])
    }

    /// The same if there is a place now.
    #[must_use]
    pub fn try_take_long(&self, bytes: usize) -> Option<MessagePermit> {
        let own = self.long.try_take(1)?;
        let bytes = bytes.min(self.of_library.long.all);
        let of_library = self.of_library.long.try_take(bytes)?;
        Some(self.place(Some(own), [Some(of_library), Some(self.all.long.try_take(bytes)?)]))
    }

    fn place(&self, own: Option<OwnedSemaphorePermit>, taken: [Option<OwnedSemaphorePermit>; 2]) -> MessagePermit {
        MessagePermit { _own: own, taken, _of_library: Arc::clone(&self.of_library) }
    }
}

impl MessagePermit {
    /// The message is there, and has this length: the rest is given back.
    pub fn shrink(&mut self, bytes: usize) {
        for taken in self.taken.iter_mut().flatten() {
            let rest = taken.num_permits().saturating_sub(bytes);
            drop(taken.split(rest));
        }
    }
}

impl MessagePool {
    fn new(bytes: usize) -> Self {
        let all = bytes.min(Semaphore::MAX_PERMITS).min(u32::MAX as usize);
        Self { free: Arc::new(Semaphore::new(all)), all }
    }

    /// So many bytes as permits. No message is longer than all there is.
    fn permits(&self, bytes: usize) -> u32 {
        NonZero::new(bytes.min(self.all) as u32).map_or(1, NonZero::get)
    }

    /// `None` if the pool was closed, which never happens.
    async fn take(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.free).acquire_many_owned(self.permits(bytes)).await.ok()
    }

    fn try_take(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.free).try_acquire_many_owned(self.permits(bytes)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(number: usize) -> ContentHash {
        ContentHash::of(&number.to_le_bytes())
    }

    #[test]
    fn the_messages_of_one_child_have_a_bound_of_their_own() {
        let pending = MessageMemory::new(LEAST_PENDING);
        let (one, other) = (pending.share(&library(1)), pending.share(&library(1)));
        let held: Vec<_> = std::iter::from_fn(|| one.try_take(SHORT_MESSAGE)).collect();
        assert_eq!(held.len(), SHORT_OF_ONE / SHORT_MESSAGE);
        assert!(other.try_take(SHORT_MESSAGE).is_some());
        drop(held);
        assert!(one.try_take(SHORT_MESSAGE).is_some());
    }

    #[test]
    fn all_children_together_have_a_bound_and_it_is_given_back() {
        let pending = MessageMemory::new(LEAST_PENDING);
        let children = |number: usize| {
            let pending = pending.clone();
            std::iter::from_fn(move || pending.share(&library(number)).try_take(SHORT_MESSAGE))
        };
        let held: Vec<_> = children(1).chain(children(2)).collect();
        assert_eq!(held.len(), LEAST_PENDING / PART_FOR_SHORT / SHORT_MESSAGE);
        assert!(pending.share(&library(3)).try_take(SHORT_MESSAGE).is_none());
        drop(held);
        assert!(pending.share(&library(1)).try_take(SHORT_MESSAGE).is_some());
    }

    #[test]
    fn the_short_messages_of_one_library_leave_room_for_another() {
        let pending = MessageMemory::new(LEAST_PENDING);
        let take = |number: usize| pending.share(&library(number)).try_take(SHORT_MESSAGE);
        let held: Vec<_> = std::iter::from_fn(|| take(1)).collect();
        assert_eq!(held.len(), LEAST_PENDING / PART_FOR_SHORT / 2 / SHORT_MESSAGE);
        assert!(take(2).is_some());
        drop(held);
        assert!(take(1).is_some());
    }

    #[test]
    fn a_message_weighs_what_it_takes_in_memory() {
        assert_eq!(weight(br#"{"InfoString":"one text, whatever it has"}"#), 42);
        // A move of one letter is a text of its own.
        let moves = vec![r#""a""#; 1_000].join(",");
        let in_memory = 1_000 * size_of::<String>() + 1_000 * 2 * size_of::<usize>();
        assert!(weight(moves.as_bytes()) > in_memory, "{}", weight(moves.as_bytes()));
    }

    #[test]
    fn long_messages_leave_room_for_short_ones() {
        let pending = MessageMemory::new(2 * LEAST_PENDING);
        let tree = |number: usize| pending.share(&library(number)).try_take_long(LONG_TREE);
        let mut held: Vec<_> = [1, 2].into_iter().map_while(tree).collect();
        assert_eq!(held.len(), 2);
        assert!(tree(3).is_none());
        assert!(pending.share(&library(3)).try_take(SHORT_MESSAGE).is_some());
        // What turns out to be shorter leaves room.
        held.iter_mut().for_each(|place| place.shrink(LONG_ANSWER));
        assert!(tree(3).is_some());
    }

    #[test]
    fn the_long_messages_of_one_library_leave_room_for_another() {
        let pending = MessageMemory::new(2 * LEAST_PENDING);
        let take = |number: usize| pending.share(&library(number)).try_take_long(LONG_TEXT);
        let held: Vec<_> = std::iter::from_fn(|| take(1)).collect();
        assert_eq!(held.len(), (2 * LEAST_PENDING - 2 * LEAST_PENDING / PART_FOR_SHORT) / 2 / LONG_TEXT);
        let other = take(2);
        assert!(other.is_some());
        // The largest message of another has a place too.
        drop(other);
        assert!(pending.share(&library(2)).try_take_long(2 * LONG_TREE).is_some());
        drop(held);
        assert!(take(1).is_some());
    }

    #[test]
    fn a_child_has_one_long_message_at_a_time() {
        let pending = MessageMemory::new(LEAST_PENDING);
        let (one, other) = (pending.share(&library(1)), pending.share(&library(1)));
        let held = one.try_take_long(LONG_ANSWER);
        assert!(held.is_some() && one.try_take_long(LONG_ANSWER).is_none());
        assert!(other.try_take_long(LONG_ANSWER).is_some() && one.try_take(SHORT_MESSAGE).is_some());
        drop(held);
        assert!(one.try_take_long(LONG_ANSWER).is_some());
    }

    #[test]
    fn every_message_has_a_place_in_the_least_memory() {
        let pending = MessageMemory::new(0);
        for bytes in [0, LONG_ANSWER, LONG_TEXT, LONG_GAME, LONG_TREE] {
            assert!(pending.share(&library(1)).try_take_long(bytes).is_some(), "{bytes}");
        }
    }
}
