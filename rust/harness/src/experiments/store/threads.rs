//! Threads of an experiment with files.

use std::ops::Range;

use crate::codec::Failure;
use crate::experiments::store::share::{untold, End};

/// Each thread's part of `count` objects.
pub fn parts(count: u64, threads: u64) -> Vec<Range<u64>> {
    let begin = |thread: u64| count / threads * thread + thread.min(count % threads);
    (0..threads)
        .map(|thread| begin(thread)..begin(thread + 1))
        .collect()
}

/// Runs the body once a part, each in a thread of its own; one alone in this thread.
pub fn in_threads<P: Send, D: Send>(
    mut parts: Vec<P>,
    body: impl Fn(P) -> Result<D, End> + Sync,
) -> Result<Vec<D>, End> {
    if parts.len() == 1 {
        return parts.pop().into_iter().map(body).collect();
    }
    std::thread::scope(|scope| {
        let body = &body;
        let threads: Vec<_> = parts
            .into_iter()
            .map(|part| scope.spawn(move || body(part)))
            .collect();
        let done = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err(panicked())));
        done.collect::<Vec<_>>().into_iter().collect()
    })
}

pub fn panicked() -> End {
    untold(Failure::error("A thread of the runner panicked."))
}
