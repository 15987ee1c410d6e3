//! bitcode's way through serde, over the plain types, whose derives and attributes codec.toml names.

use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

pub struct BitcodeSerde {
    message: Vec<u8>,
}

impl Codec for BitcodeSerde {
    type Root = Root;

    fn new() -> Self {
        Self { message: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        // The library has no way into memory that is there already.
        self.message = bitcode::serialize(object)?;
        Ok(&self.message)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(bitcode::deserialize(bytes)?)
    }
}
