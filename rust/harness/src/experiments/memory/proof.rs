//! Every measurement is a verification: what an operation shows, and how faults become outcomes.

use crate::codec::Failure;
use crate::experiments::memory::operations::Operation;
use crate::values::corpus::Corpus;
use crate::values::judging::{guarded, judge_touch, judge_value};
use crate::values::object::{digest_of_digests, Object, Plan};
use crate::values::xxh64::xxh64;

/// What one run of an operation over one object showed, the size of the message that it wrote or read, and the
/// XXH64 of the one that it wrote, where its proof read it. `read` is how many bytes an access operation read,
/// where that is counted.
pub struct Proof<R> {
    pub shown: Shown<R>,
    pub bytes: usize,
    pub message_hash: Option<u64>,
    pub read: Option<usize>,
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
            read: None,
        }
    }

    /// The value that was read from a message that the operation wrote.
    pub fn written(value: R, message: &[u8]) -> Self {
        Self {
            shown: Shown::Value(value),
            bytes: message.len(),
            message_hash: Some(xxh64(message)),
            read: None,
        }
    }

    pub fn touch(touch: u64, plan: Plan, bytes: usize, read: Option<usize>) -> Self {
        Self {
            shown: Shown::Touch(touch, plan),
            bytes,
            message_hash: None,
            read,
        }
    }
}

/// A file of messages lacks that of an object.
pub fn no_message() -> Failure {
    Failure::error("There is no message of this object.")
}

/// What an operation over every object produced: the numbers of a `verified` line.
pub struct Verified {
    pub digest: u64,
    pub touch: u64,
    pub bytes: u64,
    pub messages: u64,
    pub read: Option<u64>,
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
    let mut read = None;
    for (index, object) in corpus.objects.iter().enumerate() {
        let judged = guarded(|| operation.prove(index)).and_then(|proof| {
            bytes += proof.bytes as u64;
            hashes.extend(proof.message_hash);
            if let Some(more) = proof.read {
                *read.get_or_insert(0) += more as u64;
            }
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
        read,
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
