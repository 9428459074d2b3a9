//! The experience of searches that follow one another: what their threads have learnt, their buffers, and the helping
//! threads themselves.

use crate::MAX_THREADS;
use crate::crew::IdleThreads;
use crate::ordering::{LearntOrdering, MoveRank};
use plyd_rules::Move;
use std::array::from_fn;
use std::fmt;
use std::sync::{Mutex, PoisonError, TryLockError};

/// The most bytes of buffers that are kept for a thread. What a game with very many moves needs beyond them is
/// allocated again for each search.
const MOST_BYTES: usize = 16 << 20;

/// What the searches of one client learn, kept from one search to the next beside their table: which moves cut, and by
/// each thread its own. It changes the order of moves, and so the nodes, but no value. Helping threads are parked here
/// between two searches; they end when this is dropped, or by [`Experience::end_threads`].
///
/// A second search at the same time finds the places of the first one taken, and begins empty.
pub struct Experience {
    /// By the number of the thread; empty while a search has it.
    minds: [Mutex<Option<Box<ThreadMemory>>>; MAX_THREADS],
    crew: Mutex<Option<IdleThreads>>,
}

/// What one thread keeps.
#[derive(Default)]
pub(crate) struct ThreadMemory {
    pub(crate) learnt: Option<LearntOrdering>,
    pub(crate) ranks: Vec<MoveRank>,
    pub(crate) ratings: Vec<i32>,
    pub(crate) arena: Vec<Move>,
}

impl ThreadMemory {
    fn bytes(&self) -> usize {
        size_of::<MoveRank>() * self.ranks.capacity()
            + size_of::<i32>() * self.ratings.capacity()
            + size_of::<Move>() * self.arena.capacity()
    }
}

impl Default for Experience {
    fn default() -> Self {
        Self::new()
    }
}

impl Experience {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self { minds: from_fn(|_| Mutex::default()), crew: Mutex::default() }
    }

    /// The helping threads that are parked.
    #[must_use]
    pub fn parked_threads(&self) -> usize {
        self.crew.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map_or(0, IdleThreads::size)
    }

    /// Ends the helping threads that are parked. A later search starts others.
    pub fn end_threads(&self) {
        self.take_crew();
    }

    /// The place for what the thread with this number, from 0, has learnt.
    pub(crate) fn place(&self, number: usize) -> Option<ExperienceSlot<'_>> {
        self.minds.get(number).map(ExperienceSlot)
    }

    fn take_crew(&self) -> Option<IdleThreads> {
        self.crew.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(crate) fn park(&self, crew: IdleThreads) {
        *self.crew.lock().unwrap_or_else(PoisonError::into_inner) = Some(crew);
    }
}

impl fmt::Debug for Experience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Experience").field("parked_threads", &self.parked_threads()).finish_non_exhaustive()
    }
}

/// The helping threads that are parked in this experience, if they are enough, else new ones.
pub(crate) fn crew_of(experience: Option<&Experience>, wanted: usize, stack_bytes: usize) -> Option<IdleThreads> {
    match experience.and_then(Experience::take_crew) {
        Some(parked) if parked.size() >= wanted => return Some(parked),
        Some(parked) => parked.end(),
        None => {}
    }
    IdleThreads::start(wanted, stack_bytes)
}

/// The place from which a thread takes what it has learnt when a search begins, and to which it returns it at the end.
#[derive(Clone, Copy)]
pub(crate) struct ExperienceSlot<'a>(&'a Mutex<Option<Box<ThreadMemory>>>);

impl ExperienceSlot<'_> {
    /// What is stored; empty if another search has it.
    pub(crate) fn take(self) -> ThreadMemory {
        let mut place = match self.0.try_lock() {
            Ok(place) => place,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => return ThreadMemory::default(),
        };
        place.take().map_or_else(ThreadMemory::default, |mind| *mind)
    }

    /// Leaves it for the next search.
    pub(crate) fn leave(self, mut mind: ThreadMemory) {
        if mind.bytes() > MOST_BYTES {
            mind = ThreadMemory { learnt: mind.learnt, ..ThreadMemory::default() };
        }
        if let Ok(mut place) = self.0.try_lock() {
            *place = Some(Box::new(mind));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_found_once_until_it_is_left_again() {
        let experience = Experience::new();
        let place = experience.place(3).unwrap();
        assert!(place.take().ratings.is_empty());
        place.leave(ThreadMemory { ratings: vec![7], learnt: Some(LearntOrdering::new(5)), ..ThreadMemory::default() });
        assert!(experience.place(2).unwrap().take().learnt.is_none(), "another thread has its own");
        let mind = place.take();
        assert_eq!((mind.ratings.as_slice(), mind.learnt.is_some()), (&[7][..], true));
        assert!(place.take().learnt.is_none(), "a search beside this one begins with nothing");
        place.leave(mind);
        assert!(place.take().learnt.is_some());
        assert!(experience.place(MAX_THREADS).is_none());
    }

    #[test]
    fn buffers_of_a_huge_game_are_not_kept_but_what_was_learnt_is() {
        let experience = Experience::new();
        let place = experience.place(0).unwrap();
        let (learnt, arena) = (Some(LearntOrdering::new(5)), vec![Move(0); MOST_BYTES / 4 + 1]);
        place.leave(ThreadMemory { learnt, arena, ..ThreadMemory::default() });
        let mind = place.take();
        assert_eq!((mind.learnt.is_some(), mind.arena.capacity()), (true, 0));
    }

    #[test]
    fn parked_threads_are_used_again_if_they_are_enough() {
        let experience = Experience::new();
        let crew = crew_of(Some(&experience), 2, 1 << 20).unwrap();
        assert_eq!(experience.parked_threads(), 0);
        experience.park(crew);
        assert_eq!(experience.parked_threads(), 2);
        let crew = crew_of(Some(&experience), 1, 1 << 20).unwrap();
        assert_eq!((crew.size(), experience.parked_threads()), (2, 0));
        experience.park(crew);
        let crew = crew_of(Some(&experience), 3, 1 << 20).unwrap();
        assert_eq!((crew.size(), experience.parked_threads()), (3, 0));
        experience.park(crew);
        experience.end_threads();
        assert_eq!(experience.parked_threads(), 0);
    }
}
