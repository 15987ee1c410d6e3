//! The experiments, a folder each, and the table of the verbs by which they are asked.

use crate::codec::Codec;
use crate::experiments::evolution::MakeRewriting;
use crate::experiments::memory::operations::Entry;
use crate::experiments::relay::modes::Mode;
use crate::experiments::torture::reading::MakeReadings;
use crate::protocol::about::About;
use crate::protocol::{Replies, Request, RequestError};
use crate::values::object::Object;

pub mod emitting;
pub mod evolution;
pub mod memory;
pub mod relay;
pub mod sort;
pub mod store;
pub mod torture;

/// What a request is served with: the runner's identity, and the operations, the relay's modes, the rewriting
/// and the reading of malformed input of its codec.
pub struct Served<'s, R: Object> {
    pub about: &'s About,
    pub operations: &'s [Entry<R>],
    pub modes: &'s [Mode],
    pub rewriting: Option<MakeRewriting>,
    pub readings: MakeReadings<R>,
}

pub type Serve<R> = fn(&mut Replies, &Request, &Served<'_, R>) -> Result<(), RequestError>;

/// What a runner can be asked.
pub struct Verb<R: Object> {
    pub name: &'static str,
    pub serve: Serve<R>,
}

/// The verbs of all experiments. `Plain` is the workload's root type.
pub fn verbs<C: Codec, Plain: Object>() -> Vec<Verb<C::Root>> {
    let mut verbs = memory::verbs::<C, Plain>();
    verbs.extend(store::verbs::<C>());
    verbs.extend(sort::verbs::<C, Plain>());
    verbs.extend(relay::verbs::<C>());
    verbs.extend(evolution::verbs::<C>());
    verbs.extend(torture::verbs());
    verbs
}
