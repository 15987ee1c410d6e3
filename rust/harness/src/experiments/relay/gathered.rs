//! Frames that are sent on as they came: they are written from where they lie, if that pays.

use std::fs::File;
use std::io::{self, ErrorKind, IoSlice, Write};
use std::ops::Range;

use crate::experiments::relay::frames::{what_was_written, Written, HEADER_BYTES};

/// As many pieces as the system takes at once.
const MOST_PIECES: usize = 1024;
/// Fewer bytes are copied sooner than the system takes them as a piece of their own.
const LEAST_PIECE_BYTES: usize = 2048;

/// The places of one sink's frames in the bytes of a source. Frames that follow each other have one place.
#[derive(Default)]
pub struct Gathered {
    places: Vec<Range<usize>>,
    message_bytes: u64,
    copies: Vec<u8>,
}

impl Gathered {
    #[inline]
    pub fn add(&mut self, frame: Range<usize>) {
        self.message_bytes += (frame.len() - HEADER_BYTES) as u64;
        match self.places.last_mut() {
            Some(last) if last.end == frame.start => last.end = frame.end,
            _ => self.places.push(frame),
        }
    }

    /// Writes all, and forgets it. The connection is gone where the sink has closed it. Returns also how many bytes
    /// were copied.
    pub fn write(&mut self, bytes: &[u8], connection: &mut Option<File>) -> (Written, u64) {
        if self.places.is_empty() {
            return Default::default();
        }
        let pieces = pieces(&self.places, &mut self.copies, bytes);
        let (first, begun) = write_pieces(&pieces, connection);
        let lost = lost(&pieces[first..], begun);
        let found = Written {
            message_bytes: self.message_bytes - lost.message_bytes,
            lost_frames: lost.lost_frames,
        };
        self.message_bytes = 0;
        self.places.clear();
        (found, self.copies.len() as u64)
    }
}

/// What is written in turn: large places where they lie, and what is between them copied together.
fn pieces<'p>(places: &[Range<usize>], copies: &'p mut Vec<u8>, bytes: &'p [u8]) -> Vec<&'p [u8]> {
    // The frames at the only place lie together already.
    let is_large = |place: &Range<usize>| places.len() == 1 || place.len() >= LEAST_PIECE_BYTES;
    copies.clear();
    for place in places.iter().filter(|place| !is_large(place)) {
        copies.extend_from_slice(&bytes[place.clone()]);
    }
    let mut pieces = Vec::new();
    let (mut taken, mut copied) = (0, 0);
    for place in places {
        if is_large(place) {
            pieces.extend((taken < copied).then(|| &copies[taken..copied]));
            taken = copied;
            pieces.push(&bytes[place.clone()]);
        } else {
            copied += place.len();
        }
    }
    pieces.extend((taken < copied).then(|| &copies[taken..copied]));
    pieces
}

/// Writes the pieces. Returns the first of them that was not written whole, and how much of it was.
fn write_pieces(pieces: &[&[u8]], connection: &mut Option<File>) -> (usize, usize) {
    let (mut first, mut begun) = (0, 0);
    while let (true, Some(sink)) = (first < pieces.len(), connection.as_mut()) {
        match write_some(sink, &pieces[first..], begun) {
            Ok(written) => (first, begun) = after(pieces, first, begun + written),
            Err(_) => *connection = None,
        }
    }
    (first, begun)
}

/// The piece to go on with and how much of it was written, after `bytes` from the beginning of a piece.
fn after(pieces: &[&[u8]], mut piece: usize, mut bytes: usize) -> (usize, usize) {
    while piece < pieces.len() && bytes >= pieces[piece].len() {
        bytes -= pieces[piece].len();
        piece += 1;
    }
    (piece, bytes)
}

/// The frames and the bytes of messages that were not written, where that much was of the first piece.
fn lost(pieces: &[&[u8]], begun: usize) -> Written {
    let mut lost = Written::default();
    for (piece, written) in pieces
        .iter()
        .zip(std::iter::once(begun).chain(std::iter::repeat(0)))
    {
        let found = what_was_written(piece, written);
        let all = what_was_written(piece, piece.len());
        lost.message_bytes += all.message_bytes - found.message_bytes;
        lost.lost_frames += found.lost_frames;
    }
    lost
}

