//! The runner of rust/savefile.

mod codec;

serbench_harness::runner!(codec::Savefile);
