//! The runner of rust/memcpy.

mod codec;

serbench_harness::runner!(codec::Memcpy);
