//! Every measurement is a verification: what an operation shows, and how faults become outcomes.

use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::codec::Failure;
use crate::corpus::Corpus;
use crate::object::{digest_of_digests, Object, Plan};
use crate::operations::Operation;
use crate::xxh64::xxh64;

/// What one run of an operation over one object showed, the size of the message that it wrote or read, and the
/// XXH64 of the one that it wrote, where its proof read it.
pub struct Proof<R> {
    pub shown: Shown<R>,
    pub bytes: usize,
    pub message_hash: Option<u64>,
}

/// The value that came back, or what was read by a plan.
pub enum Shown<R> {
    Value(R),
    Touch(u64, Plan),
}

impl<R> Proof<R> {
    pub fn value(value: R, bytes: usize) -> Self {
        Self {
            shown: Shown::Value(value),
            bytes,
            message_hash: None,
        }
    }

    /// The value that was read from a message that the operation wrote.
    pub fn written(value: R, message: &[u8]) -> Self {
        Self {
            shown: Shown::Value(value),
            bytes: message.len(),
            message_hash: Some(xxh64(message)),
        }
    }

    pub fn touch(touch: u64, plan: Plan, bytes: usize) -> Self {
        Self {
            shown: Shown::Touch(touch, plan),
            bytes,
            message_hash: None,
        }
    }
}

/// Runs a codec's code; a panic in it is an error like any other.
pub fn guarded<T>(run: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // What a panic leaves in a bad state is thrown away by every caller.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| Err(of_panic(payload.as_ref())))
}

fn of_panic(payload: &(dyn Any + Send)) -> Failure {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    Failure::error(format!(
        "The codec panicked: {}",
        text.unwrap_or("it gave no reason")
    ))
}

/// The digest of a value that came back, or a failure when it is not that of the object.
pub fn judge_value<R: Object>(value: &R, expected: u64, scratch: &mut Vec<u8>) -> Result<u64, Failure> {
    judge_digest(value.digest(scratch), expected)
}

/// A digest, or a failure when it is not that of the object.
pub fn judge_digest(digest: u64, expected: u64) -> Result<u64, Failure> {
    if digest == expected {
        return Ok(digest);
    }
    Err(Failure::wrong(format!(
        "The value that came back has the digest {digest:016x}, the object's is {expected:016x}."
    )))
}

/// The touch of what was read, or a failure when it is not that of the object.
pub fn judge_touch<R: Object>(touch: u64, plan: Plan, object: &R) -> Result<u64, Failure> {
    let expected = object.touched(plan);
    if touch == expected {
        return Ok(touch);
    }
    Err(Failure::wrong(format!(
        "What was read has the touch {touch}, the object's is {expected}."
    )))
}

/// What an operation over every object produced: the numbers of a `verified` line.
pub struct Verified {
    pub digest: u64,
    pub touch: u64,
    pub bytes: u64,
    pub messages: u64,
}

/// Runs an operation over every object and compares. A failure comes with the index of its object.
pub fn verify<R: Object>(
    operation: &mut dyn Operation<R>,
    corpus: &Corpus<R>,
) -> Result<Verified, (usize, Failure)> {
    let mut scratch = Vec::new();
    let mut digests = Vec::new();
    let mut hashes = Vec::new();
    let mut sum = 0u64;
    let mut bytes = 0u64;
    for (index, object) in corpus.objects.iter().enumerate() {
        let judged = guarded(|| operation.prove(index)).and_then(|proof| {
            bytes += proof.bytes as u64;
            hashes.extend(proof.message_hash);
            match proof.shown {
                Shown::Value(value) => {
                    digests.push(judge_value(&value, corpus.digests[index], &mut scratch)?);
                }
                Shown::Touch(touch, plan) => {
                    sum = sum.wrapping_add(judge_touch(touch, plan, object)?);
                }
            }
            Ok(())
        });
        judged.map_err(|failure| (index, failure))?;
    }
    Ok(Verified {
        digest: digest_of_any(&digests),
        touch: sum,
        bytes,
        messages: digest_of_any(&hashes),
    })
}

/// 0 where there are none.
fn digest_of_any(digests: &[u64]) -> u64 {
    if digests.is_empty() {
        0
    } else {
        digest_of_digests(digests)
    }
}
