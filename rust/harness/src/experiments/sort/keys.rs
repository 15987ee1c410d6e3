//! Keys: what objects are sorted by, of which a sort may leave only some different ones.

use crate::codec::Codec;
use crate::experiments::sort::thread::Record;
use crate::experiments::store::share::End;
use crate::protocol::RequestError;
use crate::values::object::{Object, Plan};

/// What an object is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// What access-one touches.
    Access,
    /// The key of the complex-object study.
    Study,
}

impl Key {
    /// Refuses a key that objects of the type `Plain` lack. A floor, which holds none, takes keys from a list.
    pub fn named<Plain: Object>(name: &str, workload: &str) -> Result<Self, RequestError> {
        match name {
            "access" => Ok(Self::Access),
            "study" if Plain::HAS_STUDY_KEY => Ok(Self::Study),
            "study" => Err(RequestError(format!(
                "The objects of {workload} have no key \"study\"."
            ))),
            _ => Err(RequestError(format!("There is no key \"{name}\"."))),
        }
    }

    pub fn of(self, object: &impl Object) -> u64 {
        match self {
            Self::Access => object.touched(Plan::One),
            Self::Study => object.study_key(),
        }
    }
}

/// How many keys there are, unless it is 0.
#[derive(Clone, Copy)]
pub struct Distinct(pub u64);

impl Distinct {
    #[inline]
    pub fn key(self, touch: u64) -> u64 {
        match self.0 {
            0 => touch,
            count => touch % count,
        }
    }
}

/// Reads keys out of messages where a comparison cannot fail: the first failure is kept, and from then on every key is 0.
pub struct LazyKeys<'c, C> {
    codec: &'c mut C,
    distinct: Distinct,
    failure: Option<End>,
    pub accesses: u64,
}

impl<'c, C: Codec> LazyKeys<'c, C> {
    pub fn new(codec: &'c mut C, distinct: Distinct) -> Self {
        Self {
            codec,
            distinct,
            failure: None,
            accesses: 0,
        }
    }

    #[inline]
    pub fn read(&mut self, record: Record<'_>) -> u64 {
        if self.failure.is_some() {
            return 0;
        }
        self.accesses += 1;
        match self.codec.access(record.message, Plan::One) {
            Ok(touch) => self.distinct.key(touch),
            Err(failure) => {
                self.failure = Some(End::Failed(Some(record.number.into()), failure));
                0
            }
        }
    }

    pub fn failure(self) -> Option<End> {
        self.failure
    }
}

#[cfg(test)]
mod tests {
    use super::{Distinct, Key};
    use crate::values::bytes::Refusal;
    use crate::values::object::{Object, Plan};

    struct Keyless;

    impl Object for Keyless {
        fn from_corpus(_bytes: &[u8]) -> Result<Self, Refusal> {
            Ok(Self)
        }

        fn write_canonical(&self, _out: &mut Vec<u8>) {}

        fn touched(&self, _plan: Plan) -> u64 {
            7
        }
    }

    #[test]
    fn a_key_that_objects_lack_is_refused() {
        let named = |name| Key::named::<Keyless>(name, "w").map_err(|refused| refused.0);
        assert_eq!(named("access").map(|key| key.of(&Keyless)), Ok(7));
        assert_eq!(
            named("study"),
            Err("The objects of w have no key \"study\".".to_owned())
        );
        assert_eq!(named("none"), Err("There is no key \"none\".".to_owned()));
    }

    #[test]
    fn a_key_is_taken_modulo_the_number_of_keys() {
        assert_eq!(Distinct(3).key(u64::MAX), 0);
        assert_eq!(Distinct(3).key(7), 1);
        assert_eq!(Distinct(0).key(u64::MAX), u64::MAX);
    }
}
