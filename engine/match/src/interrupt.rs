use plyd_search::Control;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Asks a match to end: games in progress are abandoned, all others are in the record. Clones ask the same match.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    asked: AtomicBool,
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

    /// Whether it was asked.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.shared.asked.load(Relaxed)
    }

    /// A control for one search that is stopped too.
    pub(crate) fn control(&self) -> Arc<Control> {
        let control = Arc::new(Control::new());
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
}
