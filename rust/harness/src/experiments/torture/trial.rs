//! One operation on malformed input and what becomes of it.

use std::cell::RefCell;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe, PanicHookInfo};

use crate::experiments::torture::meter::{Meter, Taken};
use crate::experiments::torture::reading::{Operation, Read, Reading};
use crate::protocol::Line;
use crate::values::object::Object;

const LONGEST_DETAIL: usize = 120;

/// What became of an operation. A fault was found in a message that the library had accepted; foreign is what
/// is not the codec's way to refuse bytes.
#[derive(Debug, PartialEq, Eq)]
pub enum Finding {
    Digest(u64),
    Touch(u64),
    Rejected(String),
    Fault(String),
    Foreign(String),
}

impl Finding {
    /// What became of it, where it is not this value.
    pub fn other_than(&self, digest: u64) -> Option<String> {
        match self {
            Self::Digest(found) if *found == digest => None,
            Self::Digest(found) => Some(format!("Its value has the digest {found:016x}.")),
            Self::Touch(found) => Some(format!("It has the touch {found}.")),
            Self::Rejected(detail) | Self::Fault(detail) | Self::Foreign(detail) => Some(detail.clone()),
        }
    }

    /// The line that says it.
    pub fn line(&self, operation: Operation, taken: Taken) -> Line {
        let line = |outcome| {
            Line::new("tried")
                .text("operation", operation.name())
                .text("outcome", outcome)
                .number("cpu_ns", taken.cpu_ns)
                .number("largest_bytes", taken.largest_bytes)
                .number("allocated_bytes", taken.allocated_bytes)
        };
        match self {
            Self::Digest(digest) => line("accepted").digest("digest", *digest),
            Self::Touch(touch) => line("accepted").number("touch", *touch),
            Self::Rejected(detail) => line("rejected").text("detail", detail),
            Self::Fault(detail) => line("fault").text("detail", detail),
            Self::Foreign(detail) => line("foreign").text("detail", detail),
        }
    }
}

/// Reads bytes. The digest of an object is ours to compute; its release is not, so it is measured.
pub fn tried<R: Object>(
    reading: &mut dyn Reading<R>,
    operation: Operation,
    bytes: &[u8],
    meter: &mut Meter,
    scratch: &mut Vec<u8>,
) -> Finding {
    match meter.measured(|| unpanicked(|| reading.read(operation, bytes))) {
        Err(panic) => Finding::Foreign(panic),
        Ok(Err(refused)) => {
            let detail = detail(&refused.failure.detail);
            if refused.opened {
                Finding::Fault(detail)
            } else {
                Finding::Rejected(detail)
            }
        }
        Ok(Ok(Read::Touch(touch))) => Finding::Touch(touch),
        Ok(Ok(Read::Object(object))) => {
            let digest = unpanicked(|| object.digest(scratch));
            let released = meter.measured(|| unpanicked(|| drop(object)));
            match (digest, released) {
                (Err(panic), _) => Finding::Fault(panic),
                (_, Err(panic)) => Finding::Foreign(panic),
                (Ok(digest), Ok(())) => Finding::Digest(digest),
            }
        }
    }
}

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// From now on a panic is kept and not printed, for there are thousands.
pub fn keep_panics() {
    set_hook(Box::new(|panic| {
        let told = told(panic);
        LAST_PANIC.with(|last| *last.borrow_mut() = told);
    }));
}

fn told(panic: &PanicHookInfo<'_>) -> String {
    let text = panic.payload().downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.payload().downcast_ref::<&str>().copied());
    let text = text.unwrap_or("it gave no reason");
    // The folders of a file tell of the machine, its name and line of the library.
    let place = panic.location().map_or(String::new(), |place| {
        let file = place.file().rsplit('/').next().unwrap_or_default();
        format!("{file}:{}: ", place.line())
    });
    detail(&format!("panic: {place}{text}"))
}

/// What `run` returns, or how it panicked.
fn unpanicked<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| LAST_PANIC.with(|last| last.borrow().clone()))
}

/// One line of printable ASCII.
fn detail(text: &str) -> String {
    let shown = |letter: char| {
        if (' '..='~').contains(&letter) {
            letter
        } else {
            '?'
        }
    };
    let line = text.lines().next().unwrap_or_default();
    line.chars().map(shown).take(LONGEST_DETAIL).collect()
}
