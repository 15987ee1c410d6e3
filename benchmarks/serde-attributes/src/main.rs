//! Asks each library of Rust that takes types by serde for values whose types have one attribute each, and prints for
//! each codec the attributes with which every value comes back.
//!
//!     cargo run --locked --manifest-path benchmarks/serde-attributes/Cargo.toml

use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

trait Value: Serialize + DeserializeOwned + PartialEq {}
impl<T: Serialize + DeserializeOwned + PartialEq> Value for T {}

#[derive(Serialize, Deserialize, PartialEq)]
struct Flat {
    id: u32,
    #[serde(flatten)]
    rest: Rest,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Rest {
    name: String,
    total: i64,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Untagged {
    choices: Vec<Choice>,
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(untagged)]
enum Choice {
    Number(u32),
    Point { x: i32, y: i32 },
    Text(String),
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Tagged {
    events: Vec<Event>,
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(tag = "kind")]
enum Event {
    Moved { x: i32, y: i32 },
    Named { name: String },
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Skipping {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<u32>,
    name: String,
}

fn rest() -> Rest {
    Rest { name: "name".into(), total: -5 }
}

fn choices() -> Vec<Choice> {
    vec![Choice::Text("text".into()), Choice::Number(7), Choice::Point { x: 1, y: -1 }]
}

fn events() -> Vec<Event> {
    vec![Event::Named { name: "name".into() }, Event::Moved { x: 3, y: -4 }]
}

/// The round trip of a library; None where it refuses.
trait Library {
    const CODECS: &'static [&'static str];
    fn again<T: Value>(value: &T) -> Option<T>;
}

macro_rules! library {
    ($name:ident, $codecs:expr, |$value:ident| $again:expr) => {
        struct $name;
        impl Library for $name {
            const CODECS: &'static [&'static str] = &$codecs;
            fn again<T: Value>($value: &T) -> Option<T> {
                $again
            }
        }
    };
}

library!(Json, ["json"], |value| serde_json::from_slice(&serde_json::to_vec(value).ok()?).ok());
library!(SimdJson, ["simd-json"], |value| simd_json::serde::from_slice(&mut simd_json::serde::to_vec(value).ok()?).ok());
library!(SonicRs, ["sonic-rs", "sonic-rs-native"], |value| sonic_rs::from_slice(&sonic_rs::to_vec(value).ok()?).ok());
library!(Positional, ["messagepack"], |value| rmp_serde::from_slice(&rmp_serde::to_vec(value).ok()?).ok());
library!(Named, ["messagepack-named"], |value| rmp_serde::from_slice(&rmp_serde::to_vec_named(value).ok()?).ok());
library!(Cbor, ["cbor"], |value| {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).ok()?;
    ciborium::from_reader(bytes.as_slice()).ok()
});
library!(Bson, ["bson"], |value| bson::deserialize_from_slice(&bson::serialize_to_vec(value).ok()?).ok());
library!(Ron, ["ron"], |value| ron::from_str(&ron::to_string(value).ok()?).ok());
library!(Postcard, ["postcard"], |value| postcard::from_bytes(&postcard::to_stdvec(value).ok()?).ok());
library!(Bitcode, ["bitcode", "bitcode-serde"], |value| bitcode::deserialize(&bitcode::serialize(value).ok()?).ok());
library!(Flexbuffers, ["flexbuffers"], |value| flexbuffers::from_slice(&flexbuffers::to_vec(value).ok()?).ok());

fn keeps<L: Library, T: Value>(values: &[T]) -> bool {
    // bitcode panics where a map's length is not known before.
    let again = |value| catch_unwind(AssertUnwindSafe(|| L::again(value))).ok().flatten();
    values.iter().all(|value| again(value).as_ref() == Some(value))
}

fn print<L: Library>() {
    let skipping = [None, Some(7)].map(|size| Skipping { size, name: "name".into() });
    let found = [
        ("flatten", keeps::<L, _>(&[Flat { id: 1, rest: rest() }])),
        ("untagged", keeps::<L, _>(&[Untagged { choices: choices() }])),
        ("tag", keeps::<L, _>(&[Tagged { events: events() }])),
        ("skip_serializing_if", keeps::<L, _>(&skipping)),
    ];
    let kept: Vec<_> = found.iter().filter(|(_, kept)| *kept).map(|(name, _)| *name).collect();
    for codec in L::CODECS {
        println!("rust/{codec}: {}", kept.join(" "));
    }
}

fn main() {
    set_hook(Box::new(|_| ()));
    print::<Json>();
    print::<SimdJson>();
    print::<SonicRs>();
    print::<Positional>();
    print::<Named>();
    print::<Cbor>();
    print::<Bson>();
    print::<Ron>();
    print::<Postcard>();
    print::<Bitcode>();
    print::<Flexbuffers>();
}
