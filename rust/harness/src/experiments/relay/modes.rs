//! The modes of a relay, each what it does with one message.

use crate::codec::{Codec, Composed, Failure, MessageCodec};
use crate::experiments::relay::handling::{Handling, Steps};
use crate::values::object::{Object, Plan};

/// A mode that a codec has.
pub struct Mode {
    pub name: &'static str,
    /// Whether a message can go where a field of it says.
    pub reads_keys: bool,
    pub make: fn() -> Box<dyn Handling>,
}

/// The modes of every codec.
pub fn of_codec<C: Codec>() -> Vec<Mode> {
    let mut modes = vec![mode::<Forward>("forward", false)];
    if C::PLANS.contains(&Plan::One) {
        modes.push(mode::<Peek<C>>("peek", true));
    }
    // A floor's object is its bytes already.
    if !C::Root::RAW {
        if C::REUSES {
            modes.push(mode::<Reuse<C>>("reuse", true));
        }
        modes.push(mode::<Fresh<C>>("fresh", true));
    }
    modes
}

/// Those of a codec whose library has messages of its own.
pub fn of_message_codec<M: MessageCodec>() -> Vec<Mode> {
    let mut modes = of_codec::<Composed<M>>();
    if M::REWRITES {
        modes.push(mode::<Rewrite<M>>("message", M::PLANS.contains(&Plan::One)));
    }
    modes
}

fn mode<S: Steps>(name: &'static str, reads_keys: bool) -> Mode {
    Mode {
        name,
        reads_keys,
        make: || Box::new(S::new()),
    }
}

/// The element of a slot, which is made when a larger block than before comes.
fn slot_of<T: Default>(slots: &mut Vec<T>, slot: usize) -> &mut T {
    if slot >= slots.len() {
        slots.resize_with(slot + 1, T::default);
    }
    &mut slots[slot]
}

fn nothing_read() -> Failure {
    Failure::error("No message is read.")
}

/// Nothing is read.
struct Forward;

impl Steps for Forward {
    const DECODES: bool = false;
    const ENCODES: bool = false;

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
    fn encode<'a>(&'a mut self, _slot: usize, message: &'a [u8]) -> Result<&'a [u8], Failure> {
        Ok(message)
    }
}

/// One place of the bytes is read.
struct Peek<C: Codec> {
    codec: C,
    touches: Vec<u64>,
}

impl<C: Codec> Steps for Peek<C> {
    const ENCODES: bool = false;
    const ALIGNMENT: usize = C::ALIGNMENT;

    fn new() -> Self {
        Self {
            codec: C::new(),
            touches: Vec::new(),
        }
    }

    #[inline]
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure> {
        *slot_of(&mut self.touches, slot) = self.codec.access_one(message)?;
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
    fn encode<'a>(&'a mut self, _slot: usize, message: &'a [u8]) -> Result<&'a [u8], Failure> {
        Ok(message)
    }
}

/// The steps that the modes over objects have in common.
struct Objects<C: Codec> {
    codec: C,
    of_slots: Vec<Option<C::Root>>,
}

impl<C: Codec> Objects<C> {
    fn new() -> Self {
        Self {
            codec: C::new(),
            of_slots: Vec::new(),
        }
    }

    fn recover(&mut self, slot: usize) {
        self.codec = C::new();
        *slot_of(&mut self.of_slots, slot) = None;
    }

    #[inline]
    fn key(&self, slot: usize) -> Result<u64, Failure> {
        let object = self.of_slots[slot].as_ref().ok_or_else(nothing_read)?;
        Ok(object.touched(Plan::One))
    }

    #[inline]
    fn encode(&mut self, slot: usize) -> Result<&[u8], Failure> {
        let object = self.of_slots[slot].as_ref().ok_or_else(nothing_read)?;
        self.codec.encode(object)
    }
}

/// An object is decoded over the one before it in its slot.
struct Reuse<C: Codec>(Objects<C>);

impl<C: Codec> Steps for Reuse<C> {
    const ALIGNMENT: usize = C::ALIGNMENT;

    fn new() -> Self {
        Self(Objects::new())
    }

    #[inline]
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure> {
        let Objects { codec, of_slots } = &mut self.0;
        match slot_of(of_slots, slot) {
            Some(object) => codec.decode_over(message, object),
            none => {
                *none = Some(codec.decode(message)?);
                Ok(())
            }
        }
    }

    fn recover(&mut self, slot: usize) {
        self.0.recover(slot);
    }

    #[inline]
    fn key(&mut self, slot: usize) -> Result<u64, Failure> {
        self.0.key(slot)
    }

    #[inline]
    fn encode<'a>(&'a mut self, slot: usize, _message: &'a [u8]) -> Result<&'a [u8], Failure> {
        self.0.encode(slot)
    }
}

/// An object is made for each message and released after it.
struct Fresh<C: Codec>(Objects<C>);

impl<C: Codec> Steps for Fresh<C> {
    const ALIGNMENT: usize = C::ALIGNMENT;

    fn new() -> Self {
        Self(Objects::new())
    }

    #[inline]
    fn decode(&mut self, slot: usize, message: &[u8]) -> Result<(), Failure> {
        let Objects { codec, of_slots } = &mut self.0;
        *slot_of(of_slots, slot) = Some(codec.decode(message)?);
        Ok(())
    }

    fn recover(&mut self, slot: usize) {
        self.0.recover(slot);
    }

    #[inline]
    fn key(&mut self, slot: usize) -> Result<u64, Failure> {
        self.0.key(slot)
    }

    #[inline]
    fn encode<'a>(&'a mut self, slot: usize, _message: &'a [u8]) -> Result<&'a [u8], Failure> {
        self.0.encode(slot)
    }

    #[inline]
    fn release(&mut self, slot: usize) {
        self.0.of_slots[slot] = None;
    }
}

/// The library's message is kept in its slot, read into and written.
struct Rewrite<M: MessageCodec> {
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
        self.codec.read_message(message, read)
    }

    fn recover(&mut self, slot: usize) {
        self.codec = M::new();
        *slot_of(&mut self.messages, slot) = M::Message::default();
    }

    #[inline]
    fn key(&mut self, slot: usize) -> Result<u64, Failure> {
        self.codec.touch_message(&self.messages[slot])
    }

    #[inline]
    fn encode<'a>(&'a mut self, slot: usize, _message: &'a [u8]) -> Result<&'a [u8], Failure> {
        self.codec.serialize(&self.messages[slot])
    }
}
