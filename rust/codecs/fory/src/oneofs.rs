//! A oneof as the position of its case and the value inside, by a serializer of our own. The library's union would
//! want a case for what it does not know among those of the application's type.

use std::borrow::Borrow;

use fory::{Error, ReadContext, RefMode, Serializer, WriteContext};

use crate::mode::COMPATIBLE;

/// A case holds its value, or a box of it.
pub fn write<T: Serializer<Target = T>>(
    position: u32,
    held: &impl Borrow<T>,
    context: &mut WriteContext,
) -> Result<(), Error> {
    context.writer.write_var_u32(position);
    T::write(held.borrow(), context, RefMode::None, COMPATIBLE)
}

pub fn read<T: Serializer<Target = T>, H: From<T>>(context: &mut ReadContext) -> Result<H, Error> {
    T::read(context, RefMode::None, COMPATIBLE).map(H::from)
}

/// Implements the serializer of the enum of a oneof.
macro_rules! oneof {
    ($oneof:ty { $($position:literal => $case:ident($value:ty as $held:ty)),* $(,)? }) => {
        impl ::fory::Serializer for $oneof {
            type Target = Self;

            fn write_data(
                value: &Self,
                context: &mut ::fory::WriteContext,
            ) -> ::std::result::Result<(), ::fory::Error> {
                match value {
                    $(Self::$case(held) => {
                        $crate::oneofs::write::<$value>($position, held, context)
                    })*
                }
            }

            fn read_data(
                context: &mut ::fory::ReadContext,
            ) -> ::std::result::Result<Self, ::fory::Error> {
                match context.reader.read_var_u32()? {
                    $($position => {
                        $crate::oneofs::read::<$value, $held>(context).map(Self::$case)
                    })*
                    position => ::std::result::Result::Err(::fory::Error::invalid_data(::std::format!(
                        "the oneof has no case at position {position}"
                    ))),
                }
            }
        }
    };
}
pub(crate) use oneof;

/// The oneofs of the schema and the registration of its types, rendered.
mod rendered {
    include!(concat!(env!("SERBENCH_RENDERED"), "/types.rs"));
}
pub use rendered::register;
