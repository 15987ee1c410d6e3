//! The mode that reads and writes the library's own messages.

use crate::codec::{Failure, MessageCodec};
use crate::experiments::relay::modes::slot_of;
use crate::experiments::relay::steps::Steps;
use crate::values::object::Plan;

/// The library's message is kept in its slot, read into and written.
pub struct Rewrite<M: MessageCodec> {
    codec: M,
    messages: Vec<M::Message>,
}

impl<M: MessageCodec> Steps for Rewrite<M> {
    const ALIGNMENT: usize = M::ALIGNMENT;

    fn new() -> Self {
        Self {
            codec: M::new(),
            messages: Vec::new(),
        }
    }

    #[inline]
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure> {
        let read = slot_of(&mut self.messages, slot);
        self.codec.deserialize(message, M::opened_in(read)?)
    }

    fn recover(&mut self, slot: usize) {
        self.codec = M::new();
        *slot_of(&mut self.messages, slot) = M::Message::default();
    }

    #[inline]
    fn key(&mut self, slot: usize) -> Result<u64, Failure> {
        let opened = M::opened_in(&mut self.messages[slot])?;
        self.codec.touch(opened, Plan::One)
    }

    #[inline]
    fn encode<'a>(&'a mut self, slot: usize, _sink: usize, _message: &'a [u8]) -> Result<&'a [u8], Failure> {
        self.codec.serialize(&self.messages[slot])
    }
}
