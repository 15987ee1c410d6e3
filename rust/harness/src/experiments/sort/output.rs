//! The block of records that is written next.

use crate::experiments::sort::located::Located;
use crate::experiments::sort::phases::Step;
use crate::experiments::sort::tally::Tally;
use crate::experiments::sort::thread::Record;
use crate::experiments::store::file::{MOST_UNSYNCED_BYTES, PAGE_BYTES, RECORD_ALIGNMENT};
use crate::experiments::store::page_buffer::PageBuffer;
use crate::experiments::store::share::OBJECTS_A_BLOCK;
use crate::protocol::RequestError;

/// A file of records: a chunk, or a store.
pub trait Target {
    /// What stands before each message.
    const HEADER_BYTES: usize;

    fn write_header(record: &Record<'_>, header: &mut [u8]);

    /// Whether the file is written past the system's page cache.
    fn direct(&self) -> bool;

    /// Writes a block behind the others and tells where it is.
    fn write(&mut self, block: &[u8]) -> Result<u64, RequestError>;

    /// Notes the last block, in which the messages lie at these places.
    fn note(&mut self, begin: u64, block_bytes: u64, placed: &[Located]);

    /// Writes all but the records, once those are written.
    fn complete(&mut self) -> Result<(), RequestError>;

    /// Waits until what was written is on the disk.
    fn sync(&self) -> Result<(), RequestError>;
}

/// The memory of a block, used for one target after the other.
pub struct Output {
    page: PageBuffer,
    most_bytes: u64,
    used: usize,
    placed: Vec<Located>,
    unsynced_bytes: u64,
}

impl Output {
    /// Blocks of at most `most_bytes`, or of one record, and of at most 256 records.
    pub fn new(most_bytes: u64) -> Self {
        Self {
            page: PageBuffer::holding(most_bytes),
            most_bytes,
            used: 0,
            placed: Vec::with_capacity(OBJECTS_A_BLOCK as usize),
            unsynced_bytes: 0,
        }
    }

    /// Makes the blocks from now on smaller than those that there is memory for.
    pub fn limit(&mut self, most_bytes: u64) {
        self.most_bytes = most_bytes;
    }

    /// Adds records to the block and writes it whenever it is full.
    pub fn append<T: Target>(
        &mut self,
        target: &mut T,
        tally: &mut Tally,
        records: &[Record<'_>],
    ) -> Result<(), RequestError> {
        let mut rest = records;
        while !rest.is_empty() {
            let (fitting, others) = rest.split_at(self.fitting(target, rest));
            if fitting.is_empty() {
                self.write(target, tally)?;
                continue;
            }
            tally.timed(Step::Copy, || {
                fitting.iter().for_each(|record| self.place::<T>(record));
            });
            rest = others;
        }
        Ok(())
    }

    /// Completes the target and waits until all of it is on the disk.
    pub fn finish<T: Target>(&mut self, target: &mut T, tally: &mut Tally) -> Result<(), RequestError> {
        if self.used > 0 {
            self.write(target, tally)?;
        }
        self.unsynced_bytes = 0;
        target.complete()?;
        tally.timed(Step::Fsync, || target.sync())
    }

    /// How many of the records fit behind those of the block, with what is written behind them to fill a
    /// page: at least one into a block that is empty.
    fn fitting<T: Target>(&mut self, target: &T, records: &[Record<'_>]) -> usize {
        let granule = granule_of(target);
        let most_records = OBJECTS_A_BLOCK as usize - self.placed.len();
        let mut end = self.used;
        let fitting = records.iter().take(most_records).take_while(|record| {
            end += record_bytes::<T>(record);
            end.next_multiple_of(granule) as u64 <= self.most_bytes
        });
        match fitting.count() {
            0 if self.used == 0 => {
                self.page.require(record_bytes::<T>(&records[0]) as u64);
                1
            }
            count => count,
        }
    }

    fn place<T: Target>(&mut self, record: &Record<'_>) {
        let begin = self.used + T::HEADER_BYTES;
        let end = begin + record.message.len();
        let next = self.used + record_bytes::<T>(record);
        T::write_header(record, &mut self.page[self.used..begin]);
        self.page[begin..end].copy_from_slice(record.message);
        self.page[end..next].fill(0);
        self.placed.push(Located {
            offset: begin as u64,
            bytes: record.message.len() as u32,
            number: record.number,
        });
        self.used = next;
    }

    fn write<T: Target>(&mut self, target: &mut T, tally: &mut Tally) -> Result<(), RequestError> {
        let size = self.used.next_multiple_of(granule_of(target));
        self.page[self.used..size].fill(0);
        let block = &self.page[..size];
        self.unsynced_bytes += size as u64;
        tally.counts.written_bytes += size as u64;
        let due = !target.direct() && self.unsynced_bytes >= MOST_UNSYNCED_BYTES;
        let begin = tally.timed(Step::Write, || {
            let begin = target.write(block)?;
            if due {
                target.sync()?;
            }
            Ok::<_, RequestError>(begin)
        })?;
        if due {
            self.unsynced_bytes = 0;
        }
        target.note(begin, size as u64, &self.placed);
        self.placed.clear();
        self.used = 0;
        Ok(())
    }
}

fn granule_of(target: &impl Target) -> usize {
    let granule = if target.direct() {
        PAGE_BYTES
    } else {
        RECORD_ALIGNMENT
    };
    granule as usize
}

fn record_bytes<T: Target>(record: &Record<'_>) -> usize {
    (T::HEADER_BYTES + record.message.len()).next_multiple_of(RECORD_ALIGNMENT as usize)
}
