//! bitcode over the plain types, whose derives codec.toml names.

use bitcode::Buffer;
use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Codec, Failure};

use crate::borrowed::{SerbenchRoot as Borrowed, PLANS};
use crate::plain::SerbenchRoot as Root;

pub struct Bitcode {
    buffer: Buffer,
}

impl Codec for Bitcode {
    type Root = Root;
    const PLANS: &'static [Plan] = PLANS;

    fn new() -> Self {
        Self {
            buffer: Buffer::new(),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        Ok(self.buffer.encode(object))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(self.buffer.decode(bytes)?)
    }
    /// Decodes what borrows from the message.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let borrowed: Borrowed<'_> = self.buffer.decode(bytes)?;
        Ok(touched_by(plan, &borrowed))
    }
}
