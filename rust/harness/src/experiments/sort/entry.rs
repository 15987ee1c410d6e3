//! What is sorted: an entry for each record that is held.

use crate::codec::Codec;
use crate::experiments::sort::keys::LazyKeys;
use crate::experiments::sort::thread::Record;

/// 24 bytes. The place is that of the message in memory, or of the object among those of the chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub key: u64,
    pub number: u32,
    pub bytes: u32,
    pub place: u64,
}

impl Entry {
    /// The record, whose message is in the memory where all of the chunk are.
    #[inline]
    pub fn record<'m>(&self, memory: &'m [u8]) -> Record<'m> {
        let begin = self.place as usize;
        Record {
            number: self.number,
            message: &memory[begin..begin + self.bytes as usize],
        }
    }
}

/// Sorts by key, then number, and tells how many comparisons it took.
pub fn sort(entries: &mut [Entry]) -> u64 {
    let mut comparisons = 0;
    entries.sort_unstable_by(|a, b| {
        comparisons += 1;
        (a.key, a.number).cmp(&(b.key, b.number))
    });
    comparisons
}

/// The same with keys that every comparison reads out of the messages.
pub fn sort_lazily<C: Codec>(entries: &mut [Entry], memory: &[u8], keys: &mut LazyKeys<'_, C>) -> u64 {
    let mut comparisons = 0;
    entries.sort_unstable_by(|a, b| {
        comparisons += 1;
        let order = keys.read(a.record(memory)).cmp(&keys.read(b.record(memory)));
        order.then(a.number.cmp(&b.number))
    });
    comparisons
}

#[cfg(test)]
mod tests {
    use super::{sort, Entry};

    #[test]
    fn equal_keys_are_in_the_order_of_numbers() {
        assert_eq!(size_of::<Entry>(), 24);
        let entry = |(key, number)| Entry {
            key,
            number,
            bytes: 0,
            place: 0,
        };
        let mut entries = [(2, 1), (1, 9), (u64::MAX, 0), (1, 3)].map(entry);
        assert!(sort(&mut entries) >= 3);
        assert_eq!(entries, [(1, 3), (1, 9), (2, 1), (u64::MAX, 0)].map(entry));
    }
}
