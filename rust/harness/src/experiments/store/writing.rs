//! Writing objects to a store, block by block.

use std::ops::Range;

use crate::codec::{Codec, Failure};
use crate::experiments::store::file::{Extent, MOST_UNSYNCED_BYTES, RECORD_ALIGNMENT};
use crate::experiments::store::number_list::NumberList;
use crate::experiments::store::page_buffer::PageBuffer;
use crate::experiments::store::phases::Phase;
use crate::experiments::store::pool::Pool;
use crate::experiments::store::share::{block_objects, untold, End, Share, OBJECTS_A_BLOCK};
use crate::experiments::store::writer::StoreWriter;
use crate::timing::clock::Stopwatch;
use crate::values::judging::guarded;
use crate::values::object::Object;

/// One thread that writes.
pub struct Writing<'s, C: Codec> {
    pool: &'s Pool,
    writer: &'s StoreWriter,
    /// The numbers in the order in which their objects are written; without a list they are in theirs.
    order: Option<&'s NumberList>,
    share: Share,
    codec: C,
    block: u64,
    scratch: Vec<u8>,
    staged: Vec<u8>,
    sizes: Vec<usize>,
    extents: Vec<Extent>,
    page: PageBuffer,
    page_size: usize,
    unsynced_bytes: u64,
}

impl<'s, C: Codec> Writing<'s, C> {
    pub fn new(pool: &'s Pool, writer: &'s StoreWriter, order: Option<&'s NumberList>) -> Self {
        Self {
            pool,
            writer,
            order,
            share: Share::default(),
            codec: C::new(),
            block: block_objects(pool, OBJECTS_A_BLOCK),
            scratch: Vec::new(),
            staged: Vec::new(),
            sizes: Vec::new(),
            extents: Vec::new(),
            page: PageBuffer::new(),
            page_size: 0,
            unsynced_bytes: 0,
        }
    }

    pub fn run(&mut self, warmup_ns: u64, places: Range<u64>) -> Result<Share, End> {
        let first_of_pool: Vec<u64> = (0..self.block).collect();
        let watch = Stopwatch::start();
        while watch.wall_ns() < warmup_ns {
            self.prepare(&first_of_pool)?;
        }
        self.share = Share::default();
        for first in places.clone().step_by(self.block as usize) {
            let block = first..places.end.min(first + self.block);
            let numbers = match self.order {
                None => block.collect(),
                Some(order) => order.read(block)?,
            };
            self.prepare(&numbers)?;
            let begin = self.writer.reserve(self.page_size as u64);
            let block = &self.page[..self.page_size];
            self.share
                .phases
                .timed(Phase::Write, || self.writer.write(block, begin))?;
            self.sync_now_and_then()?;
            for extent in &mut self.extents {
                extent.offset += begin;
            }
            self.writer.note(&numbers, &self.extents)?;
        }
        Ok(std::mem::take(&mut self.share))
    }

    fn sync_now_and_then(&mut self) -> Result<(), End> {
        self.unsynced_bytes += self.page_size as u64;
        if self.writer.through_page_cache() && self.unsynced_bytes >= MOST_UNSYNCED_BYTES {
            self.share.phases.timed(Phase::Write, || self.writer.sync())?;
            self.unsynced_bytes = 0;
        }
        Ok(())
    }

    /// All of a block but its writing.
    fn prepare(&mut self, numbers: &[u64]) -> Result<(), End> {
        let objects = numbers
            .iter()
            .map(|&number| self.pool.make(number, &mut self.scratch))
            .collect::<Result<Vec<C::Root>, _>>()?;
        self.stage(&objects)?;
        self.place();
        let Self {
            page,
            staged,
            extents,
            page_size,
            ..
        } = self;
        self.share
            .phases
            .timed(Phase::Copy, || copy(staged, extents, &mut page[..*page_size]));
        Ok(())
    }

    /// Sets the messages of a block aside.
    fn stage(&mut self, objects: &[C::Root]) -> Result<(), End> {
        let Self {
            codec, staged, sizes, ..
        } = self;
        staged.clear();
        sizes.clear();
        if C::Root::RAW {
            for object in objects {
                let begin = staged.len();
                object.write_canonical(staged);
                sizes.push(staged.len() - begin);
            }
            return Ok(());
        }
        let encoding = || guarded(|| encode(codec, objects.iter(), staged, sizes));
        self.share.phases.timed(Phase::Encode, encoding).map_err(untold)
    }

    /// Lays out the block's records.
    fn place(&mut self) {
        self.extents.clear();
        let mut at = 0;
        for &size in &self.sizes {
            let bytes = size as u64;
            self.extents.push(Extent { offset: at, bytes });
            at = (at + bytes).next_multiple_of(RECORD_ALIGNMENT);
            self.share.bytes += bytes;
        }
        self.page_size = at.next_multiple_of(self.writer.granule()) as usize;
        self.page.require(self.page_size as u64);
    }
}

/// The codec's buffer holds one message at a time, so each is set aside as it comes.
pub fn encode<'o, C: Codec>(
    codec: &mut C,
    objects: impl Iterator<Item = &'o C::Root>,
    staged: &mut Vec<u8>,
    sizes: &mut Vec<usize>,
) -> Result<(), Failure> {
    for object in objects {
        let bytes = codec.encode(object)?;
        staged.extend_from_slice(bytes);
        sizes.push(bytes.len());
    }
    Ok(())
}

/// Moves the records to where the system takes them from, each at its place and zeros between.
fn copy(staged: &[u8], extents: &[Extent], page: &mut [u8]) {
    let (mut from, mut end) = (0, 0);
    for extent in extents {
        let (begin, size) = (extent.offset as usize, extent.bytes as usize);
        page[end..begin].fill(0);
        page[begin..begin + size].copy_from_slice(&staged[from..from + size]);
        from += size;
        end = begin + size;
    }
    page[end..].fill(0);
}
