//! The phases of an experiment with files, each timed for itself and over many objects at once.

use crate::timing::clock::Stopwatch;

#[derive(Clone, Copy)]
pub enum Phase {
    Encode,
    Copy,
    Write,
    Fsync,
    Read,
    Decode,
    Touch,
    Free,
}

const NAMES: [&str; 8] = [
    "encode", "copy", "write", "fsync", "read", "decode", "touch", "free",
];

#[derive(Clone, Copy, Default)]
pub struct PhaseTime {
    pub wall_ns: u64,
    pub cpu_ns: u64,
}

/// The phases of one thread.
#[derive(Default)]
pub struct PhaseTimes([Option<PhaseTime>; NAMES.len()]);

impl PhaseTimes {
    pub fn timed<T>(&mut self, phase: Phase, work: impl FnOnce() -> T) -> T {
        let watch = Stopwatch::start();
        let result = work();
        let (cpu_ns, wall_ns) = (watch.cpu_ns(), watch.wall_ns());
        let time = self.0[phase as usize].get_or_insert_default();
        time.wall_ns += wall_ns;
        time.cpu_ns += cpu_ns;
        result
    }

    /// Those that were timed, by name.
    pub fn timed_phases(&self) -> impl Iterator<Item = (&'static str, PhaseTime)> + '_ {
        let named = NAMES.into_iter().zip(self.0);
        named.filter_map(|(name, time)| time.map(|time| (name, time)))
    }
}
