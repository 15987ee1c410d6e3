//! Touches of what lies in a message (FORMAT.md, section 4), read in place. The walks over structs are rendered.

use capnp::primitive_list::Reader;
use capnp::{data, data_list, struct_list, text, text_list, traits, Result};
use serbench_harness::values::touch::{units, Fixed};

/// A value where it lies that a plan reads.
pub trait Touched<const PLAN: u8> {
    fn touched(self) -> Result<u64>;
}

macro_rules! touched_leaf {
    ($leaf:ty, $value:ident => $touch:expr) => {
        impl<const PLAN: u8> Touched<PLAN> for $leaf {
            #[inline]
            fn touched(self) -> Result<u64> {
                let $value = self;
                Ok($touch)
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
touched_leaf!(text::Reader<'_>, value => units(value.as_bytes()));
touched_leaf!(data::Reader<'_>, value => units(value));

/// The elements of a list, each of which may be refused when it is looked at.
pub trait Elements: Sized {
    type Element;

    fn elements(self) -> impl ExactSizeIterator<Item = Result<Self::Element>>;
}

macro_rules! elements_of_numbers {
    ($($number:ty)*) => {$(
        impl Elements for Reader<'_, $number> {
            type Element = $number;

            fn elements(self) -> impl ExactSizeIterator<Item = Result<$number>> {
                self.iter().map(Ok)
            }
        }
    )*};
}

elements_of_numbers!(bool i32 u32 i64 u64 f32 f64);

impl<'a> Elements for text_list::Reader<'a> {
    type Element = text::Reader<'a>;

    fn elements(self) -> impl ExactSizeIterator<Item = Result<Self::Element>> {
        self.iter()
    }
}

impl<'a> Elements for data_list::Reader<'a> {
    type Element = data::Reader<'a>;

    fn elements(self) -> impl ExactSizeIterator<Item = Result<Self::Element>> {
        self.iter()
    }
}

impl<'a, T: traits::OwnedStruct> Elements for struct_list::Reader<'a, T> {
    type Element = T::Reader<'a>;

    fn elements(self) -> impl ExactSizeIterator<Item = Result<Self::Element>> {
        self.iter().map(Ok)
    }
}

/// The sum over what `touch` gives for each element.
#[inline]
pub fn sum<L: Elements>(list: L, touch: impl Fn(L::Element) -> Result<u64>) -> Result<u64> {
    let mut sum = 0u64;
    for element in list.elements() {
        sum = sum.wrapping_add(touch(element?)?);
    }
    Ok(sum)
}

#[inline]
pub fn list<const PLAN: u8, L: Elements<Element: Touched<PLAN>>>(list: L) -> Result<u64> {
    sum(list, Touched::touched)
}

/// The middle element of a list.
#[inline]
pub fn middle<const PLAN: u8, L: Elements<Element: Touched<PLAN>>>(list: L) -> Result<u64> {
    let mut elements = list.elements();
    match elements.nth(elements.len() / 2) {
        Some(element) => element?.touched(),
        None => Ok(0),
    }
}
