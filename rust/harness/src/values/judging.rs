//! Judges what came back of a codec, and makes of every fault of it an outcome.

use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::codec::Failure;
use crate::values::object::{Object, Plan};

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
