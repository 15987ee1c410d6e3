//! wincode over the plain types, whose derives codec.toml names.

use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Codec, Failure};
use wincode::config::{self, Configuration, PREALLOCATION_SIZE_LIMIT_DISABLED};
use wincode::{io, WriteError, WriteResult};

use crate::borrowed::{SerbenchRoot as Borrowed, PLANS};
use crate::plain::SerbenchRoot as Root;

/// The default but for its limit of 4 MiB a list, which guards against hostile lengths and would refuse large
/// objects.
type Unlimited = Configuration<true, PREALLOCATION_SIZE_LIMIT_DISABLED>;

const CONFIGURATION: Unlimited = Configuration::default().disable_preallocation_size_limit();

/// Returns how many bytes were written.
fn write(object: &Root, buffer: &mut [u8]) -> WriteResult<usize> {
    let whole = buffer.len();
    let mut rest = buffer;
    config::serialize_into(&mut rest, object, CONFIGURATION)?;
    Ok(whole - rest.len())
}

/// With room for this object, and twice of what there was, so that it seldom grows.
fn larger(object: &Root, buffer: &[u8]) -> WriteResult<usize> {
    let needed = config::serialized_size(object, CONFIGURATION)? as usize;
    Ok(needed.max(2 * buffer.len()))
}

pub struct Wincode {
    buffer: Vec<u8>,
}

impl Codec for Wincode {
    type Root = Root;
    const PLANS: &'static [Plan] = PLANS;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    /// Into memory of a fixed size, which the library need not grow while it writes.
    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        let size = match write(object, &mut self.buffer) {
            Err(WriteError::Io(io::WriteError::WriteSizeLimit(_))) => {
                self.buffer = vec![0; larger(object, &self.buffer)?];
                write(object, &mut self.buffer)?
            }
            written => written?,
        };
        Ok(&self.buffer[..size])
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
