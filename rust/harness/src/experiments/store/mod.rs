//! The experiment `store`: objects written to a file, and read from it in order or by number (PROTOCOL.md,
//! store-write and store-read).

use std::path::Path;

use crate::codec::Codec;
use crate::experiments::store::index::StoreIdentity;
use crate::experiments::store::keeping::Keeping;
use crate::experiments::store::number_list::NumberList;
use crate::experiments::store::phases::Phase;
use crate::experiments::store::pool::Pool;
use crate::experiments::store::reader::StoreReader;
use crate::experiments::store::reading::{Level, Reading, ReadingThread};
use crate::experiments::store::share::{block_objects, End, Share, OBJECTS_A_BLOCK, OBJECTS_A_RANDOM_BLOCK};
use crate::experiments::store::telling::{tell_failure, tell_phases};
use crate::experiments::store::threads::{in_threads, parts};
use crate::experiments::store::writer::StoreWriter;
use crate::experiments::store::writing::Writing;
use crate::experiments::{Served, Verb};
use crate::protocol::about::About;
use crate::protocol::{Line, Replies, Request, RequestError};
use crate::timing::resident_memory::peak_resident_bytes;

pub mod file;
pub mod index;
pub mod keeping;
pub mod meeting;
pub mod number_list;
pub mod page_buffer;
pub mod phases;
pub mod pool;
pub mod read_plan;
pub mod reader;
pub mod reading;
pub mod share;
pub mod telling;
pub mod threads;
pub mod writer;
pub mod writing;

pub fn verbs<C: Codec>() -> Vec<Verb<C::Root>> {
    vec![
        Verb {
            name: "store-write",
            serve: write::<C>,
        },
        Verb {
            name: "store-read",
            serve: read::<C>,
        },
    ]
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
fn write<C: Codec>(
    replies: &mut Replies,
    request: &Request,
    served: &Served<'_, C::Root>,
) -> Result<(), RequestError> {
    let setting = Setting::of(request)?;
    let order = list_of(request, "order")?;
    if let Some(order) = &order {
        order.require_order(setting.objects)?;
    }
    let identity = StoreIdentity {
        codec: served.about.codec.to_owned(),
        workload: served.about.workload.to_owned(),
        corpus_digest: setting.pool.digest(),
        objects: setting.objects,
    };
    let writer = StoreWriter::create(setting.data, setting.index, identity, setting.direct)?;
    setting.tell_corpus(replies)?;
    let written = in_threads(parts(setting.objects, setting.threads), |part| {
        Writing::<C>::new(&setting.pool, &writer, order.as_ref()).run(setting.warmup_ns, part)
    })
    .and_then(|mut shares| {
        let data_bytes = writer.finish()?;
        shares[0].phases.timed(Phase::Fsync, || writer.sync())?;
        Ok((shares, data_bytes))
    });
    conclude(replies, "write", written, |all, data_bytes| {
        vec![Line::new("stored")
            .number("objects", setting.objects)
            .number("bytes", all.bytes)
            .number("data_bytes", data_bytes)]
    })
}

/// Serves store-read.
fn read<C: Codec>(
    replies: &mut Replies,
    request: &Request,
    served: &Served<'_, C::Root>,
) -> Result<(), RequestError> {
    let setting = Setting::of(request)?;
    let name = request.path("level")?.to_string_lossy();
    let level = Level::named::<C>(&name)?;
    let reader = StoreReader::open(setting.data, setting.index, setting.direct)?;
    require_own(&reader.identity, &setting, served.about)?;
    setting.tell_corpus(replies)?;
    let list = list_of(request, "ids")?;
    let most = list.as_ref().map_or(OBJECTS_A_BLOCK, |_| OBJECTS_A_RANDOM_BLOCK);
    let threads = parts(setting.objects, setting.threads);
    let keeping = (request.number("keep_objects")? != 0).then(|| Keeping::of(threads.len()));
    let asked = Reading {
        pool: &setting.pool,
        reader: &reader,
        level,
        block: block_objects(&setting.pool, most),
        keeping: keeping.as_ref(),
        warmup_ns: setting.warmup_ns,
        list: list.as_ref(),
    };
    let shares = in_threads(threads, |part| ReadingThread::<C>::new(&asked).run(part));
    conclude(replies, &name, shares.map(|shares| (shares, 0)), |all, _| {
        let fetched = Line::new("fetched")
            .number("objects", setting.objects)
            .number("bytes", all.bytes)
            .digest("digest", all.digest)
            .number("touch", all.touch);
        let held = keeping
            .as_ref()
            .map(|keeping| Line::new("held").number("bytes", keeping.held_bytes()));
        [fetched].into_iter().chain(held).collect()
    })
}

/// The list of numbers that a key names, where the key is there.
fn list_of(request: &Request, key: &str) -> Result<Option<NumberList>, RequestError> {
    request.optional_path(key).map(NumberList::open).transpose()
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
    last: impl FnOnce(&Share, u64) -> Vec<Line>,
) -> Result<(), RequestError> {
    match done {
        Ok((shares, data_bytes)) => {
            let mut all = Share::default();
            for share in &shares {
                all.bytes += share.bytes;
                all.digest = all.digest.wrapping_add(share.digest);
                all.touch = all.touch.wrapping_add(share.touch);
            }
            tell_phases(replies, shares.iter().map(|share| &share.phases))?;
            for line in last(&all, data_bytes) {
                replies.send(line)?;
            }
        }
        Err(End::Refused(error)) => return Err(error),
        Err(End::Failed(number, failure)) => tell_failure(replies, operation, number, &failure)?,
    }
    replies.send(Line::new("memory").number("peak_bytes", peak_resident_bytes()))
}
