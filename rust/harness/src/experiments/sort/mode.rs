//! What a sort holds of its records and how it comes by their keys.

use crate::codec::Codec;
use crate::experiments::sort::keys::Key;
use crate::protocol::RequestError;
use crate::values::object::{Object, Plan};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Objects are held; their keys are read of them.
    Objects,
    /// Bytes are held, with keys that `access-one` reads.
    BytesByAccess,
    /// Bytes are held, with keys that are read of objects, which are released at once.
    BytesByDecoding,
    /// Bytes are held, and every comparison reads the keys.
    Lazy,
    /// Bytes are held, with keys from a file.
    Raw,
}

impl Mode {
    /// No codec reads the key of the study by access.
    pub fn named<C: Codec>(name: &str, key: Key) -> Result<Self, RequestError> {
        let can_access = C::PLANS.contains(&Plan::One);
        let accesses = can_access && key == Key::Access;
        match name {
            "raw" if C::Root::RAW => Ok(Self::Raw),
            "objects" if !C::Root::RAW => Ok(Self::Objects),
            "bytes" if !C::Root::RAW && accesses => Ok(Self::BytesByAccess),
            "bytes" if !C::Root::RAW => Ok(Self::BytesByDecoding),
            "lazy" if !C::Root::RAW && accesses => Ok(Self::Lazy),
            "lazy" if !C::Root::RAW && can_access => {
                let sentence = "No codec has the mode \"lazy\" with the key \"study\".";
                Err(RequestError(sentence.to_owned()))
            }
            _ => Err(RequestError(format!("This codec has no mode \"{name}\"."))),
        }
    }
}
