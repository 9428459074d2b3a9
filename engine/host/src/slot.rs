//! The memory of one state of a loaded game.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ffi::c_void;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ptr::NonNull;

/// One state of a loaded game: memory of the size and alignment that its instance declared.
///
/// A clone allocates, so a search clones only to build its stack; `clone_from` between slots of one instance copies in
/// place. The bytes may be padding, so this code never reads or compares them.
pub struct StateSlot {
    memory: NonNull<u8>,
    layout: Layout,
    owner: u64,
}

// SAFETY: a slot is the only owner of its memory, and a state is plain data that any thread may use.
unsafe impl Send for StateSlot {}
// SAFETY: as above; a shared slot is only read.
unsafe impl Sync for StateSlot {}

impl StateSlot {
    /// A copy of the state at `source` for the instance with the number `owner`.
    ///
    /// # Safety
    /// `layout` has a size above 0, and `source` points at that many readable bytes.
    pub(crate) unsafe fn copied(source: *const c_void, layout: Layout, owner: u64) -> Self {
        // SAFETY: the size is not 0 by this function's contract.
        let Some(memory) = NonNull::new(unsafe { alloc(layout) }) else { handle_alloc_error(layout) };
        // SAFETY: `source` is readable by contract, the new memory has the same size and overlaps nothing.
        unsafe { memory.as_ptr().copy_from_nonoverlapping(source.cast(), layout.size()) };
        Self { memory, layout, owner }
    }

    /// Whether this is a state of the instance with this number, and so of its size and alignment.
    #[inline]
    pub(crate) fn belongs_to(&self, owner: u64) -> bool {
        self.owner == owner
    }

    /// The size of a state in bytes.
    pub(crate) fn size(&self) -> usize {
        self.layout.size()
    }

    #[inline]
    pub(crate) fn as_ptr(&self) -> *const c_void {
        self.memory.as_ptr().cast_const().cast()
    }

    #[inline]
    pub(crate) fn as_mut_ptr(&mut self) -> *mut c_void {
        self.memory.as_ptr().cast()
    }
}

impl Clone for StateSlot {
    fn clone(&self) -> Self {
        // SAFETY: the layout is the one this slot was made with, and all of its memory is readable.
        unsafe { Self::copied(self.as_ptr(), self.layout, self.owner) }
    }

    fn clone_from(&mut self, source: &Self) {
        if self.layout == source.layout {
            // SAFETY: both have this size; they are two slots, each with its own memory, so they do not overlap.
            unsafe { self.memory.as_ptr().copy_from_nonoverlapping(source.memory.as_ptr(), self.layout.size()) };
            self.owner = source.owner;
        } else {
            *self = source.clone();
        }
    }
}

impl Hash for StateSlot {
    /// Hashes only the owner, as bytes of padding differ between equal states. A loaded game asks its library for keys.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.owner.hash(hasher);
    }
}

impl Drop for StateSlot {
    fn drop(&mut self) {
        // SAFETY: the memory was allocated with this layout and is freed once, here.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) };
    }
}

impl fmt::Debug for StateSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slot").field("layout", &self.layout).field("owner", &self.owner).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(bytes: &[u8], align: usize, owner: u64) -> StateSlot {
        let layout = Layout::from_size_align(bytes.len(), align).unwrap();
        // SAFETY: no test passes an empty slice, and the layout has its length.
        unsafe { StateSlot::copied(bytes.as_ptr().cast(), layout, owner) }
    }

    fn bytes(slot: &StateSlot) -> &[u8] {
        // SAFETY: every slot of these tests was filled with initialised bytes.
        unsafe { std::slice::from_raw_parts(slot.memory.as_ptr(), slot.layout.size()) }
    }

    #[test]
    fn a_clone_has_the_same_bytes_in_memory_of_its_own() {
        let first = slot(&[1, 2, 3], 1, 7);
        let second = first.clone();
        assert_eq!(bytes(&second), [1, 2, 3]);
        assert_ne!(first.as_ptr(), second.as_ptr());
        assert!(second.belongs_to(7) && !second.belongs_to(8));
        drop(first);
        assert_eq!(bytes(&second), [1, 2, 3]);
    }

    #[test]
    fn clone_from_copies_in_place() {
        let source = slot(&[9; 24], 8, 7);
        let mut target = slot(&[0; 24], 8, 6);
        let before = target.as_ptr();
        target.clone_from(&source);
        assert_eq!(target.as_ptr(), before);
        assert_eq!(bytes(&target), [9; 24]);
        assert!(target.belongs_to(7));
    }

    #[test]
    fn clone_from_a_larger_state_takes_new_memory() {
        let mut target = slot(&[0; 8], 8, 1);
        target.clone_from(&slot(&[5; 4_000], 64, 2));
        assert_eq!(bytes(&target), [5; 4_000]);
        assert!(target.belongs_to(2));
        assert_eq!(target.as_ptr().align_offset(64), 0);
    }

    #[test]
    fn every_declared_alignment_is_kept() {
        for align in [1, 2, 4, 8, 16, 32, 64] {
            // Sizes that are no multiple of the alignment are what an allocator could get wrong.
            for size in [1, 3, 65, 65_536] {
                let slots: Vec<StateSlot> = (0..8).map(|byte| slot(&vec![byte; size], align, 0)).collect();
                for (byte, slot) in slots.iter().enumerate() {
                    assert_eq!(slot.as_ptr().align_offset(align), 0);
                    assert_eq!(bytes(slot), vec![byte as u8; size]);
                }
            }
        }
    }
}
