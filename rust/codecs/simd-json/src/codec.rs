//! simd-json over the plain types of rust/json.

use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Codec, Failure};
use simd_json::Buffers;

use crate::borrowed::{SerbenchRoot as Borrowed, PLANS};
use crate::plain::SerbenchRoot as Root;

pub struct SimdJson {
    buffer: Vec<u8>,
    input: Vec<u8>,
    buffers: Buffers,
}

impl Codec for SimdJson {
    type Root = Root;
    const PLANS: &'static [Plan] = PLANS;

    fn new() -> Self {
        Self {
            buffer: Vec::new(),
            input: Vec::new(),
            buffers: Buffers::default(),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        simd_json::serde::to_writer(&mut self.buffer, object)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        // The parser unescapes texts where they lie, so a message that is to be read again has to be copied.
        self.input.clear();
        self.input.extend_from_slice(bytes);
        Ok(simd_json::serde::from_slice_with_buffers(
            &mut self.input,
            &mut self.buffers,
        )?)
    }
    /// Decodes what borrows from the message.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        self.input.clear();
        self.input.extend_from_slice(bytes);
        let borrowed: Borrowed<'_> =
            simd_json::serde::from_slice_with_buffers(&mut self.input, &mut self.buffers)?;
        Ok(touched_by(plan, &borrowed))
    }
}
