//! What the modes of a relay do with messages that cannot be read, which may be the first of their slot.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

use serbench_harness::experiments::relay::frames::{header, Frames};
use serbench_harness::experiments::relay::handling::{Aligning, Passing};
use serbench_harness::experiments::relay::modes::of_codec;
use serbench_harness::experiments::relay::phases::PhaseTimes;
use serbench_harness::experiments::relay::sinks::Sinks;
use serbench_harness::experiments::relay::steps::Route;
use serbench_harness::values::object::Plan;
use serbench_harness::{Codec, Failure, Object, Refusal};

struct Text(String);

impl Object for Text {
    fn from_corpus(bytes: &[u8]) -> Result<Self, Refusal> {
        let text = std::str::from_utf8(bytes).map_err(|_| Refusal::Utf8)?;
        Ok(Self(text.to_owned()))
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.0.as_bytes());
    }

    fn touched(&self, _plan: Plan) -> u64 {
        self.0.len() as u64
    }
}

/// Panics where the text begins with "!".
struct Panicking(Vec<u8>);

impl Codec for Panicking {
    type Root = Text;
    const REUSES: bool = true;
    const PLANS: &'static [Plan] = &[Plan::One];

    fn new() -> Self {
        Self(Vec::new())
    }

    fn encode(&mut self, text: &Text) -> Result<&[u8], Failure> {
        self.0.clear();
        text.write_canonical(&mut self.0);
        Ok(&self.0)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Text, Failure> {
        assert!(!bytes.starts_with(b"!"), "the text begins with a sign");
        Ok(Text::from_corpus(bytes)?)
    }

    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        Ok(self.decode(bytes)?.touched(plan))
    }
}

fn passing(phases: Option<PhaseTimes>) -> (Passing, [UnixStream; 2]) {
    let pairs = [(); 2].map(|()| UnixStream::pair().expect("the system has sockets"));
    let mut ours = Vec::new();
    let theirs = pairs.map(|(here, there)| {
        ours.push(File::from(OwnedFd::from(here)));
        there
    });
    let passing = Passing {
        sinks: Sinks::new(ours),
        route: Route::Fields,
        block: 2,
        phases,
        frames: 0,
        bytes_in: 0,
        undecodable: 0,
        updated_in_place: 0,
        copied_bytes: 0,
        aligning: Aligning::default(),
    };
    (passing, theirs)
}

fn framed(messages: &[&[u8]]) -> Vec<u8> {
    let frame = |(number, message): (usize, &&[u8])| {
        [&header(message.len() as u32, number as u64), *message].concat()
    };
    messages.iter().enumerate().flat_map(frame).collect()
}

/// The messages that a sink has received, with their numbers.
fn received(mut sink: &UnixStream) -> Vec<(u64, Vec<u8>)> {
    let mut bytes = Vec::new();
    sink.read_to_end(&mut bytes).expect("the relay is gone");
    let mut rest = &bytes[..];
    let mut found = Vec::new();
    while let Some((header, after)) = rest.split_first_chunk::<12>() {
        let length = usize::from(header[0]);
        found.push((u64::from(header[4]), after[..length].to_vec()));
        rest = &after[length..];
    }
    found
}

#[test]
fn what_cannot_be_read_is_counted_and_left_out() {
    let bytes = framed(&[b"\xff", b"!", b"odd", b"\xff", b"even", b"!", b"a"]);
    for mode in of_codec::<Panicking>().iter().filter(|mode| mode.reads_keys) {
        for phases in [None, Some(PhaseTimes::default())] {
            let (mut passing, sinks) = passing(phases);
            let mut frames = Frames::new(&bytes, 9);
            let barrier = (mode.make)().handle(&mut frames, &mut passing);
            assert_eq!(
                barrier.map_err(|failure| failure.detail),
                Ok(None),
                "{}",
                mode.name
            );
            assert_eq!((passing.frames, passing.undecodable), (7, 4), "{}", mode.name);
            assert_eq!(frames.taken(), bytes.len());
            passing.sinks.write_all();
            drop(passing);
            assert_eq!(received(&sinks[0]), [(4, b"even".to_vec())]);
            assert_eq!(received(&sinks[1]), [(2, b"odd".to_vec()), (6, b"a".to_vec())]);
        }
    }
}

#[test]
fn a_codec_has_the_modes_of_its_operations() {
    let modes: Vec<_> = of_codec::<Panicking>()
        .iter()
        .map(|mode| (mode.name, mode.reads_keys))
        .collect();
    let expected = [
        ("forward", false),
        ("peek", true),
        ("reuse", true),
        ("fresh", true),
    ];
    assert_eq!(modes, expected);
}
