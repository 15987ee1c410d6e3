//! A runner: one codec for one workload, serving one request (PROTOCOL.md).

use std::process::ExitCode;

use crate::codec::{Codec, Composed, MessageCodec};
use crate::experiments::evolution;
use crate::experiments::memory::message_operations::of_message_codec;
use crate::experiments::memory::operations::of_codec;
use crate::experiments::relay::modes;
use crate::experiments::torture::reading;
use crate::experiments::{self, Served, Verb};
use crate::protocol::about::About;
use crate::protocol::keys::keys_of;
use crate::protocol::{Line, Replies, Request, RequestError};
use crate::values::object::Object;

const REFUSED: u8 = 2;
const CANNOT_SPEAK: u8 = 1;

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
            include!(concat!(env!("SERBENCH_RENDERED"), "/plain.rs"));
        }

        mod about {
            include!(concat!(env!("SERBENCH_RENDERED"), "/about.rs"));
        }

        fn main() -> ::std::process::ExitCode {
            $crate::runner::$serve::<$codec, plain::SerbenchRoot>(&about::ABOUT)
        }
    };
}

/// Brings in the plain types that borrow from a message, which a codec has where its manifest has the table
/// `plain.borrowed`.
#[macro_export]
macro_rules! borrowed {
    () => {
        #[allow(dead_code, non_camel_case_types, non_snake_case, unused, clippy::all)]
        pub mod borrowed {
            include!(concat!(env!("SERBENCH_RENDERED"), "/borrowed.rs"));
        }
    };
}

/// Serves the request in this process's arguments with a codec whose message is the object.
pub fn serve<C: Codec, Plain: Object>(about: &About) -> ExitCode {
    run::<C, Plain>(&Served {
        about,
        operations: &of_codec::<C>(),
        modes: &modes::of_codec::<C>(),
        rewriting: None,
        readings: reading::of_codec::<C>,
    })
}

/// The same with a codec whose library has messages of its own.
pub fn serve_messages<M: MessageCodec, Plain: Object>(about: &About) -> ExitCode {
    run::<Composed<M>, Plain>(&Served {
        about,
        operations: &of_message_codec::<M>(),
        modes: &modes::of_message_codec::<M>(),
        rewriting: evolution::of_message_codec::<M>(),
        readings: reading::of_message_codec::<M>,
    })
}

fn run<C: Codec, Plain: Object>(served: &Served<'_, C::Root>) -> ExitCode {
    let Ok(mut replies) = Replies::open() else {
        return ExitCode::from(CANNOT_SPEAK);
    };
    let answered = greet(&mut replies, served.about).and_then(|()| {
        let request = Request::parse(std::env::args_os().skip(1))?;
        answer::<C, Plain>(&mut replies, &request, served)
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

/// The verbs of the experiments after the one that every runner has.
fn verbs<C: Codec, Plain: Object>() -> Vec<Verb<C::Root>> {
    let mut verbs = vec![Verb {
        name: "describe",
        serve: describe::<C, Plain>,
    }];
    verbs.extend(experiments::verbs::<C, Plain>());
    verbs
}

fn answer<C: Codec, Plain: Object>(
    replies: &mut Replies,
    request: &Request,
    served: &Served<'_, C::Root>,
) -> Result<(), RequestError> {
    let asked = &request.verb;
    match verbs::<C, Plain>().iter().find(|verb| verb.name == asked) {
        Some(verb) => {
            request.allow(keys_of(verb.name))?;
            (verb.serve)(replies, request, served)
        }
        None => Err(RequestError(format!("There is no verb \"{asked}\"."))),
    }
}

fn describe<C: Codec, Plain: Object>(
    replies: &mut Replies,
    _request: &Request,
    served: &Served<'_, C::Root>,
) -> Result<(), RequestError> {
    for (name, version) in served.about.libraries {
        replies.send(Line::new("library").text("name", name).text("version", version))?;
    }
    for entry in served.operations {
        let line = Line::new("operation")
            .text("name", entry.name)
            .text("side", entry.side);
        replies.send(if entry.reads {
            line
        } else {
            line.number("reads", 0)
        })?;
    }
    for verb in verbs::<C, Plain>() {
        replies.send(Line::new("verb").text("name", verb.name))?;
    }
    for mode in served.modes {
        let line = Line::new("mode").text("name", mode.name);
        replies.send(if mode.reads_keys {
            line
        } else {
            line.number("fields", 0)
        })?;
    }
    replies.send(Line::new("unit").text("name", "utf8"))?;
    replies.send(
        Line::new("build")
            .text("compiler", served.about.compiler)
            .text("flags", served.about.flags),
    )
}
