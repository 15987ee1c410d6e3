//! Every operation of both kinds of codec proves what it does, and no fault of a codec passes.

use std::cell::Cell;

use serbench_harness::experiments::memory::message_operations::of_message_codec;
use serbench_harness::experiments::memory::operations::{of_codec, Entry, Subject};
use serbench_harness::experiments::memory::proof::{verify, Verified};
use serbench_harness::values::corpus::Corpus;
use serbench_harness::values::judging::guarded;
use serbench_harness::values::object::Plan;
use serbench_harness::{Codec, Failure, MessageCodec, Object, Refusal};

struct Number(u32);

impl Object for Number {
    fn from_corpus(bytes: &[u8]) -> Result<Self, Refusal> {
        let there = bytes.len();
        let bytes = bytes
            .try_into()
            .map_err(|_| Refusal::Missing { wanted: 4, there })?;
        Ok(Self(u32::from_le_bytes(bytes)))
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0.to_le_bytes());
    }

    fn touched(&self, _plan: Plan) -> u64 {
        u64::from(self.0)
    }
}

/// A sound codec, but for the number that it cannot keep and the one at which it panics.
struct Plain<const LOST: u32, const FATAL: u32>(Vec<u8>);

impl<const LOST: u32, const FATAL: u32> Codec for Plain<LOST, FATAL> {
    type Root = Number;
    const REUSES: bool = true;
    const PLANS: &'static [Plan] = &[Plan::All];

    fn new() -> Self {
        Self(Vec::new())
    }

    fn encode(&mut self, object: &Number) -> Result<&[u8], Failure> {
        assert_ne!(object.0, FATAL, "fatal");
        self.0.clear();
        object.write_canonical(&mut self.0);
        Ok(&self.0)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Number, Failure> {
        let object = Number::from_corpus(bytes)?;
        Ok(Number(if object.0 == LOST { 0 } else { object.0 }))
    }

    fn access(&mut self, bytes: &[u8], _plan: Plan) -> Result<u64, Failure> {
        self.decode(bytes).map(|object| u64::from(object.0))
    }
}

thread_local! {
    static BUILT: Cell<usize> = const { Cell::new(0) };
}

/// A library whose message is a text, and which opens it as a part of the bytes.
struct Texts<const IN_PLACE: bool>(String);

impl<const IN_PLACE: bool> MessageCodec for Texts<IN_PLACE> {
    type Root = Number;
    type Message = String;
    type Opened<'a> = &'a str;
    const BUILDS_IN_PLACE: bool = IN_PLACE;

    fn new() -> Self {
        Self(String::new())
    }

    fn build(&mut self, object: &Number, message: &mut String) -> Result<(), Failure> {
        BUILT.set(BUILT.get() + 1);
        *message = object.0.to_string();
        Ok(())
    }

    fn serialize<'a>(&'a mut self, message: &'a String) -> Result<&'a [u8], Failure> {
        self.0 = format!("<{message}>");
        Ok(self.0.as_bytes())
    }

    fn deserialize<'a>(&mut self, bytes: &'a [u8], opened: &mut &'a str) -> Result<(), Failure> {
        let text = std::str::from_utf8(bytes)?;
        *opened = text.trim_matches(['<', '>']);
        Ok(())
    }

    fn extract(&mut self, opened: &&str) -> Result<Number, Failure> {
        Ok(Number(opened.parse()?))
    }
}

fn corpus() -> Corpus<Number> {
    let objects: Vec<Number> = [7, 8, 9].map(Number).into();
    let digests = objects
        .iter()
        .map(|object| object.digest(&mut Vec::new()))
        .collect();
    Corpus {
        objects,
        digests,
        bytes: 12,
    }
}

fn verified(entry: &Entry<Number>, messages: &[Vec<u8>]) -> Result<Verified, (usize, Failure)> {
    let corpus = corpus();
    let subject = Subject {
        objects: &corpus.objects,
        messages,
        keep: 0,
    };
    let mut operation = guarded(|| (entry.make)(subject)).map_err(|failure| (usize::MAX, failure))?;
    assert_eq!(
        operation
            .sample(corpus.objects.len(), 2)
            .map(|sample| sample.n)
            .unwrap_or(6),
        6
    );
    verify(operation.as_mut(), &corpus)
}

fn outcomes(entries: &[Entry<Number>], messages: &[Vec<u8>]) -> Vec<(&'static str, String)> {
    let outcome = |entry| match verified(entry, messages) {
        Ok(verified) if verified.digest == corpus().digest() => "digest".to_owned(),
        Ok(verified) => format!("touch {}", verified.touch),
        Err((index, failure)) => format!("{} {index}", failure.outcome),
    };
    entries.iter().map(|entry| (entry.name, outcome(entry))).collect()
}

fn binary() -> Vec<Vec<u8>> {
    [7u32, 8, 9].map(|number| number.to_le_bytes().to_vec()).into()
}

