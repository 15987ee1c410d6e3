//! A source: what has come from it and has not been handled yet.

use std::fs::File;
use std::io::{ErrorKind, Read};

/// What is read at once.
pub const READ_BYTES: usize = 128 << 10;

pub struct Source {
    /// Gone where the source has ended.
    connection: Option<File>,
    buffer: Vec<u8>,
    handled: usize,
    filled: usize,
}

impl Source {
    pub fn new(connection: File) -> Self {
        Self {
            connection: Some(connection),
            buffer: Vec::new(),
            handled: 0,
            filled: 0,
        }
    }

    /// The connection, until the source has ended.
    pub fn connection(&self) -> Option<&File> {
        self.connection.as_ref()
    }

    /// Reads what is there, at most READ_BYTES; nothing where the source has ended or its connection has broken.
    pub fn read(&mut self) {
        let Some(connection) = &mut self.connection else {
            return;
        };
        if self.buffer.len() < self.filled + READ_BYTES {
            self.buffer.resize(self.filled + READ_BYTES, 0);
        }
        let place = &mut self.buffer[self.filled..self.filled + READ_BYTES];
        match connection.read(place) {
            Ok(bytes) if bytes > 0 => self.filled += bytes,
            Err(fault) if fault.kind() == ErrorKind::Interrupted => {}
            Ok(_) | Err(_) => self.connection = None,
        }
    }

    /// What has not been handled.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.handled..self.filled]
    }

    /// The next bytes have been handled.
    pub fn handle(&mut self, bytes: usize) {
        self.handled += bytes;
    }

    /// Moves the beginning of a frame to where the next read makes it whole. Returns how many bytes it has copied.
    pub fn make_room(&mut self) -> usize {
        let rest = self.filled - self.handled;
        let moved = if self.handled == 0 { 0 } else { rest };
        self.buffer.copy_within(self.handled..self.filled, 0);
        (self.handled, self.filled) = (0, rest);
        moved
    }

    /// Whether the source has ended within a frame.
    pub fn is_torn(&self) -> bool {
        self.connection.is_none() && self.handled < self.filled
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, READ_BYTES};
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    fn source() -> (Source, UnixStream) {
        let (here, there) = UnixStream::pair().expect("the system has sockets");
        (Source::new(File::from(OwnedFd::from(here))), there)
    }

    #[test]
    fn what_is_left_of_one_read_begins_the_next() {
        let (mut source, mut driver) = source();
        driver.write_all(b"abcde").expect("it is open");
        source.read();
        source.handle(3);
        assert_eq!(source.bytes(), b"de");
        assert_eq!(source.make_room(), 2);
        driver.write_all(b"fg").expect("it is open");
        source.read();
        assert_eq!(source.bytes(), b"defg");
        assert_eq!(source.make_room(), 0);
    }

    #[test]
    fn a_frame_may_be_larger_than_a_read() {
        let (mut source, mut driver) = source();
        let sent: Vec<u8> = (0..3 * READ_BYTES).map(|place| place as u8).collect();
        let copy = sent.clone();
        let sending = std::thread::spawn(move || driver.write_all(&copy).expect("it is read"));
        while source.bytes().len() < sent.len() {
            let before = source.bytes().len();
            source.read();
            assert!(source.bytes().len() <= before + READ_BYTES);
            assert_eq!(source.make_room(), 0);
        }
        assert_eq!(source.bytes(), sent);
        sending.join().expect("it has sent all");
    }

    #[test]
    fn a_source_that_ends_within_a_frame_is_torn() {
        let (mut source, mut driver) = source();
        driver.write_all(b"ab").expect("it is open");
        source.read();
        drop(driver);
        assert!(source.connection().is_some() && !source.is_torn());
        source.read();
        assert!(source.connection().is_none() && source.is_torn());
        source.handle(2);
        assert!(!source.is_torn());
    }
}
