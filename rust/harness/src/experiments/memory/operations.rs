//! The operations of the design. `step` is what is timed; `prove` does the same work and hands over the value
//! that came back. What an operation needs beforehand is made when it is, and gone with it.

use std::hint::black_box;

use crate::codec::{Codec, Failure};
use crate::experiments::memory::proof::Proof;
use crate::timing::sampler::{sample, Sample};
use crate::values::object::{Object, Plan};

/// What an operation works on: objects, and their messages as bytes. `keep` of the objects that `decode` makes stay
/// alive.
pub struct Subject<'s, R> {
    pub objects: &'s [R],
    pub messages: &'s [Vec<u8>],
    pub keep: usize,
}

// Derived, these would ask the same of R.
impl<R> Clone for Subject<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Subject<'_, R> {}

/// An operation that is ready to run.
pub trait Operation<R: Object> {
    fn step(&mut self, index: usize) -> Result<(), Failure>;

    fn prove(&mut self, index: usize) -> Result<Proof<R>, Failure>;

    /// One sample. Each operation has this loop of its own, with its step inlined.
    fn sample(&mut self, objects: usize, rotations: u64) -> Result<Sample, Failure> {
        sample(objects, rotations, |index| self.step(index))
    }
}

pub(crate) type Made<'s, R> = Result<Box<dyn Operation<R> + 's>, Failure>;

/// An operation that a codec has. `from_bytes`: it starts from bytes alone, so that messages of another codec
/// can be proved with it. `reads`: the timed work reads the content of the messages that it opens or writes out.
pub struct Entry<R: Object> {
    pub name: &'static str,
    pub side: &'static str,
    pub from_bytes: bool,
    pub reads: bool,
    pub make: for<'s> fn(Subject<'s, R>) -> Made<'s, R>,
}

pub(crate) const APPLICATION: &str = "application";
pub(crate) const LIBRARY: &str = "library";

/// The operations of a codec whose message is the object.
pub fn of_codec<C: Codec>() -> Vec<Entry<C::Root>> {
    let mut entries = on_objects::<C>();
    entries.push(Entry {
        name: "roundtrip",
        side: LIBRARY,
        from_bytes: false,
        reads: true,
        make: Roundtrip::<C>::make,
    });
    entries
}

/// The operations that every codec has on objects.
pub(crate) fn on_objects<C: Codec>() -> Vec<Entry<C::Root>> {
    let application = |name, from_bytes, make| Entry {
        name,
        side: APPLICATION,
        from_bytes,
        reads: true,
        make,
    };
    let mut entries = vec![
        application("encode", false, Encode::<C>::make),
        application("decode", true, Decode::<C>::make),
    ];
    if C::REUSES {
        entries.push(application("decode-reuse", true, DecodeReuse::<C>::make));
    }
    for plan in C::PLANS {
        entries.push(match plan {
            Plan::One => application("access-one", true, AccessOne::<C>::make),
            Plan::Tenth => application("access-tenth", true, AccessTenth::<C>::make),
            Plan::All => application("access-all", true, AccessAll::<C>::make),
        });
    }
    entries
}

/// Encoding and proving take a codec each, because the bytes lie in the first one's buffer.
struct Encode<'s, C: Codec> {
    codec: C,
    decoder: C,
    objects: &'s [C::Root],
}

impl<C: Codec> Encode<'_, C> {
    fn make(subject: Subject<'_, C::Root>) -> Made<'_, C::Root> {
        Ok(Box::new(Encode {
            codec: C::new(),
            decoder: C::new(),
            objects: subject.objects,
        }))
    }
}

impl<C: Codec> Operation<C::Root> for Encode<'_, C> {
    #[inline]
    fn step(&mut self, index: usize) -> Result<(), Failure> {
        black_box(self.codec.encode(black_box(&self.objects[index]))?);
        Ok(())
    }

    fn prove(&mut self, index: usize) -> Result<Proof<C::Root>, Failure> {
        let bytes = self.codec.encode(&self.objects[index])?;
        Ok(Proof::written(self.decoder.decode(bytes)?, bytes))
    }
}

/// The release of an object belongs to the operation: of the one that it has made or, where the last ones are kept,
/// of the oldest, just before the next takes its slot.
struct Decode<'s, C: Codec> {
    codec: C,
    messages: &'s [Vec<u8>],
    kept: Vec<Option<C::Root>>,
    oldest: usize,
}

impl<C: Codec> Decode<'_, C> {
    fn make(subject: Subject<'_, C::Root>) -> Made<'_, C::Root> {
        let mut kept = Vec::new();
        kept.resize_with(subject.keep, || None);
        Ok(Box::new(Decode {
            codec: C::new(),
            messages: subject.messages,
            kept,
            oldest: 0,
        }))
    }

    #[inline]
    fn step_and_keep(&mut self, index: usize) -> Result<(), Failure> {
        let slot = &mut self.kept[self.oldest];
        *slot = None;
        *slot = Some(self.codec.decode(black_box(&self.messages[index]))?);
        black_box(slot);
        self.oldest += 1;
        if self.oldest == self.kept.len() {
            self.oldest = 0;
        }
        Ok(())
    }
}

