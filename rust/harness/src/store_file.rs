//! The files of the experiment `store` (FORMAT.md, section 6): records in a data file, and an index that tells
//! where each lies.

use std::alloc::{alloc, dealloc, handle_alloc_error, Layout};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::ops::{Deref, DerefMut};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::object::digest_of_digests;
use crate::protocol::RequestError;
use crate::xxh64::xxh64;

const INDEX_MAGIC: &[u8; 8] = b"SERBSTOR";
const DATA_MAGIC: &[u8; 8] = b"SERBDATA";
const FORMAT_VERSION: u32 = 1;
const FIXED_HEADER_BYTES: usize = 40;
const LONGEST_HEADER_BYTES: u64 = 65536;
const ENTRY_BYTES: usize = 16;
const CHECKSUM_BYTES: u64 = 8;
const TRAILER_BYTES: u64 = 16;
const CHECKED_BLOCK_BYTES: u64 = 65536;

/// The page of a disk, to which direct input and output are aligned.
const PAGE_BYTES: u64 = 4096;
/// Where records begin, so that libraries that read in place find their numbers aligned.
pub const RECORD_ALIGNMENT: u64 = 16;

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

/// What an index says of its store. `corpus_digest` is that of the pool of objects (FORMAT.md, section 3).
pub struct StoreIdentity {
    pub codec: String,
    pub workload: String,
    pub corpus_digest: u64,
    pub objects: u64,
}

/// Memory that begins at a page's boundary.
pub struct PageBuffer {
    data: *mut u8,
    capacity: usize,
}

impl PageBuffer {
    pub fn new() -> Self {
        Self {
            data: std::ptr::dangling_mut(),
            capacity: 0,
        }
    }

    /// Makes room for so many bytes. What was there is lost when the memory grows.
    pub fn require(&mut self, bytes: u64) {
        if bytes as usize <= self.capacity {
            return;
        }
        self.release();
        self.capacity = bytes.next_multiple_of(PAGE_BYTES) as usize * 2;
        // SAFETY: the layout is of more than no bytes.
        self.data = unsafe { alloc(self.layout()) };
        if self.data.is_null() {
            handle_alloc_error(self.layout());
        }
        // Bytes that were never written may not be seen as a slice.
        // SAFETY: the memory has just been had with this capacity.
        unsafe { self.data.write_bytes(0, self.capacity) };
    }

    fn layout(&self) -> Layout {
        Layout::from_size_align(self.capacity, PAGE_BYTES as usize).expect("a page's size is a power of two")
    }

    fn release(&mut self) {
        if self.capacity != 0 {
            // SAFETY: the memory was had with this layout.
            unsafe { dealloc(self.data, self.layout()) };
            self.capacity = 0;
        }
    }
}

impl Default for PageBuffer {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for PageBuffer {
    fn drop(&mut self) {
        self.release();
    }
}

impl Deref for PageBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: so many bytes lie there, and each was set when the memory was had.
        unsafe { std::slice::from_raw_parts(self.data, self.capacity) }
    }
}

impl DerefMut for PageBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and nobody else has the memory.
        unsafe { std::slice::from_raw_parts_mut(self.data, self.capacity) }
    }
}

/// An open file whose every fault names it.
pub struct StoreFile {
    path: PathBuf,
    file: File,
}

impl StoreFile {
    fn open(path: &Path, options: &mut OpenOptions, direct: bool) -> Result<Self, RequestError> {
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

    fn create(path: &Path, direct: bool) -> Result<Self, RequestError> {
        let mut options = OpenOptions::new();
        Self::open(
            path,
            options.read(true).write(true).create(true).truncate(true),
            direct,
        )
    }

    fn size(&self) -> Result<u64, RequestError> {
        let found = self.file.metadata();
        found
            .map(|found| found.len())
            .map_err(|fault| self.unread(&fault))
    }

    fn write_all(&self, bytes: &[u8], offset: u64) -> Result<(), RequestError> {
        self.file
            .write_all_at(bytes, offset)
            .map_err(|fault| self.unwritten(&fault))
    }

    /// Fills `to` as far as the file goes, but at least its first `needed` bytes.
    fn read_some(&self, to: &mut [u8], offset: u64, needed: u64) -> Result<(), RequestError> {
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

    fn refuse(&self, why: impl std::fmt::Display) -> RequestError {
        RequestError::file(&self.path, why)
    }

    /// The checksum of its first bytes: the digest of the digests of its blocks.
    fn checksum(&self, bytes: u64) -> Result<u64, RequestError> {
        let mut digests = Vec::new();
        let mut block = vec![0; CHECKED_BLOCK_BYTES as usize];
        for offset in (0..bytes).step_by(CHECKED_BLOCK_BYTES as usize) {
            let block = &mut block[..CHECKED_BLOCK_BYTES.min(bytes - offset) as usize];
            self.read_all(block, offset)?;
            digests.push(xxh64(block));
        }
        Ok(digest_of_digests(&digests))
    }
}

fn header_of(identity: &StoreIdentity, data_bytes: u64) -> Vec<u8> {
    let mut header = INDEX_MAGIC.to_vec();
    header.extend(FORMAT_VERSION.to_le_bytes());
    header.extend([0; 4]);
    for number in [identity.objects, data_bytes, identity.corpus_digest] {
        header.extend(number.to_le_bytes());
    }
    for text in [&identity.codec, &identity.workload] {
        header.extend((text.len() as u32).to_le_bytes());
        header.extend(text.as_bytes());
    }
    header.resize(header.len().next_multiple_of(RECORD_ALIGNMENT as usize), 0);
    let size = header.len() as u32;
    header[12..16].copy_from_slice(&size.to_le_bytes());
    header
}

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

    /// The place of a block of so many bytes, a multiple of the granule.
    pub fn reserve(&self, bytes: u64) -> u64 {
        self.data_bytes.fetch_add(bytes, Ordering::Relaxed)
    }

    pub fn write(&self, block: &[u8], offset: u64) -> Result<(), RequestError> {
        self.data.write_all(block, offset)
    }

    /// Notes where the objects `first`, `first` + 1 … lie.
    pub fn note(&self, first: u64, extents: &[Extent]) -> Result<(), RequestError> {
        let entries: Vec<u8> = extents
            .iter()
            .flat_map(|extent| [extent.offset.to_le_bytes(), extent.bytes.to_le_bytes()])
            .flatten()
            .collect();
        self.index
            .write_all(&entries, self.header_bytes + ENTRY_BYTES as u64 * first)
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
        self.data
            .file
            .sync_all()
            .map_err(|fault| self.data.unwritten(&fault))
    }
}

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
    pub fn read(&self, window: &Window, buffer: &mut PageBuffer) -> Result<(), RequestError> {
        let place = window.place as usize;
        let to = &mut buffer[place..place + window.bytes as usize];
        self.data.read_some(to, window.offset, window.needed)
    }
}

