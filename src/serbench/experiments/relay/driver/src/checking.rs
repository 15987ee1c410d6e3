//! What arrives at the sinks: every frame once, in order, at its sink, with its bytes.

use crate::fault::Wrong;
use crate::frames::{split, HeaderReader, MARK};
use crate::messages::Messages;
use crate::routes::{Cursor, Routes};

/// Messages that a sink expected before one that came: late or lost, as a late one or the mark will tell.
struct Gap {
    source: usize,
    sink: usize,
    begin: u64,
    end: u64,
}

/// A frame of which not all bytes have come.
struct Body {
    source: usize,
    number: u64,
    index: usize,
    length: usize,
    done: usize,
    /// There was no reference when it began, so its bytes are kept.
    gathers: bool,
}

struct Sink {
    header: HeaderReader,
    body: Option<Body>,
    gathered: Vec<u8>,
    /// What comes next, by source.
    cursors: Vec<Cursor>,
    marked: bool,
    closed: bool,
}

/// Everything that was received, and what was to be.
pub struct Arrivals {
    references: Messages,
    routes: Routes,
    sinks: Vec<Sink>,
    /// How many messages each source has sent.
    taken: Vec<u64>,
    gap: Option<Gap>,
    mark: u64,
    pub frames: u64,
    pub bytes: u64,
}

impl Arrivals {
    /// `references` are the bytes that are to arrive; where one is unknown, the first copy becomes it.
    pub fn new(references: Messages, routes: Routes, sources: usize, sinks: usize) -> Self {
        let sink = |sink| Sink {
            header: HeaderReader::default(),
            body: None,
            gathered: Vec::new(),
            cursors: (0..sources).map(|source| routes.first(source, sink)).collect(),
            marked: false,
            closed: false,
        };
        Self {
            sinks: (0..sinks).map(sink).collect(),
            references,
            routes,
            taken: vec![0; sources],
            gap: None,
            mark: 0,
            frames: 0,
            bytes: 0,
        }
    }

    pub fn references(&self) -> &Messages {
        &self.references
    }

    /// Counts from zero until this mark; what the sinks expect goes on.
    pub fn begin(&mut self, mark: u64) {
        self.mark = mark;
        (self.frames, self.bytes) = (0, 0);
        self.sinks.iter_mut().for_each(|sink| sink.marked = false);
    }

    /// A source has sent so many messages.
    pub fn taken(&mut self, source: usize, messages: u64) {
        self.taken[source] = messages;
    }

    /// A sink receives no more, and nothing is expected of it.
    pub fn close(&mut self, sink: usize) {
        self.sinks[sink].closed = true;
    }

    pub fn any_closed(&self) -> bool {
        self.sinks.iter().any(|sink| sink.closed)
    }

    /// The mark has come back from every sink.
    pub fn complete(&self) -> bool {
        self.sinks.iter().all(|sink| sink.marked || sink.closed)
    }

    /// Something is wrong, and only what comes until the mark tells what.
    pub fn suspicious(&self) -> bool {
        self.gap.is_some()
    }

    /// The next bytes of a sink; calls `arrived` with source and number of each frame that is whole.
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
                self.compare(sink, &body, here)?;
                body.done += here.len();
                if body.done < body.length {
                    self.sinks[sink].body = Some(body);
                    return Ok(());
                }
                if body.gathers {
                    self.settle(sink, &body)?;
                }
                self.frames += 1;
                self.bytes += body.length as u64;
                arrived(body.source, body.number);
            }
            let Some((length, sequence)) = self.sinks[sink].header.next(&mut bytes) else {
                return Ok(());
            };
            if sequence & MARK == 0 {
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
        let reference = self.references.get(index).map(<[u8]>::len);
        if let Some(expected) = reference.filter(|&expected| expected != length) {
            return Err(Wrong::Length {
                source,
                number,
                sink,
                length,
                expected,
            });
        }
        let gathers = reference.is_none();
        self.sinks[sink].body = Some(Body {
            source,
            number,
            index,
            length,
            done: 0,
            gathers,
        });
        Ok(())
    }

    /// A frame that is not the next of its source at this sink.
    #[cold]
    fn irregular(&mut self, sink: usize, sequence: u64) -> Result<(), Wrong> {
        let (source, number) = split(sequence);
        if number >= self.taken[source] {
            return Err(Wrong::Unknown { sequence, sink });
        }
        let expected = self.routes.sink(source, number);
        if expected != sink {
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

    /// Bytes of a frame.
    #[inline]
    fn compare(&mut self, sink: usize, body: &Body, here: &[u8]) -> Result<(), Wrong> {
        match self.references.get(body.index) {
            Some(reference) if !body.gathers => {
                let reference = &reference[body.done..body.done + here.len()];
                if reference == here {
                    Ok(())
                } else {
                    Err(body.altered(sink, reference, here))
                }
            }
            _ => {
                self.sinks[sink].gathered.extend_from_slice(here);
                Ok(())
            }
        }
    }

    /// The kept bytes of a frame become the reference, unless another copy was faster.
    fn settle(&mut self, sink: usize, body: &Body) -> Result<(), Wrong> {
        let gathered = std::mem::take(&mut self.sinks[sink].gathered);
        match self.references.get(body.index) {
            None => self.references.set(body.index, &gathered),
            Some(reference) if reference == gathered => {}
            Some(reference) if reference.len() == gathered.len() => {
                let whole = Body { done: 0, ..*body };
                return Err(whole.altered(sink, reference, &gathered));
            }
            Some(reference) => {
                return Err(Wrong::Length {
                    source: body.source,
                    number: body.number,
                    sink,
                    length: gathered.len(),
                    expected: reference.len(),
                })
            }
        }
        Ok(())
    }

    /// A mark ends what its sink receives in a stage, so whatever is missing then is lost.
    fn marked(&mut self, sink: usize, length: u32, sequence: u64) -> Result<(), Wrong> {
        if sequence != self.mark || length != 0 || self.sinks[sink].marked {
            return Err(Wrong::Mark { sequence, sink });
        }
        if let Some(gap) = self.gap.as_ref().filter(|gap| gap.sink == sink) {
            let (source, number) = (gap.source, gap.begin);
            return Err(Wrong::Lost { source, number, sink });
        }
        let state = &mut self.sinks[sink];
        state.marked = true;
        let mut expected = state.cursors.iter().map(|cursor| cursor.next).zip(&self.taken);
        match expected.position(|(next, &taken)| next < taken) {
            None => Ok(()),
            Some(source) => {
                let number = state.cursors[source].next;
                Err(Wrong::Lost { source, number, sink })
            }
        }
    }
}

impl Body {
    #[cold]
    fn altered(&self, sink: usize, reference: &[u8], here: &[u8]) -> Wrong {
        let same = reference.iter().zip(here).take_while(|(a, b)| a == b).count();
        Wrong::Altered {
            source: self.source,
            number: self.number,
            sink,
            at: self.done + same,
        }
    }
}

#[cfg(test)]
#[path = "checking_tests.rs"]
mod tests;
