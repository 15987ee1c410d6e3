//! The modes that decode objects and send on something else than they are.

use std::ops::Range;

use crate::codec::{Codec, Failure};
use crate::experiments::relay::frames::Frame;
use crate::experiments::relay::modes::objects::Reuse;
use crate::experiments::relay::modes::slot_of;
use crate::experiments::relay::steps::{Route, Sends, Steps};
use crate::values::object::Object;

/// The number of an object is updated.
pub struct Update<C: Codec>(Reuse<C>);

impl<C: Codec> Steps for Update<C> {
    const RELEASES: bool = Reuse::<C>::RELEASES;
    const ALIGNMENT: usize = C::ALIGNMENT;

    fn new() -> Self {
        Self(Reuse::new())
    }

    #[inline]
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure> {
        self.0.decode(slot, message)
    }

    fn recover(&mut self, slot: usize) {
        self.0.recover(slot);
    }

    #[inline]
    fn key(&mut self, slot: usize) -> Result<u64, Failure> {
        self.0.key(slot)
    }

    /// The object goes where it went as it came.
    #[inline]
    fn route(
        &mut self,
        slot: usize,
        frame: &Frame<'_>,
        route: Route,
        sinks: usize,
    ) -> Result<Range<usize>, Failure> {
        let found = self.0.route(slot, frame, route, sinks)?;
        self.0.object_mut(slot)?.update_number();
        Ok(found)
    }

    #[inline]
    fn encode<'a>(&'a mut self, slot: usize, sink: usize, message: &'a [u8]) -> Result<&'a [u8], Failure> {
        self.0.encode(slot, sink, message)
    }

    #[inline]
    fn release(&mut self, slot: usize) {
        self.0.release(slot);
    }
}

/// An object is split into parts, which are kept in its slot.
pub struct Split<C: Codec> {
    whole: Reuse<C>,
    parts: Vec<Vec<C::Root>>,
}

impl<C: Codec> Steps for Split<C> {
    const RELEASES: bool = Reuse::<C>::RELEASES;
    const ALIGNMENT: usize = C::ALIGNMENT;

    fn new() -> Self {
        Self {
            whole: Reuse::new(),
            parts: Vec::new(),
        }
    }

    #[inline]
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure> {
        self.whole.decode(slot, message)
    }

    fn recover(&mut self, slot: usize) {
        self.whole.recover(slot);
    }

    #[inline]
    fn key(&mut self, slot: usize) -> Result<u64, Failure> {
        self.whole.key(slot)
    }

    /// Every sink gets a part.
    #[inline]
    fn route(
        &mut self,
        slot: usize,
        _frame: &Frame<'_>,
        route: Route,
        sinks: usize,
    ) -> Result<Range<usize>, Failure> {
        let parts = slot_of(&mut self.parts, slot);
        let object = self.whole.object_mut(slot)?;
        object.split_into(parts, sinks, route == Route::Fields);
        Ok(0..sinks)
    }

    #[inline]
    fn encode<'a>(&'a mut self, slot: usize, sink: usize, _message: &'a [u8]) -> Result<&'a [u8], Failure> {
        self.whole.codec.encode(&self.parts[slot][sink])
    }

    #[inline]
    fn release(&mut self, slot: usize) {
        self.whole.release(slot);
    }
}

/// What an envelope holds is sent on.
pub struct Envelope<C: Codec>(Reuse<C>);

impl<C: Codec> Steps for Envelope<C> {
    const SENDS: Sends = Sends::Held;
    const RELEASES: bool = Reuse::<C>::RELEASES;
    const ALIGNMENT: usize = C::ALIGNMENT;

    fn new() -> Self {
        Self(Reuse::new())
    }

    #[inline]
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure> {
        self.0.decode(slot, message)
    }

    fn recover(&mut self, slot: usize) {
        self.0.recover(slot);
    }

    #[inline]
    fn key(&mut self, slot: usize) -> Result<u64, Failure> {
        Ok(self.0.object(slot)?.destination())
    }

    #[inline]
    fn encode<'a>(&'a mut self, slot: usize, _sink: usize, _message: &'a [u8]) -> Result<&'a [u8], Failure> {
        Ok(self.0.object(slot)?.payload())
    }

    #[inline]
    fn release(&mut self, slot: usize) {
        self.0.release(slot);
    }
}
