//! Touches of what lies in a FlatBuffer (FORMAT.md, section 4), read in place. The folds over tables are rendered.

use flatbuffers::{Follow, Vector};
use serbench_harness::values::touch::{units, Fixed};

/// A value where it lies that a plan reads.
pub trait Touched<const PLAN: u8> {
    fn touched(self) -> u64;
}

macro_rules! touched_leaf {
    ($leaf:ty, $value:ident => $touch:expr) => {
        impl<const PLAN: u8> Touched<PLAN> for $leaf {
            #[inline]
            fn touched(self) -> u64 {
                let $value = self;
                $touch
            }
        }
    };
}

touched_leaf!(bool, value => u64::from(value));
touched_leaf!(i32, value => value.touch_of());
touched_leaf!(u32, value => value.touch_of());
touched_leaf!(i64, value => value.touch_of());
touched_leaf!(u64, value => value.touch_of());
touched_leaf!(f32, value => value.touch_of());
touched_leaf!(f64, value => value.touch_of());
touched_leaf!(&str, value => units(value.as_bytes()));
touched_leaf!(Vector<'_, u8>, value => units(value.bytes()));

impl<const PLAN: u8, T: Touched<PLAN>> Touched<PLAN> for Option<T> {
    #[inline]
    fn touched(self) -> u64 {
        self.map_or(0, Touched::touched)
    }
}

/// The sum over what `touch` gives for each element.
#[inline]
pub fn sum<'a, T: Follow<'a> + 'a>(list: Option<Vector<'a, T>>, touch: impl Fn(T::Inner) -> u64) -> u64 {
    list.map_or(0, |list| {
        list.iter()
            .fold(0, |sum, element| sum.wrapping_add(touch(element)))
    })
}

#[inline]
pub fn list<'a, const PLAN: u8, T: Follow<'a, Inner: Touched<PLAN>> + 'a>(
    list: Option<Vector<'a, T>>,
) -> u64 {
    sum(list, Touched::touched)
}

/// The middle element of a list.
#[inline]
pub fn middle<'a, const PLAN: u8, T: Follow<'a, Inner: Touched<PLAN>> + 'a>(
    list: Option<Vector<'a, T>>,
) -> u64 {
    match list {
        Some(list) if !list.is_empty() => list.get(list.len() / 2).touched(),
        _ => 0,
    }
}
