//! FORMAT.md's bytes, written and read by code rendered for the schema: what one would write oneself.

use serbench_harness::values::object::Plan;
use serbench_harness::values::reading::Read;
use serbench_harness::values::touch::{ALL, ONE, TENTH};
use serbench_harness::values::writing::Write;
use serbench_harness::{Codec, Failure, Input};

use crate::plain::SerbenchRoot as Root;
use crate::scanning::Opening;
use crate::updating::Numbered;

// The corpus has been read strictly, and the same object gives the same bytes: neither NaN nor the order of
// keys is looked at again.
const STRICT: bool = false;
const CANONICAL: bool = false;

/// The scans over messages, rendered.
#[allow(unused, clippy::all)]
mod scan {
    include!(concat!(env!("SERBENCH_RENDERED"), "/scan.rs"));
}

pub struct Handcoded {
    buffer: Vec<u8>,
    /// Where the number lies, told by how many bytes follow.
    places: Vec<usize>,
}

impl Codec for Handcoded {
    type Root = Root;
    const REUSES: bool = true;
    const PLANS: &'static [Plan] = Plan::EVERY;
    const UPDATES: bool = true;

    fn new() -> Self {
        Self {
            buffer: Vec::new(),
            places: Vec::new(),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        object.write::<CANONICAL>(&mut self.buffer);
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        let mut input = Input::new(bytes);
        let object = Root::read::<STRICT>(&mut input)?;
        input.end()?;
        Ok(object)
    }

    fn decode_reuse(&mut self, bytes: &[u8], object: &mut Root) -> Result<(), Failure> {
        let mut input = Input::new(bytes);
        object.read_over::<STRICT>(&mut input)?;
        Ok(input.end()?)
    }

    fn update_number(&mut self, bytes: &mut [u8]) -> Result<bool, Failure> {
        self.places.clear();
        let mut input = Input::new(bytes);
        Root::find(&mut input, &mut self.places)?;
        input.end()?;
        let end = bytes.len();
        for place in &self.places {
            Root::add_one(&mut bytes[end - place..]);
        }
        Ok(true)
    }

    /// Scans to the last field that is read.
    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let input = &mut Input::new(bytes);
        Ok(match plan {
            Plan::One => <Root as Opening<ONE>>::scan_opening(input)?,
            Plan::Tenth => <Root as Opening<TENTH>>::scan_opening(input)?,
            Plan::All => <Root as Opening<ALL>>::scan_opening(input)?,
        })
    }
}
