//! The runner of rust/bson.

mod codec;

serbench_harness::runner!(codec::Bson);
