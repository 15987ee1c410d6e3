//! The runner of rust/sonic-rs.

mod codec;

serbench_harness::runner!(codec::SonicRs);
