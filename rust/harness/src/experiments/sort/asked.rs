//! What every thread of a sort has been asked for.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::experiments::sort::budget::Budget;
use crate::experiments::sort::chunk_file::ChunkFile;
use crate::experiments::sort::keys::{Distinct, Key};
use crate::experiments::sort::mode::Mode;
use crate::experiments::sort::output::Target;
use crate::experiments::store::file::{PAGE_BYTES, RECORD_ALIGNMENT};
use crate::experiments::store::reader::StoreReader;
use crate::protocol::RequestError;
use crate::timing::allocator::given_out_bytes;

pub struct Asked<'r> {
    pub reader: StoreReader,
    pub mode: Mode,
    pub key: Key,
    /// By the objects' numbers, where the mode takes them from a file.
    pub keys: Vec<u64>,
    pub distinct: Distinct,
    pub budget: Budget,
    pub scratch: &'r Path,
    pub direct: bool,
    pub warmup_ns: u64,
    pub largest_bytes: u64,
    pub held: Held,
    pub chunks_made: AtomicU64,
}

impl Asked<'_> {
    /// What a block of only the largest record takes in a chunk.
    pub fn largest_block_bytes(&self) -> u64 {
        let granule = if self.direct { PAGE_BYTES } else { RECORD_ALIGNMENT };
        (ChunkFile::HEADER_BYTES as u64 + self.largest_bytes).next_multiple_of(granule)
    }

    pub fn new_chunk(&self) -> Result<ChunkFile, RequestError> {
        let number = self.chunks_made.fetch_add(1, Ordering::Relaxed);
        ChunkFile::create(&self.scratch.join(format!("chunk-{number}")), self.direct)
    }
}

/// The memory that decoded objects take, which only the allocator knows, and only of all threads together.
pub struct Held {
    before_bytes: AtomicU64,
    message_bytes: AtomicU64,
}

impl Held {
    /// What has been given out so far does not count.
    pub fn from_now_on() -> Self {
        Self {
            before_bytes: AtomicU64::new(given_out_bytes().unwrap_or_default()),
            message_bytes: AtomicU64::new(0),
        }
    }

    /// Begins anew, when no messages are held.
    pub fn begin_anew(&self) {
        let now = given_out_bytes().unwrap_or_default();
        self.before_bytes.store(now, Ordering::Relaxed);
    }

    pub fn add(&self, message_bytes: u64) {
        self.message_bytes.fetch_add(message_bytes, Ordering::Relaxed);
    }

    pub fn remove(&self, message_bytes: u64) {
        self.message_bytes.fetch_sub(message_bytes, Ordering::Relaxed);
    }

    /// What all threads have been given.
    pub fn total_bytes(&self) -> u64 {
        let now = given_out_bytes().unwrap_or_default();
        now.saturating_sub(self.before_bytes.load(Ordering::Relaxed))
    }

    /// What each byte of a message that is held takes in memory.
    pub fn per_byte(&self) -> f64 {
        self.total_bytes() as f64 / self.of_all()
    }

    /// The part of a thread that holds messages of `message_bytes`.
    pub fn part_bytes(&self, message_bytes: u64, per_byte: Option<f64>, threads: u64) -> f64 {
        let total_bytes = self.total_bytes() as f64;
        part_of(
            total_bytes,
            message_bytes as f64,
            self.of_all(),
            per_byte,
            threads as f64,
        )
    }

    fn of_all(&self) -> f64 {
        self.message_bytes.load(Ordering::Relaxed).max(1) as f64
    }
}

/// A thread's part of what all have been given: that of its messages in the messages of all. What the
/// allocator has got back and keeps for a thread, it counts as given out. It shows once it is known what
/// messages take, and is divided among the threads, as otherwise the one that holds most would bear it.
fn part_of(total: f64, own: f64, of_all: f64, per_byte: Option<f64>, threads: f64) -> f64 {
    match per_byte {
        Some(per_byte) if per_byte * of_all < total => per_byte * own + (total - per_byte * of_all) / threads,
        _ => total * own / of_all,
    }
}

#[cfg(test)]
mod tests {
    use super::part_of;

    #[test]
    fn a_threads_part_is_that_of_its_messages() {
        assert_eq!(part_of(1200.0, 100.0, 300.0, None, 2.0), 400.0);
        assert_eq!(part_of(1200.0, 100.0, 300.0, Some(4.0), 2.0), 400.0);
        assert_eq!(part_of(1200.0, 100.0, 300.0, Some(5.0), 2.0), 400.0);
    }

    #[test]
    fn what_no_message_takes_is_divided() {
        assert_eq!(part_of(1200.0, 100.0, 300.0, Some(2.0), 2.0), 500.0);
        assert_eq!(part_of(1200.0, 200.0, 300.0, Some(2.0), 2.0), 700.0);
    }
}
