//! What a relay does with the frames that have come: message by message or, where phases are asked for, in
//! blocks whose steps are timed.

use std::ops::Range;

use crate::codec::Failure;
use crate::experiments::relay::frames::{Barrier, Frame, Frames, Next};
use crate::experiments::relay::phases::{Phase, PhaseTimes};
use crate::experiments::relay::sinks::Sinks;
use crate::experiments::relay::steps::{Route, Sends, Steps};
use crate::values::judging::guarded;

/// What frames are passed on with, and what has been counted of them.
pub struct Passing {
    pub sinks: Sinks,
    pub route: Route,
    /// The most messages that are handled in one block.
    pub block: usize,
    /// There while phases are asked for.
    pub phases: Option<PhaseTimes>,
    pub frames: u64,
    pub bytes_in: u64,
    pub undecodable: u64,
    pub updated_in_place: u64,
    /// By modes that change messages where they lie.
    pub copied_bytes: u64,
    pub aligning: Aligning,
}

/// Handles the frames up to the next barrier, or to the first that is not complete.
pub trait Handling {
    fn handle(&mut self, frames: &mut Frames<'_>, passing: &mut Passing) -> Result<Option<Barrier>, Failure>;
}

impl<S: Steps> Handling for S {
    fn handle(&mut self, frames: &mut Frames<'_>, passing: &mut Passing) -> Result<Option<Barrier>, Failure> {
        match passing.phases.take() {
            None => {
                let handled = one_by_one(self, frames, passing);
                passing.sinks.write_gathered(frames.bytes());
                handled
            }
            Some(mut phases) => {
                let handled = in_blocks(self, frames, passing, &mut phases);
                phases.timed(Phase::Write, || passing.sinks.write_gathered(frames.bytes()));
                passing.phases = Some(phases);
                handled
            }
        }
    }
}

const ONLY_SLOT: usize = 0;

fn one_by_one<S: Steps>(
    steps: &mut S,
    frames: &mut Frames<'_>,
    passing: &mut Passing,
) -> Result<Option<Barrier>, Failure> {
    loop {
        let start = frames.taken();
        let frame = match frames.take_next()? {
            Next::Frame(frame) => frame,
            Next::Barrier(barrier) => return Ok(Some(barrier)),
            Next::Incomplete => return Ok(None),
        };
        passing.count(&frame);
        if passing.decode(steps, ONLY_SLOT, frame.message) {
            let Some(sinks) = passing.route(steps, ONLY_SLOT, &frame) else {
                continue;
            };
            let taken = Taken {
                slot: ONLY_SLOT,
                frame,
                place: start..frames.taken(),
                sinks: sinks.clone(),
            };
            passing.put(steps, &taken)?;
            steps.release(ONLY_SLOT);
            sinks.for_each(|sink| passing.sinks.write_if_full(sink));
        }
    }
}

/// A message of a block.
struct Taken<'b> {
    slot: usize,
    frame: Frame<'b>,
    /// Where the frame lies in the bytes of its source.
    place: Range<usize>,
    sinks: Range<usize>,
}

fn in_blocks<S: Steps>(
    steps: &mut S,
    frames: &mut Frames<'_>,
    passing: &mut Passing,
    phases: &mut PhaseTimes,
) -> Result<Option<Barrier>, Failure> {
    let mut block = Vec::with_capacity(passing.block);
    loop {
        block.clear();
        let mut next = Next::Incomplete;
        while block.len() < passing.block {
            let start = frames.taken();
            next = frames.take_next()?;
            let Next::Frame(frame) = next else { break };
            passing.count(&frame);
            block.push(Taken {
                slot: block.len(),
                frame,
                place: start..frames.taken(),
                sinks: 0..0,
            });
        }
        handle_block(steps, &mut block, passing, phases)?;
        match next {
            Next::Frame(_) => {}
            Next::Barrier(barrier) => return Ok(Some(barrier)),
            Next::Incomplete => return Ok(None),
        }
    }
}

