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
    const PLANS: &'static [Plan] = Plan::EVERY;

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

    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let root = Reader::get_root(bytes)?;
        Ok(match plan {
            Plan::One => <Root as Scan<ONE>>::scan(&root),
            Plan::Tenth => <Root as Scan<TENTH>>::scan(&root),
            Plan::All => <Root as Scan<ALL>>::scan(&root),
        })
    }
}
