//! The experiment `memory`: operations on objects and bytes in memory, proved and timed.

use crate::codec::Codec;
use crate::experiments::memory::conformance::CheckFiles;
use crate::experiments::memory::measuring::Measured;
use crate::experiments::{Served, Verb};
use crate::protocol::{Replies, Request, RequestError};
use crate::timing::sampler::SamplingPlan;
use crate::values::corpus::Corpus;
use crate::values::object::Object;

pub mod conformance;
pub mod measuring;
pub mod message_operations;
pub mod operations;
pub mod proof;

pub fn verbs<C: Codec, Plain: Object>() -> Vec<Verb<C::Root>> {
    vec![
        Verb {
            name: "check",
            serve: check::<C>,
        },
        Verb {
            name: "emit",
            serve: emit::<C>,
        },
        Verb {
            name: "measure",
            serve: measure::<C>,
        },
        Verb {
            name: "calibrate",
            serve: calibrate::<C, Plain>,
        },
    ]
}

fn check<C: Codec>(
    replies: &mut Replies,
    request: &Request,
    served: &Served<'_, C::Root>,
) -> Result<(), RequestError> {
    let corpus = Corpus::load(request.path("corpus")?)?;
    let files = CheckFiles {
        encoded: request.optional_path("encoded"),
        values: request.optional_path("values"),
    };
    conformance::check::<C>(replies, served.operations, &corpus, &files)
}

fn emit<C: Codec>(
    replies: &mut Replies,
    request: &Request,
    _served: &Served<'_, C::Root>,
) -> Result<(), RequestError> {
    let out = request.path("out")?;
    conformance::emit::<C>(replies, &Corpus::load(request.path("corpus")?)?, out)
}

fn measure<C: Codec>(
    replies: &mut Replies,
    request: &Request,
    served: &Served<'_, C::Root>,
) -> Result<(), RequestError> {
    let plan = SamplingPlan {
        sample_ns: request.number("sample_ns")?,
        samples: request.number("samples")?,
        warmup_ns: request.number("warmup_ns")?,
        budget_ns: request.number("budget_ns")?,
    };
    let names = request.list("operations")?;
    let keep = request.optional_number("keep")?.unwrap_or(0);
    let keep =
        usize::try_from(keep).map_err(|_| RequestError(format!("{keep} objects are too many to keep.")))?;
    let corpus = Corpus::load_to_measure(request.path("corpus")?)?;
    let measured = Measured {
        names: &names,
        keep,
        encoded: request.optional_path("encoded"),
    };
    measuring::measure::<C>(replies, served.operations, &corpus, &measured, &plan)
}

fn calibrate<C: Codec, Plain: Object>(
    replies: &mut Replies,
    request: &Request,
    _served: &Served<'_, C::Root>,
) -> Result<(), RequestError> {
    let plan = SamplingPlan {
        sample_ns: request.number("sample_ns")?,
        samples: request.number("samples")?,
        warmup_ns: 0,
        budget_ns: 0,
    };
    let corpus = Corpus::load_to_measure(request.path("corpus")?)?;
    crate::timing::calibration::calibrate::<Plain>(replies, &corpus, &plan)
}
