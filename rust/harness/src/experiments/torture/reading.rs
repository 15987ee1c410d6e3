//! The ways in which a codec reads malformed input.

use crate::codec::{Codec, Failure, MessageCodec};
use crate::values::object::{Object, Plan};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// To a fresh object, by way of the message that was used before where the library has messages.
    Decode,
    /// The same by way of a fresh message.
    Deserialize,
    AccessAll,
}

impl Operation {
    pub fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Deserialize => "deserialize",
            Self::AccessAll => "access-all",
        }
    }
}

/// What was read.
pub enum Read<R> {
    Object(R),
    Touch(u64),
}

/// Why bytes were refused, and whether the library had accepted them before.
pub struct Refused {
    pub opened: bool,
    pub failure: Failure,
}

impl Refused {
    fn at_once(failure: Failure) -> Self {
        Self {
            opened: false,
            failure,
        }
    }

    fn after_opening(failure: Failure) -> Self {
        Self {
            opened: true,
            failure,
        }
    }
}

/// An instance of a codec that reads bytes by one operation or another.
pub trait Reading<R: Object> {
    fn read(&mut self, operation: Operation, bytes: &[u8]) -> Result<Read<R>, Refused>;
}

/// How a codec reads: by which operations in their order, from bytes at which addresses, and a fresh instance
/// of it.
pub struct Readings<R: Object> {
    pub operations: Vec<Operation>,
    pub alignment: usize,
    pub fresh: fn() -> Box<dyn Reading<R>>,
}

pub type MakeReadings<R> = fn() -> Readings<R>;

/// Of a codec whose message is the object.
pub fn of_codec<C: Codec>() -> Readings<C::Root> {
    Readings {
        operations: operations(&[Operation::Decode], C::PLANS),
        alignment: C::ALIGNMENT,
        fresh: || Box::new(OfObjects(C::new())),
    }
}

/// Of a codec whose library has messages of its own.
pub fn of_message_codec<M: MessageCodec>() -> Readings<M::Root> {
    Readings {
        operations: operations(&[Operation::Decode, Operation::Deserialize], M::PLANS),
        alignment: M::ALIGNMENT,
        fresh: || {
            Box::new(OfMessages::<M> {
                codec: M::new(),
                spare: Default::default(),
            })
        },
    }
}

fn operations(on_values: &[Operation], plans: &[Plan]) -> Vec<Operation> {
    let mut operations = on_values.to_vec();
    if plans.contains(&Plan::All) {
        operations.push(Operation::AccessAll);
    }
    operations
}

struct OfObjects<C: Codec>(C);

impl<C: Codec> Reading<C::Root> for OfObjects<C> {
    fn read(&mut self, operation: Operation, bytes: &[u8]) -> Result<Read<C::Root>, Refused> {
        match operation {
            Operation::AccessAll => self.0.access(bytes, Plan::All).map(Read::Touch),
            Operation::Decode | Operation::Deserialize => self.0.decode(bytes).map(Read::Object),
        }
        .map_err(Refused::at_once)
    }
}

struct OfMessages<M: MessageCodec> {
    codec: M,
    spare: M::Opened<'static>,
}

impl<M: MessageCodec> OfMessages<M> {
    fn object(&mut self, bytes: &[u8], keeps: bool) -> Result<M::Root, Refused> {
        let mut opened = if keeps {
            M::recycle(std::mem::take(&mut self.spare))
        } else {
            Default::default()
        };
        self.codec
            .deserialize(bytes, &mut opened)
            .map_err(Refused::at_once)?;
        let object = self
            .codec
            .extract_last(&mut opened)
            .map_err(Refused::after_opening)?;
        if keeps {
            self.spare = M::recycle(opened);
        }
        Ok(object)
    }

    fn touch(&mut self, bytes: &[u8]) -> Result<u64, Failure> {
        let mut opened = M::recycle(std::mem::take(&mut self.spare));
        self.codec.deserialize(bytes, &mut opened)?;
        let touch = self.codec.touch(&opened, Plan::All)?;
        self.spare = M::recycle(opened);
        Ok(touch)
    }
}

impl<M: MessageCodec> Reading<M::Root> for OfMessages<M> {
    fn read(&mut self, operation: Operation, bytes: &[u8]) -> Result<Read<M::Root>, Refused> {
        match operation {
            Operation::Decode => self.object(bytes, true).map(Read::Object),
            Operation::Deserialize => self.object(bytes, false).map(Read::Object),
            Operation::AccessAll => {
                let touch = self.touch(bytes).map_err(Refused::at_once)?;
                Ok(Read::Touch(touch))
            }
        }
    }
}
