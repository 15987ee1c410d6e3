//! Frames: u32 length, u64 sequence, and that many bytes of one message, little-endian.

use crate::codec::Failure;

pub const HEADER_BYTES: usize = 12;

const LENGTH_BYTES: usize = 4;
const SOURCE_SHIFT: u32 = 48;
const IS_BARRIER: u64 = 1 << 63;
const ASKS_FOR_PHASES: u64 = 1 << 32;

pub type Header = [u8; HEADER_BYTES];

/// The header of a frame whose length fits into 32 bits.
#[inline]
pub fn header(length: u32, sequence: u64) -> Header {
    let mut header = [0; HEADER_BYTES];
    header[..LENGTH_BYTES].copy_from_slice(&length.to_le_bytes());
    header[LENGTH_BYTES..].copy_from_slice(&sequence.to_le_bytes());
    header
}

/// A message as it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'b> {
    pub sequence: u64,
    pub message: &'b [u8],
}

impl Frame<'_> {
    /// The number of the message in its source.
    #[inline]
    pub fn number(&self) -> u64 {
        self.sequence & ((1 << SOURCE_SHIFT) - 1)
    }
}

/// A frame without a message, after which the relay reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Barrier {
    sequence: u64,
}

impl Barrier {
    pub fn number(self) -> u32 {
        self.sequence as u32
    }

    pub fn asks_for_phases(self) -> bool {
        self.sequence & ASKS_FOR_PHASES != 0
    }

    pub fn header(self) -> Header {
        header(0, self.sequence)
    }
}

/// What stands next in the bytes of a source.
#[derive(Debug, PartialEq, Eq)]
pub enum Next<'b> {
    Frame(Frame<'b>),
    Barrier(Barrier),
    /// The rest of the frame has yet to come.
    Incomplete,
}

/// The frames in the bytes of a source, in order.
pub struct Frames<'b> {
    bytes: &'b [u8],
    taken: usize,
    largest_frame_bytes: u64,
}

impl<'b> Frames<'b> {
    pub fn new(bytes: &'b [u8], largest_frame_bytes: u64) -> Self {
        Self {
            bytes,
            taken: 0,
            largest_frame_bytes,
        }
    }

    /// All the bytes.
    pub fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// How many bytes the frames had that have been taken.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// The next frame; an error where one has a longer message than was agreed, of which nothing more is
    /// read.
    #[inline]
    pub fn take_next(&mut self) -> Result<Next<'b>, Failure> {
        let rest = &self.bytes[self.taken..];
        let Some((header, rest)) = rest.split_first_chunk::<HEADER_BYTES>() else {
            return Ok(Next::Incomplete);
        };
        let (length, sequence) = header.split_at(LENGTH_BYTES);
        let length = u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
        let sequence = u64::from_le_bytes(sequence.try_into().expect("eight bytes"));
        let is_barrier = sequence & IS_BARRIER != 0;
        if length as u64 > self.largest_frame_bytes || (is_barrier && length > 0) {
            return Err(refused(length, is_barrier, self.largest_frame_bytes));
        }
        let Some(message) = rest.get(..length) else {
            return Ok(Next::Incomplete);
        };
        self.taken += HEADER_BYTES + length;
        Ok(if is_barrier {
            Next::Barrier(Barrier { sequence })
        } else {
            Next::Frame(Frame { sequence, message })
        })
    }
}

#[cold]
fn refused(length: usize, is_barrier: bool, largest: u64) -> Failure {
    Failure::error(if is_barrier {
        format!("A barrier has {length} bytes where none belong.")
    } else {
        format!("A frame of {length} bytes is longer than {largest}.")
    })
}

/// What of the frames in a buffer was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub message_bytes: u64,
    /// The frames that were not written, or in part.
    pub lost_frames: u64,
}

/// What of these frames was written when the first `written` bytes were.
pub fn what_was_written(frames: &[u8], written: usize) -> Written {
    let mut frames = Frames::new(frames, u64::MAX);
    let mut found = Written::default();
    while let Ok(Next::Frame(frame)) = frames.take_next() {
        if frames.taken() <= written {
            found.message_bytes += frame.message.len() as u64;
        } else {
            found.lost_frames += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{header, what_was_written, Frame, Frames, Next, HEADER_BYTES};

    fn frame(sequence: u64, message: &[u8]) -> Vec<u8> {
        [&header(message.len() as u32, sequence)[..], message].concat()
    }

    #[test]
    fn a_header_is_the_length_and_the_sequence() {
        assert_eq!(
            header(5, 0x0001_0000_0000_0002),
            [5, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0]
        );
    }

    #[test]
    fn frames_come_in_order_until_one_is_incomplete() {
        let bytes = [frame(3 << 48 | 7, b"ab"), frame(8, b""), frame(9, b"cdef")].concat();
        for cut in 1..HEADER_BYTES + 4 {
            let mut frames = Frames::new(&bytes[..bytes.len() - cut], 64);
            let first = Frame {
                sequence: 3 << 48 | 7,
                message: b"ab",
            };
            assert_eq!(first.number(), 7);
            assert_eq!(frames.take_next().unwrap(), Next::Frame(first));
            let second = Frame {
                sequence: 8,
                message: b"",
            };
            assert_eq!(frames.take_next().unwrap(), Next::Frame(second));
            assert_eq!(frames.take_next().unwrap(), Next::Incomplete);
            assert_eq!(frames.taken(), 26);
        }
    }

    #[test]
    fn a_barrier_has_a_number_and_may_ask_for_phases() {
        let bytes = [frame(1 << 63 | 4, b""), frame(1 << 63 | 1 << 32 | 5, b"")].concat();
        let mut frames = Frames::new(&bytes, 64);
        let mut barrier = || match frames.take_next().unwrap() {
            Next::Barrier(barrier) => barrier,
            other => panic!("{other:?} is no barrier"),
        };
        let (first, second) = (barrier(), barrier());
        assert_eq!((first.number(), first.asks_for_phases()), (4, false));
        assert_eq!((second.number(), second.asks_for_phases()), (5, true));
        assert_eq!(first.header()[..], bytes[..HEADER_BYTES]);
    }

    #[test]
    fn what_is_longer_than_agreed_is_refused_by_its_header() {
        let said = |bytes: &[u8]| Frames::new(bytes, 8).take_next().map(drop).unwrap_err().detail;
        assert_eq!(said(&header(9, 0)), "A frame of 9 bytes is longer than 8.");
        assert_eq!(
            said(&frame(1 << 63, b"x")),
            "A barrier has 1 bytes where none belong."
        );
        assert_eq!(
            Frames::new(&header(8, 0), 8).take_next().unwrap(),
            Next::Incomplete
        );
    }

    #[test]
    fn a_frame_that_was_written_in_part_was_not_written() {
        let bytes = [frame(1, b"ab"), frame(2, b"cde")].concat();
        let found = [0, 13, 14, 27, 29].map(|written| {
            let found = what_was_written(&bytes, written);
            (found.message_bytes, found.lost_frames)
        });
        assert_eq!(found, [(0, 2), (0, 2), (2, 1), (2, 1), (5, 0)]);
    }
}
