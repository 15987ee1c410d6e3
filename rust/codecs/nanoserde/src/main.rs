//! The runner of rust/nanoserde.

mod codec;

serbench_harness::runner!(codec::Nanoserde);
