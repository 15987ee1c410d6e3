//! A whole sort: chunks are made and merged until one merge writes the store.

use std::ops::Range;
use std::sync::Arc;

use crate::codec::Codec;
use crate::experiments::sort::asked::Asked;
use crate::experiments::sort::chunk_file::ChunkFile;
use crate::experiments::sort::chunk_making::{warm_up, ChunkMaking, Made};
use crate::experiments::sort::crew::{with_crew, Crew};
use crate::experiments::sort::located::Located;
use crate::experiments::sort::merge_plan::next_pass;
use crate::experiments::sort::merging::{merges_of, Merging};
use crate::experiments::sort::sorted_store::SortedStore;
use crate::experiments::sort::tally::Tally;
use crate::experiments::store::share::End;
use crate::experiments::store::threads::parts;
use crate::experiments::store::writer::StoreWriter;
use crate::timing::allocator::trim;

/// What a sort has done. `bytes` are those of the messages.
pub struct Sorted {
    pub tallies: Vec<Tally>,
    pub bytes: u64,
    pub data_bytes: u64,
    pub chunks: u64,
    pub passes: u64,
}

/// Sorts once all threads are warm; `begin` is called in between.
pub fn sort<'s, C: Codec>(
    asked: &'s Asked<'s>,
    located: Vec<Located>,
    writer: &'s StoreWriter,
    begin: impl FnOnce(),
) -> Result<Sorted, End> {
    with_crew::<C, _>(asked, |crew| {
        let located = Arc::new(located);
        for (member, part) in parts_of(&located, crew.threads()).into_iter().enumerate() {
            // One after the other, so that each warms up undisturbed.
            crew.one(member, move |thread| warm_up(thread, part.located()))?;
        }
        begin();
        make_and_merge(asked, crew, located, writer)
    })
}

/// One thread's part of the store.
struct Part {
    all: Arc<Vec<Located>>,
    range: Range<u64>,
}

impl Part {
    fn located(&self) -> &[Located] {
        &self.all[self.range.start as usize..self.range.end as usize]
    }
}

fn parts_of(located: &Arc<Vec<Located>>, threads: usize) -> Vec<Part> {
    let ranges = parts(located.len() as u64, threads as u64).into_iter();
    let part = |range| Part {
        all: Arc::clone(located),
        range,
    };
    ranges.map(part).collect()
}

fn make_and_merge<'s, C: Codec>(
    asked: &'s Asked<'s>,
    crew: &mut Crew<'s, C>,
    located: Arc<Vec<Located>>,
    writer: &'s StoreWriter,
) -> Result<Sorted, End> {
    let store = |located| {
        let located = Arc::into_inner(located).expect("the threads have dropped their parts");
        SortedStore::new(writer, located)
    };
    let Crew::Alone(thread) = crew else {
        let parts = parts_of(&located, crew.threads());
        let made = crew.all(parts, |thread, part: Part| {
            let mut making = ChunkMaking::of(thread, part.located());
            let chunks = making.make_chunks(part.located(), false)?;
            Ok(making.made(chunks))
        })?;
        return merge(asked, crew, made, store(located));
    };
    let mut making = ChunkMaking::of(thread, &located);
    // One thread can have a single chunk, which is the store.
    let chunks = making.make_chunks(&located, true)?;
    let mut store = store(located);
    if !chunks.is_empty() {
        let made = vec![making.made(chunks)];
        return merge(asked, crew, made, store);
    }
    making.write(&mut store)?;
    making.made(chunks);
    sorted(crew, &store, 1, 0)
}

fn sorted<C: Codec>(
    crew: &mut Crew<'_, C>,
    store: &SortedStore<'_>,
    chunks: u64,
    passes: u64,
) -> Result<Sorted, End> {
    Ok(Sorted {
        tallies: crew.tallies()?,
        bytes: store.bytes,
        data_bytes: store.data_bytes,
        chunks,
        passes,
    })
}

fn merge<'s, C: Codec>(
    asked: &'s Asked<'s>,
    crew: &mut Crew<'s, C>,
    made: Vec<Made>,
    mut store: SortedStore<'s>,
) -> Result<Sorted, End> {
    let memory_per_byte = made.iter().map(|made| made.memory_per_byte).fold(1.0, f64::max);
    let mut chunks: Vec<ChunkFile> = made.into_iter().flat_map(|made| made.chunks).collect();
    let chunks_made = chunks.len() as u64;
    while chunks.len() > asked.budget.fan_in as usize {
        trim();
        chunks = pass(asked, crew, chunks, memory_per_byte)?;
    }
    trim();
    let passes = merges_of(&chunks);
    let threads = vec![(); crew.threads()];
    let merging_ns = crew.all(threads, |thread, ()| Ok(thread.tally.merging_ns()))?;
    let store = crew.one(longest(&merging_ns), move |thread| {
        let mut merging = Merging::of(thread, asked.budget.memory_bytes, memory_per_byte);
        merging.into_store(&chunks, &mut store)?;
        Ok(store)
    })?;
    sorted(crew, &store, chunks_made, passes)
}

/// The thread that has merged longest makes the last merge, which begins when that thread has done the
/// others: so its merges together take as long as all merges do.
fn longest(merging_ns: &[u64]) -> usize {
    let longest = merging_ns.iter().max();
    let found = merging_ns.iter().position(|wall_ns| Some(wall_ns) == longest);
    found.unwrap_or(0)
}

/// Merges groups of chunks, the threads side by side; chunks of no group stay.
fn pass<'s, C: Codec>(
    asked: &'s Asked<'s>,
    crew: &mut Crew<'s, C>,
    mut chunks: Vec<ChunkFile>,
    memory_per_byte: f64,
) -> Result<Vec<ChunkFile>, End> {
    let groups = next_pass(chunks.len(), asked.budget.fan_in as usize);
    let rest = chunks.split_off(groups.iter().sum());
    let threads = crew.threads();
    let mut parts: Vec<Vec<Vec<ChunkFile>>> = (0..threads).map(|_| Vec::new()).collect();
    let mut chunks = chunks.into_iter();
    for (group, &count) in groups.iter().enumerate() {
        parts[group % threads].push(chunks.by_ref().take(count).collect());
    }
    let merged = crew.all(parts, move |thread, groups: Vec<Vec<ChunkFile>>| {
        let mut merging = Merging::of(thread, asked.budget.share_bytes(), memory_per_byte);
        // A group's files are closed once it is merged.
        let merged = groups.into_iter().map(|group| merging.into_chunk(&group));
        merged.collect::<Result<Vec<_>, _>>()
    })?;
    Ok(merged.into_iter().flatten().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::longest;

    #[test]
    fn the_thread_that_has_merged_longest_makes_the_last_merge() {
        assert_eq!(longest(&[3, 7, 5]), 1);
        assert_eq!(longest(&[0, 0]), 0);
        assert_eq!(longest(&[4, 9, 9]), 1);
    }
}
