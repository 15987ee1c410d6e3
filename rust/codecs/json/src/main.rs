//! The runner of rust/json.

mod codec;

serbench_harness::runner!(codec::Json);
