//! The runner of rust/bson.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::Bson);
