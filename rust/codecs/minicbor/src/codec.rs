//! minicbor's encoder and decoder over the fields of the plain types.

use minicbor::{Decoder, Encoder};
use serbench_harness::{Codec, Failure};

use crate::items::Item;
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
        object.put(&mut Encoder::new(&mut self.buffer))?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(Root::take(&mut Decoder::new(bytes))?)
    }
}
