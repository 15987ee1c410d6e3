//! The experiment `store`: objects written to a file, and read from it in order or by number (PROTOCOL.md,
//! store-write and store-read).

use std::hint::black_box;
use std::ops::Range;
use std::path::Path;

use crate::about::About;
use crate::clock::Stopwatch;
use crate::codec::{Codec, Failure};
use crate::object::{Object, Plan};
use crate::phases::{Phase, PhaseTimes};
use crate::proof::{guarded, judge_digest, judge_touch, judge_value};
use crate::protocol::{Line, Replies, Request, RequestError};
use crate::resident_memory::peak_resident_bytes;
use crate::store_file::{
    Extent, PageBuffer, ReadPlan, StoreFile, StoreIdentity, StoreReader, StoreWriter, RECORD_ALIGNMENT,
};
use crate::store_pool::Pool;
use crate::xxh64::xxh64;

/// How many objects are handled between two looks at the clocks: fewer where so many would take too much memory.
const OBJECTS_A_BLOCK: u64 = 256;
const OBJECTS_A_RANDOM_BLOCK: u64 = 64;
const BYTES_A_BLOCK: u64 = 8 << 20;

fn block_objects(pool: &Pool, most: u64) -> u64 {
    let mean_bytes = pool.total_bytes() / pool.objects() as u64 + 1;
    (BYTES_A_BLOCK / mean_bytes).clamp(1, most)
}

/// Why a thread ended early: the codec failed, on an object where one is known, or the request cannot be served.
enum End {
    Failed(Option<u64>, Failure),
    Refused(RequestError),
}

impl From<RequestError> for End {
    fn from(error: RequestError) -> Self {
        Self::Refused(error)
    }
}

/// While timing nobody counts the objects, so a failure there has no number.
fn untold(failure: Failure) -> End {
    End::Failed(None, failure)
}

/// What one thread has done.
#[derive(Default)]
struct Share {
    phases: PhaseTimes,
    bytes: u64,
    digest: u64,
    touch: u64,
}

/// One thread that writes.
struct Writing<'s, C: Codec> {
    pool: &'s Pool,
    writer: &'s StoreWriter,
    share: Share,
    codec: C,
    block: u64,
    scratch: Vec<u8>,
    staged: Vec<u8>,
    sizes: Vec<usize>,
    extents: Vec<Extent>,
    page: PageBuffer,
    page_size: usize,
}

impl<'s, C: Codec> Writing<'s, C> {
    fn new(pool: &'s Pool, writer: &'s StoreWriter) -> Self {
        Self {
            pool,
            writer,
            share: Share::default(),
            codec: C::new(),
            block: block_objects(pool, OBJECTS_A_BLOCK),
            scratch: Vec::new(),
            staged: Vec::new(),
            sizes: Vec::new(),
            extents: Vec::new(),
            page: PageBuffer::new(),
            page_size: 0,
        }
    }

    fn run(&mut self, warmup_ns: u64, objects: Range<u64>) -> Result<Share, End> {
        let watch = Stopwatch::start();
        while watch.wall_ns() < warmup_ns {
            self.prepare(0..self.block)?;
        }
        self.share = Share::default();
        for first in objects.clone().step_by(self.block as usize) {
            self.prepare(first..objects.end.min(first + self.block))?;
            let begin = self.writer.reserve(self.page_size as u64);
            let block = &self.page[..self.page_size];
            self.share
                .phases
                .timed(Phase::Write, || self.writer.write(block, begin))?;
            for extent in &mut self.extents {
                extent.offset += begin;
            }
            self.writer.note(first, &self.extents)?;
        }
        Ok(std::mem::take(&mut self.share))
    }

