//! A oneof as the pair of its case's position and value. Serde's derives would write the case's name.

use serde::de::{Error, SeqAccess};
use serde::Deserialize;

/// Implements serde's traits for the enum of a oneof, plain or borrowed.
macro_rules! oneof {
    ($oneof:ty { $($position:literal => $case:ident($held:ty) as $form:ty),* $(,)? }) => {
        $crate::oneofs::oneof!(write $oneof { $($position => $case($held) as $form),* });
        $crate::oneofs::oneof!(read $oneof { $($position => $case($held) as $form),* });
    };
    (write $oneof:ty { $($position:literal => $case:ident($held:ty) as $form:ty),* $(,)? }) => {
        impl ::serde::Serialize for $oneof {
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                match self {
                    $(Self::$case(inside) => {
                        let inside = ::serbench_plain_serde::Lent::<$form, $held>::new(inside);
                        ::serde::Serialize::serialize(&($position, inside), serializer)
                    })*
                }
            }
        }
    };
    (read $oneof:ty { $($position:literal => $case:ident($held:ty) as $form:ty),* $(,)? }) => {
        impl<'de: 'a, 'a> ::serde::Deserialize<'de> for $oneof {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                struct Visitor<'a>(::std::marker::PhantomData<&'a ()>);

                impl<'de: 'a, 'a> ::serde::de::Visitor<'de> for Visitor<'a> {
                    type Value = $oneof;

                    fn expecting(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        formatter.write_str("the position of a oneof's case and its value")
                    }

                    fn visit_seq<A: ::serde::de::SeqAccess<'de>>(
                        self,
                        mut pair: A,
                    ) -> ::std::result::Result<Self::Value, A::Error> {
                        match $crate::oneofs::next::<::std::primitive::u32, A>(&mut pair)? {
                            $($position => {
                                let inside = $crate::oneofs::next::<
                                    ::serbench_plain_serde::Owned<$form, $held>,
                                    A,
                                >(&mut pair)?;
                                ::std::result::Result::Ok(<$oneof>::$case(inside.0))
                            })*
                            position => ::std::result::Result::Err($crate::oneofs::no_case(position)),
                        }
                    }
                }

                deserializer.deserialize_tuple(2, Visitor(::std::marker::PhantomData))
            }
        }
    };
}
pub(crate) use oneof;

/// The next of the two parts of a oneof.
fn next<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(pair: &mut A) -> Result<T, A::Error> {
    pair.next_element()?
        .ok_or_else(|| A::Error::custom("a oneof's position or value is missing"))
}

/// The error for a position of no case.
fn no_case<E: Error>(position: u32) -> E {
    E::custom(format_args!("the oneof has no case at position {position}"))
}

/// The oneofs of the schema, rendered.
mod rendered {
    include!(concat!(env!("SERBENCH_RENDERED"), "/oneofs.rs"));
}
