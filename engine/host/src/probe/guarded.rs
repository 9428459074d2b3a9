//! Memory lent to a library between two strips of known bytes.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ptr::NonNull;

/// The size of each strip. It is also the largest alignment, so the memory between the strips has that alignment.
const STRIP: usize = 64;

/// `len` bytes of one value, aligned to 64, with a strip of known bytes on either side. A library that writes beyond
/// its room changes a strip, unless it writes very far.
pub(super) struct GuardedBytes {
    memory: NonNull<u8>,
    len: usize,
}

impl GuardedBytes {
    /// Room of `len` bytes, all of them `fill`.
    pub(super) fn new(len: usize, fill: u8) -> Self {
        let layout = Self::layout(len);
        // SAFETY: the size is not 0, as the strips are in it.
        let Some(memory) = NonNull::new(unsafe { alloc(layout) }) else { handle_alloc_error(layout) };
        // SAFETY: the new memory has the size of the layout, which is two strips and the room.
        unsafe {
            for place in 0..STRIP {
                memory.as_ptr().add(place).write(known(place));
                memory.as_ptr().add(STRIP + len + place).write(known(place));
            }
            memory.as_ptr().add(STRIP).write_bytes(fill, len);
        }
        Self { memory, len }
    }

    /// Strips of 64 bytes on either side of a text that is the room.
    pub(super) fn holding(text: &[u8]) -> Self {
        let guarded = Self::new(text.len(), 0);
        // SAFETY: the room is as long as the text, and new, so it does not overlap it.
        unsafe { guarded.pointer().copy_from_nonoverlapping(text.as_ptr(), text.len()) };
        guarded
    }

    fn layout(len: usize) -> Layout {
        // States have at most 65,536 bytes, moves at most 2^26, texts are far shorter than the address space.
        Layout::from_size_align(len + 2 * STRIP, STRIP).expect("the size of a buffer is far below the limit")
    }

    /// The room, for a library to write to. The memory is only ever accessed through pointers.
    pub(super) fn pointer(&self) -> *mut u8 {
        // SAFETY: the room begins behind the first strip, within the same memory.
        unsafe { self.memory.as_ptr().add(STRIP) }
    }

    /// The size of the room in bytes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether a strip was changed.
    pub(super) fn is_overrun(&self) -> bool {
        (0..STRIP).any(|place| {
            // SAFETY: both strips lie within the memory, and were initialised.
            let found = unsafe {
                let memory = self.memory.as_ptr();
                [memory.add(place).read(), memory.add(STRIP + self.len + place).read()]
            };
            found != [known(place); 2]
        })
    }

    /// The first `count` values of type `T` in the room, or fewer if it is too short.
    pub(super) fn read<T: Plain>(&self, count: usize) -> Vec<T> {
        let count = count.min(self.len / size_of::<T>());
        // SAFETY: so many values lie in the room, which is aligned and was initialised; every bit pattern is a `T`.
        (0..count).map(|place| unsafe { self.pointer().cast::<T>().add(place).read() }).collect()
    }
}

impl Drop for GuardedBytes {
    fn drop(&mut self) {
        // SAFETY: the memory was allocated with this layout and is freed once, here.
        unsafe { dealloc(self.memory.as_ptr(), Self::layout(self.len)) };
    }
}

/// The content of a strip at `place`: neighbours differ, and no byte is zero or all ones.
fn known(place: usize) -> u8 {
    0xA5 ^ (place as u8)
}

/// Numbers for which every bit pattern is a value.
pub(super) trait Plain: Copy {}

impl Plain for u8 {}
impl Plain for u32 {}
impl Plain for u64 {}
impl Plain for i32 {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_beyond_either_end_is_seen_and_the_room_is_not() {
        for len in [0, 1, 7, 4_096] {
            for place in [-1, len as isize] {
                let guarded = GuardedBytes::new(len, 0xEE);
                assert_eq!(guarded.read::<u8>(len + 9), vec![0xEE; len]);
                // SAFETY: within the memory.
                unsafe { guarded.pointer().write_bytes(0x11, len) };
                assert!(!guarded.is_overrun());
                // SAFETY: the byte lies in a strip.
                unsafe { guarded.pointer().offset(place).write(0) };
                assert!(guarded.is_overrun(), "{len} {place}");
            }
        }
    }

    #[test]
    fn a_text_is_held_and_aligned() {
        let guarded = GuardedBytes::holding(b"abc");
        assert_eq!(guarded.read::<u8>(3), b"abc");
        assert_eq!(guarded.pointer().align_offset(STRIP), 0);
    }
}
