//! The store that a sort writes, with its index in memory, because entries come in any order.

use crate::experiments::sort::located::Located;
use crate::experiments::sort::output::Target;
use crate::experiments::sort::thread::Record;
use crate::experiments::store::file::Extent;
use crate::experiments::store::writer::StoreWriter;
use crate::protocol::RequestError;

const ENTRIES_AT_ONCE: usize = 4096;

pub struct SortedStore<'w> {
    writer: &'w StoreWriter,
    /// By the objects' numbers.
    index: Vec<Located>,
    pub bytes: u64,
    pub data_bytes: u64,
}

impl<'w> SortedStore<'w> {
    /// Uses the memory of the index of the store that has been read.
    pub fn new(writer: &'w StoreWriter, mut read: Vec<Located>) -> Self {
        read.fill(Located::default());
        Self {
            writer,
            index: read,
            bytes: 0,
            data_bytes: 0,
        }
    }

    /// The index, from the memory where it is.
    fn write_index(&self) -> Result<(), RequestError> {
        for (place, entries) in self.index.chunks(ENTRIES_AT_ONCE).enumerate() {
            let first = (place * ENTRIES_AT_ONCE) as u64;
            let numbers: Vec<u64> = (first..first + entries.len() as u64).collect();
            let extents: Vec<Extent> = entries.iter().map(Located::extent).collect();
            self.writer.note(&numbers, &extents)?;
        }
        Ok(())
    }
}

impl Target for SortedStore<'_> {
    const HEADER_BYTES: usize = 0;

    fn write_header(_record: &Record<'_>, _header: &mut [u8]) {}

    fn direct(&self) -> bool {
        !self.writer.through_page_cache()
    }

    fn write(&mut self, block: &[u8]) -> Result<u64, RequestError> {
        let begin = self.writer.reserve(block.len() as u64);
        self.writer.write(block, begin)?;
        Ok(begin)
    }

    fn note(&mut self, begin: u64, _block_bytes: u64, placed: &[Located]) {
        for record in placed {
            self.bytes += u64::from(record.bytes);
            self.index[record.number as usize] = Located {
                offset: begin + record.offset,
                ..*record
            };
        }
    }

    fn complete(&mut self) -> Result<(), RequestError> {
        self.write_index()?;
        self.data_bytes = self.writer.finish()?;
        Ok(())
    }

    fn sync(&self) -> Result<(), RequestError> {
        self.writer.sync()
    }
}
