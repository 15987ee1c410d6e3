//! What a mode is made of.

use std::ops::Range;

use crate::codec::Failure;
use crate::experiments::relay::frames::Frame;

/// The steps of a mode. What a message leaves between its steps lies in a slot, of which each message of a block has
/// its own.
pub trait Steps: 'static {
    /// Whether messages are read at all.
    const DECODES: bool = true;
    const SENDS: Sends = Sends::Encoded;
    /// Whether every sink gets a part of the message.
    const SPLITS: bool = false;
    /// Whether a message is copied to be changed.
    const COPIES: bool = false;
    /// Whether there is anything to release after a message.
    const RELEASES: bool = false;
    /// Messages are read where their address is a multiple of this.
    const ALIGNMENT: usize = 1;

    fn new() -> Self;

    /// Reads the message.
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure>;

    /// After a message that could not be read, which may have left a bad state.
    fn recover(&mut self, _slot: usize) {}

    /// By which of its fields what was read goes to a sink.
    fn key(&mut self, slot: usize) -> Result<u64, Failure>;

    /// Changes what was read of a message, for which sinks have been found by what it was.
    fn change(&mut self, _slot: usize, _route: Route, _sinks: usize) -> Result<(), Failure> {
        Ok(())
    }

    /// The sinks that get something of the message, which is changed where a mode changes it. An error leaves the
    /// message out.
    #[inline]
    fn route(
        &mut self,
        slot: usize,
        frame: &Frame<'_>,
        route: Route,
        sinks: usize,
    ) -> Result<Range<usize>, Failure> {
        let found = if Self::SPLITS {
            0..sinks
        } else {
            let key = match route {
                Route::Shuffle => frame.number(),
                Route::Fields => self.key(slot)?,
            };
            let sink = (key % sinks as u64) as usize;
            sink..sink + 1
        };
        self.change(slot, route, sinks)?;
        Ok(found)
    }

    /// Whether the message was updated in its bytes.
    #[inline]
    fn is_updated_in_place(&self, _slot: usize) -> bool {
        false
    }

    /// The bytes to send to the sink for the message.
    fn encode<'a>(&'a mut self, slot: usize, sink: usize, message: &'a [u8]) -> Result<&'a [u8], Failure>;

    /// Releases what is not kept for the next message.
    fn release(&mut self, _slot: usize) {}
}

/// What is sent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sends {
    /// The frame that came, from where it lies.
    Frame,
    /// Bytes that what was read holds.
    Held,
    /// Bytes that are written anew.
    Encoded,
}

/// By what a message finds its sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    Shuffle,
    Fields,
}
