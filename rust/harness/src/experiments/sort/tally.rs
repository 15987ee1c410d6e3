//! What a thread of the sort has done.

use std::ops::AddAssign;

use crate::experiments::sort::phases::{Phase, PhaseTimes, Stage, Step};

/// Bytes of the data file and of chunks, and calls of the codec.
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

/// The times and counts of one thread, first as it makes chunks, then as it merges.
pub struct Tally {
    stage: Stage,
    pub phases: PhaseTimes,
    pub counts: Counts,
}

impl Tally {
    pub fn new() -> Self {
        Self {
            stage: Stage::Chunks,
            phases: PhaseTimes::default(),
            counts: Counts::default(),
        }
    }

    pub fn begin_merging(&mut self) {
        self.stage = Stage::Merge;
    }

    /// How long the thread has merged so far, all phases together.
    pub fn merging_ns(&self) -> u64 {
        let phases = self.phases.timed_phases();
        let merging = phases.filter(|(name, _)| name.starts_with("merge-"));
        merging.map(|(_, time)| time.wall_ns).sum()
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

#[cfg(test)]
mod tests {
    use super::Tally;
    use crate::experiments::sort::phases::Step;
    use std::time::Duration;

    #[test]
    fn merging_takes_as_long_as_the_phases_of_merges() {
        let mut tally = Tally::new();
        let work = || std::thread::sleep(Duration::from_millis(1));
        tally.timed(Step::Read, work);
        assert_eq!(tally.merging_ns(), 0);
        tally.begin_merging();
        tally.timed(Step::Read, work);
        tally.timed(Step::Order, work);
        let (read, merge) = ("merge-read", "merge-merge");
        let of_merges = |name| name == read || name == merge;
        let times = tally.phases.timed_phases();
        let times: Vec<_> = times.filter(|(name, _)| of_merges(*name)).collect();
        assert_eq!(times.len(), 2);
        assert_eq!(tally.merging_ns(), times[0].1.wall_ns + times[1].1.wall_ns);
        assert!(tally.merging_ns() > 0);
    }
}
