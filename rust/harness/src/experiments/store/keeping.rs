//! How much memory objects take that all stay.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::experiments::store::meeting::{Meeting, Seat};
use crate::timing::allocator::trim;
use crate::timing::resident_memory::resident_bytes;

/// Threads that read meet twice: before the first object is kept, and once all have been read.
pub struct Keeping {
    begin: Meeting,
    end: Meeting,
    before_bytes: AtomicU64,
    after_bytes: AtomicU64,
}

/// What a thread has to come to.
pub struct Seats<'k> {
    keeping: &'k Keeping,
    begin: Seat<'k>,
    end: Seat<'k>,
}

/// The meeting at the end.
pub struct Last<'k> {
    keeping: &'k Keeping,
    end: Seat<'k>,
}

impl Keeping {
    pub fn of(threads: usize) -> Self {
        Self {
            begin: Meeting::of(threads),
            end: Meeting::of(threads),
            before_bytes: AtomicU64::new(0),
            after_bytes: AtomicU64::new(0),
        }
    }

    pub fn seats(&self) -> Seats<'_> {
        Seats {
            keeping: self,
            begin: self.begin.seat(),
            end: self.end.seat(),
        }
    }

    /// How much more was resident at the end.
    pub fn held_bytes(&self) -> u64 {
        let after_bytes = self.after_bytes.load(Ordering::Relaxed);
        after_bytes.saturating_sub(self.before_bytes.load(Ordering::Relaxed))
    }
}

impl<'k> Seats<'k> {
    pub fn begin(self) -> Last<'k> {
        let keeping = self.keeping;
        self.begin.meet(|| measure(&keeping.before_bytes));
        Last {
            keeping,
            end: self.end,
        }
    }
}

impl Last<'_> {
    pub fn end(self) {
        let keeping = self.keeping;
        self.end.meet(|| measure(&keeping.after_bytes));
    }
}

/// What was got back is not held, so it is given on to the system first.
fn measure(to: &AtomicU64) {
    trim();
    to.store(resident_bytes(), Ordering::Relaxed);
}
