//! The runner of rust/postcard.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::Postcard);
