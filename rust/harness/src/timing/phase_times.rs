//! Phases of an experiment, each timed for itself and over many objects at once.

use std::marker::PhantomData;

use crate::timing::clock::Stopwatch;

/// The phases of one experiment.
pub trait Phases: Copy {
    /// In the order in which they are told.
    const NAMES: &'static [&'static str];

    /// The phase's place among the names.
    fn place(self) -> usize;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseTime {
    pub wall_ns: u64,
    pub cpu_ns: u64,
}

/// The phases of one thread.
pub struct PhaseTimes<P> {
    times: Vec<Option<PhaseTime>>,
    of: PhantomData<P>,
}

impl<P: Phases> Default for PhaseTimes<P> {
    fn default() -> Self {
        Self {
            times: vec![None; P::NAMES.len()],
            of: PhantomData,
        }
    }
}

impl<P: Phases> PhaseTimes<P> {
    pub fn timed<T>(&mut self, phase: P, work: impl FnOnce() -> T) -> T {
        let watch = Stopwatch::start();
        let result = work();
        let (cpu_ns, wall_ns) = (watch.cpu_ns(), watch.wall_ns());
        let time = self.times[phase.place()].get_or_insert_default();
        time.wall_ns += wall_ns;
        time.cpu_ns += cpu_ns;
        result
    }

    /// Those that were timed, by name.
    pub fn timed_phases(&self) -> impl Iterator<Item = (&'static str, PhaseTime)> + '_ {
        let named = P::NAMES.iter().zip(&self.times);
        named.filter_map(|(name, time)| time.map(|time| (*name, time)))
    }
}
