//! A runner: one codec for one workload, serving one request (PROTOCOL.md).

use std::process::ExitCode;

use crate::about::About;
use crate::calibration::calibrate;
use crate::codec::{Codec, Composed, MessageCodec};
use crate::conformance::{check, emit, CheckFiles};
use crate::corpus::Corpus;
use crate::experiment_memory::measure;
use crate::experiment_store;
use crate::message_operations::of_message_codec;
use crate::object::Object;
use crate::operations::{of_codec, Entry};
use crate::protocol::{Line, Replies, Request, RequestError};
use crate::sampler::SamplingPlan;

const REFUSED: u8 = 2;
const CANNOT_SPEAK: u8 = 1;
const VERBS: [&str; 7] = [
    "describe",
    "check",
    "emit",
    "measure",
    "calibrate",
    "store-write",
    "store-read",
];

/// Makes the `main` of a codec's package and brings in what is rendered for it: the plain types as `plain`, the
/// runner's identity as `about`. `Plain` is the workload's root type, for codecs that hold another object.
#[macro_export]
macro_rules! runner {
    ($codec:ty) => {
        $crate::runner!(@ $codec, serve);
    };
    (messages $codec:ty) => {
        $crate::runner!(@ $codec, serve_messages);
    };
    (@ $codec:ty, $serve:ident) => {
        // Names and shapes are a schema's, so no lint on style or on unused code has anything to say.
        #[allow(dead_code, non_camel_case_types, non_snake_case, unused, clippy::all)]
        pub mod plain {
            include!(concat!(env!("SERBENCH_RENDERED"), "/", env!("CARGO_PKG_NAME"), "/plain.rs"));
        }

        mod about {
            include!(concat!(env!("SERBENCH_RENDERED"), "/", env!("CARGO_PKG_NAME"), "/about.rs"));
        }

        fn main() -> ::std::process::ExitCode {
            $crate::runner::$serve::<$codec, plain::SerbenchRoot>(&about::ABOUT)
        }
    };
}

/// Serves the request in this process's arguments with a codec whose message is the object.
pub fn serve<C: Codec, Plain: Object>(about: &About) -> ExitCode {
    run::<C, Plain>(about, &of_codec::<C>())
}

/// The same with a codec whose library has messages of its own.
pub fn serve_messages<M: MessageCodec, Plain: Object>(about: &About) -> ExitCode {
    run::<Composed<M>, Plain>(about, &of_message_codec::<M>())
}

fn run<C: Codec, Plain: Object>(about: &About, entries: &[Entry<C::Root>]) -> ExitCode {
    let Ok(mut replies) = Replies::open() else {
        return ExitCode::from(CANNOT_SPEAK);
    };
    let answered = greet(&mut replies, about).and_then(|()| {
        let request = Request::parse(std::env::args_os().skip(1))?;
        answer::<C, Plain>(&mut replies, &request, about, entries)
    });
    let last = match &answered {
        Ok(()) => Line::new("end"),
        Err(RequestError(sentence)) => Line::new("error").text("detail", sentence),
    };
    match (answered, replies.send(last)) {
        (Ok(()), Ok(())) => ExitCode::SUCCESS,
        _ => ExitCode::from(REFUSED),
    }
}

fn greet(replies: &mut Replies, about: &About) -> Result<(), RequestError> {
    replies.send(
        Line::new("runner")
            .number("protocol", 1)
            .text("language", "rust")
            .text("codec", about.codec)
            .text("workload", about.workload)
            .text("schema", about.schema),
    )
}

fn answer<C: Codec, Plain: Object>(
    replies: &mut Replies,
    request: &Request,
    about: &About,
    entries: &[Entry<C::Root>],
) -> Result<(), RequestError> {
    match request.verb.as_str() {
        "describe" => {
            request.allow(&[])?;
            describe(replies, about, entries)
        }
        "check" => {
            request.allow(&["corpus", "encoded", "values"])?;
            let corpus = Corpus::load(request.path("corpus")?)?;
            let encoded = request.optional_path("encoded");
            let files = CheckFiles {
                encoded,
                values: request.optional_path("values"),
            };
            check::<C>(replies, entries, &corpus, &files)
        }
        "emit" => {
            request.allow(&["corpus", "out"])?;
            let out = request.path("out")?;
            emit::<C>(replies, &Corpus::load(request.path("corpus")?)?, out)
        }
        "measure" => {
            request.allow(&[
                "corpus",
                "operations",
                "sample_ns",
                "samples",
                "warmup_ns",
                "budget_ns",
            ])?;
            let plan = SamplingPlan {
                sample_ns: request.number("sample_ns")?,
                samples: request.number("samples")?,
                warmup_ns: request.number("warmup_ns")?,
                budget_ns: request.number("budget_ns")?,
            };
            let names = request.list("operations")?;
            let corpus = Corpus::load_to_measure(request.path("corpus")?)?;
            measure::<C>(replies, entries, &corpus, &names, &plan)
        }
        "calibrate" => {
            request.allow(&["corpus", "sample_ns", "samples"])?;
            let (sample_ns, samples) = (request.number("sample_ns")?, request.number("samples")?);
            let plan = SamplingPlan {
                sample_ns,
                samples,
                warmup_ns: 0,
                budget_ns: 0,
            };
            calibrate::<Plain>(replies, &Corpus::load_to_measure(request.path("corpus")?)?, &plan)
        }
        "store-write" => experiment_store::write::<C>(replies, request, about),
        "store-read" => experiment_store::read::<C>(replies, request, about),
        verb => Err(RequestError(format!("There is no verb \"{verb}\"."))),
    }
}

fn describe<R: Object>(
    replies: &mut Replies,
    about: &About,
    entries: &[Entry<R>],
) -> Result<(), RequestError> {
    for (name, version) in about.libraries {
        replies.send(Line::new("library").text("name", name).text("version", version))?;
    }
    for entry in entries {
        replies.send(
            Line::new("operation")
                .text("name", entry.name)
                .text("side", entry.side),
        )?;
    }
    for verb in VERBS {
        replies.send(Line::new("verb").text("name", verb))?;
    }
    replies.send(Line::new("unit").text("name", "utf8"))?;
    replies.send(
        Line::new("build")
            .text("compiler", about.compiler)
            .text("flags", about.flags),
    )
}
