//! Reading records of a store, block by block, and proving what came back.

use std::hint::black_box;
use std::ops::Range;

use crate::codec::{Codec, Failure};
use crate::experiments::store::file::Extent;
use crate::experiments::store::keeping::Keeping;
use crate::experiments::store::number_list::NumberList;
use crate::experiments::store::page_buffer::PageBuffer;
use crate::experiments::store::phases::Phase;
use crate::experiments::store::pool::Pool;
use crate::experiments::store::read_plan::ReadPlan;
use crate::experiments::store::reader::StoreReader;
use crate::experiments::store::share::{untold, End, Share};
use crate::protocol::RequestError;
use crate::timing::clock::Stopwatch;
use crate::values::judging::{guarded, judge_digest, judge_touch, judge_value};
use crate::values::object::{Object, Plan};
use crate::values::xxh64::xxh64;

/// How a record that has been read is used.
#[derive(Clone, Copy)]
pub enum Level {
    /// Not at all: the floor's.
    Bytes,
    Decode,
    Access(Plan),
}

impl Level {
    pub fn named<C: Codec>(name: &str) -> Result<Self, RequestError> {
        let level = match name {
            "bytes" => Some(Self::Bytes),
            "decode" => Some(Self::Decode),
            "access-one" => Some(Self::Access(Plan::One)),
            "access-all" => Some(Self::Access(Plan::All)),
            _ => None,
        };
        level
            .filter(|level| match level {
                Self::Bytes => C::Root::RAW,
                Self::Decode => !C::Root::RAW,
                Self::Access(plan) => C::PLANS.contains(plan),
            })
            .ok_or_else(|| RequestError(format!("This codec has no level \"{name}\".")))
    }
}

/// What every thread that reads has been asked for.
pub struct Reading<'s> {
    pub pool: &'s Pool,
    pub reader: &'s StoreReader,
    pub level: Level,
    pub block: u64,
    /// All objects stay until the last one has been read.
    pub keeping: Option<&'s Keeping>,
    pub warmup_ns: u64,
    /// The numbers to read in their order; where there is no list, the objects are read in theirs.
    pub list: Option<&'s NumberList>,
}

/// One thread that reads.
pub struct ReadingThread<'s, C: Codec> {
    asked: &'s Reading<'s>,
    share: Share,
    codec: C,
    extents: Vec<Extent>,
    plan: ReadPlan,
    page: PageBuffer,
    objects: Vec<C::Root>,
    kept: Vec<Vec<C::Root>>,
    touches: Vec<u64>,
    scratch: Vec<u8>,
}

impl<'s, C: Codec> ReadingThread<'s, C> {
    pub fn new(asked: &'s Reading<'s>) -> Self {
        Self {
            asked,
            share: Share::default(),
            codec: C::new(),
            extents: Vec::new(),
            plan: ReadPlan::default(),
            page: PageBuffer::new(),
            objects: Vec::new(),
            kept: Vec::new(),
            touches: Vec::new(),
            scratch: Vec::new(),
        }
    }

    pub fn run(&mut self, places: Range<u64>) -> Result<Share, End> {
        let seats = self.asked.keeping.map(Keeping::seats);
        self.warm_up()?;
        let last = seats.map(|seats| seats.begin());
        for first in places.clone().step_by(self.asked.block as usize) {
            let block = first..places.end.min(first + self.asked.block);
            let numbers: Vec<u64> = match self.asked.list {
                None => block.collect(),
                Some(list) => list.read(block)?,
            };
            self.read_block(&numbers)?;
        }
        if let Some(last) = last {
            last.end();
            let kept = std::mem::take(&mut self.kept);
            self.share.phases.timed(Phase::Free, || drop(kept));
        }
        Ok(std::mem::take(&mut self.share))
    }

    fn warm_up(&mut self) -> Result<(), End> {
        if self.asked.warmup_ns == 0 || matches!(self.asked.level, Level::Bytes) {
            return Ok(());
        }
        let mut messages = Vec::new();
        for number in 0..self.asked.block.min(self.asked.pool.objects() as u64) {
            let object = self.asked.pool.make::<C::Root>(number, &mut self.scratch)?;
            let encoded = guarded(|| self.codec.encode(&object).map(<[u8]>::to_vec));
            messages.push(encoded.map_err(|failure| End::Failed(Some(number), failure))?);
        }
        let views: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let watch = Stopwatch::start();
        while watch.wall_ns() < self.asked.warmup_ns {
            self.use_messages(&views)?;
            self.objects.clear();
        }
        self.share = Share::default();
        Ok(())
    }

