//! The phases of a sort: the same steps while chunks are made and while they are merged.

use crate::timing::phase_times::{self, Phases};

#[derive(Clone, Copy)]
pub enum Stage {
    Chunks,
    Merge,
}

#[derive(Clone, Copy)]
pub enum Step {
    Read,
    Copy,
    Decode,
    Key,
    /// Bringing records into their order: sorting, or merging.
    Order,
    Encode,
    Write,
    Fsync,
    Free,
}

#[derive(Clone, Copy)]
pub struct Phase(pub Stage, pub Step);

const STEPS: usize = Step::Free as usize + 1;

impl Phases for Phase {
    const NAMES: &'static [&'static str] = &[
        "chunks-read",
        "chunks-copy",
        "chunks-decode",
        "chunks-key",
        "chunks-sort",
        "chunks-encode",
        "chunks-write",
        "chunks-fsync",
        "chunks-free",
        "merge-read",
        "merge-copy",
        "merge-decode",
        "merge-key",
        "merge-merge",
        "merge-encode",
        "merge-write",
        "merge-fsync",
        "merge-free",
    ];

    fn place(self) -> usize {
        self.0 as usize * STEPS + self.1 as usize
    }
}

pub type PhaseTimes = phase_times::PhaseTimes<Phase>;

#[cfg(test)]
mod tests {
    use super::{Phase, Stage, Step, STEPS};
    use crate::timing::phase_times::Phases;

    #[test]
    fn every_phase_has_its_name() {
        assert_eq!(Phase::NAMES.len(), 2 * STEPS);
        let name = |stage, step| Phase::NAMES[Phase(stage, step).place()];
        assert_eq!(name(Stage::Chunks, Step::Order), "chunks-sort");
        assert_eq!(name(Stage::Chunks, Step::Free), "chunks-free");
        assert_eq!(name(Stage::Merge, Step::Read), "merge-read");
        assert_eq!(name(Stage::Merge, Step::Order), "merge-merge");
        assert_eq!(name(Stage::Merge, Step::Free), "merge-free");
    }
}
