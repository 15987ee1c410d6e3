//! The index of a store (FORMAT.md, section 6): a header, an entry an object, a checksum.

use crate::experiments::store::file::{StoreFile, RECORD_ALIGNMENT};
use crate::protocol::RequestError;

const MAGIC: &[u8; 8] = b"SERBSTOR";
const FORMAT_VERSION: u32 = 1;
const FIXED_HEADER_BYTES: usize = 40;
const LONGEST_HEADER_BYTES: u64 = 65536;
pub const ENTRY_BYTES: usize = 16;
pub const CHECKSUM_BYTES: u64 = 8;
/// The data file ends with these and the checksum of its index.
pub const DATA_MAGIC: &[u8; 8] = b"SERBDATA";
pub const TRAILER_BYTES: u64 = 16;

/// What an index says of its store. `corpus_digest` is that of the pool of objects (FORMAT.md, section 3).
pub struct StoreIdentity {
    pub codec: String,
    pub workload: String,
    pub corpus_digest: u64,
    pub objects: u64,
}

/// The bytes of an index before its entries.
pub fn header_of(identity: &StoreIdentity, data_bytes: u64) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
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

/// What stands before the entries, `bytes` long.
pub struct Header {
    pub identity: StoreIdentity,
    pub data_bytes: u64,
    pub bytes: u64,
}

impl Header {
    /// Refuses what is no index, or not a whole one.
    pub fn read(index: &StoreFile) -> Result<Self, RequestError> {
        let size = index.size()?;
        let mut fixed = [0; FIXED_HEADER_BYTES];
        if size < FIXED_HEADER_BYTES as u64 {
            return Err(index.refuse("is no index of a store"));
        }
        index.read_all(&mut fixed, 0)?;
        if fixed[..8] != *MAGIC {
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

pub fn number_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn text_from(rest: &mut &[u8]) -> Option<String> {
    let (size, behind) = rest.split_first_chunk::<4>()?;
    let (text, behind) = behind.split_at_checked(u32::from_le_bytes(*size) as usize)?;
    *rest = behind;
    String::from_utf8(text.to_vec()).ok()
}
