//! Why a run ends before its last stage.

use std::fmt;

use serbench_harness::protocol::RequestError;

/// What is wrong with what arrived.
#[derive(Debug, PartialEq, Eq)]
pub enum Wrong {
    Lost {
        source: usize,
        number: u64,
        sink: usize,
    },
    Twice {
        source: usize,
        number: u64,
        sink: usize,
    },
    Late {
        source: usize,
        number: u64,
        sink: usize,
    },
    Misrouted {
        source: usize,
        number: u64,
        sink: usize,
        expected: usize,
    },
    Length {
        source: usize,
        number: u64,
        sink: usize,
        length: usize,
        expected: usize,
    },
    Altered {
        source: usize,
        number: u64,
        sink: usize,
        at: usize,
    },
    /// Its bytes are not those that were expected in any order.
    Mixed {
        source: usize,
        number: u64,
        sink: usize,
    },
    Unknown {
        sequence: u64,
        sink: usize,
    },
    Barrier {
        sequence: u64,
        sink: usize,
    },
    Count {
        first: (u64, u64),
        last: (u64, u64),
    },
}

impl fmt::Display for Wrong {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost { source, number, sink } => {
                write!(out, "Message {number} of source {source} did not arrive at sink {sink}.")
            }
            Self::Twice { source, number, sink } => {
                write!(out, "Message {number} of source {source} arrived twice at sink {sink}.")
            }
            Self::Late { source, number, sink } => write!(
                out,
                "Message {number} of source {source} arrived at sink {sink} after a later one."
            ),
            Self::Misrouted { source, number, sink, expected } => write!(
                out,
                "Message {number} of source {source} arrived at sink {sink} instead of sink {expected}."
            ),
            Self::Length { source, number, sink, length, expected } => write!(
                out,
                "Message {number} of source {source} arrived at sink {sink} with {length} bytes instead of {expected}."
            ),
            Self::Altered { source, number, sink, at } => write!(
                out,
                "Message {number} of source {source} arrived at sink {sink} altered at byte {at}."
            ),
            Self::Mixed { source, number, sink } => write!(
                out,
                "Message {number} of source {source} arrived at sink {sink} with other bytes, whatever their order."
            ),
            Self::Unknown { sequence, sink } => write!(
                out,
                "A frame with the unknown sequence {sequence:016x} arrived at sink {sink}."
            ),
            Self::Barrier { sequence, sink } => write!(
                out,
                "A barrier with the sequence {sequence:016x} arrived at sink {sink}, which none has sent or which was there already."
            ),
            Self::Count { first, last } => write!(
                out,
                "The last proof brought {} frames and {} bytes, the first {} and {}.",
                last.0, last.1, first.0, first.1
            ),
        }
    }
}

/// Why nothing more is sent or received.
#[derive(Debug)]
pub enum Stop {
    Wrong(Wrong),
    /// The relay did not do what PROTOCOL.md asks for.
    Error(String),
    /// Nothing came for so long.
    Timeout(String),
    /// A connection was closed at its other end.
    Closed(String),
    /// The child has closed its standard output.
    Ended,
    /// What the driver says has no reader.
    Unheard,
    /// The request cannot be served.
    Request(RequestError),
}

impl From<Wrong> for Stop {
    fn from(wrong: Wrong) -> Self {
        Self::Wrong(wrong)
    }
}

impl From<RequestError> for Stop {
    fn from(error: RequestError) -> Self {
        Self::Request(error)
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Request(RequestError(format!("The system refuses: {error}.")))
    }
}
