//! speedy over the plain types, whose derives codec.toml names.

use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Codec, Failure};
use speedy::{Readable, Writable};

use crate::borrowed::{SerbenchRoot as Borrowed, PLANS};
use crate::plain::SerbenchRoot as Root;

pub struct Speedy {
    buffer: Vec<u8>,
}

impl Codec for Speedy {
    type Root = Root;
    const PLANS: &'static [Plan] = PLANS;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        object.write_to_stream(&mut self.buffer)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(Root::read_from_buffer(bytes)?)
    }
    /// Decodes what borrows from the message.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let borrowed = Borrowed::read_from_buffer(bytes)?;
        Ok(touched_by(plan, &borrowed))
    }
}
