//! Segments behind a table of their sizes: the format of `capnp::serialize`.

use capnp::message::{Allocator, Builder, Reader, ReaderOptions};
use capnp::serialize::{self, BufferSegments, OwnedSegments};
use capnp::{Error, Result, Word};

use crate::codec::Pass;

/// Whether a message's bytes are its segments as they lie in memory.
pub const IS_MEMORY: bool = true;

/// The segments of a message that is open.
pub enum Segments<'a> {
    InPlace(BufferSegments<&'a [u8]>),
    Copied(OwnedSegments),
}

impl Segments<'_> {
    pub fn pass<P: Pass>(&self, limits: ReaderOptions) -> Result<P::Value> {
        match self {
            Self::InPlace(segments) => P::over(&Reader::new(segments, limits)),
            Self::Copied(segments) => P::over(&Reader::new(segments, limits)),
        }
    }
}

pub fn write<A: Allocator>(to: &mut Vec<u8>, message: &Builder<A>) -> Result<()> {
    serialize::write_message(to, message)
}

/// How many words a message of these bytes can have.
pub fn most_words(bytes: &[u8]) -> usize {
    bytes.len() / size_of::<Word>()
}

/// Messages are read where they lie. Words lie at multiples of 8 bytes; bytes that do not are copied.
pub fn open(mut bytes: &[u8], limits: ReaderOptions) -> Result<Segments<'_>> {
    let segments = if bytes.as_ptr().cast::<Word>().is_aligned() {
        let reader = serialize::read_message_from_flat_slice(&mut bytes, limits)?;
        Segments::InPlace(reader.into_segments())
    } else {
        let reader = serialize::read_message(&mut bytes, limits)?;
        Segments::Copied(reader.into_segments())
    };
    if bytes.is_empty() {
        Ok(segments)
    } else {
        Err(Error::failed(String::from(
            "bytes are left over after the message",
        )))
    }
}
