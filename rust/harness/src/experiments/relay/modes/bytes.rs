//! The modes that send on the bytes that came.

use crate::codec::{Codec, Failure};
use crate::experiments::relay::modes::{nothing_read, slot_of};
use crate::experiments::relay::steps::{Sends, Steps};
use crate::values::object::Plan;

/// Nothing is read.
pub struct Forward;

impl Steps for Forward {
    const DECODES: bool = false;
    const SENDS: Sends = Sends::Frame;

    fn new() -> Self {
        Self
    }

    fn decode(&mut self, _slot: usize, _message: &[u8]) -> Result<(), Failure> {
        Ok(())
    }

    fn key(&mut self, _slot: usize) -> Result<u64, Failure> {
        Err(nothing_read())
    }

    #[inline]
    fn encode<'a>(&'a mut self, _slot: usize, _sink: usize, message: &'a [u8]) -> Result<&'a [u8], Failure> {
        Ok(message)
    }
}

/// One place of the bytes is read.
pub struct Peek<C: Codec> {
    codec: C,
    touches: Vec<u64>,
}

impl<C: Codec> Steps for Peek<C> {
    const SENDS: Sends = Sends::Frame;
    const ALIGNMENT: usize = C::ALIGNMENT;

    fn new() -> Self {
        Self {
            codec: C::new(),
            touches: Vec::new(),
        }
    }

    #[inline]
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure> {
        *slot_of(&mut self.touches, slot) = self.codec.access(message, Plan::One)?;
        Ok(())
    }

    fn recover(&mut self, _slot: usize) {
        self.codec = C::new();
    }

    #[inline]
    fn key(&mut self, slot: usize) -> Result<u64, Failure> {
        Ok(self.touches[slot])
    }

    #[inline]
    fn encode<'a>(&'a mut self, _slot: usize, _sink: usize, message: &'a [u8]) -> Result<&'a [u8], Failure> {
        Ok(message)
    }
}
