//! postcard over the plain types, whose derives and attributes codec.toml names.

use std::mem::take;

use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Codec, Failure};

use crate::borrowed::{SerbenchRoot as Borrowed, PLANS};
use crate::plain::SerbenchRoot as Root;

pub struct Postcard {
    buffer: Vec<u8>,
}

impl Codec for Postcard {
    type Root = Root;
    const PLANS: &'static [Plan] = PLANS;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        let mut buffer = take(&mut self.buffer);
        buffer.clear();
        self.buffer = postcard::to_extend(object, buffer)?;
        Ok(&self.buffer)
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
