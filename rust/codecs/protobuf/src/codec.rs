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

/// Reads into a message that may have been used.
fn open(bytes: &[u8], message: &mut Wire) -> Result<(), Failure> {
    message.clear();
    Ok(message.merge(bytes)?)
}

pub struct Protobuf {
    bytes: Vec<u8>,
    accessed: Wire,
}

impl MessageCodec for Protobuf {
    type Root = Root;
    type Message = Wire;
    type Opened<'a> = Wire;
    const PLANS: &'static [Plan] = Plan::EVERY;
    const REWRITES: bool = true;

    fn new() -> Self {
        Self {
            bytes: Vec::new(),
            accessed: Wire::default(),
        }
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
        open(bytes, opened)
    }

    /// The message stays as it is, so the object is made of a copy.
    fn extract(&mut self, opened: &Wire) -> Result<Root, Failure> {
        Ok(Root::extract(opened.clone())?)
    }

    fn extract_last(&mut self, opened: &mut Wire) -> Result<Root, Failure> {
        Ok(Root::extract(take(opened))?)
    }

    fn read_message(&mut self, bytes: &[u8], message: &mut Wire) -> Result<(), Failure> {
        open(bytes, message)
    }

    fn touch_message(&mut self, message: &Wire) -> Result<u64, Failure> {
        Ok(touched_by(Plan::One, message))
    }

    fn recycle<'a>(opened: Self::Opened<'_>) -> Self::Opened<'a> {
        opened
    }

    /// Deserializes into a message that is kept and reads its fields.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        open(bytes, &mut self.accessed)?;
        Ok(touched_by(plan, &self.accessed))
    }
}
