//! The runner of rust/rkyv-unchecked, which shares the page of rust/rkyv but for the opening of bytes.

#[path = "../../rkyv/src/codec.rs"]
mod codec;
mod opening;
// Not every schema has maps, or a list that access-one reads.
#[allow(dead_code)]
#[path = "../../rkyv/src/touching.rs"]
mod touching;

serbench_harness::runner!(codec::Rkyv);
