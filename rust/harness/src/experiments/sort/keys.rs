//! Keys: what access-one touches, of which a sort may leave only some different ones.

use crate::codec::Codec;
use crate::experiments::sort::thread::Record;
use crate::experiments::store::share::End;

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
        match self.codec.access_one(record.message) {
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
    use super::Distinct;

    #[test]
    fn a_key_is_taken_modulo_the_number_of_keys() {
        assert_eq!(Distinct(3).key(u64::MAX), 0);
        assert_eq!(Distinct(3).key(7), 1);
        assert_eq!(Distinct(0).key(u64::MAX), u64::MAX);
    }
}
