//! Frames as PROTOCOL.md has them, and those of one source as they lie in memory, ready to be sent.

use std::ops::Range;

use crate::messages::Messages;

pub const HEADER: usize = 12;
pub const SOURCE_SHIFT: u32 = 48;
pub const NUMBER_MASK: u64 = (1 << SOURCE_SHIFT) - 1;
pub const BARRIER: u64 = 1 << 63;
const PHASES: u64 = 1 << 32;

/// What one write is to take: large enough that the call itself costs little.
pub const PIECE_BYTES: usize = 256 << 10;
/// Above that, frames are made piece by piece instead of once.
const FRAMED_BYTES: usize = 64 << 20;

pub fn barrier(number: u32, phases: bool) -> u64 {
    BARRIER | if phases { PHASES } else { 0 } | u64::from(number)
}

pub fn split(sequence: u64) -> (usize, u64) {
    ((sequence >> SOURCE_SHIFT) as usize, sequence & NUMBER_MASK)
}

/// Reads headers out of bytes that may come in any pieces.
#[derive(Default)]
pub struct HeaderReader {
    bytes: [u8; HEADER],
    filled: usize,
}

impl HeaderReader {
    /// Takes a header's bytes from the front; its length and sequence once all are there.
    #[inline]
    pub fn next(&mut self, bytes: &mut &[u8]) -> Option<(u32, u64)> {
        if self.filled == 0 {
            if let Some((whole, rest)) = bytes.split_first_chunk::<HEADER>() {
                *bytes = rest;
                return Some(parsed(whole));
            }
        }
        let (here, rest) = bytes.split_at(bytes.len().min(HEADER - self.filled));
        *bytes = rest;
        self.bytes[self.filled..self.filled + here.len()].copy_from_slice(here);
        self.filled += here.len();
        if self.filled < HEADER {
            return None;
        }
        self.filled = 0;
        Some(parsed(&self.bytes))
    }
}

#[inline]
fn parsed(bytes: &[u8; HEADER]) -> (u32, u64) {
    let [a, b, c, d, sequence @ ..] = *bytes;
    (u32::from_le_bytes([a, b, c, d]), u64::from_le_bytes(sequence))
}

/// The messages of one source, framed. Message n is message n modulo N of the file.
pub struct Pieces {
    source: u64,
    /// The number of the next message.
    next: u64,
    messages: usize,
    bytes: Vec<u8>,
    /// Where each frame begins, and where the last ends; empty where frames are made piece by piece.
    starts: Vec<usize>,
    pending: Range<usize>,
}

impl Pieces {
    /// `sources` share what memory frames may take.
    pub fn new(messages: &Messages, source: usize, sources: usize) -> Self {
        let rotation = messages.total_bytes() + HEADER * messages.count();
        let mut pieces = Self {
            source: source as u64,
            next: 0,
            messages: messages.count(),
            bytes: Vec::new(),
            starts: Vec::new(),
            pending: 0..0,
        };
        if rotation * sources <= FRAMED_BYTES {
            // A short file is repeated, so that a piece is large whatever the file is.
            for _ in 0..PIECE_BYTES.div_ceil(rotation) {
                for index in 0..messages.count() {
                    pieces.starts.push(pieces.bytes.len());
                    put_frame(&mut pieces.bytes, 0, messages.at(index));
                }
            }
            pieces.starts.push(pieces.bytes.len());
        }
        pieces
    }

    /// How many messages were taken for sending so far.
    pub fn taken(&self) -> u64 {
        self.next
    }

    /// What is to be sent before the next piece is taken.
    pub fn pending(&self) -> &[u8] {
        &self.bytes[self.pending.clone()]
    }

    pub fn sent(&mut self, bytes: usize) {
        self.pending.start += bytes;
    }

    /// Makes the next frames pending: at most `frames`, and of more than `limit` bytes only if that is one
    /// frame.
    pub fn take(&mut self, messages: &Messages, frames: u64, limit: usize) {
        debug_assert!(self.pending.is_empty() && frames > 0);
        if self.starts.is_empty() {
            self.frame(messages, frames, limit);
        } else {
            self.number(frames, limit);
        }
    }

    /// Makes a barrier pending.
    pub fn take_barrier(&mut self, sequence: u64) {
        let end = self.starts.last().copied().unwrap_or(0);
        self.bytes.truncate(end);
        put_frame(&mut self.bytes, sequence, &[]);
        self.pending = end..end + HEADER;
    }

