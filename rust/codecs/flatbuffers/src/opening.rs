//! Opens untrusted bytes: the verifier checks all of them once.

use flatbuffers::{InvalidFlatbuffer, VerifierOptions};

use crate::codec::Table;

/// A table's offset to its vtable and one reference to it.
const TABLE_OVERHEAD_BYTES: usize = 8;

/// The library's limits are 64 levels and a million tables. Deeper data is data too; and no buffer holds more tables
/// than this unless several places share one, which could make a small buffer an endless object.
pub fn open(bytes: &[u8]) -> Result<Table<'_>, InvalidFlatbuffer> {
    let library = VerifierOptions::default();
    let limits = VerifierOptions {
        max_depth: 1000,
        max_tables: library.max_tables.max(bytes.len() / TABLE_OVERHEAD_BYTES),
        ..library
    };
    flatbuffers::root_with_opts::<Table<'_>>(&limits, bytes)
}
