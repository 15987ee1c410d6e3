//! Where threads wait for each other, so that something is measured while all of them hold what they have.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// `absent` threads are still to come.
pub struct Meeting {
    absent: Mutex<usize>,
    came: Condvar,
}

/// A thread's duty to come, which is also done when it ends early: otherwise the others would wait forever.
pub struct Seat<'m>(&'m Meeting);

impl Meeting {
    pub fn of(threads: usize) -> Self {
        Self {
            absent: Mutex::new(threads),
            came: Condvar::new(),
        }
    }

    pub fn seat(&self) -> Seat<'_> {
        Seat(self)
    }

    fn absent(&self) -> MutexGuard<'_, usize> {
        self.absent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat<'_> {
    /// Waits until all have come; the last one measures.
    pub fn meet(self, measure: impl FnOnce()) {
        let meeting = self.0;
        // The duty is done here, while the lock is held.
        std::mem::forget(self);
        let mut absent = meeting.absent();
        *absent -= 1;
        if *absent == 0 {
            measure();
            meeting.came.notify_all();
        }
        while *absent > 0 {
            absent = meeting.came.wait(absent).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        *self.0.absent() -= 1;
        self.0.came.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::Meeting;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn one_measures_after_all_have_come() {
        let (meeting, came, seen) = (Meeting::of(3), AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let seat = meeting.seat();
                    came.fetch_add(1, Ordering::SeqCst);
                    seat.meet(|| {
                        seen.fetch_add(came.load(Ordering::SeqCst), Ordering::SeqCst);
                    });
                });
            }
        });
        assert_eq!(seen.load(Ordering::SeqCst), 3);
    }

    #[test]
    fn nobody_waits_for_a_thread_that_has_ended() {
        let meeting = Meeting::of(2);
        drop(meeting.seat());
        let mut measured = 0;
        meeting.seat().meet(|| measured += 1);
        assert_eq!(measured, 1);
    }
}