    /// Makes the first part of a frame pending, which ends after half of it.
    pub fn take_torn(&mut self, messages: &Messages) {
        self.take(messages, 1, 0);
        self.pending.end -= self.pending.len() / 2;
    }

    /// Puts the sequences into frames that are already there.
    fn number(&mut self, frames: u64, limit: usize) {
        let slots = self.starts.len() - 1;
        let first = (self.next % slots as u64) as usize;
        let last = first + frames.min((slots - first) as u64) as usize;
        let begin = self.starts[first];
        let mut sequence = self.source << SOURCE_SHIFT | self.next;
        let mut slot = first;
        while slot < last && (slot == first || self.starts[slot + 1] - begin <= limit) {
            let at = self.starts[slot] + 4;
            self.bytes[at..at + 8].copy_from_slice(&sequence.to_le_bytes());
            sequence += 1;
            slot += 1;
        }
        self.next += (slot - first) as u64;
        self.pending = begin..self.starts[slot];
    }

    /// Makes the frames anew.
    fn frame(&mut self, messages: &Messages, frames: u64, limit: usize) {
        self.bytes.clear();
        for _ in 0..frames {
            let message = messages.at((self.next % self.messages as u64) as usize);
            if !self.bytes.is_empty() && self.bytes.len() + HEADER + message.len() > limit {
                break;
            }
            put_frame(&mut self.bytes, self.source << SOURCE_SHIFT | self.next, message);
            self.next += 1;
        }
        self.pending = 0..self.bytes.len();
    }
}

fn put_frame(bytes: &mut Vec<u8>, sequence: u64, message: &[u8]) {
    // A message has less than 2³² bytes: its length has 32 bits in the file too.
    bytes.extend_from_slice(&(message.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&sequence.to_le_bytes());
    bytes.extend_from_slice(message);
}

#[cfg(test)]
mod tests {
    use super::{barrier, HeaderReader, Pieces, HEADER};
    use crate::messages::Messages;

    fn sequences(mut bytes: &[u8]) -> Vec<u64> {
        let mut reader = HeaderReader::default();
        let mut found = Vec::new();
        while let Some((length, sequence)) = reader.next(&mut bytes) {
            found.push(sequence);
            bytes = &bytes[length as usize..];
        }
        found
    }

    fn all_sent(pieces: &mut Pieces) {
        let length = pieces.pending().len();
        pieces.sent(length);
    }

    #[test]
    fn frames_are_numbered_on_and_on() {
        let messages = Messages::of([&b"one"[..], b"", b"three"]);
        let mut pieces = Pieces::new(&messages, 1, 2);
        pieces.take(&messages, 4, 1000);
        assert_eq!(sequences(pieces.pending()), [0, 1, 2, 3].map(|n| 1 << 48 | n));
        assert_eq!(&pieces.pending()[HEADER..HEADER + 3], b"one");
        all_sent(&mut pieces);
        // Frames of 12 and 17 bytes are within the limit, a third is not.
        pieces.take(&messages, 9, 29);
        assert_eq!(sequences(pieces.pending()), [4, 5].map(|n| 1 << 48 | n));
        assert_eq!(pieces.taken(), 6);
    }

    #[test]
    fn a_large_file_is_framed_piece_by_piece() {
        let large = vec![7; 40 << 20];
        let messages = Messages::of([&large[..], b"small", b"last"]);
        let mut pieces = Pieces::new(&messages, 0, 2);
        pieces.take(&messages, 9, 1000);
        assert_eq!(pieces.pending().len(), HEADER + large.len());
        all_sent(&mut pieces);
        pieces.take(&messages, 2, 1000);
        assert_eq!(sequences(pieces.pending()), [1, 2]);
        all_sent(&mut pieces);
        pieces.take_barrier(barrier(3, true));
        assert_eq!(sequences(pieces.pending()), [1 << 63 | 1 << 32 | 3]);
    }

    #[test]
    fn a_barrier_leaves_the_frames_as_they_are() {
        let messages = Messages::of([&b"one"[..]]);
        let mut pieces = Pieces::new(&messages, 0, 1);
        pieces.take_barrier(barrier(1, false));
        all_sent(&mut pieces);
        pieces.take(&messages, 2, 1000);
        assert_eq!(sequences(pieces.pending()), [0, 1]);
        all_sent(&mut pieces);
        pieces.take_torn(&messages);
        assert_eq!(pieces.pending().len(), 8);
    }
}
