//! The relay itself: waits for sources, has their frames handled, and reports at barriers.

use std::fs::File;

use crate::codec::Failure;
use crate::experiments::relay::barriers::{Barriers, Counts};
use crate::experiments::relay::connections::Waiting;
use crate::experiments::relay::frames::{Barrier, Frames};
use crate::experiments::relay::handling::{Handling, Passing};
use crate::experiments::relay::phases::{Phase, PhaseTimes};
use crate::experiments::relay::source::Source;
use crate::protocol::{Line, Replies, RequestError};
use crate::timing::clock::Stopwatch;
use crate::timing::counters::AllocationsSoFar;
use crate::timing::resident_memory::resident_bytes;
use crate::values::judging::guarded;

/// The number of the report after the last source has ended.
const LAST_REPORT: u32 = u32::MAX;

/// Why a relay ended early: it cannot go on with what has come, or the driver is not there.
pub enum Stop {
    Failed(Failure),
    Refused(RequestError),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<RequestError> for Stop {
    fn from(error: RequestError) -> Self {
        Self::Refused(error)
    }
}

pub struct Relay<'r> {
    replies: &'r mut Replies,
    handling: Box<dyn Handling>,
    passing: Passing,
    sources: Vec<Source>,
    barriers: Barriers,
    largest_frame_bytes: u64,
    torn: u64,
    copied_bytes: u64,
    watch: Stopwatch,
    allocations: AllocationsSoFar,
}

impl<'r> Relay<'r> {
    pub fn new(
        replies: &'r mut Replies,
        handling: Box<dyn Handling>,
        passing: Passing,
        sources: Vec<File>,
        largest_frame_bytes: u64,
    ) -> Self {
        Self {
            replies,
            handling,
            passing,
            barriers: Barriers::new(sources.len()),
            sources: sources.into_iter().map(Source::new).collect(),
            largest_frame_bytes,
            torn: 0,
            copied_bytes: 0,
            watch: Stopwatch::start(),
            allocations: AllocationsSoFar::find(),
        }
    }

    /// Relays until all sources have ended, or something has come with which the relay cannot go on.
    pub fn run(&mut self) -> Result<(), RequestError> {
        let failure = match self.relay_all() {
            Ok(()) => None,
            Err(Stop::Failed(failure)) => Some(failure),
            Err(Stop::Refused(error)) => return Err(error),
        };
        if let Some(failure) = failure {
            // What came before it is sent.
            self.passing.sinks.write_all();
            self.replies.send(
                Line::new("failed")
                    .text("operation", "relay")
                    .text("outcome", failure.outcome)
                    .text("detail", &failure.detail),
            )?;
        }
        self.report(LAST_REPORT)
    }

    fn relay_all(&mut self) -> Result<(), Stop> {
        let (mut waiting, mut ready) = (Waiting::default(), Vec::new());
        while self.sources.iter().any(|source| source.connection().is_some()) {
            self.find_ready(&mut waiting, &mut ready)?;
            for &number in &ready {
                self.timed(Phase::Read, |relay| relay.sources[number].read());
                self.handle(number)?;
            }
            self.timed(Phase::Write, |relay| relay.passing.sinks.write_all());
            while let Some(barrier) = self.barriers.take_due()? {
                self.answer(barrier)?;
                for number in 0..self.sources.len() {
                    self.handle(number)?;
                }
                self.timed(Phase::Write, |relay| relay.passing.sinks.write_all());
            }
        }
        Ok(())
    }

    /// Collects the sources that have bytes or have been closed.
    fn find_ready(&self, waiting: &mut Waiting, ready: &mut Vec<usize>) -> Result<(), RequestError> {
        ready.clear();
        ready.extend((0..self.sources.len()).filter(|&number| self.barriers.is_sending(number)));
        // Reading waits by itself for the only source, but a read that is timed is not to wait.
        if ready.len() == 1 && self.passing.phases.is_none() {
            return Ok(());
        }
        let sources = self.sources.iter().enumerate();
        let watched =
            sources.map(|(number, source)| source.connection().filter(|_| self.barriers.is_sending(number)));
        waiting
            .find_ready(watched, ready)
            .map_err(|fault| RequestError(format!("The sources cannot be waited for: {fault}.")))
    }

    /// Handles what has come from the source, up to a barrier or to the beginning of a frame.
    fn handle(&mut self, number: usize) -> Result<(), Stop> {
        if !self.barriers.is_sending(number) {
            return Ok(());
        }
        let source = &mut self.sources[number];
        let mut frames = Frames::new(source.bytes(), self.largest_frame_bytes);
        let barrier = guarded(|| self.handling.handle(&mut frames, &mut self.passing))?;
        let taken = frames.taken();
        source.handle(taken);
        if let Some(barrier) = barrier {
            self.barriers.came(number, barrier);
            return Ok(());
        }
        self.torn += u64::from(source.is_torn());
        self.copied_bytes += source.make_room() as u64;
        if source.connection().is_none() {
            self.barriers.ended(number);
        }
        Ok(())
    }

    fn answer(&mut self, barrier: Barrier) -> Result<(), RequestError> {
        self.timed(Phase::Write, |relay| {
            relay.passing.sinks.write_barrier(barrier.header());
        });
        self.report(barrier.number())?;
        self.passing.phases = barrier.asks_for_phases().then(PhaseTimes::default);
        Ok(())
    }

    fn report(&mut self, number: u32) -> Result<(), RequestError> {
        let counts = self.counts();
        self.replies.send(counts.line(number))?;
        for (name, time) in self.passing.phases.iter().flat_map(PhaseTimes::timed_phases) {
            self.replies.send(
                Line::new("phase")
                    .text("name", name)
                    .number("wall_ns", time.wall_ns)
                    .number("cpu_ns", time.cpu_ns),
            )?;
        }
        self.allocations.go_on();
        Ok(())
    }

    fn counts(&mut self) -> Counts {
        let allocated = self.allocations.stop();
        let sent = self.passing.sinks.sent();
        Counts {
            frames: self.passing.frames,
            bytes_in: self.passing.bytes_in,
            bytes_out: sent.bytes,
            undecodable: self.passing.undecodable,
            undeliverable: sent.undeliverable,
            torn: self.torn,
            cpu_ns: self.watch.cpu_ns(),
            wall_ns: self.watch.wall_ns(),
            copied_bytes: self.copied_bytes
                + self.passing.copied_bytes
                + self.passing.aligning.copied_bytes
                + sent.copied_bytes,
            updated_in_place: self.passing.updated_in_place,
            resident_bytes: resident_bytes(),
            allocated,
        }
    }

    /// Times the step where phases are asked for.
    fn timed(&mut self, phase: Phase, step: impl FnOnce(&mut Self)) {
        match self.passing.phases.take() {
            None => step(self),
            Some(mut phases) => {
                phases.timed(phase, || step(self));
                self.passing.phases = Some(phases);
            }
        }
    }
}
