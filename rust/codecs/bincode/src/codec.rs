//! bincode over the plain types, whose derives codec.toml names. `configuration.rs` is the variant's.

use bincode::error::EncodeError;
use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Codec, Failure};

use crate::borrowed::{SerbenchRoot as Borrowed, PLANS};
use crate::configuration::CONFIGURATION;
use crate::plain::SerbenchRoot as Root;

/// With what the buffer begins; it grows to twice its size whenever an object does not fit.
const SMALL: usize = 4096;

pub struct Bincode {
    buffer: Vec<u8>,
}

impl Codec for Bincode {
    type Root = Root;
    const PLANS: &'static [Plan] = PLANS;

    fn new() -> Self {
        Self {
            buffer: vec![0; SMALL],
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        loop {
            match bincode::encode_into_slice(object, &mut self.buffer, CONFIGURATION) {
                Ok(size) => return Ok(&self.buffer[..size]),
                Err(EncodeError::UnexpectedEnd) => self.buffer.resize(2 * self.buffer.len(), 0),
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        let (object, _) = bincode::decode_from_slice(bytes, CONFIGURATION)?;
        Ok(object)
    }
    /// Decodes what borrows from the message.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let (borrowed, _): (Borrowed<'_>, _) = bincode::borrow_decode_from_slice(bytes, CONFIGURATION)?;
        Ok(touched_by(plan, &borrowed))
    }
}
