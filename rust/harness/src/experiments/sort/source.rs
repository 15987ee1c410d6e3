//! A chunk as a merge reads it: some of its blocks in memory, with their keys and objects.

use crate::codec::Codec;
use crate::experiments::sort::chunk_file::{find_records, ChunkFile};
use crate::experiments::sort::located::Located;
use crate::experiments::sort::mode::Mode;
use crate::experiments::sort::phases::Step;
use crate::experiments::sort::thread::{Record, SortingThread};
use crate::experiments::store::page_buffer::PageBuffer;
use crate::experiments::store::share::End;
use crate::protocol::RequestError;

pub struct Source<'r, C: Codec> {
    chunk: &'r ChunkFile,
    next_block: usize,
    next_offset: u64,
    memory: PageBuffer,
    records: Vec<Located>,
    keys: Vec<u64>,
    objects: Vec<C::Root>,
    at: usize,
}

impl<'r, C: Codec> Source<'r, C> {
    /// Reads up to `block_bytes` at once.
    pub fn of(chunk: &'r ChunkFile, block_bytes: u64) -> Self {
        Self {
            chunk,
            next_block: 0,
            next_offset: 0,
            memory: PageBuffer::holding(block_bytes.min(chunk.bytes)),
            records: Vec::new(),
            keys: Vec::new(),
            objects: Vec::new(),
            at: 0,
        }
    }

    /// Reads as many of the next blocks as there is memory for, in place of those that are used up.
    pub fn refill(&mut self, thread: &mut SortingThread<'_, C>) -> Result<(), End> {
        self.release(thread);
        let chunk = self.chunk;
        let blocks = &chunk.blocks[self.next_block..];
        let mut bytes = 0;
        let fitting = blocks.iter().take_while(|block| {
            bytes += block.bytes;
            bytes <= self.memory.len() as u64
        });
        let blocks = &blocks[..fitting.count()];
        let bytes: u64 = blocks.iter().map(|block| block.bytes).sum();
        let offset = self.next_offset;
        self.next_block += blocks.len();
        self.next_offset += bytes;
        thread.tally.counts.read_bytes += bytes;
        let Self { memory, records, .. } = self;
        thread.tally.timed(Step::Read, || {
            chunk.read(&mut memory[..bytes as usize], offset)?;
            let mut begin = 0;
            for block in blocks {
                find_records(&memory[begin as usize..], begin, block.records, records);
                begin += block.bytes;
            }
            Ok::<_, RequestError>(())
        })?;
        self.open(thread)
    }

    fn open(&mut self, thread: &mut SortingThread<'_, C>) -> Result<(), End> {
        let mut keys = std::mem::take(&mut self.keys);
        let records: Vec<Record<'_>> = (0..self.records.len()).map(|place| self.record(place)).collect();
        let mut objects = Vec::new();
        if thread.asked.mode == Mode::Objects {
            objects = thread.decode(&records)?;
        }
        thread.read_keys(&records, &objects, &mut keys)?;
        (self.objects, self.keys) = (objects, keys);
        Ok(())
    }

    /// Frees the objects, for which there is no use any more.
    pub fn release(&mut self, thread: &mut SortingThread<'_, C>) {
        let objects = std::mem::take(&mut self.objects);
        if thread.asked.mode == Mode::Objects {
            thread.free(objects);
        }
        self.records.clear();
        self.at = 0;
    }

    /// The key and the number of the next record, which is in memory.
    pub fn head(&self) -> (u64, u64) {
        (self.keys[self.at], u64::from(self.records[self.at].number))
    }

    pub fn head_record(&self) -> Record<'_> {
        self.record(self.at)
    }

    /// Leaves the next record behind and tells its place.
    pub fn advance(&mut self) -> usize {
        self.at += 1;
        self.at - 1
    }

    pub fn is_used_up(&self) -> bool {
        self.at == self.records.len()
    }

    /// Whether there are records that have not been read.
    pub fn has_more(&self) -> bool {
        self.next_block < self.chunk.blocks.len()
    }

    pub fn object(&self, place: usize) -> &C::Root {
        &self.objects[place]
    }

    pub fn record(&self, place: usize) -> Record<'_> {
        let found = &self.records[place];
        let begin = found.offset as usize;
        Record {
            number: found.number,
            message: &self.memory[begin..begin + found.bytes as usize],
        }
    }
}
