//! minicbor by its derive over the plain types.

use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

pub struct Minicbor {
    buffer: Vec<u8>,
}

impl Codec for Minicbor {
    type Root = Root;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        minicbor::encode(object, &mut self.buffer)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(minicbor::decode(bytes)?)
    }
}
