//! The runner of rust/bitcode.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::Bitcode);
