//! The operations on messages of a library's own: build, serialize, deserialize and its fresh form, extract,
//! roundtrip.

use std::hint::black_box;

use crate::codec::{Codec, Composed, Failure, MessageCodec};
use crate::experiments::memory::operations::{on_objects, Entry, Made, Operation, Subject, LIBRARY};
use crate::experiments::memory::proof::Proof;

/// The operations of a codec whose library has messages of its own.
pub fn of_message_codec<M: MessageCodec>() -> Vec<Entry<M::Root>> {
    let mut entries = on_objects::<Composed<M>>();
    let library = |name, from_bytes, make| Entry {
        name,
        side: LIBRARY,
        from_bytes,
        reads: true,
        make,
    };
    // A message that lies there as its bytes is only pointed at.
    let mere_view = |entry| Entry {
        reads: !M::BUILDS_IN_PLACE,
        ..entry
    };
    entries.push(library("build", false, Build::<M>::make));
    entries.push(mere_view(library("serialize", false, Serialize::<M>::make)));
    entries.push(mere_view(library("deserialize", true, Deserialize::<M>::make)));
    if !M::BUILDS_IN_PLACE {
        entries.push(library("deserialize-fresh", true, DeserializeFresh::<M>::make));
    }
    entries.push(library("extract", true, Extract::<M>::make));
    entries.push(mere_view(library(
        "roundtrip",
        false,
        MessageRoundtrip::<M>::make,
    )));
    entries
}

struct Build<'s, M: MessageCodec> {
    codec: M,
    proving: Composed<M>,
    objects: &'s [M::Root],
    message: M::Message,
}

impl<M: MessageCodec> Build<'_, M> {
    fn make(subject: Subject<'_, M::Root>) -> Made<'_, M::Root> {
        let message = M::Message::default();
        Ok(Box::new(Build {
            codec: M::new(),
            proving: Composed::new(),
            objects: subject.objects,
            message,
        }))
    }
}

impl<M: MessageCodec> Operation<M::Root> for Build<'_, M> {
    #[inline]
    fn step(&mut self, index: usize) -> Result<(), Failure> {
        self.codec
            .build(black_box(&self.objects[index]), &mut self.message)?;
        black_box(&self.message);
        Ok(())
    }

    fn prove(&mut self, index: usize) -> Result<Proof<M::Root>, Failure> {
        self.step(index)?;
        let bytes = self.codec.serialize(&self.message)?;
        Ok(Proof::written(self.proving.decode(bytes)?, bytes))
    }
}

/// Each object has its message, built beforehand.
struct Serialize<M: MessageCodec> {
    codec: M,
    proving: Composed<M>,
    messages: Vec<M::Message>,
}

impl<M: MessageCodec> Serialize<M> {
    fn make(subject: Subject<'_, M::Root>) -> Made<'_, M::Root> {
        let mut codec = M::new();
        let messages = built(&mut codec, subject.objects)?;
        Ok(Box::new(Self {
            codec,
            proving: Composed::new(),
            messages,
        }))
    }
}

fn built<M: MessageCodec>(codec: &mut M, objects: &[M::Root]) -> Result<Vec<M::Message>, Failure> {
    let build = |object| {
        let mut message = M::Message::default();
        codec.build(object, &mut message)?;
        Ok(message)
    };
    objects.iter().map(build).collect()
}

impl<M: MessageCodec> Operation<M::Root> for Serialize<M> {
    #[inline]
    fn step(&mut self, index: usize) -> Result<(), Failure> {
        black_box(self.codec.serialize(black_box(&self.messages[index]))?);
        Ok(())
    }

    fn prove(&mut self, index: usize) -> Result<Proof<M::Root>, Failure> {
        let bytes = self.codec.serialize(&self.messages[index])?;
        Ok(Proof::written(self.proving.decode(bytes)?, bytes))
    }
}

struct Deserialize<'s, M: MessageCodec> {
    codec: M,
    messages: &'s [Vec<u8>],
    opened: M::Opened<'s>,
}

impl<M: MessageCodec> Deserialize<'_, M> {
    fn make(subject: Subject<'_, M::Root>) -> Made<'_, M::Root> {
        let opened = Default::default();
        Ok(Box::new(Deserialize::<M> {
            codec: M::new(),
            messages: subject.messages,
            opened,
        }))
    }
}

impl<M: MessageCodec> Operation<M::Root> for Deserialize<'_, M> {
    #[inline]
    fn step(&mut self, index: usize) -> Result<(), Failure> {
        self.codec
            .deserialize(black_box(&self.messages[index]), &mut self.opened)?;
        black_box(&self.opened);
        Ok(())
    }

    fn prove(&mut self, index: usize) -> Result<Proof<M::Root>, Failure> {
        self.step(index)?;
        let value = self.codec.extract(&self.opened)?;
        Ok(Proof::value(value, self.messages[index].len()))
    }
}

