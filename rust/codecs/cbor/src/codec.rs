//! ciborium over the plain types, whose derives and attributes codec.toml names.

use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

/// What ciborium takes on the stack of each call where none is given: texts up to it are read without a copy of
/// their own.
const SCRATCH: usize = 4096;

pub struct Cbor {
    buffer: Vec<u8>,
    scratch: Vec<u8>,
}

impl Codec for Cbor {
    type Root = Root;

    fn new() -> Self {
        Self {
            buffer: Vec::new(),
            scratch: vec![0; SCRATCH],
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        ciborium::into_writer(object, &mut self.buffer)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(ciborium::from_reader_with_buffer(bytes, &mut self.scratch)?)
    }
}
