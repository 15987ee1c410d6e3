//! The modes that decode objects and send on something else than they are.

use crate::codec::{Codec, Failure};
use crate::experiments::relay::modes::objects::Reuse;
use crate::experiments::relay::modes::slot_of;
use crate::experiments::relay::steps::{Route, Sends, Steps};
use crate::values::object::{Object, Plan};

/// What a mode does with the objects that it decodes.
pub trait Change<C: Codec>: Default + 'static {
    const SENDS: Sends = Sends::Encoded;
    const SPLITS: bool = false;

    #[inline]
    fn key(object: &C::Root) -> u64 {
        object.touched(Plan::One)
    }

    fn change(&mut self, _slot: usize, _object: &mut C::Root, _route: Route, _sinks: usize) {}

    #[inline]
    fn encode<'a>(
        &'a mut self,
        _slot: usize,
        _sink: usize,
        codec: &'a mut C,
        object: &'a C::Root,
    ) -> Result<&'a [u8], Failure> {
        codec.encode(object)
    }
}

/// An object is decoded over the one before it in its slot, and changed.
pub struct Changed<C: Codec, K: Change<C>> {
    objects: Reuse<C>,
    change: K,
}

impl<C: Codec, K: Change<C>> Steps for Changed<C, K> {
    const SENDS: Sends = K::SENDS;
    const SPLITS: bool = K::SPLITS;
    const RELEASES: bool = Reuse::<C>::RELEASES;
    const ALIGNMENT: usize = C::ALIGNMENT;

    fn new() -> Self {
        Self {
            objects: Reuse::new(),
            change: K::default(),
        }
    }

    #[inline]
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure> {
        self.objects.decode(slot, message)
    }

    fn recover(&mut self, slot: usize) {
        self.objects.recover(slot);
    }

    #[inline]
    fn key(&mut self, slot: usize) -> Result<u64, Failure> {
        Ok(K::key(self.objects.object(slot)?))
    }

    #[inline]
    fn change(&mut self, slot: usize, route: Route, sinks: usize) -> Result<(), Failure> {
        let (_, object) = self.objects.decoded(slot)?;
        self.change.change(slot, object, route, sinks);
        Ok(())
    }

    #[inline]
    fn encode<'a>(&'a mut self, slot: usize, sink: usize, _message: &'a [u8]) -> Result<&'a [u8], Failure> {
        let (codec, object) = self.objects.decoded(slot)?;
        self.change.encode(slot, sink, codec, object)
    }

    #[inline]
    fn release(&mut self, slot: usize) {
        self.objects.release(slot);
    }
}

/// The number of an object is updated.
#[derive(Default)]
pub struct Update;

impl<C: Codec> Change<C> for Update {
    #[inline]
    fn change(&mut self, _slot: usize, object: &mut C::Root, _route: Route, _sinks: usize) {
        object.update_number();
    }
}

/// An object is split into parts, which are kept in its slot.
pub struct Split<R> {
    parts: Vec<Vec<R>>,
}

impl<R> Default for Split<R> {
    fn default() -> Self {
        Self { parts: Vec::new() }
    }
}

impl<C: Codec> Change<C> for Split<C::Root> {
    const SPLITS: bool = true;

    #[inline]
    fn change(&mut self, slot: usize, object: &mut C::Root, route: Route, sinks: usize) {
        object.split_into(slot_of(&mut self.parts, slot), sinks, route == Route::Fields);
    }

    #[inline]
    fn encode<'a>(
        &'a mut self,
        slot: usize,
        sink: usize,
        codec: &'a mut C,
        _object: &'a C::Root,
    ) -> Result<&'a [u8], Failure> {
        codec.encode(&self.parts[slot][sink])
    }
}

/// What an envelope holds is sent on.
#[derive(Default)]
pub struct Envelope;

impl<C: Codec> Change<C> for Envelope {
    const SENDS: Sends = Sends::Held;

    #[inline]
    fn key(object: &C::Root) -> u64 {
        object.destination()
    }

    #[inline]
    fn encode<'a>(
        &'a mut self,
        _slot: usize,
        _sink: usize,
        _codec: &'a mut C,
        object: &'a C::Root,
    ) -> Result<&'a [u8], Failure> {
        Ok(object.payload())
    }
}
