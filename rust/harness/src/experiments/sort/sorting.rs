//! A whole sort: runs are made and merged until one merge writes the store.

use crate::codec::Codec;
use crate::experiments::sort::asked::Asked;
use crate::experiments::sort::located::Located;
use crate::experiments::sort::merge_plan::next_pass;
use crate::experiments::sort::merging::{merges_of, Merging};
use crate::experiments::sort::run_file::RunFile;
use crate::experiments::sort::run_making::{Made, RunMaking};
use crate::experiments::sort::sorted_store::SortedStore;
use crate::experiments::sort::tally::Tally;
use crate::experiments::store::share::End;
use crate::experiments::store::threads::{in_threads, parts};
use crate::experiments::store::writer::StoreWriter;
use crate::timing::allocator::trim;

/// What a sort has done. `bytes` are those of the messages.
pub struct Sorted {
    pub tallies: Vec<Tally>,
    pub bytes: u64,
    pub data_bytes: u64,
    pub runs: u64,
    pub passes: u64,
}

pub fn sort<C: Codec>(asked: &Asked<'_>, located: Vec<Located>, writer: &StoreWriter) -> Result<Sorted, End> {
    if asked.budget.threads == 1 {
        return sort_alone::<C>(asked, located, writer);
    }
    let all = &located;
    let made = in_threads(parts(all.len() as u64, asked.budget.threads), |part| {
        let part = &all[part.start as usize..part.end as usize];
        let mut making = RunMaking::<C>::of(asked, part);
        let runs = making.make_runs(part, false)?;
        Ok(making.made(runs))
    })?;
    merge::<C>(asked, made, SortedStore::new(writer, located))
}

/// One thread can have a single run, which is the store.
fn sort_alone<C: Codec>(
    asked: &Asked<'_>,
    located: Vec<Located>,
    writer: &StoreWriter,
) -> Result<Sorted, End> {
    let mut making = RunMaking::<C>::of(asked, &located);
    let runs = making.make_runs(&located, true)?;
    let mut store = SortedStore::new(writer, located);
    if !runs.is_empty() {
        return merge::<C>(asked, vec![making.made(runs)], store);
    }
    making.write(&mut store)?;
    Ok(Sorted {
        tallies: vec![making.made(Vec::new()).tally],
        bytes: store.bytes,
        data_bytes: store.data_bytes,
        runs: 1,
        passes: 0,
    })
}

fn merge<C: Codec>(asked: &Asked<'_>, made: Vec<Made>, mut store: SortedStore<'_>) -> Result<Sorted, End> {
    let memory_per_byte = made.iter().map(|made| made.memory_per_byte).fold(1.0, f64::max);
    let (mut runs, mut tallies) = (Vec::new(), Vec::new());
    for made in made {
        runs.extend(made.runs);
        tallies.push(made.tally);
    }
    let runs_made = runs.len() as u64;
    let fan_in = asked.budget.fan_in as usize;
    while runs.len() > fan_in {
        trim();
        (tallies, runs) = pass::<C>(asked, tallies, runs, memory_per_byte)?;
    }
    trim();
    let memory_bytes = asked.budget.memory_bytes;
    let mut merging = Merging::<C>::new(
        asked,
        std::mem::take(&mut tallies[0]),
        memory_bytes,
        memory_per_byte,
    );
    merging.into_store(&runs, &mut store)?;
    tallies[0] = merging.tally();
    Ok(Sorted {
        tallies,
        bytes: store.bytes,
        data_bytes: store.data_bytes,
        runs: runs_made,
        passes: merges_of(&runs),
    })
}

/// Merges groups of runs, the threads side by side; runs of no group stay.
fn pass<C: Codec>(
    asked: &Asked<'_>,
    tallies: Vec<Tally>,
    mut runs: Vec<RunFile>,
    memory_per_byte: f64,
) -> Result<(Vec<Tally>, Vec<RunFile>), End> {
    let groups = next_pass(runs.len(), asked.budget.fan_in as usize);
    let rest = runs.split_off(groups.iter().sum());
    let threads = tallies.len();
    let mut parts: Vec<(Tally, Vec<Vec<RunFile>>)> =
        tallies.into_iter().map(|tally| (tally, Vec::new())).collect();
    let mut runs = runs.into_iter();
    for (group, &count) in groups.iter().enumerate() {
        parts[group % threads].1.push(runs.by_ref().take(count).collect());
    }
    let done = in_threads(parts, |(tally, groups)| {
        let share_bytes = asked.budget.share_bytes();
        let mut merging = Merging::<C>::new(asked, tally, share_bytes, memory_per_byte);
        // A group's files are gone once it is merged.
        let merged = groups.into_iter().map(|group| merging.into_run(&group));
        let merged = merged.collect::<Result<Vec<_>, _>>()?;
        Ok((merging.tally(), merged))
    })?;
    let (tallies, merged): (Vec<_>, Vec<_>) = done.into_iter().unzip();
    Ok((tallies, merged.into_iter().flatten().chain(rest).collect()))
}
