//! The files of FORMAT.md, section 2: a corpus, and messages in the same layout.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::protocol::RequestError;

pub type Magic = &'static [u8; 8];
pub const CORPUS: Magic = b"SERBCRP1";
pub const MESSAGES: Magic = b"SERBMSG1";
pub const NUMBERS: Magic = b"SERBNUM1";
const MISSING: u32 = 0xFFFF_FFFF;

/// Reads one entry after the other and refuses a file at its first fault.
pub struct ContainerReader {
    path: PathBuf,
    file: BufReader<File>,
    left: u64,
    count: u64,
}

impl ContainerReader {
    pub fn open(path: &Path, magic: Magic) -> Result<Self, RequestError> {
        let fault = |fault| RequestError::file(path, format_args!("cannot be opened: {fault}"));
        let file = File::open(path).map_err(fault)?;
        let left = file.metadata().map_err(fault)?.len();
        let mut reader = Self {
            path: path.to_owned(),
            file: BufReader::new(file),
            left,
            count: 0,
        };
        if &reader.array::<8>()? != magic {
            return Err(reader.refuse(format_args!(
                "does not begin with {}",
                String::from_utf8_lossy(magic)
            )));
        }
        reader.count = u64::from_le_bytes(reader.array()?);
        Ok(reader)
    }

    /// The messages of as many objects; refuses a file with another number of them.
    pub fn messages_of(path: &Path, objects: usize) -> Result<Self, RequestError> {
        let file = Self::open(path, MESSAGES)?;
        if file.count == objects as u64 {
            Ok(file)
        } else {
            Err(file.refuse(format_args!(
                "holds {} messages for {objects} objects",
                file.count
            )))
        }
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// The next entry's bytes; None where it is missing, as messages can be.
    pub fn next_entry(&mut self) -> Result<Option<Vec<u8>>, RequestError> {
        let size = u32::from_le_bytes(self.array()?);
        if size == MISSING {
            return Ok(None);
        }
        // A length beyond the end of the file must not become an allocation.
        if u64::from(size) > self.left {
            return Err(self.refuse("ends too early"));
        }
        let mut entry = vec![0; size as usize];
        self.fill(&mut entry)?;
        Ok(Some(entry))
    }

    /// Refuses bytes after the last entry.
    pub fn finish(&self) -> Result<(), RequestError> {
        if self.left == 0 {
            Ok(())
        } else {
            Err(self.refuse("has bytes after its last entry"))
        }
    }

    pub fn refuse(&self, why: impl fmt::Display) -> RequestError {
        RequestError::file(&self.path, why)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], RequestError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), RequestError> {
        self.file
            .read_exact(bytes)
            .map_err(|_| self.refuse("ends too early"))?;
        self.left -= bytes.len() as u64;
        Ok(())
    }
}

/// Writes one entry after the other.
pub struct ContainerWriter {
    path: PathBuf,
    file: BufWriter<File>,
}

impl ContainerWriter {
    pub fn create(path: &Path, magic: Magic, count: usize) -> Result<Self, RequestError> {
        let file = File::create(path)
            .map_err(|fault| RequestError::file(path, format_args!("cannot be written: {fault}")))?;
        let mut writer = Self {
            path: path.to_owned(),
            file: BufWriter::new(file),
        };
        writer.put(magic)?;
        writer.put(&(count as u64).to_le_bytes())?;
        Ok(writer)
    }

    /// Adds an entry, or the mark that it is missing.
    pub fn add(&mut self, entry: Option<&[u8]>) -> Result<(), RequestError> {
        let size = match entry.map(|bytes| u32::try_from(bytes.len())) {
            None => MISSING,
            Some(Ok(size)) if size != MISSING => size,
            Some(_) => {
                return Err(RequestError::file(
                    &self.path,
                    "cannot hold an entry of 2^32-1 bytes or more",
                ))
            }
        };
        self.put(&size.to_le_bytes())?;
        self.put(entry.unwrap_or_default())
    }

    /// Hands everything to the system, whose refusal is told here at the latest.
    pub fn finish(mut self) -> Result<(), RequestError> {
        self.file.flush().map_err(|fault| self.fault(&fault))
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), RequestError> {
        self.file.write_all(bytes).map_err(|fault| self.fault(&fault))
    }

    fn fault(&self, fault: &std::io::Error) -> RequestError {
        RequestError::file(&self.path, format_args!("cannot be written: {fault}"))
    }
}
