//! What bincode 2 recommends: integers of variable length.

use bincode::config::{self, Configuration};

pub const CONFIGURATION: Configuration = config::standard();
