//! The runner of rust/messagepack.

mod codec;
mod oneofs;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::MessagePack);
