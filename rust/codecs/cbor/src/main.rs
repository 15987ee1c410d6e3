//! The runner of rust/cbor.

mod codec;

serbench_harness::runner!(codec::Cbor);
