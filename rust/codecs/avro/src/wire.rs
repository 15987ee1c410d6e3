//! The plain types as serde sees them: with the names that the rendered schema has. The definitions are rendered.

/// The schema, as JSON. A variant that knows several versions finds it among them.
#[allow(dead_code)]
pub const SCHEMA: &str = include_str!(concat!(env!("SERBENCH_RENDERED"), "/message.avsc"));

/// Implements serde's traits for a plain type by its remote definition.
macro_rules! by_remote {
    ($plain:ty => $remote:ident) => {
        impl ::serde::Serialize for $plain {
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                $remote::serialize(self, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $plain {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $remote::deserialize(deserializer)
            }
        }
    };
}
pub(crate) use by_remote;

/// Implements the form of a oneof: a union of null and, for each case, a record of one field. The record's name
/// is given without and with its namespace, because some libraries identify it by the latter.
macro_rules! oneof {
    ($oneof:ty { $($case:ident($held:ty) as $form:ty = $record:literal | $full_name:literal),* $(,)? }) => {
        const _: () = {
            type Oneof = $oneof;

            #[derive(::serde::Serialize)]
            enum Lent<'a> {
                #[serde(rename = "Null")]
                SerbenchUnset,
                $(#[serde(rename = $record)]
                $case { v: ::serbench_plain_serde::Lent<'a, $form, $held> },)*
            }

            #[derive(::serde::Deserialize)]
            enum Owned {
                #[serde(rename = "Null")]
                SerbenchUnset,
                $(#[serde(rename = $record, alias = $full_name)]
                $case { v: ::serbench_plain_serde::Owned<$form, $held> },)*
            }

            impl ::serbench_plain_serde::Writes<::std::option::Option<Oneof>> for $crate::forms::Union {
                fn serialize<S: ::serde::Serializer>(
                    value: &::std::option::Option<Oneof>,
                    serializer: S,
                ) -> ::std::result::Result<S::Ok, S::Error> {
                    let lent = match value {
                        ::std::option::Option::None => Lent::SerbenchUnset,
                        $(::std::option::Option::Some(Oneof::$case(inside)) => Lent::$case {
                            v: ::serbench_plain_serde::Lent::new(inside),
                        },)*
                    };
                    ::serde::Serialize::serialize(&lent, serializer)
                }
            }

            impl<'de> ::serbench_plain_serde::Reads<'de, ::std::option::Option<Oneof>> for $crate::forms::Union {
                fn deserialize<D: ::serde::Deserializer<'de>>(
                    deserializer: D,
                ) -> ::std::result::Result<::std::option::Option<Oneof>, D::Error> {
                    let owned: Owned = ::serde::Deserialize::deserialize(deserializer)?;
                    ::std::result::Result::Ok(match owned {
                        Owned::SerbenchUnset => ::std::option::Option::None,
                        $(Owned::$case { v } => ::std::option::Option::Some(Oneof::$case(v.0)),)*
                    })
                }
            }
        };
    };
}
pub(crate) use oneof;

/// The definitions of the schema's types, rendered. Their names are the schema's.
#[allow(unused, nonstandard_style, clippy::all)]
mod rendered {
    include!(concat!(env!("SERBENCH_RENDERED"), "/wire.rs"));
}
