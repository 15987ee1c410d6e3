//! What bincode 2 recommends, and for untrusted bytes: no value takes more memory than this.

use bincode::config::{self, Configuration, Limit, LittleEndian, Varint};

const MOST_BYTES: usize = 64 << 20;

pub const CONFIGURATION: Configuration<LittleEndian, Varint, Limit<MOST_BYTES>> =
    config::standard().with_limit::<MOST_BYTES>();
