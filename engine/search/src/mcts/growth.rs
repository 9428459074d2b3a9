//! The tree that all threads of a search grow.

use super::arena::Arena;
use super::worth::WorthScale;
use crate::ground::{BlockAddress, WorthRange};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// The tree, and what is known of it as a whole.
pub(crate) struct GrowingTree<'a> {
    pub(crate) arena: Arena<'a>,
    pub(crate) scale: WorthScale,
    root: AtomicU32,
    /// The lowest and the highest worth of all positions seen: the differences between moves are judged by it.
    lowest: AtomicU64,
    highest: AtomicU64,
    /// The deepest ply reached.
    deepest: AtomicU32,
    /// Who adds to the tree reads it; who moves nodes writes.
    gate: RwLock<()>,
    /// Whether something was thrown away.
    has_collected: AtomicBool,
    /// Whether there is no room left, and none can be made.
    is_exhausted: AtomicBool,
    /// Whether the tree can only be read from now on.
    is_closed: AtomicBool,
}

impl<'a> GrowingTree<'a> {
    /// The tree of this root, with positions of such worths.
    pub(crate) fn new(arena: Arena<'a>, scale: WorthScale, root: BlockAddress, (lowest, highest): WorthRange) -> Self {
        Self {
            arena,
            scale,
            root: AtomicU32::new(root.0),
            lowest: AtomicU64::new(lowest.to_bits()),
            highest: AtomicU64::new(highest.to_bits()),
            deepest: AtomicU32::new(0),
            gate: RwLock::new(()),
            has_collected: AtomicBool::new(false),
            is_exhausted: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
        }
    }

    /// The range of no positions.
    pub(crate) const NO_RANGE: WorthRange = (f64::INFINITY, f64::NEG_INFINITY);

    #[inline]
    pub(crate) fn root(&self) -> BlockAddress {
        BlockAddress(self.root.load(Relaxed))
    }

    #[inline]
    pub(crate) fn range(&self) -> WorthRange {
        (f64::from_bits(self.lowest.load(Relaxed)), f64::from_bits(self.highest.load(Relaxed)))
    }

    /// A position with this worth was seen at this ply.
    pub(crate) fn note(&self, worth: f64, ply: usize) {
        let (lowest, highest) = self.range();
        if worth < lowest {
            self.lowest.store(worth.to_bits(), Relaxed);
        }
        if worth > highest {
            self.highest.store(worth.to_bits(), Relaxed);
        }
        if self.deepest() < ply {
            self.deepest.fetch_max(ply as u32, Relaxed);
        }
    }

    pub(crate) fn deepest(&self) -> usize {
        self.deepest.load(Relaxed) as usize
    }

    /// Keeps all nodes in place until the guard is dropped.
    pub(crate) fn hold(&self) -> RwLockReadGuard<'_, ()> {
        self.gate.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether something must be thrown away before the tree grows on.
    #[inline]
    pub(crate) fn must_collect(&self) -> bool {
        self.arena.is_full() && !self.is_exhausted.load(Relaxed)
    }

    /// Throws away what was visited the least, unless another thread has done so.
    pub(crate) fn collect(&self, goes_on: &mut dyn FnMut() -> bool) {
        let _gate = self.gate.write().unwrap_or_else(PoisonError::into_inner);
        if !self.must_collect() || self.is_closed() {
            return;
        }
        let is_decided = |node| self.scale.is_decided(self.arena.bounds(node));
        let collected = self.arena.collect(self.root(), &is_decided, goes_on);
        self.root.store(collected.root.0, Relaxed);
        self.has_collected.store(true, Relaxed);
        if !collected.is_finished {
            self.is_closed.store(true, Relaxed);
        } else if self.arena.has_little_room() {
            self.is_exhausted.store(true, Relaxed);
        }
    }

    /// Whether there is no room for more, or there was not: then only a collection makes room.
    pub(crate) fn is_full(&self) -> bool {
        self.has_collected.load(Relaxed) || self.arena.is_full()
    }

    /// Whether the tree can only be read, because its memory was left in disorder: the search must end.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Relaxed)
    }

    /// The worth of a node from MAX's view; `None` if it is unknown.
    pub(crate) fn worth(&self, node: BlockAddress) -> Option<f64> {
        let (bounds, visits) = (self.arena.bounds(node), self.arena.visits(node));
        if visits > 0 {
            return Some(self.scale.within(self.arena.sum(node) / visits as f64, bounds));
        }
        (bounds.0 >= bounds.1).then(|| self.scale.of_bound(bounds.0))
    }

    /// Whether a node is decided, so that no more can be found out below it.
    #[inline]
    pub(crate) fn is_decided(&self, node: BlockAddress) -> bool {
        self.scale.is_decided(self.arena.bounds(node))
    }
}
