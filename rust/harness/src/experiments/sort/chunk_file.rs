//! A chunk: a sorted piece of the records in a file of its own (PROTOCOL.md, sort).

use std::path::Path;

use crate::experiments::sort::located::Located;
use crate::experiments::sort::output::Target;
use crate::experiments::sort::thread::Record;
use crate::experiments::store::file::{StoreFile, RECORD_ALIGNMENT};
use crate::protocol::RequestError;

const HEADER_BYTES: usize = 16;

/// What was written at once, and is read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub bytes: u64,
    pub records: u32,
}

pub struct ChunkFile {
    file: StoreFile,
    direct: bool,
    pub bytes: u64,
    pub blocks: Vec<Block>,
    /// How often its records have been merged at most.
    pub merges: u64,
}

impl ChunkFile {
    /// The file has no name any more once it is open, so it is gone however this process ends.
    pub fn create(path: &Path, direct: bool) -> Result<Self, RequestError> {
        let file = StoreFile::create(path, direct)?;
        std::fs::remove_file(path)
            .map_err(|fault| RequestError::file(path, format_args!("cannot be removed: {fault}")))?;
        Ok(Self {
            file,
            direct,
            bytes: 0,
            blocks: Vec::new(),
            merges: 0,
        })
    }

    pub fn read(&self, to: &mut [u8], offset: u64) -> Result<(), RequestError> {
        self.file.read_all(to, offset)
    }

    pub fn largest_block_bytes(&self) -> u64 {
        let sizes = self.blocks.iter().map(|block| block.bytes);
        sizes.max().unwrap_or(0)
    }
}

impl Target for ChunkFile {
    const HEADER_BYTES: usize = HEADER_BYTES;

    fn write_header(record: &Record<'_>, header: &mut [u8]) {
        header[..4].copy_from_slice(&(record.message.len() as u32).to_le_bytes());
        header[4..8].copy_from_slice(&record.number.to_le_bytes());
        header[8..].fill(0);
    }

    fn direct(&self) -> bool {
        self.direct
    }

    fn write(&mut self, block: &[u8]) -> Result<u64, RequestError> {
        self.file.write_all(block, self.bytes)?;
        Ok(self.bytes)
    }

    fn note(&mut self, begin: u64, block_bytes: u64, placed: &[Located]) {
        self.bytes = begin + block_bytes;
        self.blocks.push(Block {
            bytes: block_bytes,
            records: placed.len() as u32,
        });
    }

    fn complete(&mut self) -> Result<(), RequestError> {
        Ok(())
    }

    fn sync(&self) -> Result<(), RequestError> {
        self.file.sync()
    }
}

/// Finds the first records of a block that has been read; their places count from `begin`.
pub fn find_records(bytes: &[u8], begin: u64, count: u32, found: &mut Vec<Located>) {
    let mut at = 0;
    for _ in 0..count {
        let number_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let message_bytes = number_at(at);
        let message = at + HEADER_BYTES;
        found.push(Located {
            offset: begin + message as u64,
            bytes: message_bytes,
            number: number_at(at + 4),
        });
        at = (message + message_bytes as usize).next_multiple_of(RECORD_ALIGNMENT as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::{find_records, Block, ChunkFile};
    use crate::experiments::sort::located::Located;
    use crate::experiments::sort::output::Output;
    use crate::experiments::sort::tally::Tally;
    use crate::experiments::sort::thread::Record;

    fn record(number: u32, message: &[u8]) -> Record<'_> {
        Record { number, message }
    }

    #[test]
    fn records_lie_as_the_protocol_says_and_are_found_again() {
        let path = std::env::temp_dir().join(format!("serbench-chunk-{}", std::process::id()));
        let mut chunk = ChunkFile::create(&path, false).expect("the folder can be written");
        assert!(!path.exists());
        let (mut output, mut tally) = (Output::new(80), Tally::new());
        let records = [record(7, b"abc"), record(1, b""), record(9, &[5; 33])];
        let written = output.append(&mut chunk, &mut tally, &records);
        written
            .and_then(|()| output.finish(&mut chunk, &mut tally))
            .expect("the chunk can be written");
        let blocks = [
            Block {
                bytes: 48,
                records: 2,
            },
            Block {
                bytes: 64,
                records: 1,
            },
        ];
        assert_eq!((chunk.bytes, &chunk.blocks[..]), (112, &blocks[..]));
        assert_eq!(tally.counts.written_bytes, 112);
        let mut bytes = [1; 112];
        chunk.read(&mut bytes, 0).expect("the chunk can be read");
        assert_eq!(bytes[..20], *b"\x03\0\0\0\x07\0\0\0\0\0\0\0\0\0\0\0abc\0");
        assert_eq!(bytes[97..], [0; 15]);
        let mut found = Vec::new();
        find_records(&bytes[..48], 0, 2, &mut found);
        find_records(&bytes[48..], 48, 1, &mut found);
        let at = |offset, bytes, number| Located {
            offset,
            bytes,
            number,
        };
        assert_eq!(found, [at(16, 3, 7), at(48, 0, 1), at(64, 33, 9)]);
    }
}
