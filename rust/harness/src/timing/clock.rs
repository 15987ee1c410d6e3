//! The two clocks of a sample. The standard library has no clock of a thread's CPU time, so the C library's
//! is declared here.

use std::os::raw::{c_int, c_long};

#[repr(C)]
struct Timespec {
    seconds: c_long,
    nanoseconds: c_long,
}

extern "C" {
    fn clock_gettime(clock: c_int, now: *mut Timespec) -> c_int;
}

#[cfg(target_os = "macos")]
mod number {
    pub const MONOTONIC: i32 = 6;
    pub const THREAD_CPU: i32 = 16;
}
#[cfg(not(target_os = "macos"))]
mod number {
    pub const MONOTONIC: i32 = 1;
    pub const THREAD_CPU: i32 = 3;
}

fn clock_ns(clock: c_int) -> u64 {
    let mut now = Timespec {
        seconds: 0,
        nanoseconds: 0,
    };
    // SAFETY: the pointer is to a timespec of ours, which the call fills.
    unsafe { clock_gettime(clock, &mut now) };
    now.seconds as u64 * 1_000_000_000 + now.nanoseconds as u64
}

/// Both clocks since it was made: the thread's CPU time and the wall's.
pub struct Stopwatch {
    wall: u64,
    cpu: u64,
}

impl Stopwatch {
    /// The CPU clock is read last here and first at the end, so that it holds only what is measured.
    #[inline]
    pub fn start() -> Self {
        let wall = clock_ns(number::MONOTONIC);
        Self {
            wall,
            cpu: clock_ns(number::THREAD_CPU),
        }
    }

    #[inline]
    pub fn cpu_ns(&self) -> u64 {
        clock_ns(number::THREAD_CPU) - self.cpu
    }

    #[inline]
    pub fn wall_ns(&self) -> u64 {
        clock_ns(number::MONOTONIC) - self.wall
    }
}
