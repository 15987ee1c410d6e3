//! The runner of rust/bincode.

mod codec;
mod configuration;

serbench_harness::runner!(codec::Bincode);
