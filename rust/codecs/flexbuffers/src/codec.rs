//! FlexBuffers over the plain types, whose derives and attributes codec.toml names.

use flexbuffers::{FlexbufferSerializer, Reader};
use serbench_harness::values::object::Plan;
use serbench_harness::values::touch::{ALL, ONE, TENTH};
use serbench_harness::{Codec, Failure};
use serde::Serialize;

use crate::plain::SerbenchRoot as Root;
use crate::scanning::Scan;

pub struct FlexBuffers {
    serializer: FlexbufferSerializer,
}

impl Codec for FlexBuffers {
    type Root = Root;
    const PLANS: &'static [Plan] = &[Plan::One, Plan::Tenth, Plan::All];

    fn new() -> Self {
        Self {
            serializer: FlexbufferSerializer::new(),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.serializer.reset();
        object.serialize(&mut self.serializer)?;
        Ok(self.serializer.view())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(flexbuffers::from_slice(bytes)?)
    }

    fn access_one(&mut self, bytes: &[u8]) -> Result<u64, Failure> {
        Ok(<Root as Scan<ONE>>::scan(&Reader::get_root(bytes)?))
    }

    fn access_tenth(&mut self, bytes: &[u8]) -> Result<u64, Failure> {
        Ok(<Root as Scan<TENTH>>::scan(&Reader::get_root(bytes)?))
    }

    fn access_all(&mut self, bytes: &[u8]) -> Result<u64, Failure> {
        Ok(<Root as Scan<ALL>>::scan(&Reader::get_root(bytes)?))
    }
}
