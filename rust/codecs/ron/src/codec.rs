//! ron over the plain types, whose derives and attributes codec.toml names.

use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

pub struct Ron {
    buffer: String,
}

impl Codec for Ron {
    type Root = Root;

    fn new() -> Self {
        Self {
            buffer: String::new(),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        ron::ser::to_writer(&mut self.buffer, object)?;
        Ok(self.buffer.as_bytes())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(ron::de::from_bytes(bytes)?)
    }
}
