//! Frames that are sent on as they came: they are written from where they lie.

use std::fs::File;
use std::io::{self, ErrorKind, IoSlice, Write};
use std::ops::Range;

use crate::experiments::relay::frames::{what_was_written, Written, HEADER_BYTES};

/// As many pieces as the system takes at once.
const MOST_PIECES: usize = 1024;

/// The places of one sink's frames in the bytes of a source. Frames that follow each other are one piece.
#[derive(Default)]
pub struct Gathered {
    pieces: Vec<Range<usize>>,
    message_bytes: u64,
}

impl Gathered {
    #[inline]
    pub fn add(&mut self, frame: Range<usize>) {
        self.message_bytes += (frame.len() - HEADER_BYTES) as u64;
        match self.pieces.last_mut() {
            Some(last) if last.end == frame.start => last.end = frame.end,
            _ => self.pieces.push(frame),
        }
    }

    /// Writes all, and forgets it. The connection is gone where the sink has closed it.
    pub fn write(&mut self, bytes: &[u8], connection: &mut Option<File>) -> Written {
        let mut first = 0;
        let mut begun = 0;
        while let (true, Some(sink)) = (first < self.pieces.len(), connection.as_mut()) {
            match write_some(sink, bytes, &self.pieces[first..], begun) {
                Ok(written) => (first, begun) = self.after(first, begun + written),
                Err(_) => *connection = None,
            }
        }
        let found = self.found(bytes, first, begun);
        self.message_bytes = 0;
        self.pieces.clear();
        found
    }

    /// The piece to go on with and how much of it was written, after so many bytes from the beginning of a piece.
    fn after(&self, mut piece: usize, mut bytes: usize) -> (usize, usize) {
        while piece < self.pieces.len() && bytes >= self.pieces[piece].len() {
            bytes -= self.pieces[piece].len();
            piece += 1;
        }
        (piece, bytes)
    }

    /// What was written, where that ends within a piece or after the last.
    fn found(&self, bytes: &[u8], first: usize, begun: usize) -> Written {
        let mut found = Written {
            message_bytes: self.message_bytes,
            lost_frames: 0,
        };
        for (piece, written) in self.pieces[first..].iter().zip(once_then_none(begun)) {
            let bytes = &bytes[piece.clone()];
            let lost = what_was_written(bytes, written);
            let all = what_was_written(bytes, bytes.len());
            found.message_bytes -= all.message_bytes - lost.message_bytes;
            found.lost_frames += lost.lost_frames;
        }
        found
    }
}

fn once_then_none(begun: usize) -> impl Iterator<Item = usize> {
    std::iter::once(begun).chain(std::iter::repeat(0))
}

/// Writes of the pieces what the system takes, without what was written of the first.
fn write_some(sink: &mut File, bytes: &[u8], pieces: &[Range<usize>], begun: usize) -> io::Result<usize> {
    let first = pieces[0].start + begun..pieces[0].end;
    let written = if pieces.len() == 1 {
        sink.write(&bytes[first])
    } else {
        let others = pieces[1..].iter().take(MOST_PIECES - 1).cloned();
        let slices: Vec<_> = std::iter::once(first)
            .chain(others)
            .map(|piece| IoSlice::new(&bytes[piece]))
            .collect();
        sink.write_vectored(&slices)
    };
    match written {
        Ok(0) => Err(ErrorKind::WriteZero.into()),
        Err(fault) if fault.kind() == ErrorKind::Interrupted => Ok(0),
        written => written,
    }
}

#[cfg(test)]
mod tests {
    use super::{Gathered, MOST_PIECES};
    use crate::experiments::relay::frames::{header, Written};
    use std::fs::File;
    use std::io::Read;
    use std::ops::Range;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    /// Frames with one message each, and where they lie.
    fn framed(messages: &[&[u8]]) -> (Vec<u8>, Vec<Range<usize>>) {
        let mut bytes = Vec::new();
        let places = messages.iter().zip(0..).map(|(message, sequence)| {
            let start = bytes.len();
            bytes.extend_from_slice(&header(message.len() as u32, sequence));
            bytes.extend_from_slice(message);
            start..bytes.len()
        });
        let places = places.collect();
        (bytes, places)
    }

