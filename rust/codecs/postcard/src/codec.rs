//! postcard over the plain types, whose derives and attributes codec.toml names.

use postcard::Error;
use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Codec, Failure};

use crate::borrowed::{SerbenchRoot as Borrowed, PLANS};
use crate::plain::SerbenchRoot as Root;

/// With what the buffer begins; it grows to twice its size whenever an object does not fit.
const SMALL: usize = 4096;

pub struct Postcard {
    buffer: Vec<u8>,
}

impl Codec for Postcard {
    type Root = Root;
    const PLANS: &'static [Plan] = PLANS;

    fn new() -> Self {
        Self {
            buffer: vec![0; SMALL],
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        loop {
            match postcard::to_slice(object, &mut self.buffer).map(|written| written.len()) {
                Ok(size) => return Ok(&self.buffer[..size]),
                Err(Error::SerializeBufferFull) => self.buffer = vec![0; 2 * self.buffer.len()],
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(postcard::from_bytes(bytes)?)
    }
    /// Decodes what borrows from the message.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let borrowed: Borrowed<'_> = postcard::from_bytes(bytes)?;
        Ok(touched_by(plan, &borrowed))
    }
}