    fn read_block(&mut self, numbers: &[u64]) -> Result<(), End> {
        self.asked.reader.locate(numbers, &mut self.extents)?;
        self.plan.make(&self.extents, self.asked.reader.granule());
        let mut page = std::mem::take(&mut self.page);
        page.require(self.plan.buffer_bytes);
        let windows = &self.plan.windows;
        self.share.phases.timed(Phase::Read, || {
            windows
                .iter()
                .try_for_each(|window| self.asked.reader.read(window, &mut page))
        })?;
        let records = self.extents.iter().zip(&self.plan.places);
        let views: Vec<&[u8]> = records
            .map(|(extent, &place)| &page[place as usize..(place + extent.bytes) as usize])
            .collect();
        self.share.bytes += self.extents.iter().map(|extent| extent.bytes).sum::<u64>();
        self.use_messages(&views)?;
        self.prove(numbers, &views)?;
        self.release();
        self.page = page;
        Ok(())
    }

    fn use_messages(&mut self, messages: &[&[u8]]) -> Result<(), End> {
        let Self {
            codec,
            objects,
            touches,
            ..
        } = self;
        let phases = &mut self.share.phases;
        match self.asked.level {
            Level::Bytes => {}
            Level::Decode => {
                objects.reserve(messages.len());
                phases
                    .timed(Phase::Decode, || {
                        guarded(|| decode(codec, messages.iter().copied(), objects))
                    })
                    .map_err(untold)?;
                phases.timed(Phase::Touch, || {
                    let touched = objects.iter().map(|object| object.touched(Plan::All));
                    black_box(touched.fold(0, u64::wrapping_add));
                });
            }
            Level::Access(plan) => {
                touches.clear();
                touches.reserve(messages.len());
                phases
                    .timed(Phase::Touch, || {
                        guarded(|| access(codec, plan, messages, touches))
                    })
                    .map_err(untold)?;
            }
        }
        Ok(())
    }

    /// Compares what came back with the pool.
    fn prove(&mut self, numbers: &[u64], messages: &[&[u8]]) -> Result<(), End> {
        for (i, &number) in numbers.iter().enumerate() {
            let judged = match self.asked.level {
                Level::Bytes | Level::Decode => {
                    self.asked.pool.bytes_of(number, &mut self.scratch);
                    let expected = xxh64(&self.scratch);
                    let judged = match self.objects.get(i) {
                        Some(object) => judge_value(object, expected, &mut self.scratch),
                        None => judge_digest(xxh64(messages[i]), expected),
                    };
                    judged.map(|digest| self.share.digest = self.share.digest.wrapping_add(digest))
                }
                Level::Access(plan) => {
                    let object = self.asked.pool.make::<C::Root>(number, &mut self.scratch)?;
                    judge_touch(self.touches[i], plan, &object)
                        .map(|touch| self.share.touch = self.share.touch.wrapping_add(touch))
                }
            };
            judged.map_err(|failure| End::Failed(Some(number), failure))?;
        }
        Ok(())
    }

    fn release(&mut self) {
        if !matches!(self.asked.level, Level::Decode) {
            return;
        }
        if self.asked.keeping.is_some() {
            self.kept.push(std::mem::take(&mut self.objects));
        } else {
            let objects = &mut self.objects;
            self.share.phases.timed(Phase::Free, || objects.clear());
        }
    }
}

/// Puts an object of each message behind those that are there.
pub fn decode<'m, C: Codec>(
    codec: &mut C,
    messages: impl Iterator<Item = &'m [u8]>,
    objects: &mut Vec<C::Root>,
) -> Result<(), Failure> {
    for message in messages {
        objects.push(codec.decode(message)?);
    }
    Ok(())
}

fn access<C: Codec>(
    codec: &mut C,
    plan: Plan,
    messages: &[&[u8]],
    touches: &mut Vec<u64>,
) -> Result<(), Failure> {
    for message in messages {
        touches.push(codec.access(message, plan)?);
    }
    Ok(())
}
