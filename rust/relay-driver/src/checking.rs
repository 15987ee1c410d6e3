//! What arrives at the sinks: every frame once, in order, at its sink, with its bytes.

use crate::fault::Wrong;
use crate::frames::{split, HeaderReader, BARRIER};
use crate::parts::Parts;
use crate::references::{Body, References, Tally};
use crate::routes::{Cursor, Routes};

/// Messages that a sink expected before one that came: late or lost, as a late one or the barrier will tell.
struct Gap {
    source: usize,
    sink: usize,
    begin: u64,
    end: u64,
}

struct Sink {
    header: HeaderReader,
    body: Option<Body>,
    gathered: Vec<u8>,
    /// What comes next, by source.
    cursors: Vec<Cursor>,
    frames: u64,
    marked: bool,
    closed: bool,
}

/// Everything that was received, and what was to be.
pub struct Arrivals {
    references: References,
    routes: Routes,
    /// Where each sink receives a part of every message.
    parts: Option<Parts>,
    sinks: Vec<Sink>,
    /// How many messages each source has sent.
    taken: Vec<u64>,
    gap: Option<Gap>,
    /// The first message that a sink lacks at its barrier: another sink may still tell where it went.
    lost: Option<Wrong>,
    barrier: u64,
    /// The messages that have arrived, each with all its frames.
    pub messages: u64,
    pub bytes: u64,
}

impl Arrivals {
    pub fn new(references: References, routes: Routes, sources: usize, sinks: usize) -> Self {
        let sink = |sink| Sink {
            header: HeaderReader::default(),
            body: None,
            gathered: Vec::new(),
            cursors: (0..sources).map(|source| routes.first(source, sink)).collect(),
            frames: 0,
            marked: false,
            closed: false,
        };
        Self {
            parts: routes.split().then(|| Parts::new(sources, sinks)),
            sinks: (0..sinks).map(sink).collect(),
            references,
            routes,
            taken: vec![0; sources],
            gap: None,
            lost: None,
            barrier: 0,
            messages: 0,
            bytes: 0,
        }
    }

    pub fn references(&self) -> &References {
        &self.references
    }

    /// Counts from zero until this barrier; what the sinks expect goes on.
    pub fn begin(&mut self, barrier: u64) {
        self.barrier = barrier;
        (self.messages, self.bytes) = (0, 0);
        self.sinks.iter_mut().for_each(|sink| sink.marked = false);
    }

    /// A source has sent `messages` messages.
    pub fn taken(&mut self, source: usize, messages: u64) {
        self.taken[source] = messages;
    }

    /// A sink receives no more, and nothing is expected of it; calls `arrived` for each message that lacked
    /// only its part.
    pub fn close(&mut self, sink: usize, mut arrived: impl FnMut(usize, u64)) {
        self.sinks[sink].closed = true;
        for (source, number) in self.parts.iter_mut().flat_map(|parts| parts.close(sink)) {
            self.messages += 1;
            arrived(source, number);
        }
    }

    /// How many frames a sink has received in all stages.
    pub fn frames_at(&self, sink: usize) -> u64 {
        self.sinks[sink].frames
    }

    pub fn any_closed(&self) -> bool {
        self.sinks.iter().any(|sink| sink.closed)
    }

    /// The barrier has come back from every sink. What is missing then is lost: only now has everything that
    /// arrived elsewhere been seen, in whatever order the sinks were read.
    pub fn complete(&mut self) -> Result<bool, Wrong> {
        if self.sinks.iter().any(|sink| !sink.marked && !sink.closed) {
            return Ok(false);
        }
        self.lost.take().map_or(Ok(true), Err)
    }

    /// What a sink lacks at its barrier, for a stage that does not get to its end.
    pub fn lost(&mut self) -> Option<Wrong> {
        self.lost.take()
    }

    /// Something is wrong, and only what comes until the barrier tells what.
    pub fn suspicious(&self) -> bool {
        self.gap.is_some()
    }

