//! Making chunks: records are read until a thread's share of the memory is used, sorted and written, again
//! and again.

use crate::codec::Codec;
use crate::experiments::sort::budget::{block_records, chunk_records, first_block};
use crate::experiments::sort::chunk_file::ChunkFile;
use crate::experiments::sort::entry::Entry;
use crate::experiments::sort::holding::Holding;
use crate::experiments::sort::located::Located;
use crate::experiments::sort::output::{Output, Target};
use crate::experiments::sort::tally::Tally;
use crate::experiments::sort::thread::{Record, SortingThread};
use crate::experiments::store::share::End;
use crate::timing::clock::Stopwatch;

/// One thread that makes chunks.
pub struct ChunkMaking<'t, 's, C: Codec> {
    thread: &'t mut SortingThread<'s, C>,
    holding: Holding<'s, C>,
    output: Output,
    memory_per_byte: f64,
}

/// What a thread leaves to the merge.
pub struct Made {
    pub chunks: Vec<ChunkFile>,
    /// What each byte of a message took in memory at most.
    pub memory_per_byte: f64,
}

impl<'t, 's, C: Codec> ChunkMaking<'t, 's, C> {
    pub fn of(thread: &'t mut SortingThread<'s, C>, part: &[Located]) -> Self {
        let asked = thread.asked;
        Self {
            thread,
            holding: Holding::of(asked, part),
            output: Output::new(asked.budget.input_block_bytes()),
            memory_per_byte: 1.0,
        }
    }

    /// Makes chunks of a part of the store. If one chunk takes all and `keep_only` is set, it stays in
    /// memory, sorted, and there are no chunks.
    pub fn make_chunks(&mut self, part: &[Located], keep_only: bool) -> Result<Vec<ChunkFile>, End> {
        let mut chunks = Vec::new();
        let mut rest = part;
        while !rest.is_empty() {
            rest = &rest[self.holding.fill(self.thread, rest)?..];
            self.memory_per_byte = self.memory_per_byte.max(self.holding.memory_per_byte());
            self.holding.sort(self.thread)?;
            if keep_only && rest.is_empty() && chunks.is_empty() {
                break;
            }
            let mut chunk = self.thread.asked.new_chunk()?;
            self.write(&mut chunk)?;
            chunks.push(chunk);
        }
        Ok(chunks)
    }

    /// Writes the chunk that is held.
    pub fn write(&mut self, target: &mut impl Target) -> Result<(), End> {
        let block_bytes = self.thread.asked.budget.chunk_block_bytes(self.memory_per_byte);
        self.output.limit(block_bytes);
        let output = &mut self.output;
        let mut rest = self.holding.entries.as_slice();
        while !rest.is_empty() {
            let bytes = rest.iter().map(|entry| entry.bytes);
            let (block, others) = rest.split_at(block_records(bytes, block_bytes));
            write_block(&self.holding, self.thread, block, |records, tally| {
                Ok(output.append(target, tally, records)?)
            })?;
            rest = others;
        }
        output.finish(target, &mut self.thread.tally)?;
        self.holding.release(self.thread);
        Ok(())
    }

    /// Gives the memory back and leaves the rest.
    pub fn made(self, chunks: Vec<ChunkFile>) -> Made {
        self.holding.end(self.thread);
        Made {
            chunks,
            memory_per_byte: self.memory_per_byte,
        }
    }
}

/// Warms a thread up by the first block of its part. The memory where records are held is not kept.
pub fn warm_up<C: Codec>(thread: &mut SortingThread<'_, C>, part: &[Located]) -> Result<(), End> {
    let asked = thread.asked;
    let chunk = &part[..chunk_records(part, asked.budget.share_bytes())];
    let block = first_block(chunk, asked.budget.input_block_bytes());
    let mut holding = Holding::of(asked, block);
    let watch = Stopwatch::start();
    while watch.wall_ns() < asked.warmup_ns && !block.is_empty() {
        holding.take(thread, block)?;
        holding.sort(thread)?;
        write_block(&holding, thread, &holding.entries, |_, _| Ok(()))?;
        holding.release(thread);
    }
    thread.tally = Tally::new();
    Ok(())
}

/// Passes the records of a block on, with the objects encoded.
fn write_block<C: Codec>(
    holding: &Holding<'_, C>,
    thread: &mut SortingThread<'_, C>,
    block: &[Entry],
    pass_on: impl FnOnce(&[Record<'_>], &mut Tally) -> Result<(), End>,
) -> Result<(), End> {
    if holding.holds_objects() {
        let numbers = block.iter().map(|entry| entry.number);
        thread.encode(block.iter().map(|entry| holding.object(entry)), numbers.clone())?;
        let (records, tally) = thread.staged(numbers);
        return pass_on(&records, tally);
    }
    let records: Vec<_> = block.iter().map(|entry| entry.record(&holding.memory)).collect();
    pass_on(&records, &mut thread.tally)
}
