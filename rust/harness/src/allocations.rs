//! What an operation allocates, where somebody counts: a library that is preloaded for it (cpp/counting), so that
//! a process whose operations are timed pays nothing.

use std::ffi::{c_char, c_void};

/// Allocations and bytes that this process has asked for so far.
#[derive(Clone, Copy, Default)]
pub struct Allocated {
    pub allocations: u64,
    pub bytes: u64,
}

type Count = unsafe extern "C" fn(*mut u64, *mut u64);

extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// The counter of the preloaded library.
pub struct Counter(Count);

impl Counter {
    /// The counter, where there is one.
    pub fn find() -> Option<Self> {
        // SAFETY: a null handle is RTLD_DEFAULT, the name ends with NUL, and the library that has the symbol
        // gives it this type.
        unsafe {
            let found = dlsym(std::ptr::null_mut(), c"serbench_allocated".as_ptr());
            (!found.is_null()).then(|| Self(std::mem::transmute::<*mut c_void, Count>(found)))
        }
    }

    pub fn now(&self) -> Allocated {
        let mut now = Allocated::default();
        // SAFETY: both point to numbers that live during the call.
        unsafe { (self.0)(&raw mut now.allocations, &raw mut now.bytes) };
        now
    }
}
