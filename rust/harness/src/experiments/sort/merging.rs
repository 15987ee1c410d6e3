//! One merge: from some chunks to another chunk, or to the store.

use crate::codec::Codec;
use crate::experiments::sort::budget::block_bytes;
use crate::experiments::sort::chunk_file::ChunkFile;
use crate::experiments::sort::merge::Merge;
use crate::experiments::sort::output::{Output, Target};
use crate::experiments::sort::source::Source;
use crate::experiments::sort::thread::SortingThread;
use crate::experiments::store::share::End;

/// One thread's merges.
pub struct Merging<'t, 's, C: Codec> {
    thread: &'t mut SortingThread<'s, C>,
    memory_bytes: u64,
    memory_per_byte: f64,
}

impl<'t, 's, C: Codec> Merging<'t, 's, C> {
    /// What a byte of a message takes in memory has been seen while the chunks were made.
    pub fn of(thread: &'t mut SortingThread<'s, C>, memory_bytes: u64, memory_per_byte: f64) -> Self {
        thread.tally.begin_merging();
        Self {
            thread,
            memory_bytes,
            memory_per_byte,
        }
    }

    /// Merges chunks into another one.
    pub fn into_chunk(&mut self, chunks: &[ChunkFile]) -> Result<ChunkFile, End> {
        let asked = self.thread.asked;
        let mut merged = asked.new_chunk()?;
        let block_bytes = asked.budget.chunk_block_bytes(self.memory_per_byte);
        self.merge(chunks, &mut merged, Output::new(block_bytes))?;
        merged.merges = merges_of(chunks);
        Ok(merged)
    }

    pub fn into_store(&mut self, chunks: &[ChunkFile], store: &mut impl Target) -> Result<(), End> {
        let output = Output::new(self.thread.asked.budget.input_block_bytes());
        self.merge(chunks, store, output)
    }

    fn merge(
        &mut self,
        chunks: &[ChunkFile],
        target: &mut impl Target,
        mut output: Output,
    ) -> Result<(), End> {
        let block_bytes = block_bytes(self.memory_bytes, chunks.len() as u64, self.memory_per_byte);
        if self.thread.asked.largest_block_bytes() > block_bytes {
            return Err(self.thread.asked.budget.too_small().into());
        }
        // What a byte takes may have been less while the chunk was written.
        let largest = chunks.iter().map(ChunkFile::largest_block_bytes);
        let block_bytes = largest.fold(block_bytes, u64::max);
        let mut sources: Vec<_> = chunks
            .iter()
            .map(|chunk| Source::of(chunk, block_bytes))
            .collect();
        for source in &mut sources {
            source.refill(self.thread)?;
        }
        let mut merge = Merge::of(sources);
        while merge.take(self.thread)? {
            merge.pass_on(self.thread, |records, tally| {
                Ok(output.append(target, tally, records)?)
            })?;
        }
        merge.end(self.thread);
        Ok(output.finish(target, &mut self.thread.tally)?)
    }
}

/// How often records have been merged at most that are merged once more.
pub fn merges_of(chunks: &[ChunkFile]) -> u64 {
    chunks.iter().map(|chunk| chunk.merges + 1).max().unwrap_or(0)
}
