//! Cap'n Proto with generated accessors: a message is built in segments of memory and read where it lies.

use capnp::message::{Builder, Reader, ReaderOptions, ReaderSegments};
use serbench_harness::values::object::Plan;
use serbench_harness::values::touch::{ALL, ONE, TENTH};
use serbench_harness::{Failure, MessageCodec};

use crate::framing::{self, Segments};
use crate::memory::Memory;
use crate::packing::Pack;
use crate::plain::SerbenchRoot as Root;
use crate::touching::Touched;
use crate::unpacking::{Most, Unpack};

/// The walks over messages, rendered.
#[allow(unused, clippy::all)]
mod conversions {
    include!(concat!(env!("SERBENCH_RENDERED"), "/conversions.rs"));
}
use conversions::root;

/// 2 GiB, half of what a pointer reaches. What is larger stays in the segments that it has come to lie in.
const LARGEST_SEGMENT_WORDS: usize = 1 << 28;

pub struct CapnProto {
    bytes: Vec<u8>,
}

/// A message that can be read any number of times.
pub struct Opening<'a> {
    segments: Segments<'a>,
    limits: ReaderOptions,
}

impl<'a> Opening<'a> {
    fn new(bytes: &'a [u8]) -> capnp::Result<Self> {
        let limits = limits(framing::most_words(bytes));
        let segments = framing::open(bytes, limits)?;
        Ok(Self { segments, limits })
    }

    /// A pass has a reader of its own, which counts what it goes through.
    fn pass<P: Pass>(&self) -> capnp::Result<P::Value> {
        self.segments.pass::<P>(self.limits)
    }
}

/// One pass over a message. The library's readers are generic in what holds the segments, so that it is found out once
/// for a pass and not again for each pointer.
pub trait Pass {
    type Value;

    fn over<S: ReaderSegments>(message: &Reader<S>) -> capnp::Result<Self::Value>;
}

struct Objects;

impl Pass for Objects {
    type Value = Root;

    fn over<S: ReaderSegments>(message: &Reader<S>) -> capnp::Result<Root> {
        Root::unpack(message.get_root()?, Most::of_message(message.size_in_words()))
    }
}

struct Touches<const PLAN: u8>;

impl<const PLAN: u8> Pass for Touches<PLAN>
where
    for<'a> root::Reader<'a>: Touched<PLAN>,
{
    type Value = u64;

    fn over<S: ReaderSegments>(message: &Reader<S>) -> capnp::Result<u64> {
        message.get_root::<root::Reader<'_>>()?.touched()
    }
}

/// The library's limits are 64 MiB and 64 levels. Larger and deeper data is data too; a level takes about 8 KiB of stack.
fn limits(message_words: usize) -> ReaderOptions {
    let mut limits = ReaderOptions::new();
    let words = limits
        .traversal_limit_in_words
        .map(|most| most.max(2 * message_words));
    limits.traversal_limit_in_words(words).nesting_limit(200);
    limits
}

fn not_open() -> Failure {
    Failure::error("No message is open.")
}

impl MessageCodec for CapnProto {
    type Root = Root;
    type Message = Option<Builder<Memory>>;
    type Opened<'a> = Option<Opening<'a>>;
    const PLANS: &'static [Plan] = Plan::EVERY;
    const BUILDS_IN_PLACE: bool = framing::IS_MEMORY;

    fn new() -> Self {
        Self { bytes: Vec::new() }
    }

    /// A builder makes one message in its life, but its memory is used again. A message that does not fit it is built
    /// once more in larger memory, so all messages lie in one segment, whatever was built before.
    fn build(&mut self, object: &Root, message: &mut Self::Message) -> Result<(), Failure> {
        let mut memory = message
            .take()
            .map_or_else(Memory::default, Builder::into_allocator);
        loop {
            let mut builder = Builder::new(memory);
            object.pack(builder.init_root())?;
            let size_words = builder.size_in_words();
            if builder.get_segments_for_output().len() == 1 || size_words > LARGEST_SEGMENT_WORDS {
                *message = Some(builder);
                return Ok(());
            }
            memory = builder.into_allocator().grown(size_words);
        }
    }

    fn serialize<'a>(&'a mut self, message: &'a Self::Message) -> Result<&'a [u8], Failure> {
        let builder = message
            .as_ref()
            .ok_or_else(|| Failure::error("No message is built."))?;
        self.bytes.clear();
        framing::write(&mut self.bytes, builder)?;
        Ok(&self.bytes)
    }

    fn deserialize<'a>(&mut self, bytes: &'a [u8], opened: &mut Self::Opened<'a>) -> Result<(), Failure> {
        *opened = Some(Opening::new(bytes)?);
        Ok(())
    }

    fn extract(&mut self, opened: &Self::Opened<'_>) -> Result<Root, Failure> {
        let opening = opened.as_ref().ok_or_else(not_open)?;
        Ok(opening.pass::<Objects>()?)
    }

    fn touch(&mut self, opened: &Self::Opened<'_>, plan: Plan) -> Result<u64, Failure> {
        let opening = opened.as_ref().ok_or_else(not_open)?;
        Ok(match plan {
            Plan::One => opening.pass::<Touches<ONE>>()?,
            Plan::Tenth => opening.pass::<Touches<TENTH>>()?,
            Plan::All => opening.pass::<Touches<ALL>>()?,
        })
    }
}
