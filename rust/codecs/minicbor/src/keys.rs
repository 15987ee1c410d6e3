//! The keys of maps, which are texts.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;
use std::str::FromStr;

use minicbor::decode::Error;

use crate::items::{Out, Read, Written};

/// The characters of the longest number of 64 bits, with its sign.
const LONGEST: usize = 20;

pub trait Key: Ord + Sized {
    fn put(&self, out: &mut Out<'_>) -> Written;

    fn of(text: Cow<'_, str>) -> Read<Self>;
}

impl Key for String {
    #[inline]
    fn put(&self, out: &mut Out<'_>) -> Written {
        out.str(self)?.ok()
    }

    #[inline]
    fn of(text: Cow<'_, str>) -> Read<Self> {
        Ok(text.into_owned())
    }
}

macro_rules! by_text {
    ($($type:ty),*) => {
        $(impl Key for $type {
            #[inline]
            fn put(&self, out: &mut Out<'_>) -> Written {
                put_text(self, out)
            }

            #[inline]
            fn of(text: Cow<'_, str>) -> Read<Self> {
                parsed(&text)
            }
        })*
    };
}
by_text!(bool, i32, u32, i64, u64);

fn put_text(key: impl Display, out: &mut Out<'_>) -> Written {
    let mut space = [0; LONGEST];
    let mut left = space.as_mut_slice();
    write!(left, "{key}").expect("no key is longer");
    let size = LONGEST - left.len();
    let text = std::str::from_utf8(&space[..size]).expect("digits and letters are UTF-8");
    out.str(text)?.ok()
}

fn parsed<T: FromStr>(text: &str) -> Read<T> {
    text.parse()
        .map_err(|_| Error::message(format!("{text:?} is no key of this map")))
}