/// Writes of the pieces what the system takes, without what was written of the first.
fn write_some(sink: &mut File, pieces: &[&[u8]], begun: usize) -> io::Result<usize> {
    let first = &pieces[0][begun..];
    let written = if pieces.len() == 1 {
        sink.write(first)
    } else {
        let others = pieces[1..].iter().take(MOST_PIECES - 1).copied();
        let slices: Vec<_> = std::iter::once(first).chain(others).map(IoSlice::new).collect();
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
    use super::{after, lost, pieces, Gathered, LEAST_PIECE_BYTES, MOST_PIECES};
    use crate::experiments::relay::frames::{header, Written};
    use std::fs::File;
    use std::io::Read;
    use std::ops::Range;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    const LARGE: usize = LEAST_PIECE_BYTES;

    /// Frames with messages of these lengths, and where they lie.
    fn framed(lengths: &[usize]) -> (Vec<u8>, Vec<Range<usize>>) {
        let mut bytes = Vec::new();
        let places = lengths.iter().zip(0..).map(|(length, sequence)| {
            let start = bytes.len();
            bytes.extend_from_slice(&header(*length as u32, sequence));
            bytes.resize(bytes.len() + length, sequence as u8);
            start..bytes.len()
        });
        let places = places.collect();
        (bytes, places)
    }

    fn sink() -> (Option<File>, UnixStream) {
        let (here, there) = UnixStream::pair().expect("the system has sockets");
        (Some(File::from(OwnedFd::from(here))), there)
    }

    fn received(mut there: UnixStream) -> Vec<u8> {
        let mut received = Vec::new();
        there.read_to_end(&mut received).expect("the other end is closed");
        received
    }

    fn written(message_bytes: u64, lost_frames: u64) -> Written {
        Written {
            message_bytes,
            lost_frames,
        }
    }

    #[test]
    fn frames_that_follow_each_other_have_one_place() {
        let (bytes, frames) = framed(&[1, 2, 3, 1]);
        let mut gathered = Gathered::default();
        for frame in [0, 1, 3] {
            gathered.add(frames[frame].clone());
        }
        assert_eq!(gathered.places, [0..27, 42..55]);
        let (mut connection, there) = sink();
        assert_eq!(gathered.write(&bytes, &mut connection), (written(4, 0), 40));
        assert_eq!(gathered.write(&bytes, &mut connection), (written(0, 0), 0));
        drop(connection);
        assert_eq!(received(there), [&bytes[..27], &bytes[42..]].concat());
    }

    #[test]
    fn what_is_small_is_copied_together_unless_it_is_all() {
        let (bytes, frames) = framed(&[1, 2, LARGE, 3, LARGE, 4, 5]);
        let mut copies = Vec::new();
        let found = pieces(&frames, &mut copies, &bytes);
        let lengths: Vec<_> = found.iter().map(|piece| piece.len()).collect();
        assert_eq!(lengths, [27, LARGE + 12, 15, LARGE + 12, 33]);
        assert_eq!(found.concat(), bytes);
        assert_eq!(found[1].as_ptr(), bytes[27..].as_ptr());
        let only = pieces(&frames[..1], &mut copies, &bytes);
        assert_eq!((only[0].as_ptr(), only[0].len()), (bytes.as_ptr(), 13));
        assert!(copies.is_empty());
    }

    #[test]
    fn there_may_be_more_pieces_than_are_written_at_once() {
        let (bytes, frames) = framed(&vec![LARGE; 2 * MOST_PIECES + 1]);
        let every_second: Vec<_> = frames.into_iter().step_by(2).collect();
        let mut gathered = Gathered::default();
        for frame in &every_second {
            gathered.add(frame.clone());
        }
        let (mut connection, there) = sink();
        let reading = std::thread::spawn(move || received(there));
        let expected = written((LARGE * (MOST_PIECES + 1)) as u64, 0);
        assert_eq!(gathered.write(&bytes, &mut connection), (expected, 0));
        drop(connection);
        let expected: Vec<_> = every_second
            .into_iter()
            .flat_map(|frame| &bytes[frame])
            .copied()
            .collect();
        assert_eq!(reading.join().expect("it has read all"), expected);
    }

    #[test]
    fn a_write_may_end_anywhere() {
        let (bytes, _) = framed(&[1, 3, 0, 2]);
        let pieces = [&bytes[..13], &bytes[13..40], &bytes[40..]];
        let places = [12, 13, 14, 27, 40, 54].map(|bytes| after(&pieces, 0, bytes));
        assert_eq!(places, [(0, 12), (1, 0), (1, 1), (1, 14), (2, 0), (3, 0)]);
        assert_eq!(lost(&pieces, 12), written(6, 4));
        assert_eq!(lost(&pieces[1..], 0), written(5, 3));
        assert_eq!(lost(&pieces[1..], 15), written(2, 2));
        assert_eq!(lost(&pieces[2..], 0), written(2, 1));
        assert_eq!(lost(&pieces[3..], 0), written(0, 0));
    }

    #[test]
    fn a_sink_that_is_gone_loses_its_frames() {
        let (bytes, frames) = framed(&[1, 2]);
        let (mut connection, there) = sink();
        drop(there);
        let mut gathered = Gathered::default();
        frames.into_iter().for_each(|frame| gathered.add(frame));
        assert_eq!(gathered.write(&bytes, &mut connection), (written(0, 2), 0));
        assert!(connection.is_none());
    }
}
