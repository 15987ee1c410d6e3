//! savefile over the plain types, whose derives codec.toml names.

use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

/// The version of the types; there has been one.
const VERSION: u32 = 0;

pub struct Savefile {
    buffer: Vec<u8>,
}

impl Codec for Savefile {
    type Root = Root;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        savefile::save_noschema(&mut self.buffer, VERSION, object)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, mut bytes: &[u8]) -> Result<Root, Failure> {
        Ok(savefile::load_noschema(&mut bytes, VERSION)?)
    }
}
