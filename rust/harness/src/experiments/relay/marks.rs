//! Which marks have come from which source, and what the relay reports with one.

use crate::codec::Failure;
use crate::experiments::relay::frames::Mark;
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
        let line = Line::new("mark")
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
    /// It has sent a mark, and what follows waits until that has come from the others.
    Waiting(Mark),
    Ended,
}

/// The sources with the marks that have come from them.
pub struct Marks {
    of_sources: Vec<Progress>,
}

impl Marks {
    pub fn new(sources: usize) -> Self {
        Self {
            of_sources: vec![Progress::Sending; sources],
        }
    }

    pub fn came(&mut self, source: usize, mark: Mark) {
        self.of_sources[source] = Progress::Waiting(mark);
    }

    pub fn ended(&mut self, source: usize) {
        self.of_sources[source] = Progress::Ended;
    }

    /// Whether more of the source is to be read or handled.
    pub fn is_sending(&self, source: usize) -> bool {
        self.of_sources[source] == Progress::Sending
    }

    /// The mark that has come from every source that has not ended. All go on.
    pub fn take_due(&mut self) -> Result<Option<Mark>, Failure> {
        let mut due = None;
        for progress in &self.of_sources {
            match (*progress, due) {
                (Progress::Sending, _) => return Ok(None),
                (Progress::Ended, _) => {}
                (Progress::Waiting(mark), Some(other)) if mark != other => {
                    return Err(differing(mark, other))
                }
                (Progress::Waiting(mark), _) => due = Some(mark),
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
fn differing(mark: Mark, other: Mark) -> Failure {
    let (mark, other) = (mark.number(), other.number());
    Failure::error(format!(
        "One source sends the mark {mark} where another sends {other}."
    ))
}

#[cfg(test)]
mod tests {
    use super::Marks;
    use crate::experiments::relay::frames::{header, Frames, Mark, Next};

    fn mark(number: u64) -> Mark {
        match Frames::new(&header(0, 1 << 63 | number), 12).take_next() {
            Ok(Next::Mark(mark)) => mark,
            other => panic!("{other:?} is no mark"),
        }
    }

    #[test]
    fn a_mark_is_due_when_every_source_has_sent_it() {
        let mut marks = Marks::new(2);
        marks.came(0, mark(1));
        assert_eq!(marks.take_due().unwrap(), None);
        assert_eq!([0, 1].map(|source| marks.is_sending(source)), [false, true]);
        marks.came(1, mark(1));
        assert_eq!(marks.take_due().unwrap(), Some(mark(1)));
        assert_eq!([0, 1].map(|source| marks.is_sending(source)), [true, true]);
        assert_eq!(marks.take_due().unwrap(), None);
    }

    #[test]
    fn nobody_waits_for_a_source_that_has_ended() {
        let mut marks = Marks::new(3);
        marks.came(0, mark(1));
        marks.ended(1);
        assert_eq!(marks.take_due().unwrap(), None);
        marks.ended(2);
        assert_eq!(marks.take_due().unwrap(), Some(mark(1)));
        marks.ended(0);
        assert_eq!(marks.take_due().unwrap(), None);
    }

    #[test]
    fn sources_agree_on_their_marks() {
        let mut marks = Marks::new(2);
        marks.came(0, mark(1));
        marks.came(1, mark(2));
        let failure = marks.take_due().unwrap_err();
        assert_eq!(
            failure.detail,
            "One source sends the mark 2 where another sends 1."
        );
    }
}
