//! Reading the two files of a store.

use std::path::Path;

use crate::experiments::store::file::{Extent, StoreFile, PAGE_BYTES, RECORD_ALIGNMENT};
use crate::experiments::store::index::{
    number_at, Header, StoreIdentity, CHECKSUM_BYTES, DATA_MAGIC, ENTRY_BYTES, TRAILER_BYTES,
};
use crate::experiments::store::read_plan::Window;
use crate::protocol::RequestError;

/// Reads a store that has been written in full. Threads may share it.
pub struct StoreReader {
    pub identity: StoreIdentity,
    data: StoreFile,
    index: StoreFile,
    header_bytes: u64,
    granule: u64,
}

impl StoreReader {
    /// Refuses two files that do not belong together or are not whole.
    pub fn open(data: &Path, index: &Path, direct: bool) -> Result<Self, RequestError> {
        let file = StoreFile::open_to_read(data, direct)?;
        let index = StoreFile::open_to_read(index, false)?;
        let header = Header::read(&index)?;
        let end = header.bytes + ENTRY_BYTES as u64 * header.identity.objects;
        let mut checksum = [0; CHECKSUM_BYTES as usize];
        index.read_all(&mut checksum, end)?;
        if u64::from_le_bytes(checksum) != index.checksum(end)? {
            return Err(index.refuse("does not have the checksum that it tells"));
        }
        let whole = StoreFile::open_to_read(data, false)?;
        if whole.size()? != header.data_bytes + TRAILER_BYTES {
            return Err(whole.refuse("does not have the size that its index tells"));
        }
        let mut trailer = [0; TRAILER_BYTES as usize];
        whole.read_all(&mut trailer, header.data_bytes)?;
        if trailer[..8] != *DATA_MAGIC || trailer[8..] != checksum {
            return Err(whole.refuse("belongs to another index"));
        }
        Ok(Self {
            identity: header.identity,
            data: file,
            index,
            header_bytes: header.bytes,
            granule: if direct { PAGE_BYTES } else { RECORD_ALIGNMENT },
        })
    }

    pub fn granule(&self) -> u64 {
        self.granule
    }

    /// Looks up where these objects lie; refuses one that the store does not have.
    pub fn locate(&self, objects: &[u64], extents: &mut Vec<Extent>) -> Result<(), RequestError> {
        extents.clear();
        let mut entries = Vec::new();
        // Entries that lie side by side are read at once.
        for run in objects.chunk_by(|before, after| before + 1 == *after) {
            let last = run[run.len() - 1];
            if last >= self.identity.objects {
                return Err(RequestError(format!(
                    "The store has no object {last}; it has {}.",
                    self.identity.objects
                )));
            }
            entries.resize(ENTRY_BYTES * run.len(), 0);
            self.index
                .read_all(&mut entries, self.header_bytes + ENTRY_BYTES as u64 * run[0])?;
            extents.extend(entries.chunks_exact(ENTRY_BYTES).map(|entry| Extent {
                offset: number_at(entry, 0),
                bytes: number_at(entry, 8),
            }));
        }
        Ok(())
    }

    /// Fills a window's place in the buffer.
    pub fn read(&self, window: &Window, buffer: &mut [u8]) -> Result<(), RequestError> {
        let place = window.place as usize;
        let to = &mut buffer[place..place + window.bytes as usize];
        self.data.read_some(to, window.offset, window.needed)
    }
}
