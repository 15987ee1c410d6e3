//! The runner of rust/flatbuffers.

mod codec;
mod opening;
// Not every schema has every kind of field.
#[allow(dead_code)]
mod packing;
#[allow(dead_code)]
mod touching;
#[allow(dead_code)]
mod unpacking;

/// The accessors that build.rs generates.
#[allow(dead_code, unused_imports, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/message_generated.rs"));
}
use generated::wire;

serbench_harness::runner!(messages codec::FlatBuffers);
