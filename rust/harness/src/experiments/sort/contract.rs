//! What a sort holds of its records and how it comes by their keys.

use crate::codec::Codec;
use crate::protocol::RequestError;
use crate::values::object::{Object, Plan};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contract {
    /// Objects are held; their keys are touched on them.
    Objects,
    /// Bytes are held, with keys that `access-one` reads.
    KeptByAccess,
    /// Bytes are held, with keys that are touched on objects, which are released at once.
    KeptByDecoding,
    /// Bytes are held, and every comparison reads the keys.
    Lazy,
    /// Bytes are held, with keys from a file.
    Raw,
}

impl Contract {
    pub fn named<C: Codec>(name: &str) -> Result<Self, RequestError> {
        let accesses = C::PLANS.contains(&Plan::One);
        match name {
            "raw" if C::Root::RAW => Ok(Self::Raw),
            "objects" if !C::Root::RAW => Ok(Self::Objects),
            "kept" if !C::Root::RAW && accesses => Ok(Self::KeptByAccess),
            "kept" if !C::Root::RAW => Ok(Self::KeptByDecoding),
            "lazy" if !C::Root::RAW && accesses => Ok(Self::Lazy),
            _ => Err(RequestError(format!("This codec has no contract \"{name}\"."))),
        }
    }
}