    fn sink() -> (Option<File>, UnixStream) {
        let (here, there) = UnixStream::pair().expect("the system has sockets");
        (Some(File::from(OwnedFd::from(here))), there)
    }

    fn received(connection: Option<File>, mut there: UnixStream) -> Vec<u8> {
        drop(connection);
        let mut received = Vec::new();
        there.read_to_end(&mut received).expect("the other end is closed");
        received
    }

    #[test]
    fn frames_that_follow_each_other_are_one_piece() {
        let (bytes, places) = framed(&[b"a", b"bc", b"def", b"g"]);
        let mut gathered = Gathered::default();
        for place in [0, 1, 3] {
            gathered.add(places[place].clone());
        }
        assert_eq!(gathered.pieces, [0..27, 42..55]);
        let (mut connection, there) = sink();
        let expected = Written {
            message_bytes: 4,
            lost_frames: 0,
        };
        assert_eq!(gathered.write(&bytes, &mut connection), expected);
        assert_eq!(gathered.write(&bytes, &mut connection), Written::default());
        assert_eq!(received(connection, there), [&bytes[..27], &bytes[42..]].concat());
    }

    #[test]
    fn there_may_be_more_pieces_than_are_written_at_once() {
        let messages: Vec<_> = (0..=2 * MOST_PIECES).map(|at| vec![at as u8; 65]).collect();
        let slices: Vec<_> = messages.iter().map(Vec::as_slice).collect();
        let (bytes, places) = framed(&slices);
        let mut gathered = Gathered::default();
        let every_second: Vec<_> = places.into_iter().step_by(2).collect();
        for place in &every_second {
            gathered.add(place.clone());
        }
        assert_eq!(gathered.pieces.len(), MOST_PIECES + 1);
        let (mut connection, there) = sink();
        let reading = std::thread::spawn(move || received(None, there));
        let found = gathered.write(&bytes, &mut connection);
        assert_eq!((found.message_bytes, found.lost_frames), (65 * 1025, 0));
        drop(connection);
        let expected: Vec<_> = every_second
            .into_iter()
            .flat_map(|place| &bytes[place])
            .copied()
            .collect();
        assert_eq!(reading.join().expect("it has read all"), expected);
    }

    #[test]
    fn a_write_may_end_anywhere() {
        let mut gathered = Gathered::default();
        let (bytes, places) = framed(&[b"a", b"bc", b"def", b"", b"gh"]);
        for place in [0, 2, 3, 4] {
            gathered.add(places[place].clone());
        }
        assert_eq!(
            [12, 13, 14, 27, 54].map(|bytes| gathered.after(0, bytes)),
            [(0, 12), (1, 0), (1, 1), (1, 14), (2, 0)]
        );
        let found = |piece, begun| {
            let found = gathered.found(&bytes, piece, begun);
            (found.message_bytes, found.lost_frames)
        };
        assert_eq!(found(0, 12), (0, 4));
        assert_eq!(found(1, 0), (1, 3));
        assert_eq!(found(1, 15), (4, 2));
        assert_eq!(found(2, 0), (6, 0));
    }

    #[test]
    fn a_sink_that_is_gone_loses_its_frames() {
        let (bytes, places) = framed(&[b"a", b"bc"]);
        let (mut connection, there) = sink();
        drop(there);
        let mut gathered = Gathered::default();
        gathered.add(places[0].clone());
        gathered.add(places[1].clone());
        let expected = Written {
            message_bytes: 0,
            lost_frames: 2,
        };
        assert_eq!(gathered.write(&bytes, &mut connection), expected);
        assert!(connection.is_none());
    }
}