    /// The next bytes of a sink; calls `arrived` with source and number of each message that is whole.
    #[inline]
    pub fn receive(
        &mut self,
        sink: usize,
        mut bytes: &[u8],
        mut arrived: impl FnMut(usize, u64),
    ) -> Result<(), Wrong> {
        loop {
            if let Some(mut body) = self.sinks[sink].body.take() {
                let (here, rest) = bytes.split_at(bytes.len().min(body.length - body.done));
                bytes = rest;
                if body.gathers {
                    self.sinks[sink].gathered.extend_from_slice(here);
                } else {
                    self.references.compare(sink, &mut body, here)?;
                }
                body.done += here.len();
                if body.done < body.length {
                    self.sinks[sink].body = Some(body);
                    return Ok(());
                }
                self.end(sink, &body, &mut arrived)?;
            }
            let Some((length, sequence)) = self.sinks[sink].header.next(&mut bytes) else {
                return Ok(());
            };
            if sequence & BARRIER == 0 {
                self.open(sink, length as usize, sequence)?;
            } else {
                self.marked(sink, length, sequence)?;
            }
        }
    }

    /// A frame begins.
    #[inline]
    fn open(&mut self, sink: usize, length: usize, sequence: u64) -> Result<(), Wrong> {
        let (source, number) = split(sequence);
        let Some(&taken) = self.taken.get(source) else {
            return Err(Wrong::Unknown { sequence, sink });
        };
        if number != self.sinks[sink].cursors[source].next || number >= taken {
            self.irregular(sink, sequence)?;
        }
        let cursor = &mut self.sinks[sink].cursors[source];
        let index = cursor.index;
        self.routes.advance(cursor, sink);
        let reference = self.references.get(sink, index).map(<[u8]>::len);
        let body = Body {
            source,
            number,
            index,
            length,
            done: 0,
            gathers: reference.is_none(),
            tally: Tally::default(),
        };
        if let Some(expected) = reference.filter(|&expected| expected != length) {
            return Err(body.unlike(sink, expected));
        }
        self.sinks[sink].body = Some(body);
        Ok(())
    }

    /// All bytes of a frame have come.
    #[inline]
    fn end(&mut self, sink: usize, body: &Body, mut arrived: impl FnMut(usize, u64)) -> Result<(), Wrong> {
        if body.gathers {
            let gathered = std::mem::take(&mut self.sinks[sink].gathered);
            self.references.settle(sink, body, &gathered)?;
        } else {
            self.references.conclude(sink, body)?;
        }
        self.sinks[sink].frames += 1;
        self.bytes += body.length as u64;
        let whole = match &mut self.parts {
            None => body.number..body.number + 1,
            Some(parts) => parts.arrive(body.source, sink, body.number),
        };
        for number in whole {
            self.messages += 1;
            arrived(body.source, number);
        }
        Ok(())
    }

    /// A frame that is not the next of its source at this sink.
    #[cold]
    fn irregular(&mut self, sink: usize, sequence: u64) -> Result<(), Wrong> {
        let (source, number) = split(sequence);
        if number >= self.taken[source] {
            return Err(Wrong::Unknown { sequence, sink });
        }
        if let Some(expected) = self.routes.other_sink(source, number, sink) {
            return Err(Wrong::Misrouted {
                source,
                number,
                sink,
                expected,
            });
        }
        let begin = self.sinks[sink].cursors[source].next;
        if number < begin {
            let late = self.gap.as_ref().is_some_and(|gap| {
                (gap.source, gap.sink) == (source, sink) && (gap.begin..gap.end).contains(&number)
            });
            return Err(if late {
                Wrong::Late { source, number, sink }
            } else {
                Wrong::Twice { source, number, sink }
            });
        }
        self.gap.get_or_insert(Gap {
            source,
            sink,
            begin,
            end: number,
        });
        self.routes
            .jump(&mut self.sinks[sink].cursors[source], sink, number);
        Ok(())
    }

    /// A barrier ends what its sink receives in a stage, so whatever is missing then did not arrive there.
    fn marked(&mut self, sink: usize, length: u32, sequence: u64) -> Result<(), Wrong> {
        if sequence != self.barrier || length != 0 || self.sinks[sink].marked {
            return Err(Wrong::Barrier { sequence, sink });
        }
        let state = &mut self.sinks[sink];
        state.marked = true;
        let in_gap = self.gap.as_ref().filter(|gap| gap.sink == sink);
        let missing = in_gap.map(|gap| (gap.source, gap.begin)).or_else(|| {
            let mut expected = state.cursors.iter().map(|cursor| cursor.next).zip(&self.taken);
            let source = expected.position(|(next, &taken)| next < taken)?;
            Some((source, state.cursors[source].next))
        });
        if let Some((source, number)) = missing {
            self.lost.get_or_insert(Wrong::Lost { source, number, sink });
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "checking_tests.rs"]
mod tests;
