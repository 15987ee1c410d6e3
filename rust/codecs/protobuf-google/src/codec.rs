//! Protocol Buffers by Google: generated accessors over messages in the memory of upb, a library in C.

use protobuf::{Parse, Serialize};
use serbench_harness::{Failure, MessageCodec};

use crate::converting::Convert;
use crate::plain::SerbenchRoot as Root;

/// The walks over messages, rendered.
#[allow(unused, clippy::all)]
mod conversions {
    include!(concat!(env!("SERBENCH_RENDERED"), "/conversions.rs"));
}

type Wire = <Root as Convert>::Wire;

pub struct Protobuf {
    bytes: Vec<u8>,
}

impl MessageCodec for Protobuf {
    type Root = Root;
    type Message = Wire;
    type Opened<'a> = Wire;
    const REWRITES: bool = true;

    fn new() -> Self {
        Self { bytes: Vec::new() }
    }

    fn build(&mut self, object: &Root, message: &mut Wire) -> Result<(), Failure> {
        *message = Wire::default();
        object.build(message.as_mut());
        Ok(())
    }

    fn serialize<'a>(&'a mut self, message: &'a Wire) -> Result<&'a [u8], Failure> {
        self.bytes = message.serialize()?;
        Ok(&self.bytes)
    }

    fn deserialize(&mut self, bytes: &[u8], opened: &mut Wire) -> Result<(), Failure> {
        *opened = Wire::parse(bytes)?;
        Ok(())
    }

    fn opened_in<'a>(message: &mut Wire) -> Result<&mut Self::Opened<'a>, Failure> {
        Ok(message)
    }

    fn extract(&mut self, opened: &Wire) -> Result<Root, Failure> {
        Root::extract(opened.as_view())
    }
}
