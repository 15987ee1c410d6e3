//! Protocol Buffers by prost: structs with derives that encode and decode them.

use std::mem::take;

use prost::Message;
use serbench_harness::values::object::{touched_by, Plan};
use serbench_harness::{Failure, MessageCodec};

use crate::converting::Convert;
use crate::plain::SerbenchRoot as Root;

/// The walks over messages, rendered.
#[allow(unused, clippy::all)]
mod conversions {
    include!(concat!(env!("SERBENCH_RENDERED"), "/conversions.rs"));
}

/// The reads of generated messages, rendered.
#[allow(unused, clippy::all)]
mod touching {
    include!(concat!(env!("SERBENCH_RENDERED"), "/touching.rs"));
}

type Wire = <Root as Convert>::Wire;

pub struct Protobuf {
    bytes: Vec<u8>,
}

impl MessageCodec for Protobuf {
    type Root = Root;
    type Message = Wire;
    type Opened<'a> = Wire;
    const PLANS: &'static [Plan] = Plan::EVERY;
    const REWRITES: bool = true;

    fn new() -> Self {
        Self { bytes: Vec::new() }
    }

    fn build(&mut self, object: &Root, message: &mut Wire) -> Result<(), Failure> {
        object.build(message);
        Ok(())
    }

    fn serialize<'a>(&'a mut self, message: &'a Wire) -> Result<&'a [u8], Failure> {
        self.bytes.clear();
        message.encode(&mut self.bytes)?;
        Ok(&self.bytes)
    }

    fn deserialize(&mut self, bytes: &[u8], opened: &mut Wire) -> Result<(), Failure> {
        opened.clear();
        Ok(opened.merge(bytes)?)
    }

    /// The message stays as it is, so the object is made of a copy.
    fn extract(&mut self, opened: &Wire) -> Result<Root, Failure> {
        Ok(Root::extract(opened.clone())?)
    }

    fn extract_last(&mut self, opened: &mut Wire) -> Result<Root, Failure> {
        Ok(Root::extract(take(opened))?)
    }

    fn touch(&mut self, opened: &Wire, plan: Plan) -> Result<u64, Failure> {
        Ok(touched_by(plan, opened))
    }

    fn opened_in<'a>(message: &mut Wire) -> Result<&mut Self::Opened<'a>, Failure> {
        Ok(message)
    }

    fn recycle<'a>(opened: Self::Opened<'_>) -> Self::Opened<'a> {
        opened
    }
}
