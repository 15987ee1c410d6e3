//! The runner of rust/postcard.

mod codec;

serbench_harness::runner!(codec::Postcard);
