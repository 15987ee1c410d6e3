//! The runner of rust/flatbuffers-unverified, which shares the page of rust/flatbuffers but for the opening of bytes.

#[path = "../../flatbuffers/src/codec.rs"]
mod codec;
mod opening;
// Not every schema has every kind of field.
#[allow(dead_code)]
#[path = "../../flatbuffers/src/packing.rs"]
mod packing;
#[allow(dead_code)]
#[path = "../../flatbuffers/src/touching.rs"]
mod touching;
#[allow(dead_code)]
#[path = "../../flatbuffers/src/unpacking.rs"]
mod unpacking;

/// The accessors that build.rs generates.
#[allow(dead_code, unused_imports, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/message_generated.rs"));
}
use generated::wire;

serbench_harness::runner!(messages codec::FlatBuffers);
