//! Messages, enums and oneofs as CBOR items, by the names of the schema.

/// Implements `Item` for a message: a map from the names of its fields.
macro_rules! message {
    ($message:ty { $($name:literal => $field:ident),* $(,)? }) => {
        impl $crate::items::Item for $message {
            fn put(&self, out: &mut $crate::items::Out<'_>) -> $crate::items::Written {
                out.map(0 $(+ $crate::items::Member::entries(&self.$field))*)?;
                $($crate::items::Member::put(&self.$field, $name, out)?;)*
                ::std::result::Result::Ok(())
            }

            fn take(input: &mut ::minicbor::Decoder<'_>) -> $crate::items::Read<Self> {
                #[allow(unused_mut)]
                let mut message = <Self as ::std::default::Default>::default();
                $crate::items::entries(input, |input| match &*$crate::items::text(input)? {
                    $($name => $crate::items::Member::take(&mut message.$field, input),)*
                    _ => input.skip(),
                })?;
                ::std::result::Result::Ok(message)
            }
        }
    };
}
pub(crate) use message;

/// Implements `Item` for an enum: the declared name.
macro_rules! enumeration {
    ($enum:ty { $($name:literal => $value:ident),* $(,)? }) => {
        impl $crate::items::Item for $enum {
            fn put(&self, out: &mut $crate::items::Out<'_>) -> $crate::items::Written {
                out.str(match self {
                    $(Self::$value => $name,)*
                })?
                .ok()
            }

            fn take(input: &mut ::minicbor::Decoder<'_>) -> $crate::items::Read<Self> {
                match &*$crate::items::text(input)? {
                    $($name => ::std::result::Result::Ok(Self::$value),)*
                    name => ::std::result::Result::Err(::minicbor::decode::Error::message(
                        ::std::format!("the enum declares no {name:?}"),
                    )),
                }
            }
        }
    };
}
pub(crate) use enumeration;

/// Implements `Item` for a oneof: a map with one entry, from the case's name.
macro_rules! oneof {
    ($oneof:ty { $($name:literal => $case:ident),* $(,)? }) => {
        impl $crate::items::Item for $oneof {
            fn put(&self, out: &mut $crate::items::Out<'_>) -> $crate::items::Written {
                out.map(1)?;
                match self {
                    $(Self::$case(inside) => $crate::items::Member::put(inside, $name, out),)*
                }
            }

            fn take(input: &mut ::minicbor::Decoder<'_>) -> $crate::items::Read<Self> {
                let mut found = ::std::option::Option::None;
                $crate::items::entries(input, |input| {
                    match &*$crate::items::text(input)? {
                        $($name => {
                            found = ::std::option::Option::Some(
                                Self::$case($crate::items::Item::take(input)?),
                            );
                        })*
                        _ => input.skip()?,
                    }
                    ::std::result::Result::Ok(())
                })?;
                found.ok_or_else(|| ::minicbor::decode::Error::message("a oneof has no case that is known"))
            }
        }
    };
}
pub(crate) use oneof;

/// The types of the schema, rendered.
mod rendered {
    include!(concat!(env!("SERBENCH_RENDERED"), "/types.rs"));
}
