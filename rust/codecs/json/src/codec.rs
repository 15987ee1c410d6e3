//! serde_json over the plain types, whose derives and attributes codec.toml names.

use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

pub struct Json {
    buffer: Vec<u8>,
}

impl Codec for Json {
    type Root = Root;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        serde_json::to_writer(&mut self.buffer, object)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(serde_json::from_slice(bytes)?)
    }
}
