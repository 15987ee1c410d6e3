//! What the verbs of experiments with files reply in the same way.

use crate::codec::Failure;
use crate::protocol::{Line, Replies, RequestError};
use crate::timing::phase_times::{PhaseTimes, Phases};

/// One line a phase and thread.
pub fn tell_phases<'p, P: Phases + 'p>(
    replies: &mut Replies,
    threads: impl Iterator<Item = &'p PhaseTimes<P>>,
) -> Result<(), RequestError> {
    for (thread, phases) in threads.enumerate() {
        for (name, time) in phases.timed_phases() {
            replies.send(
                Line::new("phase")
                    .text("name", name)
                    .index("thread", thread)
                    .number("wall_ns", time.wall_ns)
                    .number("cpu_ns", time.cpu_ns),
            )?;
        }
    }
    Ok(())
}

/// How the codec failed, and on which object where that is known.
pub fn tell_failure(
    replies: &mut Replies,
    operation: &str,
    number: Option<u64>,
    failure: &Failure,
) -> Result<(), RequestError> {
    let line = Line::new("failed")
        .text("operation", operation)
        .text("outcome", failure.outcome);
    let line = match number {
        Some(number) => line.number("index", number),
        None => line,
    };
    replies.send(line.text("detail", &failure.detail))
}
