//! Memory that direct input and output can use.

use std::alloc::{alloc, dealloc, handle_alloc_error, Layout};
use std::ops::{Deref, DerefMut};

use crate::experiments::store::file::PAGE_BYTES;

/// Memory that begins at a page's boundary.
pub struct PageBuffer {
    data: *mut u8,
    capacity: usize,
}

impl PageBuffer {
    pub fn new() -> Self {
        Self {
            data: std::ptr::dangling_mut(),
            capacity: 0,
        }
    }

    /// Memory of `bytes` and hardly more, for one that has to fit a budget.
    pub fn holding(bytes: u64) -> Self {
        let mut buffer = Self::new();
        buffer.acquire(bytes.max(1).next_multiple_of(PAGE_BYTES) as usize);
        buffer
    }

    /// Makes room for `bytes`. What was there is lost when the memory grows.
    pub fn require(&mut self, bytes: u64) {
        if bytes as usize > self.capacity {
            self.release();
            self.acquire(bytes.next_multiple_of(PAGE_BYTES) as usize * 2);
        }
    }

    fn acquire(&mut self, capacity: usize) {
        self.capacity = capacity;
        // SAFETY: the layout is of more than no bytes.
        self.data = unsafe { alloc(self.layout()) };
        if self.data.is_null() {
            handle_alloc_error(self.layout());
        }
        // Bytes that were never written may not be seen as a slice.
        // SAFETY: the memory was allocated with this capacity.
        unsafe { self.data.write_bytes(0, self.capacity) };
    }

    fn layout(&self) -> Layout {
        Layout::from_size_align(self.capacity, PAGE_BYTES as usize).expect("a page's size is a power of two")
    }

    fn release(&mut self) {
        if self.capacity != 0 {
            // SAFETY: the memory was allocated with this layout.
            unsafe { dealloc(self.data, self.layout()) };
            self.capacity = 0;
        }
    }
}

impl Default for PageBuffer {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for PageBuffer {
    fn drop(&mut self) {
        self.release();
    }
}

impl Deref for PageBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the memory has `capacity` bytes, and each was set when it was allocated.
        unsafe { std::slice::from_raw_parts(self.data, self.capacity) }
    }
}

impl DerefMut for PageBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and nothing else has the memory.
        unsafe { std::slice::from_raw_parts_mut(self.data, self.capacity) }
    }
}
