//! The runner of rust/messagepack-named.

mod codec;

serbench_harness::runner!(codec::MessagePackNamed);
