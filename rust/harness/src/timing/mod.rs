//! Clocks and counters, and the loop that is timed.

pub mod allocator;
pub mod calibration;
pub mod clock;
pub mod counters;
pub mod phase_times;
pub mod resident_memory;
pub mod sampler;
