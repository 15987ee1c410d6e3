//! Which of many connections can go on.

use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use rustix::event::Timespec;
use rustix::io::Errno;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watched {
    Listener,
    /// The standard output of the child.
    Child,
    /// Our own standard output.
    Output,
    /// A connection that has not said what it is.
    Stranger(usize),
    Source(usize),
    Sink(usize),
}

impl Watched {
    fn token(self) -> u64 {
        let (kind, number) = match self {
            Self::Listener => (0, 0),
            Self::Child => (1, 0),
            Self::Output => (2, 0),
            Self::Stranger(number) => (3, number),
            Self::Source(number) => (4, number),
            Self::Sink(number) => (5, number),
        };
        kind << 32 | number as u64
    }

    fn of(token: u64) -> Self {
        let number = token as u32 as usize;
        match token >> 32 {
            0 => Self::Listener,
            1 => Self::Child,
            2 => Self::Output,
            3 => Self::Stranger(number),
            4 => Self::Source(number),
            _ => Self::Sink(number),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interest {
    /// As long as there is something to read.
    Readable,
    /// Once each time when writing becomes possible again.
    Writable,
    /// Only that the other end is closed.
    Closed,
}

pub struct Readiness {
    epoll: OwnedFd,
    events: Vec<Event>,
}

impl Readiness {
    pub fn new() -> io::Result<Self> {
        let nothing = Event {
            flags: EventFlags::empty(),
            data: EventData::new_u64(0),
        };
        Ok(Self {
            epoll: epoll::create(CreateFlags::CLOEXEC)?,
            events: vec![nothing; 64],
        })
    }

    pub fn watch(&self, descriptor: impl AsFd, watched: Watched, interest: Interest) -> io::Result<()> {
        let flags = match interest {
            Interest::Readable => EventFlags::IN,
            Interest::Writable => EventFlags::OUT | EventFlags::ET,
            Interest::Closed => EventFlags::empty(),
        };
        Ok(epoll::add(
            &self.epoll,
            descriptor,
            EventData::new_u64(watched.token()),
            flags,
        )?)
    }

    pub fn forget(&self, descriptor: impl AsFd) -> io::Result<()> {
        Ok(epoll::delete(&self.epoll, descriptor)?)
    }

    /// Waits for at most so long; how many can go on.
    #[inline]
    pub fn wait(&mut self, timeout_ns: u64) -> io::Result<usize> {
        let timeout = Timespec {
            tv_sec: (timeout_ns / 1_000_000_000) as i64,
            tv_nsec: (timeout_ns % 1_000_000_000) as i64,
        };
        match epoll::wait(&self.epoll, &mut self.events[..], Some(&timeout)) {
            Ok(count) => Ok(count),
            Err(Errno::INTR) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// One of those that the last wait has found.
    #[inline]
    pub fn found(&self, index: usize) -> Watched {
        Watched::of(self.events[index].data.u64())
    }
}

#[cfg(test)]
mod tests {
    use super::Watched;

    #[test]
    fn a_token_stands_for_one_connection() {
        let all = [
            Watched::Listener,
            Watched::Child,
            Watched::Output,
            Watched::Stranger(7),
            Watched::Source(0),
            Watched::Sink(1023),
        ];
        for watched in all {
            assert_eq!(Watched::of(watched.token()), watched);
        }
    }
}
