//! bincode 1 over the plain types, whose derives and attributes codec.toml names.

use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Codec, Failure};

use crate::borrowed::{SerbenchRoot as Borrowed, PLANS};
use crate::plain::SerbenchRoot as Root;

pub struct Bincode {
    message: Vec<u8>,
}

impl Codec for Bincode {
    type Root = Root;
    const PLANS: &'static [Plan] = PLANS;

    fn new() -> Self {
        Self { message: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.message.clear();
        bincode::serialize_into(&mut self.message, object)?;
        Ok(&self.message)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(bincode::deserialize(bytes)?)
    }
    /// Decodes what borrows from the message.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let borrowed: Borrowed<'_> = bincode::deserialize(bytes)?;
        Ok(touched_by(plan, &borrowed))
    }
}
