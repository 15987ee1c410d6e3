//! The crate bson over the plain types, whose derives and attributes codec.toml names.

use bson::{RawBsonRef, RawDocument};
use serbench_harness::values::object::Plan;
use serbench_harness::values::touch::{ALL, ONE, TENTH};
use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;
use crate::scanning::Scan;

pub struct Bson {
    buffer: Vec<u8>,
}

impl Codec for Bson {
    type Root = Root;
    const PLANS: &'static [Plan] = Plan::EVERY;

    fn new() -> Self {
        Self { buffer: Vec::new() }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        bson::serialize_to_buffer(object, &mut self.buffer)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(bson::deserialize_from_slice(bytes)?)
    }
    /// Reads the raw document.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let document = RawBsonRef::Document(RawDocument::from_bytes(bytes)?);
        match plan {
            Plan::One => <Root as Scan<ONE>>::scan(document),
            Plan::Tenth => <Root as Scan<TENTH>>::scan(document),
            Plan::All => <Root as Scan<ALL>>::scan(document),
        }
    }
}