/// The message begins and ends within the operation.
struct DeserializeFresh<'s, M: MessageCodec> {
    codec: M,
    messages: &'s [Vec<u8>],
}

impl<M: MessageCodec> DeserializeFresh<'_, M> {
    fn make(subject: Subject<'_, M::Root>) -> Made<'_, M::Root> {
        Ok(Box::new(DeserializeFresh::<M> {
            codec: M::new(),
            messages: subject.messages,
        }))
    }
}

impl<'s, M: MessageCodec> DeserializeFresh<'s, M> {
    #[inline]
    fn opened(&mut self, index: usize) -> Result<M::Opened<'s>, Failure> {
        let mut opened = M::Opened::default();
        self.codec
            .deserialize(black_box(&self.messages[index]), &mut opened)?;
        Ok(opened)
    }
}

impl<M: MessageCodec> Operation<M::Root> for DeserializeFresh<'_, M> {
    #[inline]
    fn step(&mut self, index: usize) -> Result<(), Failure> {
        black_box(&self.opened(index)?);
        Ok(())
    }

    fn prove(&mut self, index: usize) -> Result<Proof<M::Root>, Failure> {
        let opened = self.opened(index)?;
        let value = self.codec.extract(&opened)?;
        Ok(Proof::value(value, self.messages[index].len()))
    }
}

/// Each object has its opened message, deserialized beforehand.
struct Extract<'s, M: MessageCodec> {
    codec: M,
    messages: &'s [Vec<u8>],
    opened: Vec<M::Opened<'s>>,
}

impl<M: MessageCodec> Extract<'_, M> {
    fn make<'s>(subject: Subject<'s, M::Root>) -> Made<'s, M::Root> {
        let mut codec = M::new();
        let open = |bytes: &'s Vec<u8>| {
            let mut opened = M::Opened::default();
            codec.deserialize(bytes, &mut opened)?;
            Ok(opened)
        };
        let opened = subject
            .messages
            .iter()
            .map(open)
            .collect::<Result<_, Failure>>()?;
        Ok(Box::new(Extract {
            codec,
            messages: subject.messages,
            opened,
        }))
    }
}

impl<M: MessageCodec> Operation<M::Root> for Extract<'_, M> {
    #[inline]
    fn step(&mut self, index: usize) -> Result<(), Failure> {
        let object = self.codec.extract(black_box(&self.opened[index]))?;
        black_box(&object);
        Ok(())
    }

    fn prove(&mut self, index: usize) -> Result<Proof<M::Root>, Failure> {
        let value = self.codec.extract(&self.opened[index])?;
        Ok(Proof::value(value, self.messages[index].len()))
    }
}

/// Serializes a built message and deserializes into a used target, as cpp-serializers has it; where building is
/// serializing, the one message is built each time.
struct MessageRoundtrip<'s, M: MessageCodec> {
    codec: M,
    reader: M,
    objects: &'s [M::Root],
    messages: Vec<M::Message>,
    spare: M::Opened<'static>,
}

impl<M: MessageCodec> MessageRoundtrip<'_, M> {
    fn make(subject: Subject<'_, M::Root>) -> Made<'_, M::Root> {
        let mut codec = M::new();
        let messages = if M::BUILDS_IN_PLACE {
            vec![M::Message::default()]
        } else {
            built(&mut codec, subject.objects)?
        };
        Ok(Box::new(MessageRoundtrip {
            codec,
            reader: M::new(),
            objects: subject.objects,
            messages,
            spare: Default::default(),
        }))
    }

    /// `look` sees what was opened and the size of the message.
    #[inline]
    fn turn<T>(
        &mut self,
        index: usize,
        look: impl FnOnce(&mut M, &M::Opened<'_>, usize) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut opened = M::recycle(std::mem::take(&mut self.spare));
        let message = if M::BUILDS_IN_PLACE {
            let message = &mut self.messages[0];
            self.codec.build(black_box(&self.objects[index]), message)?;
            message
        } else {
            &self.messages[index]
        };
        let bytes = self.codec.serialize(black_box(message))?;
        self.reader.deserialize(bytes, &mut opened)?;
        let seen = look(&mut self.reader, black_box(&opened), bytes.len())?;
        self.spare = M::recycle(opened);
        Ok(seen)
    }
}

impl<M: MessageCodec> Operation<M::Root> for MessageRoundtrip<'_, M> {
    #[inline]
    fn step(&mut self, index: usize) -> Result<(), Failure> {
        self.turn(index, |_, _, _| Ok(()))
    }

    fn prove(&mut self, index: usize) -> Result<Proof<M::Root>, Failure> {
        self.turn(index, |reader, opened, bytes| {
            Ok(Proof::value(reader.extract(opened)?, bytes))
        })
    }
}
