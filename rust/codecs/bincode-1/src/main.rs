//! The runner of rust/bincode-1.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::Bincode);
