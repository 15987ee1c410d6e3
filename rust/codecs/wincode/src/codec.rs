//! wincode over the plain types, whose derives codec.toml names.

use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Codec, Failure};
use wincode::config::{self, Configuration, PREALLOCATION_SIZE_LIMIT_DISABLED};

use crate::borrowed::{SerbenchRoot as Borrowed, PLANS};
use crate::plain::SerbenchRoot as Root;

/// The default but for its limit of 4 MiB a list, which guards against hostile lengths and would refuse large
/// objects.
type Unlimited = Configuration<true, PREALLOCATION_SIZE_LIMIT_DISABLED>;

const CONFIGURATION: Unlimited = Configuration::default().disable_preallocation_size_limit();

pub struct Wincode {
    buffer: Vec<u8>,
}

impl Codec for Wincode {
    type Root = Root;
    const PLANS: &'static [Plan] = PLANS;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        config::serialize_into(&mut self.buffer, object, CONFIGURATION)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(config::deserialize(bytes, CONFIGURATION)?)
    }
    /// Decodes what borrows from the message.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let borrowed: Borrowed<'_> = config::deserialize(bytes, CONFIGURATION)?;
        Ok(touched_by(plan, &borrowed))
    }
}
