//! What an operation on malformed input takes.

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicI32, Ordering};

use crate::protocol::Replies;
use crate::timing::clock::Stopwatch;
use crate::timing::counters::{tell_requests, AllocationCounter, LargestRequest};

/// Requests above this are told before they are served, for a runner may not live to tell them.
const TOLD_ABOVE_BYTES: u64 = 64 << 20;

/// Its requests for memory also where they were refused.
#[derive(Clone, Copy, Default)]
pub struct Taken {
    pub cpu_ns: u64,
    pub largest_bytes: u64,
    pub allocated_bytes: u64,
}

/// Adds up what pieces of an operation take.
pub struct Meter {
    counter: Option<AllocationCounter>,
    largest: Option<LargestRequest>,
    taken: Taken,
}

impl Meter {
    pub fn find() -> Self {
        Self {
            counter: AllocationCounter::find(),
            largest: LargestRequest::find(),
            taken: Taken::default(),
        }
    }

    /// Runs a piece, which does not panic.
    pub fn measured<T>(&mut self, piece: impl FnOnce() -> T) -> T {
        self.largest.as_ref().map(LargestRequest::take);
        let before = self.allocated_bytes();
        let watch = Stopwatch::start();
        let result = piece();
        self.taken.cpu_ns += watch.cpu_ns();
        self.taken.allocated_bytes += self.allocated_bytes() - before;
        let largest = self.largest.as_ref().map_or(0, LargestRequest::take);
        self.taken.largest_bytes = self.taken.largest_bytes.max(largest);
        result
    }

    /// What was taken since the last call.
    pub fn take(&mut self) -> Taken {
        std::mem::take(&mut self.taken)
    }

    fn allocated_bytes(&self) -> u64 {
        self.counter.as_ref().map_or(0, |counter| counter.now().bytes)
    }
}

/// From now on large requests for memory are told as they are made.
pub fn tell_claims(replies: &Replies) {
    TOLD_TO.store(replies.descriptor(), Ordering::Relaxed);
    tell_requests(TOLD_ABOVE_BYTES, tell_claim);
}

static TOLD_TO: AtomicI32 = AtomicI32::new(-1);

extern "C" {
    fn write(file: c_int, from: *const c_void, size: usize) -> isize;
}

/// Called from within the allocator, so it allocates nothing.
extern "C" fn tell_claim(size_bytes: u64) {
    let line = claim_line(size_bytes);
    let text = &line[line.iter().take_while(|&&unit| unit == 0).count()..];
    // SAFETY: the pointer and the size are those of a slice. Where nobody reads the line, nobody waits for
    // it.
    unsafe { write(TOLD_TO.load(Ordering::Relaxed), text.as_ptr().cast(), text.len()) };
}

/// The line of a claim, at the end of the array; zeros are before it.
fn claim_line(size_bytes: u64) -> [u8; 64] {
    const BEFORE: &[u8] = b"claimed largest_bytes=";
    let mut line = [0; 64];
    let mut at = line.len() - 1;
    line[at] = b'\n';
    let mut rest = size_bytes;
    while {
        at -= 1;
        line[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        rest != 0
    } {}
    line[at - BEFORE.len()..at].copy_from_slice(BEFORE);
    line
}

#[cfg(test)]
mod tests {
    use super::claim_line;

    #[test]
    fn a_claim_is_spelled_without_an_allocation() {
        for size in [0, 7, 67_108_865, u64::MAX] {
            let line = claim_line(size);
            let text = std::str::from_utf8(&line)
                .expect("it is ASCII")
                .trim_start_matches('\0');
            assert_eq!(text, format!("claimed largest_bytes={size}\n"));
        }
    }
}
