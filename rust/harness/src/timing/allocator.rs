//! What the C library's allocator, from which Rust's allocator takes its memory, has given out. It is asked by name,
//! because not every C library can tell.

use std::ffi::c_int;

use crate::timing::counters::loaded;

/// The C library's own account, of which two numbers are used here.
#[repr(C)]
struct Account {
    before_mapped: [usize; 4],
    mapped_bytes: usize,
    between: [usize; 2],
    given_from_arenas_bytes: usize,
    after: [usize; 2],
}

type Accounts = unsafe extern "C" fn() -> Account;
type Trims = unsafe extern "C" fn(usize) -> c_int;

/// How many bytes the allocator has given out and not got back, where it can tell.
pub fn given_out_bytes() -> Option<u64> {
    let found = loaded(c"mallinfo2")?;
    // SAFETY: the C library gives the function of this name this type: ten sizes, without arguments.
    let account = unsafe { std::mem::transmute::<*mut std::ffi::c_void, Accounts>(found)() };
    Some((account.given_from_arenas_bytes + account.mapped_bytes) as u64)
}

/// Gives memory that was got back on to the system, so that what is resident is in use.
pub fn trim() {
    if let Some(found) = loaded(c"malloc_trim") {
        // SAFETY: the C library gives the function of this name this type; it moves nothing that is in use.
        unsafe { std::mem::transmute::<*mut std::ffi::c_void, Trims>(found)(0) };
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::given_out_bytes;

    #[test]
    fn what_is_held_is_given_out() {
        const HELD_BYTES: usize = 64 << 20;
        let before = given_out_bytes().expect("the C library tells");
        let held = vec![0u8; HELD_BYTES];
        let during = given_out_bytes().expect("the C library tells");
        assert!(during >= before + held.len() as u64 / 2);
        drop(held);
        assert!(given_out_bytes().expect("the C library tells") <= during - HELD_BYTES as u64 / 2);
    }
}
