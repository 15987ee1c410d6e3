//! Files of a store, and where records lie in them.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::protocol::RequestError;
use crate::values::object::digest_of_digests;
use crate::values::xxh64::xxh64;

const CHECKED_BLOCK_BYTES: u64 = 65536;

/// The page of a disk, to which direct input and output are aligned.
pub const PAGE_BYTES: u64 = 4096;
/// Where records begin, so that libraries that read in place find their numbers aligned.
pub const RECORD_ALIGNMENT: u64 = 16;

/// How much a thread writes through the page cache before it waits for the disk. Without it the system would write
/// behind the threads' backs while they make objects, which is not timed.
pub const MOST_UNSYNCED_BYTES: u64 = 64 << 20;

#[cfg(any(target_arch = "aarch64", target_arch = "arm"))]
const O_DIRECT: i32 = 0x10000;
#[cfg(not(any(target_arch = "aarch64", target_arch = "arm")))]
const O_DIRECT: i32 = 0x4000;

/// Where a record lies in the data file.
#[derive(Clone, Copy)]
pub struct Extent {
    pub offset: u64,
    pub bytes: u64,
}

/// An open file whose every fault names it.
pub struct StoreFile {
    path: PathBuf,
    file: File,
}

impl StoreFile {
    pub fn open(path: &Path, options: &mut OpenOptions, direct: bool) -> Result<Self, RequestError> {
        if direct && !cfg!(target_os = "linux") {
            let sentence = "This system has no direct input and output.";
            return Err(RequestError(sentence.to_owned()));
        }
        options.custom_flags(if direct { O_DIRECT } else { 0 });
        let file = options
            .open(path)
            .map_err(|fault| RequestError::file(path, format_args!("cannot be opened: {fault}")))?;
        let path = path.to_owned();
        Ok(Self { path, file })
    }

    pub fn open_to_read(path: &Path, direct: bool) -> Result<Self, RequestError> {
        Self::open(path, OpenOptions::new().read(true), direct)
    }

    pub fn create(path: &Path, direct: bool) -> Result<Self, RequestError> {
        let mut options = OpenOptions::new();
        Self::open(
            path,
            options.read(true).write(true).create(true).truncate(true),
            direct,
        )
    }

    pub fn size(&self) -> Result<u64, RequestError> {
        let found = self.file.metadata();
        found
            .map(|found| found.len())
            .map_err(|fault| self.unread(&fault))
    }

    pub fn write_all(&self, bytes: &[u8], offset: u64) -> Result<(), RequestError> {
        self.file
            .write_all_at(bytes, offset)
            .map_err(|fault| self.unwritten(&fault))
    }

    /// Fills `to` as far as the file goes, but at least its first `needed` bytes.
    pub fn read_some(&self, to: &mut [u8], offset: u64, needed: u64) -> Result<(), RequestError> {
        let mut done = 0;
        while (done as u64) < needed {
            match self.file.read_at(&mut to[done..], offset + done as u64) {
                Ok(0) => return Err(self.refuse("ends too early")),
                Ok(got) => done += got,
                Err(fault) if fault.kind() == ErrorKind::Interrupted => {}
                Err(fault) => return Err(self.unread(&fault)),
            }
        }
        Ok(())
    }

    pub fn read_all(&self, to: &mut [u8], offset: u64) -> Result<(), RequestError> {
        let needed = to.len() as u64;
        self.read_some(to, offset, needed)
    }

    fn unread(&self, fault: &io::Error) -> RequestError {
        self.refuse(format_args!("cannot be read: {fault}"))
    }

    fn unwritten(&self, fault: &io::Error) -> RequestError {
        self.refuse(format_args!("cannot be written: {fault}"))
    }

    pub fn refuse(&self, why: impl std::fmt::Display) -> RequestError {
        RequestError::file(&self.path, why)
    }

    /// The checksum of its first bytes: the digest of the digests of its blocks.
    pub fn checksum(&self, bytes: u64) -> Result<u64, RequestError> {
        let mut digests = Vec::new();
        let mut block = vec![0; CHECKED_BLOCK_BYTES as usize];
        for offset in (0..bytes).step_by(CHECKED_BLOCK_BYTES as usize) {
            let block = &mut block[..CHECKED_BLOCK_BYTES.min(bytes - offset) as usize];
            self.read_all(block, offset)?;
            digests.push(xxh64(block));
        }
        Ok(digest_of_digests(&digests))
    }

    /// Waits until what was written is on the disk.
    pub fn sync(&self) -> Result<(), RequestError> {
        self.file.sync_all().map_err(|fault| self.unwritten(&fault))
    }
}
