//! The box of a message that leads back to the message it stands in. The library's own serializer of a box asks what
//! is inside how much space to reserve, which on a cycle never ends.

use std::marker::PhantomData;

use fory::{Error, ReadContext, RefMode, Serializer, WriteContext};

use crate::mode::COMPATIBLE;

/// The serializer of a `Box<T>`, whose space is by the trait's default that of the box itself.
pub struct Boxed<T>(PhantomData<T>);

impl<T: Serializer<Target = T>> Serializer for Boxed<T> {
    type Target = Box<T>;

    fn write_data(value: &Box<T>, context: &mut WriteContext) -> Result<(), Error> {
        T::write(value, context, RefMode::None, COMPATIBLE)
    }

    fn read_data(context: &mut ReadContext) -> Result<Box<T>, Error> {
        T::read(context, RefMode::None, COMPATIBLE).map(Box::new)
    }
}
