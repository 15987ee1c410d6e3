//! The runner of rust/json.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::Json);
