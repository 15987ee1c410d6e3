//! The verbs that prove and exchange values without timing them: check and emit (PROTOCOL.md).

use std::path::Path;

use crate::codec::{Codec, Failure};
use crate::container::{ContainerReader, ContainerWriter, CORPUS, MESSAGES};
use crate::corpus::Corpus;
use crate::object::Object;
use crate::operations::{Entry, Subject};
use crate::proof::{guarded, judge_touch, judge_value, Shown};
use crate::protocol::{Line, Replies, RequestError};

/// The files that a check may have beside the corpus.
pub struct CheckFiles<'p> {
    pub encoded: Option<&'p Path>,
    pub values: Option<&'p Path>,
}

/// What became of one object. `value` is the last that came back, as canonical bytes.
struct Finding {
    failed: Option<(&'static str, Failure)>,
    value: Option<Vec<u8>>,
    digest: u64,
    bytes: usize,
}

impl Finding {
    fn failed(mut self, operation: &'static str, failure: Failure) -> Self {
        self.failed = Some((operation, failure));
        self
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
    let mut messages = files.encoded.map(|path| messages_of(path, count)).transpose()?;
    let mut values = files
        .values
        .map(|path| ContainerWriter::create(path, CORPUS, count))
        .transpose()?;
    let mut codec = C::new();
    for index in 0..count {
        let message = match &mut messages {
            Some(file) => Ok(file.next_entry()?),
            None => guarded(|| codec.encode(&corpus.objects[index]).map(<[u8]>::to_vec)).map(Some),
        };
        let from_file = messages.is_some();
        let finding = find(entries, corpus, index, message, from_file);
        if finding.failed.is_some() {
            // A codec that failed may be in any state; the next object deserves a sound one.
            codec = C::new();
        }
        report(replies, index, &finding)?;
        if let Some(file) = &mut values {
            file.add(finding.value.as_deref())?;
        }
    }
    values.map_or(Ok(()), ContainerWriter::finish)
}

fn messages_of(path: &Path, objects: usize) -> Result<ContainerReader, RequestError> {
    let file = ContainerReader::open(path, MESSAGES)?;
    if file.count() == objects as u64 {
        Ok(file)
    } else {
        Err(file.refuse(format_args!(
            "holds {} messages for {objects} objects",
            file.count()
        )))
    }
}

fn find<R: Object>(
    entries: &[Entry<R>],
    corpus: &Corpus<R>,
    index: usize,
    message: Result<Option<Vec<u8>>, Failure>,
    from_file: bool,
) -> Finding {
    let mut finding = Finding {
        failed: None,
        value: None,
        digest: 0,
        bytes: 0,
    };
    let message = match message {
        Ok(Some(message)) => message,
        Ok(None) => return finding.failed("decode", Failure::error("There is no message of this object.")),
        Err(failure) => return finding.failed("encode", failure),
    };
    finding.bytes = message.len();
    let subject = Subject {
        objects: std::slice::from_ref(&corpus.objects[index]),
        messages: std::slice::from_ref(&message),
    };
    for entry in entries.iter().filter(|entry| entry.from_bytes || !from_file) {
        let judged = guarded(|| (entry.make)(subject)?.prove(0)).and_then(|proof| match proof.shown {
            Shown::Touch(touch, plan) => judge_touch(touch, plan, &subject.objects[0]).map(drop),
            Shown::Value(value) => {
                let mut bytes = Vec::new();
                let judged = judge_value(&value, corpus.digests[index], &mut bytes);
                finding.digest = crate::xxh64::xxh64(&bytes);
                finding.value = Some(bytes);
                judged.map(drop)
            }
        });
        if let Err(failure) = judged {
            return finding.failed(entry.name, failure);
        }
    }
    finding
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
    let mut file = ContainerWriter::create(path, MESSAGES, corpus.objects.len())?;
    let mut codec = C::new();
    let mut bytes = 0;
    for (index, object) in corpus.objects.iter().enumerate() {
        match guarded(|| codec.encode(object).map(<[u8]>::to_vec)) {
            Ok(message) => {
                file.add(Some(&message))?;
                bytes += message.len() as u64;
            }
            Err(failure) => {
                replies.send(
                    Line::new("failed")
                        .index("index", index)
                        .text("detail", &failure.detail),
                )?;
                file.add(None)?;
                codec = C::new();
            }
        }
    }
    file.finish()?;
    replies.send(
        Line::new("emitted")
            .index("objects", corpus.objects.len())
            .number("bytes", bytes),
    )
}
