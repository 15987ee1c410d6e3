//! Messages in one piece of memory, and the files that hold them.

use std::fs;
use std::ops::Range;
use std::path::Path;

use serbench_harness::protocol::container::{ContainerReader, ContainerWriter, MESSAGES};
use serbench_harness::protocol::RequestError;

/// Messages by their index; some may not be known yet.
#[derive(Clone)]
pub struct Messages {
    bytes: Vec<u8>,
    spans: Vec<Option<Range<usize>>>,
}

impl Messages {
    pub fn unknown(count: usize) -> Self {
        Self {
            bytes: Vec::new(),
            spans: vec![None; count],
        }
    }

    /// Reads a file of FORMAT.md, section 2, in which no message is missing.
    pub fn read(path: &Path) -> Result<Self, RequestError> {
        let mut reader = ContainerReader::open(path, MESSAGES)?;
        let mut messages = Self::unknown(0);
        for index in 0..reader.count() {
            match reader.next_entry()? {
                Some(message) => messages.add(&message),
                None => return Err(reader.refuse(format_args!("lacks message {index}"))),
            }
        }
        reader.finish()?;
        if messages.count() == 0 {
            return Err(reader.refuse("has no message"));
        }
        Ok(messages)
    }

    pub fn write(&self, path: &Path) -> Result<(), RequestError> {
        let mut writer = ContainerWriter::create(path, MESSAGES, self.count())?;
        for index in 0..self.count() {
            writer.add(self.get(index))?;
        }
        writer.finish()
    }

    pub fn count(&self) -> usize {
        self.spans.len()
    }

    pub fn total_bytes(&self) -> usize {
        self.bytes.len()
    }

    #[inline]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        self.spans[index].clone().map(|span| &self.bytes[span])
    }

    /// The bytes of the messages from one number to another, which go on from file to file.
    pub fn bytes_between(&self, begin: u64, end: u64) -> u64 {
        let until = |number: u64| {
            let count = self.count() as u64;
            let part: usize = (0..(number % count) as usize)
                .map(|index| self.at(index).len())
                .sum();
            number / count * self.total_bytes() as u64 + part as u64
        };
        until(end) - until(begin)
    }

    /// A message that is known.
    pub fn at(&self, index: usize) -> &[u8] {
        self.get(index).expect("the messages of a file are all known")
    }

    /// Makes a message known.
    pub fn set(&mut self, index: usize, message: &[u8]) {
        let begin = self.bytes.len();
        self.bytes.extend_from_slice(message);
        self.spans[index] = Some(begin..self.bytes.len());
    }

    fn add(&mut self, message: &[u8]) {
        self.spans.push(None);
        self.set(self.spans.len() - 1, message);
    }

    #[cfg(test)]
    pub fn of<'a>(messages: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut made = Self::unknown(0);
        messages.into_iter().for_each(|message| made.add(message));
        made
    }
}

/// The touch of each message, modulo the number of sinks: a file of one u32 for each.
pub fn read_destinations(path: &Path, messages: usize, sinks: usize) -> Result<Vec<usize>, RequestError> {
    let bytes =
        fs::read(path).map_err(|fault| RequestError::file(path, format_args!("cannot be read: {fault}")))?;
    let words: Vec<usize> = bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]) as usize)
        .collect();
    if bytes.len() != 4 * messages {
        return Err(RequestError::file(
            path,
            format_args!("has {} bytes, not 4 for each of {messages} messages", bytes.len()),
        ));
    }
    match words.iter().find(|&&sink| sink >= sinks) {
        None => Ok(words),
        Some(sink) => Err(RequestError::file(
            path,
            format_args!("names the sink {sink} of {sinks}"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{read_destinations, Messages};

    #[test]
    fn a_file_reads_as_it_is_written() {
        let path = std::env::temp_dir().join(format!("serbench-messages-{}", std::process::id()));
        Messages::of([&b"one"[..], b"", b"three"])
            .write(&path)
            .expect("it can be written");
        let messages = Messages::read(&path).expect("it can be read");
        assert_eq!((messages.count(), messages.total_bytes()), (3, 8));
        assert_eq!((messages.at(1), messages.at(2)), (&b""[..], &b"three"[..]));
        Messages::unknown(1).write(&path).expect("it can be written");
        let refusal = Messages::read(&path).err().expect("a message is missing");
        assert_eq!(refusal.0, format!("The file {} lacks message 0.", path.display()));
        std::fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn bytes_are_counted_over_rotations() {
        let messages = Messages::of([&b"one"[..], b"", b"three"]);
        assert_eq!(messages.bytes_between(0, 3), 8);
        assert_eq!(messages.bytes_between(2, 7), 5 + 8 + 3);
        assert_eq!(messages.bytes_between(4, 4), 0);
    }

    #[test]
    fn destinations_are_one_for_each_message() {
        let path = std::env::temp_dir().join(format!("serbench-destinations-{}", std::process::id()));
        std::fs::write(&path, [2, 0, 0, 0, 0, 0, 0, 0]).expect("it can be written");
        assert_eq!(read_destinations(&path, 2, 3), Ok(vec![2, 0]));
        let refused = |messages, sinks| {
            read_destinations(&path, messages, sinks)
                .expect_err("it is refused")
                .0
        };
        assert!(refused(3, 3).ends_with("has 8 bytes, not 4 for each of 3 messages."));
        assert!(refused(2, 2).ends_with("names the sink 2 of 2."));
        std::fs::remove_file(&path).expect("it is there");
    }
}
