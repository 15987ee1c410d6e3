//! Plain values into the fields of generated messages and back. The walks over messages are rendered.

use std::borrow::BorrowMut;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use serbench_harness::values::object::Enumeration;

/// A number that an enum does not declare. It is small, so that hardly anything moves besides the objects when a list of
/// them is extracted.
pub struct Undeclared(i32);

impl Display for Undeclared {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        write!(to, "The enum declares no number {}.", self.0)
    }
}

/// A plain message and the generated one.
pub trait Convert: Sized {
    type Wire: Default;

    /// Into a message that may have been used: what it holds is filled again.
    fn build(&self, to: &mut Self::Wire);

    /// What the message holds goes over into the object.
    fn extract(from: Self::Wire) -> Result<Self, Undeclared>;
}

pub fn built<T: Convert>(from: &T) -> T::Wire {
    let mut to = T::Wire::default();
    from.build(&mut to);
    to
}

pub fn declared<E: Enumeration>(number: i32) -> Result<E, Undeclared> {
    E::from_number(number).ok_or(Undeclared(number))
}

pub fn build_enums<E: Enumeration>(from: &[E], to: &mut Vec<i32>) {
    to.clear();
    to.extend(from.iter().map(|value| value.number()));
}

/// The generator boxes a message that holds itself by singular fields alone.
pub fn build_message<T: Convert, B: BorrowMut<T::Wire> + Default>(from: Option<&T>, to: &mut Option<B>) {
    match from {
        Some(from) => from.build(to.get_or_insert_default().borrow_mut()),
        None => *to = None,
    }
}

pub fn build_messages<T: Convert>(from: &[T], to: &mut Vec<T::Wire>) {
    to.resize_with(from.len(), T::Wire::default);
    for (from, to) in from.iter().zip(to) {
        from.build(to);
    }
}

/// A map of which only the values differ.
pub fn build_map<K: Ord + Clone, T, W>(
    from: &BTreeMap<K, T>,
    to: &mut BTreeMap<K, W>,
    build: impl Fn(&T) -> W,
) {
    *to = from
        .iter()
        .map(|(key, value)| (key.clone(), build(value)))
        .collect();
}

/// A message that the generator has boxed or not.
pub trait Held<W> {
    fn held(self) -> W;
}

impl<W> Held<W> for W {
    fn held(self) -> W {
        self
    }
}

impl<W> Held<W> for Box<W> {
    fn held(self) -> W {
        *self
    }
}

pub fn extract_message<T: Convert, H: Held<T::Wire>>(from: Option<H>) -> Result<Option<T>, Undeclared> {
    from.map(|message| T::extract(message.held())).transpose()
}

pub fn extract_list<T, W>(
    from: Vec<W>,
    extract: impl Fn(W) -> Result<T, Undeclared>,
) -> Result<Vec<T>, Undeclared> {
    from.into_iter().map(extract).collect()
}

pub fn extract_map<K: Ord, T, W>(
    from: BTreeMap<K, W>,
    extract: impl Fn(W) -> Result<T, Undeclared>,
) -> Result<BTreeMap<K, T>, Undeclared> {
    from.into_iter()
        .map(|(key, value)| Ok((key, extract(value)?)))
        .collect()
}
