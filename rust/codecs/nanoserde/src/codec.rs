//! nanoserde's binary format over the plain types, whose derives codec.toml names.

use nanoserde::{DeBin, SerBin};
use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

pub struct Nanoserde {
    buffer: Vec<u8>,
}

impl Codec for Nanoserde {
    type Root = Root;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        object.ser_bin(&mut self.buffer);
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(Root::deserialize_bin(bytes)?)
    }
}
