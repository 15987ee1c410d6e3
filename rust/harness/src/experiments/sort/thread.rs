//! What one thread of the sort works with: the codec, and what it has done.

use crate::codec::{Codec, Failure};
use crate::experiments::sort::asked::Asked;
use crate::experiments::sort::budget::block_records;
use crate::experiments::sort::mode::Mode;
use crate::experiments::sort::phases::Step;
use crate::experiments::sort::tally::Tally;
use crate::experiments::store::reading::decode;
use crate::experiments::store::share::End;
use crate::experiments::store::writing::encode;
use crate::values::judging::guarded;
use crate::values::object::Plan;

/// A message in memory and the number of its object.
#[derive(Clone, Copy)]
pub struct Record<'m> {
    pub number: u32,
    pub message: &'m [u8],
}

pub struct SortingThread<'s, C: Codec> {
    pub asked: &'s Asked<'s>,
    pub codec: C,
    pub tally: Tally,
    staged: Vec<u8>,
    sizes: Vec<usize>,
}

impl<'s, C: Codec> SortingThread<'s, C> {
    pub fn new(asked: &'s Asked<'s>) -> Self {
        Self {
            asked,
            codec: C::new(),
            tally: Tally::new(),
            staged: Vec::new(),
            sizes: Vec::new(),
        }
    }

    /// Decodes a block into objects that the caller frees.
    pub fn decode(&mut self, records: &[Record<'_>]) -> Result<Vec<C::Root>, End> {
        let Self { codec, tally, .. } = self;
        let mut objects = Vec::with_capacity(records.len());
        let messages = records.iter().map(|record| record.message);
        tally.counts.decodes += records.len() as u64;
        let decoding = || guarded(|| decode(codec, messages, &mut objects));
        let decoded = tally.timed(Step::Decode, decoding);
        // Those that were decoded are there, so the next one was not.
        decoded.map_err(|failure| failed_at(records, objects.len(), failure))?;
        Ok(objects)
    }

    pub fn free(&mut self, objects: Vec<C::Root>) {
        self.tally.timed(Step::Free, || drop(objects));
    }

    /// Reads the keys of a block, one for each record; `objects` are those of the mode `objects`. With the
    /// mode
    /// `lazy` all are 0.
    pub fn read_keys(
        &mut self,
        records: &[Record<'_>],
        objects: &[C::Root],
        keys: &mut Vec<u64>,
    ) -> Result<(), End> {
        keys.clear();
        keys.reserve_exact(records.len());
        match self.asked.mode {
            Mode::Objects => self.touch(objects, keys),
            Mode::BytesByAccess => return self.access(records, keys),
            Mode::BytesByDecoding => return self.decode_for_keys(records, keys),
            Mode::Lazy => keys.resize(records.len(), 0),
            Mode::Raw => {
                let Self { asked, tally, .. } = self;
                let from_file = |record: &Record<'_>| asked.distinct.key(asked.keys[record.number as usize]);
                tally.timed(Step::Key, || keys.extend(records.iter().map(from_file)));
            }
        }
        Ok(())
    }

    fn touch(&mut self, objects: &[C::Root], keys: &mut Vec<u64>) {
        let Self { asked, tally, .. } = self;
        let touched = |object: &C::Root| asked.distinct.key(asked.key.of(object));
        tally.timed(Step::Key, || keys.extend(objects.iter().map(touched)));
    }

    fn access(&mut self, records: &[Record<'_>], keys: &mut Vec<u64>) -> Result<(), End> {
        let Self {
            asked, codec, tally, ..
        } = self;
        tally.counts.accesses += records.len() as u64;
        let accessing = || {
            guarded(|| {
                for record in records {
                    keys.push(asked.distinct.key(codec.access(record.message, Plan::One)?));
                }
                Ok(())
            })
        };
        let accessed = tally.timed(Step::Key, accessing);
        accessed.map_err(|failure| failed_at(records, keys.len(), failure))
    }

    /// A merge's blocks can be large, and their objects are not part of its memory, so few are decoded at
    /// once.
    fn decode_for_keys(&mut self, records: &[Record<'_>], keys: &mut Vec<u64>) -> Result<(), End> {
        let mut rest = records;
        while !rest.is_empty() {
            let bytes = rest.iter().map(|record| record.message.len() as u32);
            let (block, others) =
                rest.split_at(block_records(bytes, self.asked.budget.decoded_block_bytes()));
            let objects = self.decode(block)?;
            self.touch(&objects, keys);
            self.free(objects);
            rest = others;
        }
        Ok(())
    }

    /// Encodes the objects with these numbers; `staged` then has their messages.
    pub fn encode<'o>(
        &mut self,
        objects: impl Iterator<Item = &'o C::Root>,
        mut numbers: impl Iterator<Item = u32>,
    ) -> Result<(), End> {
        let Self {
            codec,
            tally,
            staged,
            sizes,
            ..
        } = self;
        staged.clear();
        sizes.clear();
        let encoding = || guarded(|| encode(codec, objects, staged, sizes));
        let encoded = tally.timed(Step::Encode, encoding);
        // Those that were encoded are there, so the next one was not.
        encoded.map_err(|failure| End::Failed(numbers.nth(sizes.len()).map(u64::from), failure))
    }

    /// The messages that were encoded last, of the objects with these numbers, and the tally.
    pub fn staged(&mut self, numbers: impl Iterator<Item = u32>) -> (Vec<Record<'_>>, &mut Tally) {
        let mut rest = self.staged.as_slice();
        let records = numbers.zip(&self.sizes).map(|(number, &size)| {
            let (message, others) = rest.split_at(size);
            rest = others;
            Record { number, message }
        });
        (records.collect(), &mut self.tally)
    }
}

fn failed_at(records: &[Record<'_>], place: usize, failure: Failure) -> End {
    End::Failed(records.get(place).map(|record| u64::from(record.number)), failure)
}
