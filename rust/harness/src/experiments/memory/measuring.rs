//! The experiment `memory`: operations on objects and bytes in memory (PROTOCOL.md, measure).

use std::path::Path;

use crate::codec::{Codec, Failure};
use crate::experiments::memory::operations::{Entry, Operation, Subject};
use crate::experiments::memory::proof::{no_message, verify};
use crate::protocol::container::ContainerReader;
use crate::protocol::{Line, Replies, RequestError};
use crate::timing::clock::Stopwatch;
use crate::timing::counters::{AllocationCounter, InstructionCounter};
use crate::timing::resident_memory::peak_resident_bytes;
use crate::timing::sampler::{calibrated_rotations, goes_on, SamplingPlan};
use crate::values::corpus::Corpus;
use crate::values::judging::guarded;
use crate::values::object::Object;

/// How a measurement of an operation ends early: it failed, on an object where one is known, or the reply
/// has no reader.
enum End {
    Failed(Option<usize>, Failure),
    Refused(RequestError),
}

impl From<RequestError> for End {
    fn from(error: RequestError) -> Self {
        Self::Refused(error)
    }
}

impl From<(usize, Failure)> for End {
    fn from((index, failure): (usize, Failure)) -> Self {
        Self::Failed(Some(index), failure)
    }
}

/// Objects are not counted while timing, so a failure there has no index.
fn untold(failure: Failure) -> End {
    End::Failed(None, failure)
}

/// What is measured: the named operations in their order. `keep` of the objects that `decode` makes stay alive, and
/// the messages come from the file `encoded` where there is one.
pub struct Measured<'m> {
    pub names: &'m [String],
    pub keep: usize,
    pub encoded: Option<&'m Path>,
}

pub fn measure<C: Codec>(
    replies: &mut Replies,
    entries: &[Entry<C::Root>],
    corpus: &Corpus<C::Root>,
    measured: &Measured<'_>,
    plan: &SamplingPlan,
) -> Result<(), RequestError> {
    let chosen = chosen(entries, measured)?;
    let given = measured
        .encoded
        .map(|path| given(path, corpus.objects.len()))
        .transpose()?;
    replies.send(
        Line::new("corpus")
            .index("objects", corpus.objects.len())
            .number("bytes", corpus.bytes)
            .digest("digest", corpus.digest()),
    )?;
    let encoded = given.unwrap_or_else(|| encoded::<C>(&corpus.objects));
    for entry in chosen {
        match measure_one(replies, entry, corpus, &encoded, measured.keep, plan) {
            Ok(()) => {}
            Err(End::Refused(error)) => return Err(error),
            Err(End::Failed(index, failure)) => replies.send(failed(entry.name, index, &failure))?,
        }
    }
    replies.send(Line::new("memory").number("peak_bytes", peak_resident_bytes()))
}

fn failed(operation: &str, index: Option<usize>, failure: &Failure) -> Line {
    let line = Line::new("failed")
        .text("operation", operation)
        .text("outcome", failure.outcome);
    match index {
        Some(index) => line.index("index", index),
        None => line,
    }
    .text("detail", &failure.detail)
}

fn chosen<'e, R: Object>(
    entries: &'e [Entry<R>],
    measured: &Measured<'_>,
) -> Result<Vec<&'e Entry<R>>, RequestError> {
    let find = |name: &String| {
        let found = entries.iter().find(|entry| entry.name == name);
        let entry = found.ok_or_else(|| RequestError(format!("This codec has no operation \"{name}\".")))?;
        if measured.encoded.is_some() && !entry.from_bytes {
            return Err(RequestError(format!(
                "The operation \"{name}\" does not start from messages, so it cannot read those of a file."
            )));
        }
        Ok(entry)
    };
    measured.names.iter().map(find).collect()
}

/// The messages of all objects, each in memory of its own, or the first object that has none and why.
type Encoded = Result<Vec<Vec<u8>>, (usize, Failure)>;

fn encoded<C: Codec>(objects: &[C::Root]) -> Encoded {
    let mut codec = C::new();
    let mut messages = Vec::with_capacity(objects.len());
    for (index, object) in objects.iter().enumerate() {
        match guarded(|| codec.encode(object).map(<[u8]>::to_vec)) {
            Ok(bytes) => messages.push(bytes),
            Err(failure) => return Err((index, failure)),
        }
    }
    Ok(messages)
}

