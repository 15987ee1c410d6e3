//! Bytes that end where readable memory ends, so that a read beyond them is a signal and not luck.

use std::ffi::{c_int, c_long, c_void};

use crate::protocol::RequestError;

extern "C" {
    fn mmap(
        at: *mut c_void,
        size: usize,
        protection: c_int,
        flags: c_int,
        file: c_int,
        from: c_long,
    ) -> *mut c_void;
    fn mprotect(at: *mut c_void, size: usize, protection: c_int) -> c_int;
    fn munmap(at: *mut c_void, size: usize) -> c_int;
}

const PROT_NONE: c_int = 0;
const PROT_READ_AND_WRITE: c_int = 3;
const MAP_PRIVATE: c_int = 2;
#[cfg(target_os = "macos")]
const MAP_ANONYMOUS_AND_NORESERVE: c_int = 0x1040;
#[cfg(not(target_os = "macos"))]
const MAP_ANONYMOUS_AND_NORESERVE: c_int = 0x4020;
/// A whole number of pages on every machine.
const PAGES: usize = 64 << 10;
/// What an offset of 32 bits can reach.
const GUARD_BYTES: usize = 4 << 30;

/// Holds one message at a time. Before it lie zeros; what lies further away, by an offset of 32 bits, is not readable.
pub struct GuardedBytes {
    reserved: *mut u8,
    reserved_bytes: usize,
    room: usize,
    /// How many bytes at the end were something once.
    used: usize,
}

impl GuardedBytes {
    /// Room for messages of at most this size.
    pub fn new(largest: usize) -> Result<Self, RequestError> {
        let room = largest.max(1).next_multiple_of(PAGES);
        let reserved_bytes = GUARD_BYTES + room + GUARD_BYTES;
        let flags = MAP_PRIVATE | MAP_ANONYMOUS_AND_NORESERVE;
        // SAFETY: new pages at an address that the system chooses.
        let reserved = unsafe { mmap(std::ptr::null_mut(), reserved_bytes, PROT_NONE, flags, -1, 0) };
        if reserved as isize == -1 {
            let sentence = "There is no address space for bytes with guards around them.";
            return Err(RequestError(sentence.to_owned()));
        }
        let guarded = Self {
            reserved: reserved.cast(),
            reserved_bytes,
            room,
            used: 0,
        };
        // SAFETY: these pages lie within those that were reserved.
        if unsafe { mprotect(guarded.room_begin().cast(), room, PROT_READ_AND_WRITE) } != 0 {
            let sentence = format!("There is no memory for a message of {largest} bytes.");
            return Err(RequestError(sentence));
        }
        Ok(guarded)
    }

    /// The message in its place, at an address that is a multiple of `alignment`: zeros follow it up to the next one.
    pub fn hold(&mut self, message: &[u8], alignment: usize) -> &[u8] {
        // SAFETY: these pages are readable, writable, zero at first, and live as long as this.
        let room = unsafe { std::slice::from_raw_parts_mut(self.room_begin(), self.room) };
        let begin = self.room - message.len().next_multiple_of(alignment);
        room[self.room - self.used..].fill(0);
        room[begin..begin + message.len()].copy_from_slice(message);
        self.used = self.room - begin;
        &room[begin..begin + message.len()]
    }

    fn room_begin(&self) -> *mut u8 {
        self.reserved.wrapping_add(GUARD_BYTES)
    }
}

impl Drop for GuardedBytes {
    fn drop(&mut self) {
        // SAFETY: what was reserved, and nothing borrows it any more.
        unsafe { munmap(self.reserved.cast(), self.reserved_bytes) };
    }
}

#[cfg(test)]
mod tests {
    use super::{GuardedBytes, PAGES};

    #[test]
    fn a_message_ends_where_memory_ends() {
        let mut guarded = GuardedBytes::new(100).expect("there is address space");
        for (size, alignment) in [(0, 1), (1, 1), (13, 1), (100, 1), (8, 8), (100, 4)] {
            let message: Vec<u8> = (1..=size).collect();
            let held = guarded.hold(&message, alignment);
            assert_eq!(held, message);
            assert_eq!((held.as_ptr() as usize + message.len()) % PAGES, 0);
        }
    }

    #[test]
    fn what_lies_around_is_zero_and_the_address_aligned() {
        let mut guarded = GuardedBytes::new(64).expect("there is address space");
        guarded.hold(&[7; 64], 1);
        let held = guarded.hold(&[1, 2, 3], 8);
        assert_eq!(held, [1, 2, 3]);
        assert_eq!(held.as_ptr() as usize % 8, 0);
        // SAFETY: the room goes on for eight bytes from the aligned address and begins long before it.
        let (before, behind) = unsafe {
            let at = held.as_ptr();
            (
                std::slice::from_raw_parts(at.sub(100), 100),
                std::slice::from_raw_parts(at.add(3), 5),
            )
        };
        assert_eq!(before, [0; 100]);
        assert_eq!(behind, [0; 5]);
    }
}
