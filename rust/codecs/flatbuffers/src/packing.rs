//! Plain values into a FlatBuffer, bottom-up: what a table refers to lies in the buffer before it. The walks over
//! messages are rendered.

use flatbuffers::{FlatBufferBuilder, ForwardsUOffset, Push, Vector, WIPOffset};
use serbench_harness::values::object::Enumeration;

pub type Builder = FlatBufferBuilder<'static>;

/// Where a part that a table refers to lies, and where a list of such parts does.
pub type Offset<T> = WIPOffset<T>;
type Offsets<T> = WIPOffset<Vector<'static, ForwardsUOffset<T>>>;

/// A plain message, and the table that holds it.
pub trait Pack {
    type Wire;

    fn pack(&self, to: &mut Builder) -> Offset<Self::Wire>;
}

/// A plain enum, and the generated type of its numbers.
pub trait Enumerated: Enumeration {
    type Wire: Copy;

    fn to_wire(self) -> Self::Wire;

    fn number_of(wire: Self::Wire) -> i32;
}

macro_rules! enumerated {
    ($plain:ty => $wire:path) => {
        impl $crate::packing::Enumerated for $plain {
            type Wire = $wire;

            #[inline]
            fn to_wire(self) -> $wire {
                $wire(::serbench_harness::values::object::Enumeration::number(
                    self,
                ))
            }

            #[inline]
            fn number_of(wire: $wire) -> ::std::primitive::i32 {
                wire.0
            }
        }

        impl<const PLAN: ::std::primitive::u8> $crate::touching::Touched<PLAN> for $wire {
            #[inline]
            fn touched(self) -> ::std::primitive::u64 {
                ::serbench_harness::values::touch::Fixed::touch_of(self.0)
            }
        }
    };
}
pub(crate) use enumerated;

/// What is empty is left out, where absent and empty are one value.
fn unless_empty<T, P>(value: &[T], pack: impl FnOnce(&[T]) -> P) -> Option<P> {
    (!value.is_empty()).then(|| pack(value))
}

pub fn text(value: &str, to: &mut Builder) -> Option<Offset<&'static str>> {
    (!value.is_empty()).then(|| to.create_string(value))
}

pub fn numbers<T: Push>(values: &[T], to: &mut Builder) -> Option<Offset<Vector<'static, T::Output>>> {
    unless_empty(values, |values| to.create_vector(values))
}

pub fn enums<E: Enumerated<Wire: Push>>(
    values: &[E],
    to: &mut Builder,
) -> Option<Offset<Vector<'static, <E::Wire as Push>::Output>>> {
    unless_empty(values, |values| {
        to.create_vector_from_iter(values.iter().map(|value| value.to_wire()))
    })
}

/// A list of parts, by the function that packs one.
pub fn parts<V, T>(
    values: impl ExactSizeIterator<Item = V>,
    to: &mut Builder,
    pack: impl Fn(V, &mut Builder) -> Offset<T>,
) -> Option<Offsets<T>> {
    if values.len() == 0 {
        return None;
    }
    let offsets: Vec<Offset<T>> = values.map(|value| pack(value, to)).collect();
    Some(to.create_vector(&offsets))
}
