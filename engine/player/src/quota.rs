//! A bound that all searches of a process share.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A resource that searches share: MiB of tables, or threads.
#[derive(Debug)]
pub struct Quota {
    total: AtomicUsize,
    used: AtomicUsize,
}

impl Quota {
    /// So much for all searches together.
    #[must_use]
    pub fn new(total: usize) -> Arc<Self> {
        Arc::new(Self { total: AtomicUsize::new(total), used: AtomicUsize::new(0) })
    }

    /// No bound: every search gets all that it wants.
    #[must_use]
    pub fn unlimited() -> Arc<Self> {
        Self::new(usize::MAX)
    }

    /// Takes as much of `wanted` as is left, perhaps nothing.
    #[must_use]
    pub fn take(self: &Arc<Self>, wanted: usize) -> Share {
        let mut size = 0;
        // The closure always answers, so the update cannot fail.
        let _ = self.used.fetch_update(Relaxed, Relaxed, |used| {
            size = wanted.min(self.total.load(Relaxed).saturating_sub(used));
            Some(used + size)
        });
        Share { quota: Arc::clone(self), size }
    }

    /// Changes the total. What is taken beyond it stays taken until it is given back.
    pub fn set_total(&self, total: usize) {
        self.total.store(total, Relaxed);
    }

    /// The amount in use.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used.load(Relaxed)
    }
}

/// A part of a quota, given back when dropped.
#[derive(Debug)]
pub struct Share {
    quota: Arc<Quota>,
    size: usize,
}

impl Share {
    /// The amount.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.quota.used.fetch_sub(self.size, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_never_exceed_the_total_and_come_back() {
        let quota = Quota::new(5);
        let (first, second, third) = (quota.take(3), quota.take(3), quota.take(1));
        assert_eq!([first.size(), second.size(), third.size()], [3, 2, 0]);
        drop(first);
        assert_eq!((quota.used(), quota.take(9).size()), (2, 3));
        drop(second);
        assert_eq!(quota.used(), 0);
        quota.set_total(1);
        let fourth = quota.take(9);
        quota.set_total(0);
        assert_eq!((fourth.size(), quota.take(1).size()), (1, 0));
    }
}
