//! The experiment `evolution`: messages are read into the library's own form and written again, without an object
//! between (PROTOCOL.md, rewrite).

use std::path::Path;

use crate::codec::{Codec, Failure, MessageCodec};
use crate::experiments::emitting::emit_messages;
use crate::experiments::{Served, Verb};
use crate::protocol::container::{ContainerReader, MESSAGES};
use crate::protocol::{Replies, Request, RequestError};
use crate::values::judging::guarded;

/// Reads a message and writes it again.
pub trait Rewriting {
    fn rewritten(&mut self, message: &[u8]) -> Result<Vec<u8>, Failure>;
}

pub type MakeRewriting = fn() -> Box<dyn Rewriting>;

/// The rewriting of a codec whose library writes what it has read; None where it does not.
pub fn of_message_codec<M: MessageCodec>() -> Option<MakeRewriting> {
    M::REWRITES.then_some(|| {
        Box::new(Kept {
            codec: M::new(),
            message: M::Message::default(),
        })
    })
}

struct Kept<M: MessageCodec> {
    codec: M,
    message: M::Message,
}

impl<M: MessageCodec> Rewriting for Kept<M> {
    fn rewritten(&mut self, message: &[u8]) -> Result<Vec<u8>, Failure> {
        self.codec
            .deserialize(message, M::opened_in(&mut self.message)?)?;
        self.codec.serialize(&self.message).map(<[u8]>::to_vec)
    }
}

pub fn verbs<C: Codec>() -> Vec<Verb<C::Root>> {
    vec![Verb {
        name: "rewrite",
        serve: rewrite::<C>,
    }]
}

fn rewrite<C: Codec>(
    replies: &mut Replies,
    request: &Request,
    served: &Served<'_, C::Root>,
) -> Result<(), RequestError> {
    let make = served.rewriting.ok_or_else(|| {
        RequestError("This codec has no messages that are both read and written.".to_owned())
    })?;
    rewrite_all(replies, make, request.path("encoded")?, request.path("out")?)
}

fn rewrite_all(
    replies: &mut Replies,
    make: MakeRewriting,
    encoded: &Path,
    out: &Path,
) -> Result<(), RequestError> {
    let mut messages = ContainerReader::open(encoded, MESSAGES)?;
    let count = usize::try_from(messages.count()).map_err(|_| messages.refuse("holds too many messages"))?;
    emit_messages(replies, out, count, make, |rewriting, _| {
        let message = messages.next_entry()?;
        let given = message.ok_or_else(|| Failure::error("There is no message of this object."));
        Ok(given.and_then(|message| guarded(|| rewriting.rewritten(&message))))
    })
}
