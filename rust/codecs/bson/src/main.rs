//! The runner of rust/bson.

mod codec;
// Not every schema has maps, or a list that access-one reads.
#[allow(dead_code)]
mod scanning;

serbench_harness::runner!(codec::Bson);
