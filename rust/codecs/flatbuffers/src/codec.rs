//! FlatBuffers with generated accessors: tables are built bottom-up in a builder and read where they lie.

use flatbuffers::FlatBufferBuilder;
use serbench_harness::values::object::Plan;
use serbench_harness::values::touch::{ALL, ONE, TENTH};
use serbench_harness::{Failure, MessageCodec};

use crate::opening::open;
use crate::packing::Pack;
use crate::plain::SerbenchRoot as Root;
use crate::touching::Touched;
use crate::unpacking::Unpack;

/// The walks over tables, rendered.
#[allow(unused, clippy::all)]
mod conversions {
    include!(concat!(env!("SERBENCH_RENDERED"), "/conversions.rs"));
}

/// The table of the root.
pub type Table<'a> = <Root as Unpack>::Wire<'a>;

/// Offsets are signed numbers of 32 bits in some languages.
const MOST_BYTES: usize = i32::MAX as usize;

pub struct FlatBuffers;

fn not_open() -> Failure {
    Failure::error("No message is open.")
}

impl MessageCodec for FlatBuffers {
    type Root = Root;
    type Message = FlatBufferBuilder<'static>;
    type Opened<'a> = Option<Table<'a>>;
    const PLANS: &'static [Plan] = Plan::EVERY;
    const BUILDS_IN_PLACE: bool = true;
    const ALIGNMENT: usize = align_of::<u64>();

    fn new() -> Self {
        Self
    }

    /// The builder keeps its memory.
    fn build(&mut self, object: &Root, message: &mut Self::Message) -> Result<(), Failure> {
        message.reset();
        let root = object.pack(message);
        message.finish_minimal(root);
        if message.finished_data().len() > MOST_BYTES {
            return Err(Failure::error("A FlatBuffer is limited to 2 GiB."));
        }
        Ok(())
    }

    fn serialize<'a>(&'a mut self, message: &'a Self::Message) -> Result<&'a [u8], Failure> {
        Ok(message.finished_data())
    }

    fn deserialize<'a>(&mut self, bytes: &'a [u8], opened: &mut Self::Opened<'a>) -> Result<(), Failure> {
        *opened = Some(open(bytes)?);
        Ok(())
    }

    fn extract(&mut self, opened: &Self::Opened<'_>) -> Result<Root, Failure> {
        let table = opened.ok_or_else(not_open)?;
        Root::unpack(table)
    }

    fn touch(&mut self, opened: &Self::Opened<'_>, plan: Plan) -> Result<u64, Failure> {
        let table = opened.ok_or_else(not_open)?;
        Ok(match plan {
            Plan::One => Touched::<ONE>::touched(table),
            Plan::Tenth => Touched::<TENTH>::touched(table),
            Plan::All => Touched::<ALL>::touched(table),
        })
    }
}
