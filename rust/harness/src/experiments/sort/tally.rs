//! What a thread of the sort has done.

use std::ops::AddAssign;

use crate::experiments::sort::phases::{Phase, PhaseTimes, Stage, Step};

/// Bytes of the data file and of runs, and calls of the codec.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub read_bytes: u64,
    pub written_bytes: u64,
    pub decodes: u64,
    pub accesses: u64,
    pub comparisons: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.read_bytes += other.read_bytes;
        self.written_bytes += other.written_bytes;
        self.decodes += other.decodes;
        self.accesses += other.accesses;
        self.comparisons += other.comparisons;
    }
}

/// The times and counts of one thread, first as it makes runs, then as it merges.
pub struct Tally {
    stage: Stage,
    pub phases: PhaseTimes,
    pub counts: Counts,
}

impl Tally {
    pub fn new() -> Self {
        Self {
            stage: Stage::Runs,
            phases: PhaseTimes::default(),
            counts: Counts::default(),
        }
    }

    pub fn merging(self) -> Self {
        Self {
            stage: Stage::Merge,
            ..self
        }
    }

    pub fn timed<T>(&mut self, step: Step, work: impl FnOnce() -> T) -> T {
        self.phases.timed(Phase(self.stage, step), work)
    }
}

impl Default for Tally {
    fn default() -> Self {
        Self::new()
    }
}
