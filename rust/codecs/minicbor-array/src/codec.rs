//! minicbor by its derive over the plain types.

use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Codec, Failure};

use crate::borrowed::{SerbenchRoot as Borrowed, PLANS};
use crate::plain::SerbenchRoot as Root;

pub struct Minicbor {
    buffer: Vec<u8>,
}

impl Codec for Minicbor {
    type Root = Root;
    const PLANS: &'static [Plan] = PLANS;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        minicbor::encode(object, &mut self.buffer)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(minicbor::decode(bytes)?)
    }

    /// Decodes what borrows from the message.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let borrowed: Borrowed<'_> = minicbor::decode(bytes)?;
        Ok(touched_by(plan, &borrowed))
    }
}
