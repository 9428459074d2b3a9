//! A resource limit shared by all searches of a process.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A limited resource shared by searches: MiB of tables, or threads.
#[derive(Debug)]
pub struct Quota {
    total: AtomicUsize,
    used: AtomicUsize,
    parked: AtomicUsize,
}

impl Quota {
    /// Creates a quota with this total.
    #[must_use]
    pub fn new(total: usize) -> Arc<Self> {
        Arc::new(Self { total: AtomicUsize::new(total), used: AtomicUsize::new(0), parked: AtomicUsize::new(0) })
    }

    /// Creates an unlimited quota.
    #[must_use]
    pub fn unlimited() -> Arc<Self> {
        Self::new(usize::MAX)
    }

    /// Takes up to `wanted`, possibly 0, from the remaining amount.
    #[must_use]
    pub fn take(self: &Arc<Self>, wanted: usize) -> QuotaShare {
        let mut size = 0;
        // The closure always returns `Some`, so the update cannot fail.
        let _ = self.used.fetch_update(Relaxed, Relaxed, |used| {
            size = wanted.min(self.total.load(Relaxed).saturating_sub(used));
            Some(used + size)
        });
        QuotaShare { quota: Arc::clone(self), size }
    }

    /// Reserves `size` for a future use, in addition to the amount in use; `None` if the reserved amount would exceed
    /// the total.
    #[must_use]
    pub fn park(self: &Arc<Self>, size: usize) -> Option<ParkedQuota> {
        let total = self.total.load(Relaxed);
        let more = |parked: usize| parked.checked_add(size).filter(|&sum| sum <= total);
        self.parked.fetch_update(Relaxed, Relaxed, more).ok().map(|_| ParkedQuota { quota: Arc::clone(self), size })
    }

    /// Changes the total. Shares beyond the new total remain valid until they are returned.
    pub fn set_total(&self, total: usize) {
        self.total.store(total, Relaxed);
    }

    /// Returns the amount in use.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used.load(Relaxed)
    }
}

/// A share of a quota, which is returned on drop.
#[derive(Debug)]
pub struct QuotaShare {
    quota: Arc<Quota>,
    size: usize,
}

impl QuotaShare {
    /// Returns the size of the share.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }
}

/// A reserved part of a quota, which is released on drop.
#[derive(Debug)]
pub struct ParkedQuota {
    quota: Arc<Quota>,
    size: usize,
}

impl Drop for ParkedQuota {
    fn drop(&mut self) {
        self.quota.parked.fetch_sub(self.size, Relaxed);
    }
}

impl Drop for QuotaShare {
    fn drop(&mut self) {
        self.quota.used.fetch_sub(self.size, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_the_total_waits_whatever_is_in_use() {
        let quota = Quota::new(5);
        let used = quota.take(4);
        let (first, second) = (quota.park(3), quota.park(3));
        assert_eq!((first.is_some(), second.is_none(), quota.park(2).is_some(), used.size()), (true, true, true, 4));
        drop(first);
        let all = quota.park(5);
        assert!(all.is_some() && quota.park(1).is_none() && quota.park(0).is_some());
        assert!(Quota::unlimited().park(usize::MAX).is_some());
    }

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