/// The messages of a file in place of the codec's own.
fn given(path: &Path, objects: usize) -> Result<Encoded, RequestError> {
    let mut file = ContainerReader::messages_of(path, objects)?;
    let entries = (0..objects)
        .map(|_| file.next_entry())
        .collect::<Result<Vec<_>, _>>()?;
    file.finish()?;
    let present = |(index, entry): (usize, Option<Vec<u8>>)| entry.ok_or_else(|| (index, no_message()));
    Ok(entries.into_iter().enumerate().map(present).collect())
}

fn measure_one<R: Object>(
    replies: &mut Replies,
    entry: &Entry<R>,
    corpus: &Corpus<R>,
    encoded: &Encoded,
    keep: usize,
    plan: &SamplingPlan,
) -> Result<(), End> {
    let messages = encoded
        .as_ref()
        .map_err(|(index, failure)| End::Failed(Some(*index), failure.clone()))?;
    let objects = corpus.objects.as_slice();
    let subject = Subject {
        objects,
        messages,
        keep,
    };
    let mut operation = guarded(|| (entry.make)(subject)).map_err(untold)?;
    prove(replies, entry.name, "before", operation.as_mut(), corpus)?;
    let mut take = |rotations| guarded(|| operation.sample(objects.len(), rotations));
    let rotations = calibrated_rotations(plan, &mut take).map_err(untold)?;
    let n = rotations * objects.len() as u64;
    replies.send(
        Line::new("calibrated")
            .text("operation", entry.name)
            .number("n", n),
    )?;
    let watch = Stopwatch::start();
    let mut taken = 0;
    while goes_on(plan, taken, watch.wall_ns()) {
        let sample = take(rotations).map_err(untold)?;
        replies.send(
            Line::new("sample")
                .text("operation", entry.name)
                .number("n", sample.n)
                .number("cpu_ns", sample.cpu_ns)
                .number("wall_ns", sample.wall_ns),
        )?;
        taken += 1;
    }
    prove(replies, entry.name, "after", operation.as_mut(), corpus)?;
    count_allocations(replies, entry.name, operation.as_mut(), objects.len())?;
    count_instructions(replies, entry.name, operation.as_mut(), objects.len())
}

fn count_allocations<R: Object>(
    replies: &mut Replies,
    name: &str,
    operation: &mut dyn Operation<R>,
    objects: usize,
) -> Result<(), End> {
    let Some(counter) = AllocationCounter::find() else {
        return Ok(());
    };
    let before = counter.now();
    guarded(|| operation.sample(objects, 1)).map_err(untold)?;
    let after = counter.now();
    replies.send(
        Line::new("allocated")
            .text("operation", name)
            .index("n", objects)
            .number("allocations", after.allocations - before.allocations)
            .number("bytes", after.bytes - before.bytes),
    )?;
    Ok(())
}

/// The sampling loop once more, so that what is counted is what was timed.
fn count_instructions<R: Object>(
    replies: &mut Replies,
    name: &str,
    operation: &mut dyn Operation<R>,
    objects: usize,
) -> Result<(), End> {
    let Some(counter) = InstructionCounter::find() else {
        return Ok(());
    };
    let Some(before) = counter.now() else {
        return Ok(());
    };
    let counted = guarded(|| operation.sample(objects, 1)).map_err(untold)?;
    if let Some(instructions) = counter.now().and_then(|after| after.checked_sub(before)) {
        replies.send(
            Line::new("executed")
                .text("operation", name)
                .number("n", counted.n)
                .number("instructions", instructions),
        )?;
    }
    Ok(())
}

fn prove<R: Object>(
    replies: &mut Replies,
    name: &str,
    phase: &str,
    operation: &mut dyn Operation<R>,
    corpus: &Corpus<R>,
) -> Result<(), End> {
    let verified = verify(operation, corpus)?;
    let line = Line::new("verified")
        .text("operation", name)
        .text("phase", phase)
        .digest("digest", verified.digest)
        .number("touch", verified.touch)
        .number("bytes", verified.bytes)
        .digest("messages", verified.messages);
    replies.send(match verified.read {
        Some(read) => line.number("read", read),
        None => line,
    })?;
    Ok(())
}