fn named<'a>(found: &'a [(&'static str, String)]) -> Vec<(&'static str, &'a str)> {
    found
        .iter()
        .map(|(name, outcome)| (*name, outcome.as_str()))
        .collect()
}

#[test]
fn a_sound_codec_is_verified_by_digest_and_touch() {
    let found = outcomes(&of_codec::<Plain<0, 0>>(), &binary());
    let expected = [
        ("encode", "digest"),
        ("decode", "digest"),
        ("decode-reuse", "digest"),
        ("access-all", "touch 24"),
        ("roundtrip", "digest"),
    ];
    assert_eq!(named(&found), expected);
}

#[test]
fn a_value_that_is_lost_is_wrong_wherever_it_passes() {
    let found = outcomes(&of_codec::<Plain<8, 0>>(), &binary());
    assert!(found.iter().all(|(_, outcome)| outcome == "wrong 1"), "{found:?}");
}

#[test]
fn bytes_of_another_length_are_an_error() {
    let messages = vec![vec![1, 2]; 3];
    let found = outcomes(&of_codec::<Plain<0, 0>>(), &messages);
    assert_eq!(found[1], ("decode", "error 0".to_owned()));
}

fn texts() -> Vec<Vec<u8>> {
    ["<7>", "<8>", "<9>"].map(|text| text.as_bytes().to_vec()).into()
}

#[test]
fn a_library_with_messages_has_every_operation() {
    let found = outcomes(&of_message_codec::<Texts<false>>(), &texts());
    let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
    let expected = [
        "encode",
        "decode",
        "build",
        "serialize",
        "deserialize",
        "deserialize-fresh",
        "extract",
        "roundtrip",
    ];
    assert_eq!(names, expected);
    assert!(found.iter().all(|(_, outcome)| outcome == "digest"), "{found:?}");
}

#[test]
fn a_message_that_is_its_bytes_is_not_read_by_those_who_only_open_it() {
    let unread = |entries: Vec<Entry<Number>>| -> Vec<&'static str> {
        let unread = entries.iter().filter(|entry| !entry.reads);
        unread.map(|entry| entry.name).collect()
    };
    let views = ["serialize", "deserialize", "roundtrip"];
    assert_eq!(unread(of_message_codec::<Texts<true>>()), views);
    assert!(unread(of_message_codec::<Texts<false>>()).is_empty());
    assert!(unread(of_codec::<Plain<0, 0>>()).is_empty());
    let viewed = of_message_codec::<Texts<true>>();
    assert!(viewed.iter().all(|entry| entry.name != "deserialize-fresh"));
}

#[test]
fn a_roundtrip_builds_its_message_where_building_is_serializing() {
    fn built_while_timed<const IN_PLACE: bool>() -> usize {
        let (corpus, messages) = (corpus(), texts());
        let subject = Subject {
            objects: &corpus.objects,
            messages: &messages,
            keep: 0,
        };
        let entries = of_message_codec::<Texts<IN_PLACE>>();
        let roundtrip = entries.iter().find(|entry| entry.name == "roundtrip");
        let mut operation = (roundtrip.expect("every codec has it").make)(subject).expect("a sound codec");
        let before = BUILT.get();
        operation.sample(corpus.objects.len(), 2).expect("a sound codec");
        let built = BUILT.get() - before;
        assert!(verify(operation.as_mut(), &corpus).is_ok_and(|proved| proved.digest == corpus.digest()));
        built
    }
    assert_eq!(built_while_timed::<true>(), 6);
    assert_eq!(built_while_timed::<false>(), 0);
}

#[test]
fn a_panic_is_an_error_in_the_codecs_words() {
    let failure = guarded(|| Plain::<0, 9>::new().encode(&Number(9)).map(drop)).expect_err("it panics");
    assert_eq!(failure.outcome, "error");
    assert!(failure.detail.contains("fatal"), "{}", failure.detail);
}

/// A sound codec whose messages grow by a byte with each that it writes.
struct Growing {
    written: usize,
    buffer: Vec<u8>,
}

impl Codec for Growing {
    type Root = Number;

    fn new() -> Self {
        let buffer = Vec::new();
        Self { written: 0, buffer }
    }

    fn encode(&mut self, object: &Number) -> Result<&[u8], Failure> {
        self.buffer.clear();
        object.write_canonical(&mut self.buffer);
        self.buffer.resize(4 + self.written, 0);
        self.written += 1;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Number, Failure> {
        Ok(Number::from_corpus(&bytes[..4])?)
    }
}

#[test]
fn the_bytes_are_those_of_the_messages_of_that_proof() {
    let (corpus, messages) = (corpus(), binary());
    let subject = Subject {
        objects: &corpus.objects,
        messages: &messages,
        keep: 0,
    };
    let sizes = |entry: &Entry<Number>| {
        let mut operation = (entry.make)(subject).expect("a sound codec");
        let mut size = || {
            verify(operation.as_mut(), &corpus)
                .ok()
                .map(|proved| proved.bytes)
        };
        (entry.name, size(), size())
    };
    let found: Vec<_> = of_codec::<Growing>().iter().map(sizes).collect();
    let expected = [
        ("encode", Some(4 + 5 + 6), Some(7 + 8 + 9)),
        ("decode", Some(12), Some(12)),
        ("roundtrip", Some(4 + 5 + 6), Some(7 + 8 + 9)),
    ];
    assert_eq!(found, expected);
}
