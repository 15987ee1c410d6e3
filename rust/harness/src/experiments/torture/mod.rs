//! The experiment `torture`: a codec reads malformed input, and a valid message behind each of them
//! (PROTOCOL.md).

use std::path::Path;

use crate::experiments::torture::guarded_bytes::GuardedBytes;
use crate::experiments::torture::limits::{limit_process, CpuLimit};
use crate::experiments::torture::meter::{tell_claims, Meter};
use crate::experiments::torture::reading::{Operation, Reading, Readings};
use crate::experiments::torture::trial::{keep_panics, tried, Finding};
use crate::experiments::{Served, Verb};
use crate::protocol::container::{ContainerReader, MESSAGES};
use crate::protocol::{Line, Replies, Request, RequestError};
use crate::timing::resident_memory::peak_resident_bytes;
use crate::values::object::Object;

pub mod guarded_bytes;
pub mod limits;
pub mod meter;
pub mod reading;
pub mod trial;

/// How many times as long as with the valid message an operation may take.
const LIMIT_PER_VALID: u64 = 100;
const VALID_TIMES: usize = 5;

pub fn verbs<R: Object>() -> Vec<Verb<R>> {
    vec![Verb {
        name: "torture",
        serve: torture,
    }]
}

fn torture<R: Object>(
    replies: &mut Replies,
    request: &Request,
    served: &Served<'_, R>,
) -> Result<(), RequestError> {
    let mut cases = ContainerReader::open(request.path("cases")?, MESSAGES)?;
    let first = request.number("first")?;
    let mut torture = Torture::new(request, (served.readings)())?;
    limit_process(
        request.number("address_space_bytes")?,
        request.number("stack_bytes")?,
    )?;
    keep_panics();
    tell_claims(replies);
    torture.prove_valid(replies, request.number("hang_ns")?)?;
    for index in 0..cases.count() {
        let message = cases.next_entry()?;
        if let Some(message) = message.filter(|_| index >= first) {
            torture.try_case(replies, index, &message)?;
        }
    }
    replies.send(Line::new("memory").number("peak_bytes", peak_resident_bytes()))
}

struct Torture<R: Object> {
    readings: Readings<R>,
    reading: Box<dyn Reading<R>>,
    guarded: GuardedBytes,
    valid: Vec<u8>,
    digest: u64,
    limit_ns: u64,
    meter: Meter,
    scratch: Vec<u8>,
}

impl<R: Object> Torture<R> {
    fn new(request: &Request, readings: Readings<R>) -> Result<Self, RequestError> {
        let path = request.path("valid")?;
        let mut file = ContainerReader::open(path, MESSAGES)?;
        let valid = if file.count() == 0 {
            None
        } else {
            file.next_entry()?
        };
        Ok(Self {
            reading: (readings.fresh)(),
            readings,
            guarded: GuardedBytes::new(file_bytes(request.path("cases")?)?)?,
            valid: valid.ok_or_else(|| file.refuse("holds no valid message"))?,
            digest: request.digest("digest")?,
            limit_ns: 0,
            meter: Meter::find(),
            scratch: Vec::new(),
        })
    }

    /// Finds how long an operation may take, and says it with the operations.
    fn prove_valid(&mut self, replies: &mut Replies, hang_ns: u64) -> Result<(), RequestError> {
        let mut valid_ns = u64::MAX;
        for _ in 0..VALID_TIMES {
            if let Some(told) = self.decode_valid().other_than(self.digest) {
                let sentence = format!("The valid message does not decode to its value. {told}");
                return Err(RequestError(sentence));
            }
            valid_ns = valid_ns.min(self.meter.take().cpu_ns);
        }
        self.limit_ns = hang_ns.max(valid_ns.saturating_mul(LIMIT_PER_VALID));
        let names: Vec<&str> = self.readings.operations.iter().map(|one| one.name()).collect();
        replies.send(
            Line::new("torture")
                .text("operations", &names.join(","))
                .number("limit_ns", self.limit_ns)
                .number("valid_ns", valid_ns),
        )
    }

    /// A codec that no longer reads what is valid is replaced.
    fn try_case(&mut self, replies: &mut Replies, index: u64, message: &[u8]) -> Result<(), RequestError> {
        replies.send(Line::new("case").number("index", index))?;
        let bytes = self.guarded.hold(message, self.readings.alignment);
        for &operation in &self.readings.operations {
            let limit = CpuLimit::set(self.limit_ns);
            let reading = self.reading.as_mut();
            let finding = tried(reading, operation, bytes, &mut self.meter, &mut self.scratch);
            drop(limit);
            replies.send(finding.line(operation, self.meter.take()))?;
        }
        let limit = CpuLimit::set(self.limit_ns);
        let finding = self.decode_valid();
        drop(limit);
        self.meter.take();
        if let Some(told) = finding.other_than(self.digest) {
            replies.send(Line::new("poisoned").text("detail", &told))?;
            self.reading = (self.readings.fresh)();
        }
        Ok(())
    }

    fn decode_valid(&mut self) -> Finding {
        let (reading, meter) = (self.reading.as_mut(), &mut self.meter);
        tried(reading, Operation::Decode, &self.valid, meter, &mut self.scratch)
    }
}

fn file_bytes(path: &Path) -> Result<usize, RequestError> {
    let found = std::fs::metadata(path)
        .map_err(|fault| RequestError::file(path, format_args!("cannot be opened: {fault}")))?;
    usize::try_from(found.len()).map_err(|_| RequestError::file(path, "is too large"))
}
