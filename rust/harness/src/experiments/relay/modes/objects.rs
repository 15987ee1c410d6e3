//! The modes that decode objects and encode them as they are.

use crate::codec::{Codec, Failure};
use crate::experiments::relay::modes::{nothing_read, slot_of};
use crate::experiments::relay::steps::Steps;
use crate::values::object::{Object, Plan};

/// An object is decoded over the one before it in its slot.
pub type Reuse<C> = Objects<C, false>;
/// An object is made for each message and released after it.
pub type Fresh<C> = Objects<C, true>;

/// The objects of the slots: kept, unless fresh ones are wanted or the codec makes no others.
pub struct Objects<C: Codec, const FRESH: bool> {
    pub codec: C,
    of_slots: Vec<Option<C::Root>>,
}

impl<C: Codec, const FRESH: bool> Objects<C, FRESH> {
    const KEEPS: bool = C::REUSES && !FRESH;

    #[inline]
    pub fn object(&self, slot: usize) -> Result<&C::Root, Failure> {
        self.of_slots[slot].as_ref().ok_or_else(nothing_read)
    }

    /// The codec, and the object of a slot.
    #[inline]
    pub fn decoded(&mut self, slot: usize) -> Result<(&mut C, &mut C::Root), Failure> {
        let object = self.of_slots[slot].as_mut().ok_or_else(nothing_read)?;
        Ok((&mut self.codec, object))
    }
}

impl<C: Codec, const FRESH: bool> Steps for Objects<C, FRESH> {
    const RELEASES: bool = !Self::KEEPS;
    const ALIGNMENT: usize = C::ALIGNMENT;

    fn new() -> Self {
        Self {
            codec: C::new(),
            of_slots: Vec::new(),
        }
    }

    #[inline]
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure> {
        match slot_of(&mut self.of_slots, slot) {
            Some(object) if Self::KEEPS => self.codec.decode_reuse(message, object),
            place => {
                *place = Some(self.codec.decode(message)?);
                Ok(())
            }
        }
    }

    fn recover(&mut self, slot: usize) {
        self.codec = C::new();
        *slot_of(&mut self.of_slots, slot) = None;
    }

    #[inline]
    fn key(&mut self, slot: usize) -> Result<u64, Failure> {
        Ok(self.object(slot)?.touched(Plan::One))
    }

    #[inline]
    fn encode<'a>(&'a mut self, slot: usize, _sink: usize, _message: &'a [u8]) -> Result<&'a [u8], Failure> {
        let (codec, object) = self.decoded(slot)?;
        codec.encode(object)
    }

    #[inline]
    fn release(&mut self, slot: usize) {
        if Self::RELEASES {
            self.of_slots[slot] = None;
        }
    }
}
