//! The runner of rust/messagepack.

mod codec;
mod oneofs;

serbench_harness::runner!(codec::MessagePack);
