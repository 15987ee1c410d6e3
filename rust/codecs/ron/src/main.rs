//! The runner of rust/ron.

mod codec;

serbench_harness::runner!(codec::Ron);
