//! sonic-rs over the plain types of rust/json.

use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

pub struct SonicRs {
    buffer: Vec<u8>,
}

impl Codec for SonicRs {
    type Root = Root;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        sonic_rs::to_writer(&mut self.buffer, object)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(sonic_rs::from_slice(bytes)?)
    }
}
