//! What bincode 1 wrote: integers of fixed width.

use bincode::config::{self, Configuration, Fixint, LittleEndian};

pub const CONFIGURATION: Configuration<LittleEndian, Fixint> = config::legacy();