fn handle_block<S: Steps>(
    steps: &mut S,
    block: &mut Vec<Taken<'_>>,
    passing: &mut Passing,
    phases: &mut PhaseTimes,
) -> Result<(), Failure> {
    if block.is_empty() {
        return Ok(());
    }
    if S::DECODES {
        phases.timed(Phase::Decode, || {
            block.retain(|taken| passing.decode(steps, taken.slot, taken.frame.message));
        });
    }
    phases.timed(Phase::Route, || {
        block.retain_mut(|taken| {
            let sinks = passing.route(steps, taken.slot, &taken.frame);
            taken.sinks = sinks.clone().unwrap_or(0..0);
            sinks.is_some()
        });
    });
    let putting = match S::SENDS {
        Sends::Encoded => Phase::Encode,
        Sends::Frame | Sends::Held => Phase::Write,
    };
    phases.timed(putting, || {
        block.iter().try_for_each(|taken| passing.put(steps, taken))
    })?;
    if S::RELEASES {
        // As in the operation decode, an object's release belongs to its making.
        phases.timed(Phase::Decode, || {
            block.iter().for_each(|taken| steps.release(taken.slot));
        });
    }
    phases.timed(Phase::Write, || passing.sinks.write_full());
    Ok(())
}

impl Passing {
    fn count(&mut self, frame: &Frame<'_>) {
        self.frames += 1;
        self.bytes_in += frame.message.len() as u64;
    }

    /// Whether the message could be read; one that could not is counted.
    #[inline]
    fn decode<S: Steps>(&mut self, steps: &mut S, slot: usize, message: &[u8]) -> bool {
        if !S::DECODES {
            return true;
        }
        let message = self.aligning.aligned(message, S::ALIGNMENT);
        if guarded(|| steps.decode(slot, message)).is_ok() {
            self.copied_bytes += if S::COPIES { message.len() as u64 } else { 0 };
            return true;
        }
        self.leave_out(steps, slot);
        false
    }

    /// The sinks of the message. Some codecs notice only here that it cannot be read.
    #[inline]
    fn route<S: Steps>(&mut self, steps: &mut S, slot: usize, frame: &Frame<'_>) -> Option<Range<usize>> {
        match guarded(|| steps.route(slot, frame, self.route, self.sinks.count())) {
            Ok(sinks) => {
                self.updated_in_place += u64::from(steps.is_updated_in_place(slot));
                Some(sinks)
            }
            Err(_) => {
                self.leave_out(steps, slot);
                None
            }
        }
    }

    #[cold]
    fn leave_out<S: Steps>(&mut self, steps: &mut S, slot: usize) {
        steps.recover(slot);
        self.undecodable += 1;
    }

    /// Puts what the sinks get for the message where it waits for being written.
    #[inline]
    fn put<S: Steps>(&mut self, steps: &mut S, taken: &Taken<'_>) -> Result<(), Failure> {
        let frame = &taken.frame;
        for sink in taken.sinks.clone() {
            if S::SENDS == Sends::Frame {
                self.sinks.gather(sink, taken.place.clone());
            } else {
                let message = steps.encode(taken.slot, sink, frame.message)?;
                self.sinks.put(sink, frame.sequence, message);
            }
        }
        Ok(())
    }
}

/// Frames lie anywhere, but some formats are read in place only where numbers are aligned.
#[derive(Default)]
pub struct Aligning {
    copy: Vec<u8>,
    pub copied_bytes: u64,
}

impl Aligning {
    /// The message where it lies, if that is aligned, otherwise a copy.
    #[inline]
    fn aligned<'a>(&'a mut self, message: &'a [u8], alignment: usize) -> &'a [u8] {
        if alignment == 1 || message.as_ptr().align_offset(alignment) == 0 {
            return message;
        }
        self.copied_bytes += message.len() as u64;
        self.copy.clear();
        self.copy.reserve(message.len() + alignment);
        let start = self.copy.as_ptr().align_offset(alignment);
        self.copy.resize(start, 0);
        self.copy.extend_from_slice(message);
        &self.copy[start..]
    }
}

#[cfg(test)]
mod tests {
    use super::Aligning;

    #[test]
    fn a_message_is_copied_only_where_it_lies_badly() {
        let bytes: Vec<u8> = (0..64).collect();
        let mut aligning = Aligning::default();
        for start in 0..9 {
            let message = &bytes[start..start + 40];
            let lies_well = message.as_ptr() as usize % 8 == 0;
            let before = aligning.copied_bytes;
            let aligned = aligning.aligned(message, 8);
            assert_eq!(aligned, message);
            assert_eq!(aligned.as_ptr() as usize % 8, 0);
            assert_eq!(aligned.as_ptr() == message.as_ptr(), lies_well);
            assert_eq!(aligning.copied_bytes - before, if lies_well { 0 } else { 40 });
        }
        let before = aligning.copied_bytes;
        assert_eq!(aligning.aligned(&bytes[1..], 1).as_ptr(), bytes[1..].as_ptr());
        assert_eq!(aligning.copied_bytes, before);
    }
}
