//! The runner of rust/speedy.

mod codec;

serbench_harness::runner!(codec::Speedy);
