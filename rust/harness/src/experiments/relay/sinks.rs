//! The sinks, and what is to be written to each. A write waits for a slow sink, so nothing piles up.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::ops::Range;

use crate::experiments::relay::frames::{header, what_was_written, Header, HEADER_BYTES};
use crate::experiments::relay::gathered::Gathered;

/// What a buffer holds before it is written.
pub const FULL_BYTES: usize = 100 << 10;

/// A sink with the frames for it.
struct Sink {
    /// Gone where the sink has closed its connection.
    connection: Option<File>,
    buffer: Vec<u8>,
    message_bytes: u64,
    gathered: Gathered,
}

/// What has become of the frames; the bytes are those of messages that were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    pub bytes: u64,
    /// The frames for sinks that have closed their connections.
    pub undeliverable: u64,
    pub copied_bytes: u64,
}

/// The sinks by number.
pub struct Sinks {
    sinks: Vec<Sink>,
    sent: Sent,
}

impl Sinks {
    pub fn new(connections: Vec<File>) -> Self {
        let with_buffer = |connection| Sink {
            connection: Some(connection),
            buffer: Vec::with_capacity(2 * FULL_BYTES),
            message_bytes: 0,
            gathered: Gathered::default(),
        };
        Self {
            sinks: connections.into_iter().map(with_buffer).collect(),
            sent: Sent::default(),
        }
    }

    pub fn count(&self) -> usize {
        self.sinks.len()
    }

    pub fn sent(&self) -> Sent {
        self.sent
    }

    /// Puts a frame into the sink's buffer. The message fits into the 32 bits of its length.
    #[inline]
    pub fn put(&mut self, sink: usize, sequence: u64, message: &[u8]) {
        let sink = &mut self.sinks[sink];
        sink.buffer
            .extend_from_slice(&header(message.len() as u32, sequence));
        sink.buffer.extend_from_slice(message);
        sink.message_bytes += message.len() as u64;
        self.sent.copied_bytes += (HEADER_BYTES + message.len()) as u64;
    }

    /// Has a frame written to the sink from where it lies in the bytes of a source.
    #[inline]
    pub fn gather(&mut self, sink: usize, frame: Range<usize>) {
        self.sinks[sink].gathered.add(frame);
    }

    /// Writes what has been gathered from these bytes.
    pub fn write_gathered(&mut self, bytes: &[u8]) {
        for sink in &mut self.sinks {
            let (found, copied_bytes) = sink.gathered.write(bytes, &mut sink.connection);
            self.sent.copied_bytes += copied_bytes;
            self.sent.bytes += found.message_bytes;
            self.sent.undeliverable += found.lost_frames;
        }
    }

    /// Writes the sink's buffer if it is full.
    #[inline]
    pub fn write_if_full(&mut self, sink: usize) {
        if self.sinks[sink].buffer.len() >= FULL_BYTES {
            self.write(sink);
        }
    }

    pub fn write_full(&mut self) {
        (0..self.sinks.len()).for_each(|sink| self.write_if_full(sink));
    }

    pub fn write_all(&mut self) {
        (0..self.sinks.len()).for_each(|sink| self.write(sink));
    }

    /// Writes all buffers and then the barrier to every sink.
    pub fn write_barrier(&mut self, barrier: Header) {
        self.write_all();
        for sink in &mut self.sinks {
            // A sink that is gone misses the barrier as it misses its frames.
            sink.send(&barrier);
        }
    }

    fn write(&mut self, number: usize) {
        let sink = &mut self.sinks[number];
        let buffer = std::mem::take(&mut sink.buffer);
        let written = sink.send(&buffer);
        if written == buffer.len() {
            self.sent.bytes += sink.message_bytes;
        } else {
            let found = what_was_written(&buffer, written);
            self.sent.bytes += found.message_bytes;
            self.sent.undeliverable += found.lost_frames;
        }
        sink.message_bytes = 0;
        sink.buffer = buffer;
        sink.buffer.clear();
    }
}

impl Sink {
    /// Writes the bytes and returns how many; fewer where the sink has closed its connection.
    fn send(&mut self, bytes: &[u8]) -> usize {
        let mut written = 0;
        while let (true, Some(connection)) = (written < bytes.len(), &mut self.connection) {
            match write_some(connection, &bytes[written..]) {
                Ok(some) => written += some,
                Err(_) => self.connection = None,
            }
        }
        written
    }
}

fn write_some(connection: &mut File, bytes: &[u8]) -> io::Result<usize> {
    match connection.write(bytes) {
        Ok(0) => Err(ErrorKind::WriteZero.into()),
        Err(fault) if fault.kind() == ErrorKind::Interrupted => Ok(0),
        written => written,
    }
}

#[cfg(test)]
mod tests {
    use super::{Sent, Sinks, FULL_BYTES};
    use std::fs::File;
    use std::io::Read;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    fn sinks<const K: usize>() -> (Sinks, [UnixStream; K]) {
        let pairs = [(); K].map(|()| UnixStream::pair().expect("the system has sockets"));
        let mut ours = Vec::new();
        let theirs = pairs.map(|(here, there)| {
            ours.push(File::from(OwnedFd::from(here)));
            there
        });
        (Sinks::new(ours), theirs)
    }

    fn received(mut driver: &UnixStream, bytes: usize) -> Vec<u8> {
        let mut received = vec![0; bytes];
        driver.read_exact(&mut received).expect("so much was sent");
        received
    }

    #[test]
    fn frames_wait_until_a_buffer_is_full_or_all_are_written() {
        let (mut sinks, [first, second]) = sinks();
        sinks.put(0, 7, b"ab");
        sinks.put(1, 8, b"");
        sinks.write_full();
        assert_eq!(sinks.sent().bytes, 0);
        sinks.write_all();
        assert_eq!(received(&first, 14), b"\x02\0\0\0\x07\0\0\0\0\0\0\0ab");
        assert_eq!(received(&second, 12), b"\0\0\0\0\x08\0\0\0\0\0\0\0");
        let large = vec![b'x'; FULL_BYTES - 12];
        sinks.put(0, 9, &large);
        sinks.write_full();
        assert_eq!(received(&first, FULL_BYTES)[12..], large);
        assert_eq!(
            sinks.sent(),
            Sent {
                bytes: 2 + FULL_BYTES as u64 - 12,
                undeliverable: 0,
                copied_bytes: 26 + FULL_BYTES as u64,
            }
        );
    }

    #[test]
    fn a_barrier_follows_all_frames_and_is_not_counted() {
        let (mut sinks, [first, second]) = sinks();
        sinks.put(1, 1, b"x");
        sinks.write_barrier([9; 12]);
        assert_eq!(received(&first, 12), [9; 12]);
        assert_eq!(received(&second, 25)[13..], [9; 12]);
        assert_eq!(sinks.sent().bytes, 1);
    }

    #[test]
    fn a_sink_that_is_gone_loses_its_frames_alone() {
        let (mut sinks, [first, second]) = sinks();
        drop(second);
        for sequence in 0..3 {
            sinks.put(0, sequence, b"abc");
            sinks.put(1, sequence, b"abc");
        }
        sinks.write_all();
        sinks.put(1, 3, b"abc");
        sinks.write_all();
        assert_eq!(received(&first, 45)[12..15], *b"abc");
        assert_eq!((sinks.sent().bytes, sinks.sent().undeliverable), (9, 4));
    }
}
