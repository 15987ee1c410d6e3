//! What an operation has decoded is released when it says so: counted by objects that know how many they are.

use std::cell::Cell;

use serbench_harness::experiments::memory::message_operations::of_message_codec;
use serbench_harness::experiments::memory::operations::{of_codec, Entry, Subject};
use serbench_harness::values::object::Plan;
use serbench_harness::{Codec, Failure, MessageCodec, Object, Refusal};

thread_local! {
    static ALIVE: Cell<usize> = const { Cell::new(0) };
    static MOST_ALIVE: Cell<usize> = const { Cell::new(0) };
}

/// Knows how many of its kind there are, and how many there were at most.
#[derive(Default)]
struct Counted(String);

impl Counted {
    fn new(text: &str) -> Self {
        ALIVE.set(ALIVE.get() + 1);
        MOST_ALIVE.set(MOST_ALIVE.get().max(ALIVE.get()));
        Self(text.to_owned())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        // One that is there by default holds nothing.
        if !self.0.is_empty() {
            ALIVE.set(ALIVE.get() - 1);
        }
    }
}

impl Object for Counted {
    fn from_corpus(bytes: &[u8]) -> Result<Self, Refusal> {
        Ok(Self::new(std::str::from_utf8(bytes).map_err(|_| Refusal::Utf8)?))
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.0.as_bytes());
    }

    fn touched(&self, _plan: Plan) -> u64 {
        self.0.len() as u64
    }
}

/// Its objects and its messages are of one type, so that both are counted.
struct Counting(Vec<u8>);

impl Codec for Counting {
    type Root = Counted;

    fn new() -> Self {
        Self(Vec::new())
    }

    fn encode(&mut self, object: &Counted) -> Result<&[u8], Failure> {
        self.0.clear();
        object.write_canonical(&mut self.0);
        Ok(&self.0)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Counted, Failure> {
        Ok(Counted::from_corpus(bytes)?)
    }
}

impl MessageCodec for Counting {
    type Root = Counted;
    type Message = Vec<u8>;
    type Opened<'a> = Counted;

    fn new() -> Self {
        Self(Vec::new())
    }

    fn build(&mut self, object: &Counted, message: &mut Vec<u8>) -> Result<(), Failure> {
        *message = object.0.clone().into_bytes();
        Ok(())
    }

    fn serialize<'a>(&'a mut self, message: &'a Vec<u8>) -> Result<&'a [u8], Failure> {
        Ok(message)
    }

    fn deserialize(&mut self, bytes: &[u8], opened: &mut Counted) -> Result<(), Failure> {
        *opened = Counted::new(std::str::from_utf8(bytes)?);
        Ok(())
    }

    fn extract(&mut self, opened: &Counted) -> Result<Counted, Failure> {
        Ok(Counted::new(&opened.0))
    }
}

fn digits() -> Vec<Vec<u8>> {
    ["7", "8", "9"].map(|text| text.as_bytes().to_vec()).into()
}

/// How many are alive after some samples of an operation, how many were at most, and how many are when it is gone.
fn alive_after<R: Object>(entries: &[Entry<R>], name: &str, keep: usize) -> [usize; 3] {
    let messages = digits();
    let entry = entries.iter().find(|entry| entry.name == name);
    let subject = Subject {
        objects: &[],
        messages: &messages,
        keep,
    };
    let mut operation = (entry.expect("it is there").make)(subject).expect("a sound codec");
    MOST_ALIVE.set(0);
    operation.sample(messages.len(), 5).expect("a sound codec");
    let alive = ALIVE.get();
    drop(operation);
    [alive, MOST_ALIVE.get(), ALIVE.get()]
}

#[test]
fn decode_keeps_as_many_objects_as_it_is_told() {
    let entries = of_codec::<Counting>();
    assert_eq!(alive_after(&entries, "decode", 0), [0, 1, 0]);
    assert_eq!(alive_after(&entries, "decode", 1), [1, 1, 0]);
    assert_eq!(alive_after(&entries, "decode", 4), [4, 4, 0]);
    assert_eq!(alive_after(&entries, "decode", 20), [15, 15, 0]);
}

#[test]
fn a_fresh_message_is_gone_before_the_next() {
    let entries = of_message_codec::<Counting>();
    assert_eq!(alive_after(&entries, "deserialize-fresh", 0), [0, 1, 0]);
    assert_eq!(alive_after(&entries, "deserialize", 0), [1, 2, 0]);
}
