use plyd_search::Control;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Asks a match to end: games in progress are abandoned, all others are in the record. Or asks it to begin no more games,
/// and to end with those in progress. Clones ask the same match.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    shared: Arc<SharedInterrupt>,
}

#[derive(Debug, Default)]
struct SharedInterrupt {
    asked: AtomicBool,
    /// No more games begin.
    drains: AtomicBool,
    /// The number of searches so far.
    begun: AtomicU64,
    /// The searches of this process that run now, one a worker at most.
    searches: Mutex<Vec<Weak<Control>>>,
}

impl Interrupt {
    /// Asks the match to end. Waits of workers notice it within a tenth of a second, searches at once.
    pub fn ask(&self) {
        self.shared.asked.store(true, Relaxed);
        let searches = self.shared.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.iter().filter_map(Weak::upgrade).for_each(|control| control.stop());
    }

    /// Whether it was asked to end at once.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.shared.asked.load(Relaxed)
    }

    /// Asks the match to begin no more games. Those in progress are played to their ends.
    pub fn drain(&self) {
        self.shared.drains.store(true, Relaxed);
    }

    /// Whether no more games begin.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.shared.drains.load(Relaxed) || self.is_asked()
    }

    /// The number of searches that have begun, and the pulses of the threads of the one that runs, see
    /// [`Control::pulses`].
    #[cfg(unix)]
    pub(crate) fn pulses(&self) -> (u64, Vec<(u64, u64)>) {
        let searches = self.shared.searches.lock().unwrap_or_else(PoisonError::into_inner);
        let running = searches.iter().filter_map(Weak::upgrade).next_back();
        (self.shared.begun.load(Relaxed), running.map_or_else(Vec::new, |control| control.pulses()))
    }

    /// A control for one search that is stopped too.
    pub(crate) fn control(&self) -> Arc<Control> {
        let control = Arc::new(Control::new());
        self.shared.begun.fetch_add(1, Relaxed);
        let mut searches = self.shared.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.retain(|search| search.strong_count() > 0);
        searches.push(Arc::downgrade(&control));
        drop(searches);
        // `ask` may have looked at the list before this search was in it.
        if self.is_asked() {
            control.stop();
        }
        control
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_before_and_after_are_stopped() {
        let interrupt = Interrupt::default();
        let before = interrupt.control();
        assert!(!interrupt.is_asked() && !before.must_stop());
        interrupt.clone().ask();
        assert!(interrupt.is_asked() && before.must_stop() && interrupt.control().must_stop());
    }

    #[test]
    fn games_in_progress_go_on_while_no_more_begin() {
        let interrupt = Interrupt::default();
        let search = interrupt.control();
        interrupt.clone().drain();
        assert!(interrupt.is_draining() && !interrupt.is_asked() && !search.must_stop());
        interrupt.ask();
        assert!(search.must_stop());
        let asked = Interrupt::default();
        asked.ask();
        assert!(asked.is_draining());
    }
}
