//! What a codec's adapter implements.
//!
//! There is one instance a thread, it keeps its buffers between calls, and there are no globals. Whatever a
//! adapter returns as an error, and whatever panics in it, is one failed row.

use std::fmt;

use crate::values::object::{Object, Plan};

/// Why a codec could not do it, in the library's words.
#[derive(Clone, Debug)]
pub struct Failure {
    pub outcome: &'static str,
    pub detail: String,
}

impl Failure {
    /// The codec cannot do this by design.
    pub fn unsupported(detail: impl Into<String>) -> Self {
        Self {
            outcome: "unsupported",
            detail: detail.into(),
        }
    }

    /// A value that came back is not the one that went in.
    pub fn wrong(detail: impl Into<String>) -> Self {
        Self {
            outcome: "wrong",
            detail: detail.into(),
        }
    }

    pub fn error(detail: impl Into<String>) -> Self {
        Self {
            outcome: "error",
            detail: detail.into(),
        }
    }
}

/// So that an adapter passes every library's errors on with `?`.
impl<E: fmt::Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::error(error.to_string())
    }
}

fn no_access(plan: Plan) -> Failure {
    Failure::unsupported(format!("This codec does not read by the plan {plan:?}."))
}

/// A codec whose message is the object.
pub trait Codec: 'static {
    type Root: Object;

    /// Whether `decode_reuse` uses the memory of the object it is given.
    const REUSES: bool = false;
    /// The plans by which the format is read without a full decode.
    const PLANS: &'static [Plan] = &[];
    /// Whether `update_number` changes messages where they lie. Such a codec reads by access-one.
    const UPDATES: bool = false;
    /// Messages are read where their address is a multiple of this.
    const ALIGNMENT: usize = 1;

    fn new() -> Self;

    /// Object to bytes, in a buffer of the codec's own.
    fn encode(&mut self, object: &Self::Root) -> Result<&[u8], Failure>;

    /// Bytes to a fresh object.
    fn decode(&mut self, bytes: &[u8]) -> Result<Self::Root, Failure>;

    /// Bytes to an object that held another before.
    fn decode_reuse(&mut self, bytes: &[u8], object: &mut Self::Root) -> Result<(), Failure> {
        *object = self.decode(bytes)?;
        Ok(())
    }

    /// Adds 1 to the number of a message wherever it occurs in the bytes (FORMAT.md, section 7), which lie at
    /// an address as malloc gives it. False where they have no place for it: then they are as they were.
    fn update_number(&mut self, _bytes: &mut [u8]) -> Result<bool, Failure> {
        Ok(false)
    }

    /// Reads the fields of one of PLANS without a full decode and gives the touch of what it read
    /// (FORMAT.md).
    fn access(&mut self, _bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        Err(no_access(plan))
    }

    /// How many bytes of a message `access` reads, counted where the library reads them; None where nobody
    /// counts.
    fn bytes_read(&mut self, _bytes: &[u8], _plan: Plan) -> Result<Option<usize>, Failure> {
        Ok(None)
    }
}

/// A codec whose library has messages of its own.
pub trait MessageCodec: 'static {
    type Root: Object;
    /// The library's in-memory form of what is to be written.
    type Message: Default + 'static;
    /// The form that it reads, which may borrow the bytes.
    type Opened<'a>: Default;

    /// The plans by which `touch` reads.
    const PLANS: &'static [Plan] = &[];
    /// Whether a message lies in memory as its bytes do, so that building it is serializing it (zero-copy
    /// formats).
    const BUILDS_IN_PLACE: bool = false;
    /// Whether the library reads and writes messages of one type, so that one that was read can be written.
    const REWRITES: bool = false;
    /// Messages are read where their address is a multiple of this.
    const ALIGNMENT: usize = 1;

    fn new() -> Self;

    /// Object to message, which may have been used before.
    fn build(&mut self, object: &Self::Root, message: &mut Self::Message) -> Result<(), Failure>;

    /// Message to bytes, which lie in the codec's buffer or in the message itself.
    fn serialize<'a>(&'a mut self, message: &'a Self::Message) -> Result<&'a [u8], Failure>;

    /// Bytes to the form that the library reads, into one that may have been used before.
    fn deserialize<'a>(&mut self, bytes: &'a [u8], opened: &mut Self::Opened<'a>) -> Result<(), Failure>;

    /// Message to a fresh object.
    fn extract(&mut self, opened: &Self::Opened<'_>) -> Result<Self::Root, Failure>;

    /// The same for a message that is not needed afterwards: what it holds may go over into the object.
    fn extract_last(&mut self, opened: &mut Self::Opened<'_>) -> Result<Self::Root, Failure> {
        self.extract(opened)
    }

    /// Reads the fields of one of PLANS out of an opened message: access is deserializing, then this.
    fn touch(&mut self, _opened: &Self::Opened<'_>, plan: Plan) -> Result<u64, Failure> {
        Err(no_access(plan))
    }

    /// A message as one that is opened, where REWRITES: what is deserialized into it can be serialized.
    fn opened_in<'a>(_message: &mut Self::Message) -> Result<&mut Self::Opened<'a>, Failure> {
        Err(Failure::unsupported("The library does not write what it reads."))
    }

    /// What of an opened message can be used again for other bytes: all of it, where it does not borrow.
    fn recycle<'a>(_opened: Self::Opened<'_>) -> Self::Opened<'a> {
        Default::default()
    }
}

/// A message codec seen from the application: encode builds and serializes, decode deserializes and extracts,
/// access deserializes and touches.
pub struct Composed<M: MessageCodec> {
    pub codec: M,
    message: M::Message,
    spare: M::Opened<'static>,
}

impl<M: MessageCodec> Codec for Composed<M> {
    type Root = M::Root;
    const PLANS: &'static [Plan] = M::PLANS;
    const ALIGNMENT: usize = M::ALIGNMENT;

    fn new() -> Self {
        Self {
            codec: M::new(),
            message: Default::default(),
            spare: Default::default(),
        }
    }

    fn encode(&mut self, object: &Self::Root) -> Result<&[u8], Failure> {
        self.codec.build(object, &mut self.message)?;
        self.codec.serialize(&self.message)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Self::Root, Failure> {
        let mut opened = M::recycle(std::mem::take(&mut self.spare));
        self.codec.deserialize(bytes, &mut opened)?;
        let object = self.codec.extract_last(&mut opened)?;
        self.spare = M::recycle(opened);
        Ok(object)
    }

    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let mut opened = M::recycle(std::mem::take(&mut self.spare));
        self.codec.deserialize(bytes, &mut opened)?;
        let touch = self.codec.touch(&opened, plan)?;
        self.spare = M::recycle(opened);
        Ok(touch)
    }

    /// Deserializing reads a whole message, unless it only opens it.
    fn bytes_read(&mut self, bytes: &[u8], _plan: Plan) -> Result<Option<usize>, Failure> {
        Ok((!M::BUILDS_IN_PLACE).then_some(bytes.len()))
    }
}
