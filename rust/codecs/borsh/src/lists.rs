//! Lists of messages. Borsh refuses those whose elements have no bytes, because a hostile count of them costs time
//! for nothing; a schema may have them, and here they are a count like every other list's.

use std::io::{Read, Result, Write};

use borsh::{BorshDeserialize, BorshSerialize};

pub fn serialize<T: BorshSerialize, W: Write>(list: &Vec<T>, writer: &mut W) -> Result<()> {
    if size_of::<T>() > 0 {
        return list.serialize(writer);
    }
    let count = u32::try_from(list.len()).map_err(std::io::Error::other)?;
    count.serialize(writer)
}

pub fn deserialize<T: BorshDeserialize, R: Read>(reader: &mut R) -> Result<Vec<T>> {
    if size_of::<T>() > 0 {
        return Vec::deserialize_reader(reader);
    }
    let count = u32::deserialize_reader(reader)?;
    (0..count).map(|_| T::deserialize_reader(reader)).collect()
}
