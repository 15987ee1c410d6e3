//! bitcode's way through serde, over the plain types, whose derives and attributes codec.toml names.

use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Codec, Failure};

use crate::borrowed::{SerbenchRoot as Borrowed, PLANS};
use crate::plain::SerbenchRoot as Root;

pub struct BitcodeSerde {
    message: Vec<u8>,
}

impl Codec for BitcodeSerde {
    type Root = Root;
    const PLANS: &'static [Plan] = PLANS;

    fn new() -> Self {
        Self { message: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        // The library has no way into memory that is there already.
        self.message = bitcode::serialize(object)?;
        Ok(&self.message)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(bitcode::deserialize(bytes)?)
    }
    /// Decodes what borrows from the message.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let borrowed: Borrowed<'_> = bitcode::deserialize(bytes)?;
        Ok(touched_by(plan, &borrowed))
    }
}
