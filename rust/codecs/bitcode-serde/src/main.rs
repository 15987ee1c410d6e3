//! The runner of rust/bitcode-serde.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::BitcodeSerde);
