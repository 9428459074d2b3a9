//! The threads that help a search. They are started once, and wait for work between two searches.

use crate::experience::Experience;
use rayon_core::{Scope, ThreadPool, ThreadPoolBuilder};
use std::thread::Builder;

/// Threads that are there to help. They end soon after this is dropped, once they have no work.
pub(crate) struct Crew(ThreadPool);

impl Crew {
    /// As many threads as wanted, each with a stack of so many bytes, or as many as the system allows; `None` if that
    /// is none.
    pub(crate) fn start(mut wanted: usize, stack_bytes: usize) -> Option<Self> {
        while wanted > 0 {
            let mut started = 0;
            let pool = ThreadPoolBuilder::new()
                .num_threads(wanted)
                .spawn_handler(|thread| {
                    // The first thread of a search is the caller's.
                    let builder = Builder::new().name(format!("search {}", thread.index() + 2));
                    builder.stack_size(stack_bytes).spawn(|| thread.run())?;
                    started += 1;
                    Ok(())
                })
                .build();
            match pool {
                Ok(pool) => return Some(Self(pool)),
                Err(_) => wanted = started.min(wanted - 1),
            }
        }
        None
    }

    /// Those that are parked, if they are enough, else new ones.
    pub(crate) fn of(experience: Option<&Experience>, wanted: usize, stack_bytes: usize) -> Option<Self> {
        let parked = experience.and_then(Experience::take_crew).filter(|crew| crew.size() >= wanted);
        parked.or_else(|| Self::start(wanted, stack_bytes))
    }

    /// The number of threads.
    pub(crate) fn size(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Does this on the calling thread, with a scope in which these threads can be given work; all of it is done when
    /// this returns.
    pub(crate) fn help<'scope, R>(&self, lead: impl FnOnce(&Scope<'scope>) -> R) -> R {
        self.0.in_place_scope(lead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn all_threads_work_at_the_same_time() {
        let crew = Crew::start(3, 1 << 20).expect("there is room for three threads");
        assert_eq!(crew.size(), 3);
        for _ in 0..3 {
            // It opens only when all are here.
            let barrier = Barrier::new(4);
            let barrier = &barrier;
            crew.help(|scope| {
                (0..3).for_each(|_| {
                    scope.spawn(move |_| {
                        barrier.wait();
                    });
                });
                barrier.wait();
            });
        }
    }

    #[test]
    fn without_room_for_a_stack_there_are_none() {
        assert!(Crew::start(2, usize::MAX / 4).is_none());
    }

    #[test]
    fn parked_threads_are_used_again_if_they_are_enough() {
        let experience = Experience::new();
        let crew = Crew::of(Some(&experience), 2, 1 << 20).unwrap();
        assert_eq!(experience.parked_threads(), 0);
        experience.park(crew);
        assert_eq!(experience.parked_threads(), 2);
        let crew = Crew::of(Some(&experience), 1, 1 << 20).unwrap();
        assert_eq!((crew.size(), experience.parked_threads()), (2, 0));
        experience.park(crew);
        let crew = Crew::of(Some(&experience), 3, 1 << 20).unwrap();
        assert_eq!((crew.size(), experience.parked_threads()), (3, 0));
        experience.park(crew);
        experience.end_threads();
        assert_eq!(experience.parked_threads(), 0);
    }
}
