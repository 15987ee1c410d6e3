//! The runner of rust/speedy.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::Speedy);
