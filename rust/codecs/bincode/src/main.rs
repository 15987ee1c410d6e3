//! The runner of rust/bincode.

mod codec;
mod configuration;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::Bincode);
