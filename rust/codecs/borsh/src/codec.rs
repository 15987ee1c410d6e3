//! borsh over the plain types, whose derives codec.toml names.

use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

pub struct Borsh {
    buffer: Vec<u8>,
}

impl Codec for Borsh {
    type Root = Root;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        borsh::to_writer(&mut self.buffer, object)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(borsh::from_slice(bytes)?)
    }
}
