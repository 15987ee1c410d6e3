//! What becomes of malformed input that are read by both kinds of codec, and what is kept between them.

use serbench_harness::experiments::torture::meter::Meter;
use serbench_harness::experiments::torture::reading::{of_codec, of_message_codec, Operation, Readings};
use serbench_harness::experiments::torture::trial::{keep_panics, tried, Finding};
use serbench_harness::values::object::Plan;
use serbench_harness::{Codec, Failure, MessageCodec, Object, Refusal};

struct Text(String);

impl Object for Text {
    fn from_corpus(bytes: &[u8]) -> Result<Self, Refusal> {
        let text = std::str::from_utf8(bytes).map_err(|_| Refusal::Utf8)?;
        Ok(Self(text.to_owned()))
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        assert!(!self.0.starts_with('d'), "it cannot be written");
        out.extend_from_slice(self.0.as_bytes());
    }

    fn touched(&self, _plan: Plan) -> u64 {
        self.0.len() as u64
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        assert!(!self.0.starts_with('r'), "it cannot be released");
    }
}

/// Does by the first letter of a text what its name says.
fn read(bytes: &[u8]) -> Result<Text, Failure> {
    assert!(!bytes.starts_with(b"p"), "a reason\nof two lines");
    if bytes.starts_with(b"!") {
        return Err(Failure::error("There is n\u{f6}thing."));
    }
    Ok(Text::from_corpus(bytes)?)
}

struct Plain;

impl Codec for Plain {
    type Root = Text;
    const PLANS: &'static [Plan] = &[Plan::All];
    const ALIGNMENT: usize = 4;

    fn new() -> Self {
        Self
    }

    fn encode(&mut self, _text: &Text) -> Result<&[u8], Failure> {
        Ok(&[])
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Text, Failure> {
        read(bytes)
    }

    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        Ok(read(bytes)?.touched(plan))
    }
}

struct Messages;

impl MessageCodec for Messages {
    type Root = Text;
    type Message = Vec<u8>;
    type Opened<'a> = Vec<u8>;

    fn new() -> Self {
        Self
    }

    fn build(&mut self, _text: &Text, _message: &mut Vec<u8>) -> Result<(), Failure> {
        Ok(())
    }

    fn serialize<'a>(&'a mut self, message: &'a Vec<u8>) -> Result<&'a [u8], Failure> {
        Ok(message)
    }

    /// Adds to what is there.
    fn deserialize<'a>(&mut self, bytes: &'a [u8], opened: &mut Self::Opened<'a>) -> Result<(), Failure> {
        opened.extend_from_slice(bytes);
        if bytes.is_empty() {
            return Err(Failure::error("It is empty."));
        }
        Ok(())
    }

    fn extract(&mut self, opened: &Vec<u8>) -> Result<Text, Failure> {
        read(opened)
    }

    fn recycle<'a>(opened: Self::Opened<'_>) -> Self::Opened<'a> {
        opened
    }
}

/// What becomes of each message in turn, with one instance of the codec.
fn found<R: Object>(readings: &Readings<R>, operation: Operation, messages: &[&str]) -> Vec<Finding> {
    keep_panics();
    let mut reading = (readings.fresh)();
    let (mut meter, mut scratch) = (Meter::find(), Vec::new());
    let read = |message: &&str| {
        let bytes = message.as_bytes();
        tried(reading.as_mut(), operation, bytes, &mut meter, &mut scratch)
    };
    messages.iter().map(read).collect()
}

fn digest(text: &str) -> Finding {
    Finding::Digest(serbench_harness::values::xxh64::xxh64(text.as_bytes()))
}

#[test]
fn what_a_codec_refuses_is_not_what_it_panics_at() {
    let readings = of_codec::<Plain>();
    assert_eq!(readings.operations, [Operation::Decode, Operation::AccessAll]);
    assert_eq!(readings.alignment, 4);
    let found_by = |operation| found(&readings, operation, &["sound", "!", "p", "sound"]);
    let decoded = found_by(Operation::Decode);
    assert_eq!(decoded[0], digest("sound"));
    assert_eq!(decoded[1], Finding::Rejected("There is n?thing.".to_owned()));
    match &decoded[2] {
        Finding::Foreign(detail) => {
            assert!(detail.starts_with("panic: torture.rs:"), "{detail}");
            assert!(detail.ends_with(": a reason"), "{detail}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(decoded[3], decoded[0]);
    let touched = found_by(Operation::AccessAll);
    assert_eq!((&touched[0], &touched[1]), (&Finding::Touch(5), &decoded[1]));
}

#[test]
fn an_object_that_cannot_be_written_or_released_is_told() {
    let found = found(&of_codec::<Plain>(), Operation::Decode, &["d", "r", "sound"]);
    assert!(matches!(&found[0], Finding::Fault(detail) if detail.ends_with("it cannot be written")));
    assert!(matches!(&found[1], Finding::Foreign(detail) if detail.ends_with("it cannot be released")));
    assert_eq!(found[2], digest("sound"));
}

#[test]
fn a_message_that_is_used_again_may_remember() {
    let readings = of_message_codec::<Messages>();
    assert_eq!(readings.operations, [Operation::Decode, Operation::Deserialize]);
    let decoded = found(&readings, Operation::Decode, &["one", "two", ""]);
    assert_eq!(decoded[..2], [digest("one"), digest("onetwo")]);
    assert_eq!(decoded[2], Finding::Rejected("It is empty.".to_owned()));
    let fresh = found(&readings, Operation::Deserialize, &["one", "two"]);
    assert_eq!(fresh, [digest("one"), digest("two")]);
}

#[test]
fn what_is_wrong_after_it_was_accepted_is_a_fault() {
    let found = found(&of_message_codec::<Messages>(), Operation::Deserialize, &["!"]);
    assert_eq!(found, [Finding::Fault("There is n?thing.".to_owned())]);
}

#[test]
fn another_value_than_the_right_one_is_told() {
    assert_eq!(Finding::Digest(7).other_than(7), None);
    let other = Finding::Digest(8).other_than(7);
    assert_eq!(
        other.as_deref(),
        Some("Its value has the digest 0000000000000008.")
    );
    let refused = Finding::Rejected("No.".to_owned()).other_than(7);
    assert_eq!(refused.as_deref(), Some("No."));
}
