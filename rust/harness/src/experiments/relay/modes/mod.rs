//! The modes of a relay, each what it does with one message.

use crate::codec::{Codec, Composed, Failure, MessageCodec};
use crate::experiments::relay::handling::Handling;
use crate::experiments::relay::modes::bytes::{Forward, Peek};
use crate::experiments::relay::modes::changed::{Changed, Envelope, Split, Update};
use crate::experiments::relay::modes::messages::Rewrite;
use crate::experiments::relay::modes::objects::{Fresh, Reuse};
use crate::experiments::relay::modes::updated::UpdateBytes;
use crate::experiments::relay::steps::Steps;
use crate::values::object::{Object, Plan};

mod bytes;
mod changed;
mod messages;
mod objects;
mod updated;

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
        modes.extend(of_schema::<C>());
    }
    modes
}

/// Those that not every schema has.
fn of_schema<C: Codec>() -> Vec<Mode> {
    let mut modes = Vec::new();
    if C::Root::HAS_NUMBER && C::UPDATES {
        modes.push(mode::<UpdateBytes<C>>("update", true));
    } else if C::Root::HAS_NUMBER {
        modes.push(mode::<Changed<C, Update>>("update", true));
    }
    if C::Root::HAS_BATCH {
        modes.push(mode::<Changed<C, Split<C::Root>>>("split", true));
    }
    if C::Root::IS_ENVELOPE {
        modes.push(mode::<Changed<C, Envelope>>("envelope", true));
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
