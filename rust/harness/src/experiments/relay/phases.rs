//! The phases of a relay.

use crate::timing::phase_times::{self, Phases};

#[derive(Clone, Copy)]
pub enum Phase {
    Read,
    Decode,
    Route,
    Encode,
    Write,
}

impl Phases for Phase {
    const NAMES: &'static [&'static str] = &["read", "decode", "route", "encode", "write"];

    fn place(self) -> usize {
        self as usize
    }
}

pub type PhaseTimes = phase_times::PhaseTimes<Phase>;
