//! The steps of a merge: records are taken until some have to be read, then they are passed on.

use crate::codec::Codec;
use crate::experiments::sort::keys::LazyKeys;
use crate::experiments::sort::loser_tree::LoserTree;
use crate::experiments::sort::mode::Mode;
use crate::experiments::sort::phases::Step;
use crate::experiments::sort::source::Source;
use crate::experiments::sort::tally::Tally;
use crate::experiments::sort::thread::{Record, SortingThread};
use crate::experiments::store::share::{untold, End, OBJECTS_A_BLOCK};
use crate::values::judging::guarded;

/// The key and the number of a source's head; of one that has ended, what comes after all others.
type Head = (u64, u64);
const ENDED: Head = (u64::MAX, u64::MAX);

pub struct Merge<'r, C: Codec> {
    sources: Vec<Source<'r, C>>,
    heads: Vec<Head>,
    tree: Option<LoserTree>,
    /// The winner, if its next head has to be read first.
    used_up: Option<usize>,
    /// Sources, and the places of the records that were taken from them.
    taken: Vec<(usize, usize)>,
}

impl<'r, C: Codec> Merge<'r, C> {
    /// Merges sources that have been filled.
    pub fn of(sources: Vec<Source<'r, C>>) -> Self {
        Self {
            heads: sources.iter().map(Source::head).collect(),
            sources,
            tree: None,
            used_up: None,
            taken: Vec::with_capacity(OBJECTS_A_BLOCK as usize),
        }
    }

    /// Takes the next records, as many as can be had from memory; none if all have been taken.
    pub fn take(&mut self, thread: &mut SortingThread<'_, C>) -> Result<bool, End> {
        self.taken.clear();
        if let Some(source) = self.used_up {
            self.sources[source].refill(thread)?;
            self.heads[source] = self.sources[source].head();
        }
        let SortingThread {
            asked, codec, tally, ..
        } = thread;
        let mut comparisons = 0;
        if asked.mode != Mode::Lazy {
            tally.timed(Step::Order, || {
                self.play(|_, (a, b)| {
                    comparisons += u64::from(a.1 != ENDED && b.1 != ENDED);
                    a.1 < b.1
                });
            });
        } else {
            let mut keys = LazyKeys::new(codec, asked.distinct);
            let playing = || {
                self.play(|sources, (a, b)| {
                    if a.1 == ENDED || b.1 == ENDED {
                        return a.1 < b.1;
                    }
                    comparisons += 1;
                    let mut key = |source: usize| keys.read(sources[source].head_record());
                    (key(a.0), a.1 .1) < (key(b.0), b.1 .1)
                });
                Ok(())
            };
            let played = tally.timed(Step::Order, || guarded(playing));
            tally.counts.accesses += keys.accesses;
            if let Some(end) = keys.failure() {
                return Err(end);
            }
            played.map_err(untold)?;
        }
        thread.tally.counts.comparisons += comparisons;
        Ok(!self.taken.is_empty())
    }

    /// Lets sources play until a record has to be read or a block has been taken. `less` compares two, each
    /// given by its number and its head.
    fn play(&mut self, mut less: impl FnMut(&[Source<'r, C>], ((usize, Head), (usize, Head))) -> bool) {
        let Self {
            sources,
            heads,
            tree,
            used_up,
            taken,
        } = self;
        let mut before =
            |sources: &[_], heads: &[Head], a: usize, b: usize| less(sources, ((a, heads[a]), (b, heads[b])));
        let tree = match tree {
            None => tree.insert(LoserTree::new(sources.len(), |a, b| before(sources, heads, a, b))),
            Some(tree) => {
                if used_up.take().is_some() {
                    tree.replay(|a, b| before(sources, heads, a, b));
                }
                tree
            }
        };
        while taken.len() < OBJECTS_A_BLOCK as usize && heads[tree.winner()] != ENDED {
            let winner = tree.winner();
            let source = &mut sources[winner];
            taken.push((winner, source.advance()));
            if source.is_used_up() && source.has_more() {
                *used_up = Some(winner);
                return;
            }
            heads[winner] = if source.is_used_up() { ENDED } else { source.head() };
            tree.replay(|a, b| before(sources, heads, a, b));
        }
    }

    /// Passes on what was taken, with the objects encoded.
    pub fn pass_on(
        &self,
        thread: &mut SortingThread<'_, C>,
        to: impl FnOnce(&[Record<'_>], &mut Tally) -> Result<(), End>,
    ) -> Result<(), End> {
        let Self { sources, taken, .. } = self;
        if thread.asked.mode == Mode::Objects {
            let objects = taken.iter().map(|&(source, place)| sources[source].object(place));
            let numbers = taken
                .iter()
                .map(|&(source, place)| sources[source].record(place).number);
            thread.encode(objects, numbers.clone())?;
            let (records, tally) = thread.staged(numbers);
            return to(&records, tally);
        }
        let records: Vec<_> = taken
            .iter()
            .map(|&(source, place)| sources[source].record(place))
            .collect();
        to(&records, &mut thread.tally)
    }

    /// Gives the memory back.
    pub fn end(mut self, thread: &mut SortingThread<'_, C>) {
        for source in &mut self.sources {
            source.release(thread);
        }
        thread.tally.timed(Step::Free, || drop(self));
    }
}
