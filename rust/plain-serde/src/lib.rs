//! What codecs on serde add to the derives on the plain types. A codec's manifest names it in serde's attribute
//! `with`: a container (`containers`) and, as its parameters, the forms (`forms`) of what lies in it, such as
//! `serde(with = "::serbench_plain_serde::Map::<::serbench_plain_serde::Text, ::serbench_plain_serde::Bytes>")`.

mod borrowed;
mod containers;
mod forms;
mod text;

pub use borrowed::BorrowedText;
pub use containers::{List, Map, One, Optional};
#[cfg(feature = "base64")]
pub use forms::Base64;
pub use forms::{Bits, Bytes, Form, Native, Number, Reads, Writes};
pub use text::Text;

/// A value that serde's traits see in a form: what a hand-written `Serialize` or `Deserialize` passes on.
pub use containers::{Lent, Owned};
