//! bitcode over the plain types, whose derives codec.toml names.

use bitcode::Buffer;
use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

pub struct Bitcode {
    buffer: Buffer,
}

impl Codec for Bitcode {
    type Root = Root;

    fn new() -> Self {
        Self {
            buffer: Buffer::new(),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        Ok(self.buffer.encode(object))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(self.buffer.decode(bytes)?)
    }
}
