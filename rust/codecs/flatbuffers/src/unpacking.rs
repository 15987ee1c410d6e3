//! Plain values out of a FlatBuffer where it lies. The walks over tables are rendered.

use flatbuffers::{Follow, ForwardsUOffset, Vector};
use serbench_harness::values::touch::Fixed;
use serbench_harness::Failure;

use crate::packing::Enumerated;

/// A plain message, and the table that holds it.
pub trait Unpack: Sized {
    type Wire<'a>: Copy;

    fn unpack(from: Self::Wire<'_>) -> Result<Self, Failure>;
}

/// The verifier does not look at the numbers of enums.
pub fn declared<E: Enumerated>(from: E::Wire) -> Result<E, Failure> {
    let number = E::number_of(from);
    E::from_number(number).ok_or_else(|| Failure::error(format!("The enum declares no number {number}.")))
}

/// The table of a union's set case, which an unverified buffer may lack.
pub fn present<T>(table: Option<T>) -> Result<T, Failure> {
    table.ok_or_else(|| Failure::error("A union has a type but no value."))
}

/// A string, list or map that is empty is left out.
pub fn text(from: Option<&str>) -> String {
    from.unwrap_or_default().to_owned()
}

pub fn bytes(from: Option<Vector<'_, u8>>) -> Vec<u8> {
    from.map_or_else(Vec::new, |from| from.bytes().to_vec())
}

pub fn bools(from: Option<Vector<'_, bool>>) -> Vec<bool> {
    from.map_or_else(Vec::new, |from| from.iter().collect())
}

/// Taken from the bytes as a block: an element is little-endian and has no padding.
pub fn numbers<T: Fixed>(from: Option<Vector<'_, T>>) -> Vec<T> {
    from.map_or_else(Vec::new, |from| {
        from.bytes().chunks_exact(T::WIDTH).map(T::from_bytes).collect()
    })
}

/// Elements that may be refused, with room for all from the start. Collecting results would begin with none.
fn list<V, T>(
    from: impl ExactSizeIterator<Item = V>,
    unpack: impl Fn(V) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    let mut values = Vec::with_capacity(from.len());
    for value in from {
        values.push(unpack(value)?);
    }
    Ok(values)
}

pub fn enums<'a, E: Enumerated<Wire: Follow<'a, Inner = E::Wire>>>(
    from: Option<Vector<'a, E::Wire>>,
) -> Result<Vec<E>, Failure> {
    from.map_or_else(|| Ok(Vec::new()), |from| list(from.iter(), declared))
}

/// The message of a map's entry; one that is missing is the default.
pub fn message<T: Unpack + Default>(from: Option<T::Wire<'_>>) -> Result<T, Failure> {
    from.map_or_else(|| Ok(T::default()), T::unpack)
}

/// A list of parts, by the function that unpacks one.
pub fn parts<'a, W: Follow<'a> + 'a, T>(
    from: Option<Vector<'a, ForwardsUOffset<W>>>,
    unpack: impl Fn(W::Inner) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    from.map_or_else(|| Ok(Vec::new()), |from| list(from.iter(), unpack))
}
