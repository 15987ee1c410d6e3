//! Writing the two files of a store.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::experiments::store::file::{Extent, StoreFile, PAGE_BYTES, RECORD_ALIGNMENT};
use crate::experiments::store::index::{header_of, StoreIdentity, DATA_MAGIC, ENTRY_BYTES};
use crate::protocol::RequestError;

/// Writes a store. Threads may write blocks of records at the same time.
pub struct StoreWriter {
    identity: StoreIdentity,
    data: StoreFile,
    data_path: PathBuf,
    index: StoreFile,
    header_bytes: u64,
    data_bytes: AtomicU64,
    granule: u64,
}

impl StoreWriter {
    /// `direct` leaves the system's page cache out.
    pub fn create(
        data: &Path,
        index: &Path,
        identity: StoreIdentity,
        direct: bool,
    ) -> Result<Self, RequestError> {
        Ok(Self {
            data: StoreFile::create(data, direct)?,
            data_path: data.to_owned(),
            index: StoreFile::create(index, false)?,
            header_bytes: header_of(&identity, 0).len() as u64,
            identity,
            data_bytes: AtomicU64::new(0),
            granule: if direct { PAGE_BYTES } else { RECORD_ALIGNMENT },
        })
    }

    /// Blocks begin and end at multiples of this.
    pub fn granule(&self) -> u64 {
        self.granule
    }

    pub fn through_page_cache(&self) -> bool {
        self.granule != PAGE_BYTES
    }

    /// The place of a block of `bytes`, a multiple of the granule.
    pub fn reserve(&self, bytes: u64) -> u64 {
        self.data_bytes.fetch_add(bytes, Ordering::Relaxed)
    }

    pub fn write(&self, block: &[u8], offset: u64) -> Result<(), RequestError> {
        self.data.write_all(block, offset)
    }

    /// Notes where the objects of these numbers lie.
    pub fn note(&self, numbers: &[u64], extents: &[Extent]) -> Result<(), RequestError> {
        let entries: Vec<u8> = extents
            .iter()
            .flat_map(|extent| [extent.offset.to_le_bytes(), extent.bytes.to_le_bytes()])
            .flatten()
            .collect();
        let mut rest = entries.as_slice();
        // Entries that lie side by side are written at once.
        for run in numbers.chunk_by(|before, after| before + 1 == *after) {
            let (side_by_side, others) = rest.split_at(ENTRY_BYTES * run.len());
            self.index
                .write_all(side_by_side, self.header_bytes + ENTRY_BYTES as u64 * run[0])?;
            rest = others;
        }
        Ok(())
    }

    /// Completes both files once all blocks are written, and tells how many bytes of data there are.
    pub fn finish(&self) -> Result<u64, RequestError> {
        let data_bytes = self.data_bytes.load(Ordering::Relaxed);
        self.index.write_all(&header_of(&self.identity, data_bytes), 0)?;
        let end = self.header_bytes + ENTRY_BYTES as u64 * self.identity.objects;
        let checksum = self.index.checksum(end)?.to_le_bytes();
        self.index.write_all(&checksum, end)?;
        // No page holds the trailer in full, so it is not written directly.
        let end_of_data = StoreFile::open(&self.data_path, OpenOptions::new().write(true), false)?;
        end_of_data.write_all(&[*DATA_MAGIC, checksum].concat(), data_bytes)?;
        Ok(data_bytes)
    }

    /// Waits until the data is on the disk.
    pub fn sync(&self) -> Result<(), RequestError> {
        self.data.sync()
    }
}
