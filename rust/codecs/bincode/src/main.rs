//! The runner of rust/bincode.

use bincode::config::{self, Configuration};

mod codec;

/// What bincode 2 recommends: integers of variable length.
const CONFIGURATION: Configuration = config::standard();

serbench_harness::runner!(codec::Bincode);
