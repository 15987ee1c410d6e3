//! The runner of rust/capnproto-packed, whose page is that of rust/capnproto with another framing.

#[path = "../../capnproto/src/codec.rs"]
mod codec;
mod framing;
#[path = "../../capnproto/src/memory.rs"]
mod memory;
// Not every schema has every kind of field.
#[allow(dead_code)]
#[path = "../../capnproto/src/packing.rs"]
mod packing;
#[allow(dead_code)]
#[path = "../../capnproto/src/touching.rs"]
mod touching;
#[allow(dead_code)]
#[path = "../../capnproto/src/unpacking.rs"]
mod unpacking;

/// The accessors that build.rs generates.
#[allow(dead_code, clippy::all)]
mod message_capnp {
    include!(concat!(env!("OUT_DIR"), "/message_capnp.rs"));
}

serbench_harness::runner!(messages codec::CapnProto);