impl<C: Codec> Operation<C::Root> for Decode<'_, C> {
    #[inline]
    fn step(&mut self, index: usize) -> Result<(), Failure> {
        let object = self.codec.decode(black_box(&self.messages[index]))?;
        black_box(&object);
        Ok(())
    }

    fn sample(&mut self, objects: usize, rotations: u64) -> Result<Sample, Failure> {
        if self.kept.is_empty() {
            sample(objects, rotations, |index| self.step(index))
        } else {
            sample(objects, rotations, |index| self.step_and_keep(index))
        }
    }

    fn prove(&mut self, index: usize) -> Result<Proof<C::Root>, Failure> {
        let message = &self.messages[index];
        Ok(Proof::value(self.codec.decode(message)?, message.len()))
    }
}

/// The object held the one decoded before it.
struct DecodeReuse<'s, C: Codec> {
    codec: C,
    messages: &'s [Vec<u8>],
    used: C::Root,
}

impl<C: Codec> DecodeReuse<'_, C> {
    fn make(subject: Subject<'_, C::Root>) -> Made<'_, C::Root> {
        let mut codec = C::new();
        let used = codec.decode(subject.messages.last().expect("a corpus has objects"))?;
        Ok(Box::new(DecodeReuse {
            codec,
            messages: subject.messages,
            used,
        }))
    }
}

impl<C: Codec> Operation<C::Root> for DecodeReuse<'_, C> {
    #[inline]
    fn step(&mut self, index: usize) -> Result<(), Failure> {
        self.codec
            .decode_reuse(black_box(&self.messages[index]), &mut self.used)?;
        black_box(&self.used);
        Ok(())
    }

    fn prove(&mut self, index: usize) -> Result<Proof<C::Root>, Failure> {
        self.step(index)?;
        Ok(Proof::value(copied(&self.used)?, self.messages[index].len()))
    }
}

/// An object is copied by way of its bytes, so that the plain types need no way of their own.
pub(crate) fn copied<R: Object>(object: &R) -> Result<R, Failure> {
    let mut bytes = Vec::new();
    object.write_canonical(&mut bytes);
    Ok(R::from_corpus(&bytes)?)
}

macro_rules! access {
    ($name:ident, $plan:expr) => {
        struct $name<'s, C: Codec> {
            codec: C,
            messages: &'s [Vec<u8>],
        }

        impl<C: Codec> $name<'_, C> {
            fn make(subject: Subject<'_, C::Root>) -> Made<'_, C::Root> {
                Ok(Box::new($name::<C> {
                    codec: C::new(),
                    messages: subject.messages,
                }))
            }
        }

        impl<C: Codec> Operation<C::Root> for $name<'_, C> {
            #[inline]
            fn step(&mut self, index: usize) -> Result<(), Failure> {
                black_box(self.codec.access(black_box(&self.messages[index]), $plan)?);
                Ok(())
            }

            fn prove(&mut self, index: usize) -> Result<Proof<C::Root>, Failure> {
                let message = &self.messages[index];
                let touch = self.codec.access(message, $plan)?;
                let read = self.codec.bytes_read(message, $plan)?;
                Ok(Proof::touch(touch, $plan, message.len(), read))
            }
        }
    };
}

access!(AccessOne, Plan::One);
access!(AccessTenth, Plan::Tenth);
access!(AccessAll, Plan::All);

/// Encodes and decodes; into the object that held another before, where the codec reuses it.
struct Roundtrip<'s, C: Codec> {
    codec: C,
    decoder: C,
    objects: &'s [C::Root],
    used: Option<C::Root>,
}

impl<C: Codec> Roundtrip<'_, C> {
    fn make(subject: Subject<'_, C::Root>) -> Made<'_, C::Root> {
        Ok(Box::new(Roundtrip {
            codec: C::new(),
            decoder: C::new(),
            objects: subject.objects,
            used: None,
        }))
    }

    /// Returns the size of the message.
    #[inline]
    fn turn(&mut self, index: usize) -> Result<usize, Failure> {
        let bytes = black_box(self.codec.encode(black_box(&self.objects[index]))?);
        match &mut self.used {
            Some(used) if C::REUSES => self.decoder.decode_reuse(bytes, used)?,
            used => *used = Some(self.decoder.decode(bytes)?),
        }
        black_box(&self.used);
        Ok(bytes.len())
    }
}

impl<C: Codec> Operation<C::Root> for Roundtrip<'_, C> {
    #[inline]
    fn step(&mut self, index: usize) -> Result<(), Failure> {
        self.turn(index).map(drop)
    }

    fn prove(&mut self, index: usize) -> Result<Proof<C::Root>, Failure> {
        let bytes = self.turn(index)?;
        let value = copied(self.used.as_ref().expect("a turn leaves an object"))?;
        Ok(Proof::value(value, bytes))
    }
}
