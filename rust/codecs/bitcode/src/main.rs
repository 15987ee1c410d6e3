//! The runner of rust/bitcode.

mod codec;

serbench_harness::runner!(codec::Bitcode);
