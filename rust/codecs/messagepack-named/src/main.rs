//! The runner of rust/messagepack-named.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::MessagePackNamed);
