//! Which barriers have come from which source, and what the relay reports with one.

use crate::codec::Failure;
use crate::experiments::relay::frames::Barrier;
use crate::protocol::Line;
use crate::timing::counters::Allocated;

/// What a report counts, from the start of the relay. Bytes are those of messages.
pub struct Counts {
    pub frames: u64,
    pub bytes_in: u64,
    pub bytes_out: u64,
    pub undecodable: u64,
    pub undeliverable: u64,
    pub torn: u64,
    pub cpu_ns: u64,
    pub wall_ns: u64,
    pub copied_bytes: u64,
    pub updated_in_place: u64,
    pub resident_bytes: u64,
    /// Where somebody counts.
    pub allocated: Option<Allocated>,
}

impl Counts {
    pub fn line(&self, number: u32) -> Line {
        let line = Line::new("barrier")
            .number("number", number.into())
            .number("frames", self.frames)
            .number("bytes_in", self.bytes_in)
            .number("bytes_out", self.bytes_out)
            .number("undecodable", self.undecodable)
            .number("undeliverable", self.undeliverable)
            .number("torn", self.torn)
            .number("cpu_ns", self.cpu_ns)
            .number("wall_ns", self.wall_ns)
            .number("copied_bytes", self.copied_bytes)
            .number("updated_in_place", self.updated_in_place)
            .number("resident_bytes", self.resident_bytes);
        match self.allocated {
            None => line,
            Some(allocated) => line
                .number("allocations", allocated.allocations)
                .number("allocated_bytes", allocated.bytes),
        }
    }
}

/// How far a source is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Sending,
    /// It has sent a barrier, and what follows waits until that has come from the others.
    Waiting(Barrier),
    Ended,
}

/// The sources with the barriers that have come from them.
pub struct Barriers {
    of_sources: Vec<Progress>,
}

impl Barriers {
    pub fn new(sources: usize) -> Self {
        Self {
            of_sources: vec![Progress::Sending; sources],
        }
    }

    pub fn came(&mut self, source: usize, barrier: Barrier) {
        self.of_sources[source] = Progress::Waiting(barrier);
    }

    pub fn ended(&mut self, source: usize) {
        self.of_sources[source] = Progress::Ended;
    }

    /// Whether more of the source is to be read or handled.
    pub fn is_sending(&self, source: usize) -> bool {
        self.of_sources[source] == Progress::Sending
    }

    /// The barrier that has come from every source that has not ended. All go on.
    pub fn take_due(&mut self) -> Result<Option<Barrier>, Failure> {
        let mut due = None;
        for progress in &self.of_sources {
            match (*progress, due) {
                (Progress::Sending, _) => return Ok(None),
                (Progress::Ended, _) => {}
                (Progress::Waiting(barrier), Some(other)) if barrier != other => {
                    return Err(differing(barrier, other))
                }
                (Progress::Waiting(barrier), _) => due = Some(barrier),
            }
        }
        for progress in &mut self.of_sources {
            if let Progress::Waiting(_) = progress {
                *progress = Progress::Sending;
            }
        }
        Ok(due)
    }
}

#[cold]
fn differing(barrier: Barrier, other: Barrier) -> Failure {
    let (barrier, other) = (barrier.number(), other.number());
    Failure::error(format!(
        "One source sends the barrier {barrier} where another sends {other}."
    ))
}

#[cfg(test)]
mod tests {
    use super::Barriers;
    use crate::experiments::relay::frames::{header, Barrier, Frames, Next};

    fn barrier(number: u64) -> Barrier {
        match Frames::new(&header(0, 1 << 63 | number), 12).take_next() {
            Ok(Next::Barrier(barrier)) => barrier,
            other => panic!("{other:?} is no barrier"),
        }
    }

    #[test]
    fn a_barrier_is_due_when_every_source_has_sent_it() {
        let mut barriers = Barriers::new(2);
        barriers.came(0, barrier(1));
        assert_eq!(barriers.take_due().unwrap(), None);
        assert_eq!([0, 1].map(|source| barriers.is_sending(source)), [false, true]);
        barriers.came(1, barrier(1));
        assert_eq!(barriers.take_due().unwrap(), Some(barrier(1)));
        assert_eq!([0, 1].map(|source| barriers.is_sending(source)), [true, true]);
        assert_eq!(barriers.take_due().unwrap(), None);
    }

    #[test]
    fn nobody_waits_for_a_source_that_has_ended() {
        let mut barriers = Barriers::new(3);
        barriers.came(0, barrier(1));
        barriers.ended(1);
        assert_eq!(barriers.take_due().unwrap(), None);
        barriers.ended(2);
        assert_eq!(barriers.take_due().unwrap(), Some(barrier(1)));
        barriers.ended(0);
        assert_eq!(barriers.take_due().unwrap(), None);
    }

    #[test]
    fn sources_agree_on_their_barriers() {
        let mut barriers = Barriers::new(2);
        barriers.came(0, barrier(1));
        barriers.came(1, barrier(2));
        let failure = barriers.take_due().unwrap_err();
        assert_eq!(
            failure.detail,
            "One source sends the barrier 2 where another sends 1."
        );
    }
}
