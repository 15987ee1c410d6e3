//! A message's memory, which the next message uses again. The library offers the same for a slice that is borrowed
//! (`ScratchSpaceHeapAllocator`), and its trait to those whose memory is their own, as a kept message's is.

use std::ptr::{self, NonNull};

use capnp::message::{Allocator, HeapAllocator, SUGGESTED_FIRST_SEGMENT_WORDS};
use capnp::Word;

/// The first segment of a message; what does not fit it lies on the heap. `words` are zero unless they are lent.
pub struct Memory {
    words: Vec<Word>,
    lent: bool,
    heap: HeapAllocator,
}

impl Memory {
    fn of(size_words: usize) -> Self {
        Self {
            words: Word::allocate_zeroed_vec(size_words),
            lent: false,
            heap: HeapAllocator::new(),
        }
    }

    /// With room for a message of this size at least.
    pub fn grown(self, size_words: usize) -> Self {
        Self::of(size_words.max(2 * self.words.len()))
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::of(SUGGESTED_FIRST_SEGMENT_WORDS as usize)
    }
}

// SAFETY: What is lent is aligned as words are, zero, and belongs to one segment until that is given back; the list of
// words does not change meanwhile. All else is the library's own allocator.
unsafe impl Allocator for Memory {
    fn allocate_segment(&mut self, minimum_size: u32) -> (NonNull<u8>, u32) {
        let fits = minimum_size as usize <= self.words.len();
        match NonNull::new(self.words.as_mut_ptr()) {
            Some(start) if fits && !self.lent => {
                self.lent = true;
                (start.cast(), self.words.len() as u32)
            }
            _ => self.heap.allocate_segment(minimum_size),
        }
    }

    unsafe fn deallocate_segment(&mut self, segment: NonNull<u8>, word_size: u32, words_used: u32) {
        let start = self.words.as_mut_ptr();
        if segment.as_ptr() == start.cast() {
            // SAFETY: No more words were used than were lent, and nothing refers to them any longer.
            unsafe { ptr::write_bytes(start, 0, words_used as usize) };
            self.lent = false;
        } else {
            // SAFETY: Every other segment came from this allocator.
            unsafe { self.heap.deallocate_segment(segment, word_size, words_used) };
        }
    }
}
