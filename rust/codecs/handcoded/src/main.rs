//! The runner of rust/handcoded.

mod codec;
// Not every schema has maps, or a list that access-one reads.
#[allow(dead_code)]
mod scanning;
// Nor has every schema a number.
#[allow(dead_code)]
mod updating;

serbench_harness::runner!(codec::Handcoded);