struct Header {
    identity: StoreIdentity,
    data_bytes: u64,
    bytes: u64,
}

impl Header {
    fn read(index: &StoreFile) -> Result<Self, RequestError> {
        let size = index.size()?;
        let mut fixed = [0; FIXED_HEADER_BYTES];
        if size < FIXED_HEADER_BYTES as u64 {
            return Err(index.refuse("is no index of a store"));
        }
        index.read_all(&mut fixed, 0)?;
        if fixed[..8] != *INDEX_MAGIC {
            return Err(index.refuse("is no index of a store"));
        }
        let versions = number_at(&fixed, 8);
        if versions as u32 != FORMAT_VERSION {
            return Err(index.refuse(format_args!(
                "has another version of the format than {FORMAT_VERSION}"
            )));
        }
        let (bytes, objects) = (versions >> 32, number_at(&fixed, 16));
        let right = bytes >= FIXED_HEADER_BYTES as u64
            && bytes <= size.min(LONGEST_HEADER_BYTES)
            && objects == (size - bytes) / ENTRY_BYTES as u64
            && size == bytes + ENTRY_BYTES as u64 * objects + CHECKSUM_BYTES;
        if !right {
            return Err(index.refuse("does not have the size that its header tells"));
        }
        let mut texts = vec![0; bytes as usize - FIXED_HEADER_BYTES];
        index.read_all(&mut texts, FIXED_HEADER_BYTES as u64)?;
        let mut rest = texts.as_slice();
        let mut text = || text_from(&mut rest).ok_or_else(|| index.refuse("is damaged in its header"));
        let identity = StoreIdentity {
            codec: text()?,
            workload: text()?,
            corpus_digest: number_at(&fixed, 32),
            objects,
        };
        Ok(Self {
            identity,
            data_bytes: number_at(&fixed, 24),
            bytes,
        })
    }
}

fn number_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn text_from(rest: &mut &[u8]) -> Option<String> {
    let (size, behind) = rest.split_first_chunk::<4>()?;
    let (text, behind) = behind.split_at_checked(u32::from_le_bytes(*size) as usize)?;
    *rest = behind;
    String::from_utf8(text.to_vec()).ok()
}

/// One read of the data file, for records that lie side by side.
pub struct Window {
    /// In the file, a multiple of the granule.
    pub offset: u64,
    /// A multiple of the granule.
    pub bytes: u64,
    /// Up to the end of the last record.
    pub needed: u64,
    /// In the buffer.
    pub place: u64,
}

/// The reads that fetch a block of records, and where each record then lies in the buffer.
#[derive(Default)]
pub struct ReadPlan {
    pub windows: Vec<Window>,
    pub places: Vec<u64>,
    pub buffer_bytes: u64,
}

impl ReadPlan {
    pub fn make(&mut self, extents: &[Extent], granule: u64) {
        self.windows.clear();
        self.places.clear();
        self.buffer_bytes = 0;
        for extent in extents {
            let record_end = extent.offset + extent.bytes;
            let begin = extent.offset / granule * granule;
            let end = record_end.next_multiple_of(granule);
            match self.windows.last_mut() {
                Some(last) if begin >= last.offset && begin <= last.offset + last.bytes => {
                    last.bytes = last.bytes.max(end - last.offset);
                    last.needed = last.needed.max(record_end - last.offset);
                }
                _ => self.windows.push(Window {
                    offset: begin,
                    bytes: end - begin,
                    needed: record_end - begin,
                    place: self.buffer_bytes,
                }),
            }
            let last = self.windows.last().expect("a window was added");
            self.places.push(last.place + extent.offset - last.offset);
            self.buffer_bytes = last.place + last.bytes;
        }
    }
}
