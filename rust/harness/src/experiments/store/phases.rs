//! The phases of an experiment with files.

use crate::timing::phase_times::{self, Phases};

#[derive(Clone, Copy)]
pub enum Phase {
    Encode,
    Copy,
    Write,
    Fsync,
    Read,
    Decode,
    Touch,
    Free,
}

impl Phases for Phase {
    const NAMES: &'static [&'static str] = &[
        "encode", "copy", "write", "fsync", "read", "decode", "touch", "free",
    ];

    fn place(self) -> usize {
        self as usize
    }
}

pub type PhaseTimes = phase_times::PhaseTimes<Phase>;
