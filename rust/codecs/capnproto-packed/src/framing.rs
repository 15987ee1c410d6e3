//! Segments behind a table of their sizes, without most of their zeros: the format of `capnp::serialize_packed`.

use std::marker::PhantomData;

use capnp::message::{Allocator, Builder, Reader, ReaderOptions};
use capnp::serialize::OwnedSegments;
use capnp::{serialize_packed, Error, Result};

use crate::codec::Pass;

/// Whether a message's bytes are its segments as they lie in memory.
pub const IS_MEMORY: bool = false;

/// The segments of an unpacked message. They borrow nothing.
pub struct Segments<'a> {
    unpacked: OwnedSegments,
    bytes: PhantomData<&'a [u8]>,
}

impl Segments<'_> {
    pub fn pass<P: Pass>(&self, limits: ReaderOptions) -> Result<P::Value> {
        P::over(&Reader::new(&self.unpacked, limits))
    }
}

pub fn write<A: Allocator>(to: &mut Vec<u8>, message: &Builder<A>) -> Result<()> {
    serialize_packed::write_message(to, message)
}

/// How many words a message of these bytes is taken to have at most: more than 8 times the bytes is rare.
pub fn most_words(bytes: &[u8]) -> usize {
    bytes.len()
}

pub fn open(mut bytes: &[u8], limits: ReaderOptions) -> Result<Segments<'_>> {
    let unpacked = serialize_packed::read_message(&mut bytes, limits)?.into_segments();
    if bytes.is_empty() {
        Ok(Segments {
            unpacked,
            bytes: PhantomData,
        })
    } else {
        Err(Error::failed(String::from(
            "bytes are left over after the message",
        )))
    }
}
