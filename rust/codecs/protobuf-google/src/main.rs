//! The runner of rust/protobuf-google.

mod codec;
// Not every schema has every kind of field.
#[allow(dead_code)]
mod converting;

/// The messages that build.rs generates.
#[allow(dead_code, clippy::all)]
mod wire {
    include!(concat!(env!("OUT_DIR"), "/protobuf_generated/generated.rs"));
}

serbench_harness::runner!(messages codec::Protobuf);