    /// All of a block but its writing.
    fn prepare(&mut self, numbers: Range<u64>) -> Result<(), End> {
        let objects = numbers
            .map(|number| self.pool.make(number, &mut self.scratch))
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
        let encoding = || guarded(|| encode(codec, objects, staged, sizes));
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
fn encode<C: Codec>(
    codec: &mut C,
    objects: &[C::Root],
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

/// How a record that has been read is used.
#[derive(Clone, Copy)]
enum Level {
    /// Not at all: the floor's.
    Bytes,
    Decode,
    Access(Plan),
}

impl Level {
    fn named<C: Codec>(name: &str) -> Result<Self, RequestError> {
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
struct Reading<'s> {
    pool: &'s Pool,
    reader: &'s StoreReader,
    level: Level,
    block: u64,
    keep_objects: bool,
    warmup_ns: u64,
    /// The numbers to read in their order; where there is no list, the objects are read in theirs.
    list: Option<&'s StoreFile>,
}

/// One thread that reads.
struct ReadingThread<'s, C: Codec> {
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
    fn new(asked: &'s Reading<'s>) -> Self {
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

    fn run(&mut self, places: Range<u64>) -> Result<Share, End> {
        self.warm_up()?;
        let mut bytes = Vec::new();
        for first in places.clone().step_by(self.asked.block as usize) {
            let block = first..places.end.min(first + self.asked.block);
            let numbers: Vec<u64> = match self.asked.list {
                None => block.collect(),
                Some(list) => {
                    bytes.resize(8 * (block.end - block.start) as usize, 0);
                    list.read_all(&mut bytes, 8 * first)?;
                    let numbers = bytes.chunks_exact(8);
                    numbers
                        .map(|number| u64::from_le_bytes(number.try_into().expect("eight bytes")))
                        .collect()
                }
            };
            self.read_block(&numbers)?;
        }
        if self.asked.keep_objects {
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
                    .timed(Phase::Decode, || guarded(|| decode(codec, messages, objects)))
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
        if self.asked.keep_objects {
            self.kept.push(std::mem::take(&mut self.objects));
        } else {
            let objects = &mut self.objects;
            self.share.phases.timed(Phase::Free, || objects.clear());
        }
    }
}

fn decode<C: Codec>(codec: &mut C, messages: &[&[u8]], objects: &mut Vec<C::Root>) -> Result<(), Failure> {
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
        touches.push(match plan {
            Plan::One => codec.access_one(message)?,
            Plan::Tenth => codec.access_tenth(message)?,
            Plan::All => codec.access_all(message)?,
        });
    }
    Ok(())
}

/// Each thread's part of so many objects.
fn parts(count: u64, threads: u64) -> Vec<Range<u64>> {
    let begin = |thread: u64| count / threads * thread + thread.min(count % threads);
    (0..threads)
        .map(|thread| begin(thread)..begin(thread + 1))
        .collect()
}

/// Runs the body once a part, each in a thread of its own; one alone in this thread.
fn in_threads(
    parts: Vec<Range<u64>>,
    body: impl Fn(Range<u64>) -> Result<Share, End> + Sync,
) -> Result<Vec<Share>, End> {
    if let [only] = parts.as_slice() {
        return Ok(vec![body(only.clone())?]);
    }
    std::thread::scope(|scope| {
        let body = &body;
        let threads: Vec<_> = parts
            .into_iter()
            .map(|part| scope.spawn(move || body(part)))
            .collect();
        let shares = threads.into_iter().map(|thread| {
            let panicked = |_| Err(untold(Failure::error("A thread of the runner panicked.")));
            thread.join().unwrap_or_else(panicked)
        });
        shares.collect::<Vec<_>>().into_iter().collect()
    })
}

/// What both verbs need.
struct Setting<'r> {
    pool: Pool,
    data: &'r Path,
    index: &'r Path,
    objects: u64,
    threads: u64,
    direct: bool,
    warmup_ns: u64,
}

impl<'r> Setting<'r> {
    fn of(request: &'r Request) -> Result<Self, RequestError> {
        let threads = request.number("threads")?;
        if threads == 0 {
            return Err(RequestError("At least one thread is needed.".to_owned()));
        }
        Ok(Self {
            pool: Pool::load(request.path("corpus")?, request.optional_path("numbers"))?,
            data: request.path("data")?,
            index: request.path("index")?,
            objects: request.number("objects")?,
            threads,
            direct: request.number("direct")? != 0,
            warmup_ns: request.number("warmup_ns")?,
        })
    }

    fn tell_corpus(&self, replies: &mut Replies) -> Result<(), RequestError> {
        replies.send(
            Line::new("corpus")
                .index("objects", self.pool.objects())
                .number("bytes", self.pool.total_bytes())
                .digest("digest", self.pool.digest()),
        )
    }
}

/// Serves store-write.
pub fn write<C: Codec>(replies: &mut Replies, request: &Request, about: &About) -> Result<(), RequestError> {
    request.allow(&[
        "corpus",
        "numbers",
        "data",
        "index",
        "objects",
        "threads",
        "direct",
        "warmup_ns",
    ])?;
    let setting = Setting::of(request)?;
    let identity = StoreIdentity {
        codec: about.codec.to_owned(),
        workload: about.workload.to_owned(),
        corpus_digest: setting.pool.digest(),
        objects: setting.objects,
    };
    let writer = StoreWriter::create(setting.data, setting.index, identity, setting.direct)?;
    setting.tell_corpus(replies)?;
    let written = in_threads(parts(setting.objects, setting.threads), |part| {
        Writing::<C>::new(&setting.pool, &writer).run(setting.warmup_ns, part)
    })
    .and_then(|mut shares| {
        let data_bytes = writer.finish()?;
        shares[0].phases.timed(Phase::Fsync, || writer.sync())?;
        Ok((shares, data_bytes))
    });
    conclude(replies, "write", written, |all, data_bytes| {
        Line::new("stored")
            .number("objects", setting.objects)
            .number("bytes", all.bytes)
            .number("data_bytes", data_bytes)
    })
}

/// Serves store-read.
pub fn read<C: Codec>(replies: &mut Replies, request: &Request, about: &About) -> Result<(), RequestError> {
    request.allow(&[
        "corpus",
        "numbers",
        "data",
        "index",
        "objects",
        "ids",
        "level",
        "threads",
        "direct",
        "keep_objects",
        "warmup_ns",
    ])?;
    let setting = Setting::of(request)?;
    let name = request.path("level")?.to_string_lossy();
    let level = Level::named::<C>(&name)?;
    let reader = StoreReader::open(setting.data, setting.index, setting.direct)?;
    require_own(&reader.identity, &setting, about)?;
    setting.tell_corpus(replies)?;
    let list = request
        .optional_path("ids")
        .map(|path| StoreFile::open_to_read(path, false))
        .transpose()?;
    let most = list.as_ref().map_or(OBJECTS_A_BLOCK, |_| OBJECTS_A_RANDOM_BLOCK);
    let asked = Reading {
        pool: &setting.pool,
        reader: &reader,
        level,
        block: block_objects(&setting.pool, most),
        keep_objects: request.number("keep_objects")? != 0,
        warmup_ns: setting.warmup_ns,
        list: list.as_ref(),
    };
    let shares = in_threads(parts(setting.objects, setting.threads), |part| {
        ReadingThread::<C>::new(&asked).run(part)
    });
    conclude(replies, &name, shares.map(|shares| (shares, 0)), |all, _| {
        Line::new("fetched")
            .number("objects", setting.objects)
            .number("bytes", all.bytes)
            .digest("digest", all.digest)
            .number("touch", all.touch)
    })
}

fn require_own(identity: &StoreIdentity, setting: &Setting<'_>, about: &About) -> Result<(), RequestError> {
    if identity.workload == about.workload && identity.corpus_digest == setting.pool.digest() {
        return Ok(());
    }
    Err(RequestError(format!(
        "The store in {} holds other objects: {} with the corpus {:016x}.",
        setting.data.display(),
        identity.workload,
        identity.corpus_digest
    )))
}

/// Tells one line a phase and thread and what all threads did together, or how the codec failed.
fn conclude(
    replies: &mut Replies,
    operation: &str,
    done: Result<(Vec<Share>, u64), End>,
    last: impl FnOnce(&Share, u64) -> Line,
) -> Result<(), RequestError> {
    match done {
        Ok((shares, data_bytes)) => {
            let mut all = Share::default();
            for (thread, share) in shares.iter().enumerate() {
                all.bytes += share.bytes;
                all.digest = all.digest.wrapping_add(share.digest);
                all.touch = all.touch.wrapping_add(share.touch);
                for (name, time) in share.phases.timed_phases() {
                    replies.send(
                        Line::new("phase")
                            .text("name", name)
                            .index("thread", thread)
                            .number("wall_ns", time.wall_ns)
                            .number("cpu_ns", time.cpu_ns),
                    )?;
                }
            }
            replies.send(last(&all, data_bytes))?;
        }
        Err(End::Refused(error)) => return Err(error),
        Err(End::Failed(number, failure)) => {
            let line = Line::new("failed")
                .text("operation", operation)
                .text("outcome", failure.outcome);
            let line = match number {
                Some(number) => line.number("index", number),
                None => line,
            };
            replies.send(line.text("detail", &failure.detail))?;
        }
    }
    replies.send(Line::new("memory").number("peak_bytes", peak_resident_bytes()))
}
