//! The threads of the experiment `store`.

use std::ops::Range;

use crate::codec::Failure;
use crate::experiments::store::share::{untold, End, Share};

/// Each thread's part of so many objects.
pub fn parts(count: u64, threads: u64) -> Vec<Range<u64>> {
    let begin = |thread: u64| count / threads * thread + thread.min(count % threads);
    (0..threads)
        .map(|thread| begin(thread)..begin(thread + 1))
        .collect()
}

/// Runs the body once a part, each in a thread of its own; one alone in this thread.
pub fn in_threads(
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
