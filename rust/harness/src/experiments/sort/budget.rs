//! How the memory of a sort is divided.

use crate::experiments::sort::located::Located;
use crate::experiments::store::file::RECORD_ALIGNMENT;
use crate::experiments::store::share::{BYTES_A_BLOCK, OBJECTS_A_BLOCK};
use crate::protocol::RequestError;

/// What is noted of a record that is held.
pub const ENTRY_BYTES: u64 = 24;
/// A block that is read or written takes at most this part of a thread's share, so that the blocks, which
/// come on top of what is held, are a small part of the memory.
const BLOCKS_A_SHARE: u64 = 64;

#[derive(Clone, Copy)]
pub struct Budget {
    pub memory_bytes: u64,
    pub threads: u64,
    pub fan_in: u64,
}

impl Budget {
    /// There is no share for a thread that would have no object.
    pub fn of_objects(self, objects: u64) -> Self {
        Self {
            threads: self.threads.min(objects.max(1)),
            ..self
        }
    }

    /// What one thread may hold.
    pub fn share_bytes(&self) -> u64 {
        self.memory_bytes / self.threads
    }

    /// The block that is read from the store.
    pub fn input_block_bytes(&self) -> u64 {
        (self.share_bytes() / BLOCKS_A_SHARE).min(BYTES_A_BLOCK)
    }

    /// The block whose objects are there only while their keys are read: less, because objects take more.
    pub fn decoded_block_bytes(&self) -> u64 {
        self.input_block_bytes() / 4
    }

    /// The block that is written to a chunk. The one merge that reads most blocks has to hold them all.
    pub fn chunk_block_bytes(&self, memory_per_byte: f64) -> u64 {
        block_bytes(self.share_bytes(), self.fan_in, memory_per_byte).min(self.input_block_bytes())
    }

    /// Refuses what would not hold a block of only one record.
    pub fn require_block(&self, largest_bytes: u64) -> Result<(), RequestError> {
        if largest_bytes + ENTRY_BYTES <= self.share_bytes() {
            return Ok(());
        }
        Err(self.too_small())
    }

    pub fn too_small(&self) -> RequestError {
        RequestError(format!(
            "The memory of {} bytes does not hold one block.",
            self.memory_bytes
        ))
    }
}

/// The largest block of which one from each chunk and one that is written fit in the memory, with what is
/// made of them.
pub fn block_bytes(memory_bytes: u64, chunks: u64, memory_per_byte: f64) -> u64 {
    let block_bytes = memory_bytes as f64 / ((chunks + 1) as f64 * memory_per_byte);
    (block_bytes as u64).min(BYTES_A_BLOCK)
}

/// How many of the records make a block of at most `most_bytes`: at least one, if there is one.
pub fn block_records(bytes: impl Iterator<Item = u32>, most_bytes: u64) -> usize {
    let mut total = 0;
    let bytes = bytes.take(OBJECTS_A_BLOCK as usize).enumerate();
    let fitting = bytes.take_while(|&(place, bytes)| {
        total += u64::from(bytes);
        place == 0 || total <= most_bytes
    });
    fitting.count()
}

/// How many of the records make a chunk of those whose bytes are held: at least one, if there is one.
pub fn chunk_records(located: &[Located], share_bytes: u64) -> usize {
    let mut total = 0;
    let held = located.iter().enumerate().take_while(|(place, located)| {
        total += u64::from(located.bytes).next_multiple_of(RECORD_ALIGNMENT) + ENTRY_BYTES;
        *place == 0 || total <= share_bytes
    });
    held.count()
}

/// The first block of what is to be read.
pub fn first_block(located: &[Located], most_bytes: u64) -> &[Located] {
    let bytes = located.iter().map(|located| located.bytes);
    &located[..block_records(bytes, most_bytes)]
}

#[cfg(test)]
mod tests {
    use super::{block_bytes, block_records, chunk_records, Budget};
    use crate::experiments::sort::located::Located;

    const BUDGET: Budget = Budget {
        memory_bytes: 1 << 20,
        threads: 2,
        fan_in: 3,
    };

    #[test]
    fn a_block_has_one_record_at_least_and_256_at_most() {
        assert_eq!(block_records([50, 50, 1].into_iter(), 100), 2);
        assert_eq!(block_records([200, 1].into_iter(), 100), 1);
        assert_eq!(block_records([0, 200].into_iter(), 100), 1);
        assert_eq!(block_records([0; 300].into_iter(), 100), 256);
        assert_eq!(block_records([].into_iter(), 100), 0);
    }

    #[test]
    fn a_chunk_ends_before_the_record_that_its_share_does_not_hold() {
        let located = [17, 1, 0].map(|bytes| Located {
            bytes,
            ..Located::default()
        });
        assert_eq!(chunk_records(&located, 56 + 40 + 24), 3);
        assert_eq!(chunk_records(&located, 56 + 40 + 23), 2);
        assert_eq!(chunk_records(&located, 56 + 39), 1);
        assert_eq!(chunk_records(&located, 0), 1);
    }

    #[test]
    fn the_blocks_of_a_merge_fit_with_what_is_made_of_them() {
        assert_eq!(block_bytes(1000, 3, 2.5), 100);
        assert_eq!(block_bytes(u64::MAX, 3, 1.0), 8 << 20);
        assert_eq!(BUDGET.share_bytes(), 512 << 10);
        assert_eq!(BUDGET.input_block_bytes(), 8 << 10);
        assert_eq!(BUDGET.chunk_block_bytes(64.0), 2 << 10);
        assert_eq!(BUDGET.chunk_block_bytes(1.0), 8 << 10);
    }

    #[test]
    fn no_more_threads_share_the_memory_than_have_objects() {
        let threads = |objects| BUDGET.of_objects(objects).threads;
        assert_eq!([0, 1, 2, 3].map(threads), [1, 1, 2, 2]);
    }

    #[test]
    fn what_holds_no_record_is_refused() {
        assert_eq!(BUDGET.require_block((512 << 10) - 24), Ok(()));
        let refused = BUDGET.require_block(512 << 10).expect_err("it does not fit");
        assert_eq!(refused.0, "The memory of 1048576 bytes does not hold one block.");
    }
}
