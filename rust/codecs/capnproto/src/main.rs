//! The runner of rust/capnproto.

mod codec;
mod framing;
mod memory;
// Not every schema has every kind of field.
#[allow(dead_code)]
mod packing;
#[allow(dead_code)]
mod touching;
#[allow(dead_code)]
mod unpacking;

/// The accessors that build.rs generates.
#[allow(dead_code, clippy::all)]
mod message_capnp {
    include!(concat!(env!("OUT_DIR"), "/message_capnp.rs"));
}

serbench_harness::runner!(messages codec::CapnProto);
