//! The runner of rust/rkyv.

mod codec;
mod opening;
// Not every schema has maps, or a list that access-one reads.
#[allow(dead_code)]
mod touching;
#[allow(dead_code)]
mod updating;

serbench_harness::runner!(codec::Rkyv);
