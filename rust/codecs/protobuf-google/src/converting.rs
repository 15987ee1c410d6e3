//! Plain messages into generated ones and back. The walks over messages are rendered.

use protobuf::{AsMut, Message, Mut, ProtoStr, View};
use serbench_harness::values::object::Enumeration;
use serbench_harness::Failure;

/// A plain message and the generated one.
pub trait Convert: Sized {
    type Wire: Message;

    /// Into a message in which nothing is set.
    fn build(&self, to: Mut<'_, Self::Wire>);

    fn extract(from: View<'_, Self::Wire>) -> Result<Self, Failure>;
}

/// A message of its own, as maps take it.
pub fn built<T: Convert>(from: &T) -> T::Wire {
    let mut to = T::Wire::default();
    from.build(to.as_mut());
    to
}

pub fn declared<E: Enumeration>(number: impl Into<i32>) -> Result<E, Failure> {
    let number = number.into();
    E::from_number(number).ok_or_else(|| Failure::error(format!("The enum declares no number {number}.")))
}

pub fn text(from: &ProtoStr) -> Result<String, Failure> {
    Ok(from.to_str()?.to_owned())
}
