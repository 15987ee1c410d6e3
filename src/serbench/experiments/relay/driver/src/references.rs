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
}

/// What each message of the file is at a sink; where that is unknown, the first copy becomes it.
pub enum References {
    /// The same wherever it arrives.
    Whole(Messages),
    /// A part of it at each sink.
    Parts(Vec<Messages>),
}

impl References {
    pub fn unknown_parts(messages: usize, sinks: usize) -> Self {
        Self::Parts(vec![Messages::unknown(messages); sinks])
    }

    /// The messages, or the parts of sink k with `.k` behind the name.
    pub fn write(&self, path: &Path) -> Result<(), RequestError> {
        match self {
            Self::Whole(messages) => messages.write(path),
            Self::Parts(parts) => {
                let mut files = parts.iter().enumerate();
                files.try_for_each(|(sink, messages)| messages.write(&of_sink(path, sink)))
            }
        }
    }

    #[inline]
    pub fn get(&self, sink: usize, index: usize) -> Option<&[u8]> {
        match self {
            Self::Whole(messages) => messages.get(index),
            Self::Parts(parts) => parts[sink].get(index),
        }
    }

    /// Bytes of a frame that has a reference.
    #[inline]
    pub fn compare(&self, sink: usize, body: &Body, here: &[u8]) -> Result<(), Wrong> {
        let reference = self.get(sink, body.index).unwrap_or_default();
        let reference = &reference[body.done..body.done + here.len()];
        if reference == here {
            Ok(())
        } else {
            Err(body.altered(sink, reference, here))
        }
    }

    /// The kept bytes of a frame become the reference, unless another copy was faster.
    pub fn settle(&mut self, sink: usize, body: &Body, gathered: &[u8]) -> Result<(), Wrong> {
        match self.get(sink, body.index) {
            None => {
                self.set(sink, body.index, gathered);
                Ok(())
            }
            Some(reference) if reference == gathered => Ok(()),
            Some(reference) if reference.len() == gathered.len() => {
                let whole = Body { done: 0, ..*body };
                Err(whole.altered(sink, reference, gathered))
            }
            Some(reference) => Err(body.unlike(sink, reference.len())),
        }
    }

    fn set(&mut self, sink: usize, index: usize, message: &[u8]) {
        match self {
            Self::Whole(messages) => messages.set(index, message),
            Self::Parts(parts) => parts[sink].set(index, message),
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
    use super::{of_sink, Body, References};
    use crate::messages::Messages;

    #[test]
    fn parts_are_written_by_sink() {
        let path = std::env::temp_dir().join(format!("serbench-parts-{}", std::process::id()));
        let mut references = References::unknown_parts(1, 2);
        for (sink, part) in [b"one", b"two"].into_iter().enumerate() {
            let body = Body {
                source: 0,
                number: 0,
                index: 0,
                length: 3,
                done: 3,
                gathers: true,
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
