//! The records that one thread holds in memory until they are a chunk.

use crate::codec::Codec;
use crate::experiments::sort::asked::Asked;
use crate::experiments::sort::budget::{chunk_records, first_block, ENTRY_BYTES};
use crate::experiments::sort::entry::{sort, sort_lazily, Entry};
use crate::experiments::sort::keys::LazyKeys;
use crate::experiments::sort::located::Located;
use crate::experiments::sort::mode::Mode;
use crate::experiments::sort::phases::Step;
use crate::experiments::sort::thread::{Record, SortingThread};
use crate::experiments::store::page_buffer::PageBuffer;
use crate::experiments::store::read_plan::ReadPlan;
use crate::experiments::store::share::{untold, End};
use crate::protocol::RequestError;
use crate::values::judging::guarded;

pub struct Holding<'s, C: Codec> {
    asked: &'s Asked<'s>,
    pub(super) entries: Vec<Entry>,
    /// The messages of the chunk; with the mode `objects` only those of a block.
    pub(super) memory: PageBuffer,
    used: usize,
    /// The objects of the chunk, a list for each block, so that none moves when there are more.
    objects: Vec<Vec<C::Root>>,
    /// The messages' bytes and those of their entries.
    held_bytes: u64,
    /// What each of these took with its object at the end of the first chunk.
    per_byte: Option<f64>,
    keys: Vec<u64>,
    plan: ReadPlan,
}

