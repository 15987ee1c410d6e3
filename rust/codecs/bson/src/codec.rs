//! The crate bson over the plain types, whose derives and attributes codec.toml names.

use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

pub struct Bson {
    buffer: Vec<u8>,
}

impl Codec for Bson {
    type Root = Root;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        bson::serialize_to_buffer(object, &mut self.buffer)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(bson::deserialize_from_slice(bytes)?)
    }
}
