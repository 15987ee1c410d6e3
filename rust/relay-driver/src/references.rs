//! The bytes that are to arrive.

use std::path::{Path, PathBuf};

use serbench_harness::protocol::RequestError;

use crate::fault::Wrong;
use crate::messages::Messages;

/// A frame of which not all bytes have come.
pub struct Body {
    pub source: usize,
    pub number: u64,
    pub index: usize,
    pub length: usize,
    pub done: usize,
    /// There was no reference when it began, so its bytes are kept.
    pub gathers: bool,
    /// Of the bytes that have come, where their order is free.
    pub tally: Tally,
}

/// What each message of the file is at a sink; where that is unknown, the first copy becomes it.
pub struct References {
    known: Known,
    /// A copy may have its bytes in another order: that of the entries of a map is not always the same.
    any_order: bool,
}

enum Known {
    /// The same wherever it arrives.
    Whole(Messages),
    /// A part of it at each sink.
    Parts(Vec<Messages>),
}

impl References {
    pub fn whole(messages: Messages, any_order: bool) -> Self {
        let known = Known::Whole(messages);
        Self { known, any_order }
    }

    pub fn unknown_parts(messages: usize, sinks: usize, any_order: bool) -> Self {
        let known = Known::Parts(vec![Messages::unknown(messages); sinks]);
        Self { known, any_order }
    }

    /// The messages, or the parts of sink k with `.k` behind the name.
    pub fn write(&self, path: &Path) -> Result<(), RequestError> {
        match &self.known {
            Known::Whole(messages) => messages.write(path),
            Known::Parts(parts) => {
                let mut files = parts.iter().enumerate();
                files.try_for_each(|(sink, messages)| messages.write(&of_sink(path, sink)))
            }
        }
    }

    #[inline]
    pub fn get(&self, sink: usize, index: usize) -> Option<&[u8]> {
        match &self.known {
            Known::Whole(messages) => messages.get(index),
            Known::Parts(parts) => parts[sink].get(index),
        }
    }

    /// Bytes of a frame that has a reference.
    #[inline]
    pub fn compare(&self, sink: usize, body: &mut Body, here: &[u8]) -> Result<(), Wrong> {
        if self.any_order {
            body.tally.add(here);
            return Ok(());
        }
        let reference = self.get(sink, body.index).unwrap_or_default();
        let reference = &reference[body.done..body.done + here.len()];
        if reference == here {
            Ok(())
        } else {
            Err(body.altered(sink, reference, here))
        }
    }

    /// All bytes of a frame that has a reference have come.
    #[inline]
    pub fn conclude(&self, sink: usize, body: &Body) -> Result<(), Wrong> {
        if !self.any_order || Tally::of(self.get(sink, body.index).unwrap_or_default()) == body.tally {
            Ok(())
        } else {
            Err(body.mixed(sink))
        }
    }

    /// The kept bytes of a frame become the reference, unless another copy was faster.
    pub fn settle(&mut self, sink: usize, body: &Body, gathered: &[u8]) -> Result<(), Wrong> {
        let Some(reference) = self.get(sink, body.index) else {
            self.set(sink, body.index, gathered);
            return Ok(());
        };
        if reference.len() != gathered.len() {
            return Err(body.unlike(sink, reference.len()));
        }
        let mut whole = Body { done: 0, ..*body };
        self.compare(sink, &mut whole, gathered)?;
        self.conclude(sink, &whole)
    }

    fn set(&mut self, sink: usize, index: usize, message: &[u8]) {
        match &mut self.known {
            Known::Whole(messages) => messages.set(index, message),
            Known::Parts(parts) => parts[sink].set(index, message),
        }
    }
}

/// What bytes have in common in every order: their sum and that of their squares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    sum: u64,
    squares: u64,
}

impl Tally {
    fn of(bytes: &[u8]) -> Self {
        let mut tally = Self::default();
        tally.add(bytes);
        tally
    }

    /// By blocks whose sums fit 32 bits, which a compiler vectorises.
    fn add(&mut self, bytes: &[u8]) {
        for block in bytes.chunks(1 << 15) {
            let (sum, squares) = block.iter().fold((0_u32, 0_u32), |(sum, squares), &byte| {
                (sum + u32::from(byte), squares + u32::from(byte) * u32::from(byte))
            });
            self.sum += u64::from(sum);
            self.squares += u64::from(squares);
        }
    }
}

impl Body {
    #[cold]
    pub fn unlike(&self, sink: usize, expected: usize) -> Wrong {
        Wrong::Length {
            source: self.source,
            number: self.number,
            sink,
            length: self.length,
            expected,
        }
    }

    #[cold]
    fn mixed(&self, sink: usize) -> Wrong {
        Wrong::Mixed {
            source: self.source,
            number: self.number,
            sink,
        }
    }

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

fn of_sink(path: &Path, sink: usize) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{sink}"));
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::{of_sink, Body, References, Tally};
    use crate::messages::Messages;

    #[test]
    fn a_tally_knows_the_bytes_and_not_their_order() {
        let many: Vec<u8> = (0..100_000_u32).map(|number| (number * 7) as u8).collect();
        let mut turned = many.clone();
        turned.rotate_left(31_337);
        assert_eq!(Tally::of(&many), Tally::of(&turned));
        // The sum of the bytes alone would not tell.
        assert_ne!(Tally::of(&[3, 5]), Tally::of(&[4, 4]));
        assert_ne!(Tally::of(&[255; 70_000]), Tally::of(&[255; 69_999]));
    }

    #[test]
    fn parts_are_written_by_sink() {
        let path = std::env::temp_dir().join(format!("serbench-parts-{}", std::process::id()));
        let mut references = References::unknown_parts(1, 2, false);
        for (sink, part) in [b"one", b"two"].into_iter().enumerate() {
            let body = Body {
                source: 0,
                number: 0,
                index: 0,
                length: 3,
                done: 3,
                gathers: true,
                tally: Tally::default(),
            };
            assert_eq!(references.settle(sink, &body, part), Ok(()));
        }
        references.write(&path).expect("they can be written");
        for (sink, part) in [b"one", b"two"].into_iter().enumerate() {
            let file = of_sink(&path, sink);
            assert!(file.to_string_lossy().ends_with(&format!(".{sink}")));
            assert_eq!(Messages::read(&file).expect("it is there").at(0), part);
            std::fs::remove_file(&file).expect("it is there");
        }
        assert!(!path.exists());
    }
}
