//! The runner of rust/bincode-legacy, whose page is that of rust/bincode.

use bincode::config::{self, Configuration, Fixint, LittleEndian};

#[path = "../../bincode/src/codec.rs"]
mod codec;

/// What bincode 1 wrote: integers of fixed width.
const CONFIGURATION: Configuration<LittleEndian, Fixint> = config::legacy();

serbench_harness::runner!(codec::Bincode);