impl<'s, C: Codec> Holding<'s, C> {
    /// For chunks of a part of the store.
    pub fn of(asked: &'s Asked<'s>, part: &[Located]) -> Self {
        let mut holding = Self {
            asked,
            entries: Vec::new(),
            memory: PageBuffer::new(),
            used: 0,
            objects: Vec::new(),
            held_bytes: 0,
            per_byte: None,
            keys: Vec::new(),
            plan: ReadPlan::default(),
        };
        holding.memory = PageBuffer::holding(holding.memory_bytes(part));
        holding
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Reads records until the thread's share of the memory is used, and tells how many.
    pub fn fill(&mut self, thread: &mut SortingThread<'_, C>, located: &[Located]) -> Result<usize, End> {
        let budget = &self.asked.budget;
        let chunk = self.readable(located);
        let mut rest = chunk;
        while !rest.is_empty() {
            let block = first_block(rest, budget.input_block_bytes());
            if self.holds_objects() && !self.is_empty() && !self.has_room(block) {
                break;
            }
            self.take(thread, block)?;
            if self.per_byte.is_none() && self.entries.len() == block.len() && self.takes_more_than_all() {
                return Err(budget.too_small().into());
            }
            rest = &rest[block.len()..];
        }
        if self.holds_objects() {
            self.per_byte.get_or_insert(self.asked.held.per_byte());
        }
        Ok(chunk.len() - rest.len())
    }

    /// Reads a block of records and their keys, and decodes it where objects are held.
    pub fn take(&mut self, thread: &mut SortingThread<'_, C>, block: &[Located]) -> Result<(), End> {
        self.plan_block(block);
        let first = self.entries.len();
        self.make_room(block.len());
        let asked = self.asked;
        let Self {
            entries,
            memory,
            used,
            objects,
            keys,
            plan,
            ..
        } = self;
        let to = &mut memory[*used..];
        thread.tally.counts.read_bytes += plan.buffer_bytes;
        let placed = block.iter().zip(&plan.places).map(|(located, place)| Entry {
            key: 0,
            number: located.number,
            bytes: located.bytes,
            place: *used as u64 + place,
        });
        thread.tally.timed(Step::Read, || {
            let mut windows = plan.windows.iter();
            windows.try_for_each(|window| asked.reader.read(window, to))?;
            entries.extend(placed);
            Ok::<_, RequestError>(())
        })?;
        let (entries, memory): (_, &[u8]) = (&mut entries[first..], memory);
        let records: Vec<Record<'_>> = entries.iter().map(|entry| entry.record(memory)).collect();
        if asked.mode == Mode::Objects {
            asked.held.add(held_by(block));
            objects.push(thread.decode(&records)?);
        }
        let decoded = objects.last().map_or(&[][..], Vec::as_slice);
        thread.read_keys(&records, decoded, keys)?;
        for (entry, &key) in entries.iter_mut().zip(&*keys) {
            entry.key = key;
        }
        self.held_bytes += held_by(block);
        self.place_behind(first);
        Ok(())
    }

    /// Where the block behind the first entries is held: its messages where they were read to, or its
    /// objects.
    fn place_behind(&mut self, first: usize) {
        if !self.holds_objects() {
            self.used += self.plan.buffer_bytes as usize;
            return;
        }
        let list = (self.objects.len() as u64 - 1) << 32;
        for (place, entry) in (list..).zip(&mut self.entries[first..]) {
            entry.place = place;
        }
    }

    /// Brings what is held into its order.
    pub fn sort(&mut self, thread: &mut SortingThread<'_, C>) -> Result<(), End> {
        let Self {
            asked,
            entries,
            memory,
            ..
        } = self;
        let SortingThread { codec, tally, .. } = thread;
        if asked.mode != Mode::Lazy {
            tally.counts.comparisons += tally.timed(Step::Order, || sort(entries));
            return Ok(());
        }
        let mut keys = LazyKeys::new(codec, asked.distinct);
        let sorting = || guarded(|| Ok(sort_lazily(entries, memory, &mut keys)));
        let sorted = tally.timed(Step::Order, sorting);
        tally.counts.accesses += keys.accesses;
        // Without keys there is no order, which the sort may have noticed.
        match keys.failure() {
            Some(end) => Err(end),
            None => {
                tally.counts.comparisons += sorted.map_err(untold)?;
                Ok(())
            }
        }
    }

    /// Forgets what is held. Memory of bytes is used again.
    pub fn release(&mut self, thread: &mut SortingThread<'_, C>) {
        if self.holds_objects() {
            self.asked.held.remove(self.held_bytes);
        }
        for objects in self.objects.drain(..) {
            thread.free(objects);
        }
        self.entries.clear();
        self.used = 0;
        self.held_bytes = 0;
    }

    /// Gives all memory back.
    pub fn end(self, thread: &mut SortingThread<'_, C>) {
        let (entries, memory) = (self.entries, self.memory);
        thread.tally.timed(Step::Free, || drop((entries, memory)));
    }

    /// What a byte of a message takes in memory, its own included.
    pub fn memory_per_byte(&self) -> f64 {
        let entries_bytes = ENTRY_BYTES * self.entries.len() as u64;
        1.0 + self
            .per_byte
            .unwrap_or(entries_bytes as f64 / self.held_bytes.max(1) as f64)
    }

    pub fn holds_objects(&self) -> bool {
        self.asked.mode == Mode::Objects
    }

    /// The object of an entry.
    pub fn object(&self, entry: &Entry) -> &C::Root {
        &self.objects[(entry.place >> 32) as usize][entry.place as u32 as usize]
    }

    /// What can be read for one chunk: how many objects fit shows only when they are there. Past the page
    /// cache a block is read from page to page, and all of that is held.
    fn readable<'l>(&mut self, located: &'l [Located]) -> &'l [Located] {
        if self.holds_objects() {
            return located;
        }
        let budget = &self.asked.budget;
        let (share_bytes, block_bytes) = (budget.share_bytes(), budget.input_block_bytes());
        let chunk = &located[..chunk_records(located, share_bytes)];
        let (mut records, mut held) = (0, 0);
        while records < chunk.len() {
            let block = first_block(&chunk[records..], block_bytes);
            self.plan_block(block);
            held += self.plan.buffer_bytes + ENTRY_BYTES * block.len() as u64;
            if records > 0 && held > share_bytes {
                break;
            }
            records += block.len();
        }
        &chunk[..records]
    }

    /// What the largest chunk takes, or the largest block where objects are held.
    fn memory_bytes(&mut self, part: &[Located]) -> u64 {
        let (mut most, mut rest) = (0, part);
        while !rest.is_empty() {
            let chunk = self.readable(rest);
            let (mut unread, mut of_chunk) = (chunk, 0);
            while !unread.is_empty() {
                let block = first_block(unread, self.asked.budget.input_block_bytes());
                self.plan_block(block);
                of_chunk = match self.holds_objects() {
                    true => of_chunk.max(self.plan.buffer_bytes),
                    false => of_chunk + self.plan.buffer_bytes,
                };
                unread = &unread[block.len()..];
            }
            most = most.max(of_chunk);
            rest = &rest[chunk.len()..];
        }
        most
    }

    fn plan_block(&mut self, block: &[Located]) {
        let extents: Vec<_> = block.iter().map(Located::extent).collect();
        self.plan.make(&extents, self.asked.reader.granule());
    }

    /// Entries grow by an eighth, because room that is not used yet counts as given out.
    fn make_room(&mut self, records: usize) {
        let entries = &mut self.entries;
        if entries.capacity() - entries.len() < records {
            entries.reserve_exact(records.max(entries.len() / 8));
        }
    }

    /// Whether the objects of a block, if they are as the others, fit into the thread's share.
    fn has_room(&self, block: &[Located]) -> bool {
        let (held, budget) = (&self.asked.held, &self.asked.budget);
        let part = held.part_bytes(self.held_bytes, self.per_byte, budget.threads);
        let next = held_by(block) as f64 * self.per_byte.unwrap_or(held.per_byte());
        part + next <= budget.share_bytes() as f64
    }

    fn takes_more_than_all(&self) -> bool {
        self.holds_objects() && self.asked.held.total_bytes() > self.asked.budget.memory_bytes
    }
}

/// The messages of a block and their entries.
fn held_by(block: &[Located]) -> u64 {
    block
        .iter()
        .map(|located| u64::from(located.bytes) + ENTRY_BYTES)
        .sum()
}
