//! The experiment `sort`: a store is sorted within a budget of memory (PROTOCOL.md, sort).

use std::fs::metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::AtomicU64;

use crate::codec::Codec;
use crate::experiments::sort::asked::{Asked, Held};
use crate::experiments::sort::budget::Budget;
use crate::experiments::sort::keys::{Distinct, Key};
use crate::experiments::sort::located::in_file_order;
use crate::experiments::sort::mode::Mode;
use crate::experiments::sort::open_files::allow_most;
use crate::experiments::sort::sorting::{sort, Sorted};
use crate::experiments::sort::tally::Counts;
use crate::experiments::store::index::StoreIdentity;
use crate::experiments::store::number_list::NumberList;
use crate::experiments::store::reader::StoreReader;
use crate::experiments::store::share::End;
use crate::experiments::store::telling::{tell_failure, tell_phases};
use crate::experiments::store::writer::StoreWriter;
use crate::experiments::{Served, Verb};
use crate::protocol::about::About;
use crate::protocol::{Line, Replies, Request, RequestError};
use crate::timing::allocator::{given_out_bytes, trim};
use crate::timing::resident_memory::{forget_peak, peak_resident_bytes, resident_bytes};
use crate::values::object::Object;

pub mod asked;
pub mod budget;
pub mod chunk_file;
pub mod chunk_making;
pub mod crew;
pub mod entry;
pub mod holding;
pub mod keys;
pub mod located;
pub mod loser_tree;
pub mod merge;
pub mod merge_plan;
pub mod merging;
pub mod mode;
pub mod open_files;
pub mod output;
pub mod phases;
pub mod sorted_store;
pub mod sorting;
pub mod source;
pub mod tally;
pub mod thread;

pub fn verbs<C: Codec, Plain: Object>() -> Vec<Verb<C::Root>> {
    vec![Verb {
        name: "sort",
        serve: serve::<C, Plain>,
    }]
}

fn serve<C: Codec, Plain: Object>(
    replies: &mut Replies,
    request: &Request,
    served: &Served<'_, C::Root>,
) -> Result<(), RequestError> {
    let key = Key::named::<Plain>(&request.path("key")?.to_string_lossy(), served.about.workload)?;
    let mode = Mode::named::<C>(&request.path("mode")?.to_string_lossy(), key)?;
    let direct = request.number("direct")? != 0;
    let budget = budget_of(request)?;
    let data = request.path("data")?;
    let reader = StoreReader::open(data, request.path("index")?, direct)?;
    require_workload(&reader.identity, data, served.about)?;
    let located = in_file_order(&reader)?;
    let asked = Asked {
        mode,
        key,
        keys: keys_of(request, mode, &reader)?,
        distinct: Distinct(request.number("distinct")?),
        budget: budget.of_objects(reader.identity.objects),
        scratch: request.path("scratch")?,
        direct,
        warmup_ns: request.number("warmup_ns")?,
        largest_bytes: located.iter().map(|found| found.bytes.into()).max().unwrap_or(0),
        held: Held::from_now_on(),
        chunks_made: AtomicU64::new(0),
        reader,
    };
    asked.budget.require_block(asked.largest_bytes)?;
    let writer = create(request, served.about, &asked)?;
    allow_most();
    let (mut peak_before_bytes, mut before_bytes) = (0, 0);
    // What the warm-up takes is not held by the sort.
    let sorted = sort::<C>(&asked, located, &writer, || {
        peak_before_bytes = peak_resident_bytes();
        trim();
        forget_peak();
        before_bytes = resident_bytes();
        asked.held.begin_anew();
    });
    let peak_bytes = peak_resident_bytes();
    match sorted {
        Ok(sorted) => tell(replies, &asked, &sorted, peak_bytes.saturating_sub(before_bytes))?,
        Err(End::Refused(error)) => return Err(error),
        Err(End::Failed(number, failure)) => tell_failure(replies, "sort", number, &failure)?,
    }
    replies.send(Line::new("memory").number("peak_bytes", peak_bytes.max(peak_before_bytes)))
}

fn budget_of(request: &Request) -> Result<Budget, RequestError> {
    let budget = Budget {
        memory_bytes: request.number("memory_bytes")?,
        threads: request.number("threads")?,
        fan_in: request.number("fan_in")?,
    };
    if budget.threads == 0 {
        return Err(RequestError("At least one thread is needed.".to_owned()));
    }
    if budget.fan_in < 2 {
        return Err(RequestError(
            "A merge takes at least two chunks at once.".to_owned(),
        ));
    }
    Ok(budget)
}

fn require_workload(identity: &StoreIdentity, data: &Path, about: &About) -> Result<(), RequestError> {
    if identity.workload == about.workload {
        return Ok(());
    }
    Err(RequestError(format!(
        "The store in {} holds other objects: {}.",
        data.display(),
        identity.workload
    )))
}

/// The keys of all objects, with the mode that takes them from a file.
fn keys_of(request: &Request, mode: Mode, reader: &StoreReader) -> Result<Vec<u64>, RequestError> {
    if mode != Mode::Raw {
        return Ok(Vec::new());
    }
    NumberList::open(request.path("keys")?)?.read_keys(reader.identity.objects)
}

/// Begins the sorted store, which has the identity of the other one but for the codec.
fn create(request: &Request, about: &About, asked: &Asked<'_>) -> Result<StoreWriter, RequestError> {
    if asked.mode == Mode::Objects && given_out_bytes().is_none() {
        let sentence = "This system's allocator does not tell what it has given out.";
        return Err(RequestError(sentence.to_owned()));
    }
    let identity = StoreIdentity {
        codec: about.codec.to_owned(),
        workload: about.workload.to_owned(),
        ..asked.reader.identity
    };
    let (data, index) = (request.path("sorted_data")?, request.path("sorted_index")?);
    for sorted in [data, index] {
        for read in [request.path("data")?, request.path("index")?] {
            require_other(sorted, read)?;
        }
    }
    StoreWriter::create(data, index, identity, asked.direct)
}

/// What is read must not be written, by whatever path.
fn require_other(sorted: &Path, read: &Path) -> Result<(), RequestError> {
    let identity = |path| metadata(path).map(|found| (found.dev(), found.ino())).ok();
    match (identity(sorted), identity(read)) {
        (Some(one), Some(other)) if one == other => {
            Err(RequestError::file(sorted, "is one of the store that is sorted"))
        }
        _ => Ok(()),
    }
}

fn tell(
    replies: &mut Replies,
    asked: &Asked<'_>,
    sorted: &Sorted,
    held_bytes: u64,
) -> Result<(), RequestError> {
    tell_phases(replies, sorted.tallies.iter().map(|tally| &tally.phases))?;
    let mut counts = Counts::default();
    for tally in &sorted.tallies {
        counts += tally.counts;
    }
    replies.send(
        Line::new("sorted")
            .number("objects", asked.reader.identity.objects)
            .number("bytes", sorted.bytes)
            .number("data_bytes", sorted.data_bytes)
            .number("chunks", sorted.chunks)
            .number("passes", sorted.passes)
            .number("fan_in", asked.budget.fan_in)
            .number("read_bytes", counts.read_bytes)
            .number("written_bytes", counts.written_bytes)
            .number("decodes", counts.decodes)
            .number("accesses", counts.accesses)
            .number("comparisons", counts.comparisons)
            .number("held_bytes", held_bytes),
    )
}
