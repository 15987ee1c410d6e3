//! The mode that changes the number of a message in its bytes.

use crate::codec::{Codec, Failure};
use crate::experiments::relay::modes::objects::Reuse;
use crate::experiments::relay::modes::slot_of;
use crate::experiments::relay::steps::{Route, Steps};
use crate::values::object::{Object, Plan};

/// A copy of the message is changed. Where its bytes have no place for the number, the object is.
pub struct UpdateBytes<C: Codec> {
    objects: Reuse<C>,
    copies: Vec<Copied>,
}

#[derive(Default)]
struct Copied {
    bytes: Vec<u8>,
    in_place: bool,
}

impl<C: Codec> Steps for UpdateBytes<C> {
    const COPIES: bool = true;
    const RELEASES: bool = Reuse::<C>::RELEASES;

    fn new() -> Self {
        Self {
            objects: Reuse::new(),
            copies: Vec::new(),
        }
    }

    #[inline]
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure> {
        let copied = slot_of(&mut self.copies, slot);
        copied.bytes.clear();
        copied.bytes.extend_from_slice(message);
        Ok(())
    }

    fn recover(&mut self, slot: usize) {
        self.objects.recover(slot);
    }

    #[inline]
    fn key(&mut self, slot: usize) -> Result<u64, Failure> {
        self.objects.codec.access(&self.copies[slot].bytes, Plan::One)
    }

    #[inline]
    fn change(&mut self, slot: usize, _route: Route, _sinks: usize) -> Result<(), Failure> {
        let copied = &mut self.copies[slot];
        copied.in_place = self.objects.codec.update_number(&mut copied.bytes)?;
        if !copied.in_place {
            self.objects.decode(slot, &copied.bytes)?;
            self.objects.decoded(slot)?.1.update_number();
        }
        Ok(())
    }

    #[inline]
    fn is_updated_in_place(&self, slot: usize) -> bool {
        self.copies[slot].in_place
    }

    #[inline]
    fn encode<'a>(&'a mut self, slot: usize, sink: usize, message: &'a [u8]) -> Result<&'a [u8], Failure> {
        if self.copies[slot].in_place {
            return Ok(&self.copies[slot].bytes);
        }
        self.objects.encode(slot, sink, message)
    }

    #[inline]
    fn release(&mut self, slot: usize) {
        if !self.copies[slot].in_place {
            self.objects.release(slot);
        }
    }
}
