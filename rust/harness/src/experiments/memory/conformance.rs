//! The verbs that prove and exchange values without timing them: check and emit (PROTOCOL.md).

use std::path::Path;

use crate::codec::{Codec, Failure};
use crate::experiments::emitting::emit_messages;
use crate::experiments::memory::operations::{copied, Entry, Subject};
use crate::experiments::memory::proof::{no_message, Shown};
use crate::protocol::container::{ContainerReader, ContainerWriter, CORPUS};
use crate::protocol::{Line, Replies, RequestError};
use crate::values::corpus::Corpus;
use crate::values::judging::{guarded, judge_touch, judge_value};
use crate::values::object::{Object, Plan};
use crate::values::xxh64::xxh64;

/// The files that a check may have next to the corpus.
pub struct CheckFiles<'p> {
    pub encoded: Option<&'p Path>,
    pub values: Option<&'p Path>,
}

/// What became of one object. `value` is the last that came back, as canonical bytes.
#[derive(Default)]
struct Finding {
    failed: Option<(&'static str, Failure)>,
    value: Option<Vec<u8>>,
    digest: u64,
    bytes: usize,
}

impl Finding {
    fn judge<R: Object>(&mut self, shown: &Shown<R>, object: &R, expected: u64) -> Result<(), Failure> {
        match shown {
            Shown::Touch(touch, plan) => judge_touch(*touch, *plan, object).map(drop),
            Shown::Value(value) => {
                let mut bytes = Vec::new();
                let judged = judge_value(value, expected, &mut bytes);
                self.digest = xxh64(&bytes);
                self.value = Some(bytes);
                judged.map(drop)
            }
        }
    }
}

/// Proves each object by itself, with every operation that applies.
pub fn check<C: Codec>(
    replies: &mut Replies,
    entries: &[Entry<C::Root>],
    corpus: &Corpus<C::Root>,
    files: &CheckFiles<'_>,
) -> Result<(), RequestError> {
    let count = corpus.objects.len();
    let mut messages = files
        .encoded
        .map(|path| ContainerReader::messages_of(path, count))
        .transpose()?;
    let mut values = files
        .values
        .map(|path| ContainerWriter::create(path, CORPUS, count))
        .transpose()?;
    let mut bench = Bench::<C>::new();
    for index in 0..count {
        let given = messages.as_mut().map(ContainerReader::next_entry).transpose()?;
        let finding = bench.find(entries, corpus, index, given);
        if finding.failed.is_some() {
            // A codec that failed may be in any state; the next object deserves a sound one.
            bench.codec = C::new();
        }
        report(replies, index, &finding)?;
        if let Some(file) = &mut values {
            file.add(finding.value.as_deref())?;
        }
    }
    values.map_or(Ok(()), ContainerWriter::finish)
}

/// One instance of the codec, one place for the objects and one for their messages. They lie there one after the
/// other, so a codec that remembers results by the address of what it was given hands out those of another object.
struct Bench<C: Codec> {
    codec: C,
    object: Vec<C::Root>,
    message: Vec<u8>,
}

impl<C: Codec> Bench<C> {
    fn new() -> Self {
        Self {
            codec: C::new(),
            object: Vec::with_capacity(1),
            message: Vec::new(),
        }
    }

    /// Proves one object; `given` is what a file of messages has for it, where there is such a file.
    fn find(
        &mut self,
        entries: &[Entry<C::Root>],
        corpus: &Corpus<C::Root>,
        index: usize,
        given: Option<Option<Vec<u8>>>,
    ) -> Finding {
        let from_file = given.is_some();
        let applies = |entry: &&Entry<C::Root>| entry.from_bytes || !from_file;
        let expected = corpus.digests[index];
        let mut finding = Finding::default();
        finding.failed = self
            .lay_out(&corpus.objects[index], given)
            .and_then(|()| {
                finding.bytes = self.message.len();
                self.prove_operations(entries.iter().filter(applies), expected, &mut finding)?;
                self.prove_itself(expected, &mut finding)
            })
            .err();
        finding
    }

    /// Puts the object and its message where the last ones lay.
    fn lay_out(
        &mut self,
        object: &C::Root,
        given: Option<Option<Vec<u8>>>,
    ) -> Result<(), (&'static str, Failure)> {
        self.object.clear();
        self.object
            .push(copied(object).map_err(|failure| ("encode", failure))?);
        let message = match given {
            Some(None) => Err(("decode", no_message())),
            Some(Some(message)) => Ok(message),
            None => guarded(|| self.codec.encode(&self.object[0]).map(<[u8]>::to_vec))
                .map_err(|failure| ("encode", failure)),
        }?;
        self.message.clear();
        self.message.extend_from_slice(&message);
        Ok(())
    }

    /// The operations have codecs of their own, fresh for each object.
    fn prove_operations<'e>(
        &self,
        entries: impl Iterator<Item = &'e Entry<C::Root>>,
        expected: u64,
        finding: &mut Finding,
    ) -> Result<(), (&'static str, Failure)> {
        let subject = Subject {
            objects: &self.object,
            messages: std::slice::from_ref(&self.message),
            keep: 0,
        };
        for entry in entries {
            guarded(|| (entry.make)(subject)?.prove(0))
                .and_then(|proof| finding.judge(&proof.shown, &self.object[0], expected))
                .map_err(|failure| (entry.name, failure))?;
        }
        Ok(())
    }

    /// What starts from bytes, with the codec that has seen all objects before this one.
    fn prove_itself(&mut self, expected: u64, finding: &mut Finding) -> Result<(), (&'static str, Failure)> {
        let Self {
            codec,
            object,
            message,
        } = self;
        let mut judge = |name, read: &mut dyn FnMut() -> Result<Shown<C::Root>, Failure>| {
            guarded(read)
                .and_then(|shown| finding.judge(&shown, &object[0], expected))
                .map_err(|failure| (name, failure))
        };
        judge("decode", &mut || codec.decode(message).map(Shown::Value))?;
        for &plan in C::PLANS {
            let name = match plan {
                Plan::One => "access-one",
                Plan::Tenth => "access-tenth",
                Plan::All => "access-all",
            };
            judge(name, &mut || Ok(Shown::Touch(codec.access(message, plan)?, plan)))?;
        }
        Ok(())
    }
}

fn report(replies: &mut Replies, index: usize, finding: &Finding) -> Result<(), RequestError> {
    let line = Line::new("object").index("index", index);
    replies.send(match &finding.failed {
        None => line
            .text("outcome", "ok")
            .digest("digest", finding.digest)
            .index("bytes", finding.bytes),
        Some((operation, failure)) if failure.outcome == "wrong" => line
            .text("outcome", "wrong")
            .text("operation", operation)
            .digest("digest", finding.digest)
            .text("detail", &failure.detail),
        Some((operation, failure)) => line
            .text("outcome", "error")
            .text("operation", operation)
            .text("detail", &failure.detail),
    })
}

/// Encodes each object once into a file of messages.
pub fn emit<C: Codec>(
    replies: &mut Replies,
    corpus: &Corpus<C::Root>,
    path: &Path,
) -> Result<(), RequestError> {
    let objects = &corpus.objects;
    emit_messages(replies, path, objects.len(), C::new, |codec, index| {
        Ok(guarded(|| codec.encode(&objects[index]).map(<[u8]>::to_vec)))
    })
}
