//! What an operation allocates and executes, where somebody counts: libraries that are preloaded for it
//! (cpp/counting), so that a process whose operations are timed pays nothing.

use std::ffi::{c_char, c_void, CStr};

/// Allocations and bytes that this process has asked for so far.
#[derive(Clone, Copy, Default)]
pub struct Allocated {
    pub allocations: u64,
    pub bytes: u64,
}

extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// Where a library of this process has a function of this name.
pub(super) fn loaded(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a null handle is RTLD_DEFAULT, and the name ends with NUL.
    let found = unsafe { dlsym(std::ptr::null_mut(), name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

type CountOfAllocations = unsafe extern "C" fn(*mut u64, *mut u64);

/// The counter of allocations, where there is one.
pub struct AllocationCounter(CountOfAllocations);

impl AllocationCounter {
    pub fn find() -> Option<Self> {
        let found = loaded(c"serbench_allocated")?;
        // SAFETY: the library that has this function gives it this type.
        Some(Self(unsafe {
            std::mem::transmute::<*mut c_void, CountOfAllocations>(found)
        }))
    }

    pub fn now(&self) -> Allocated {
        let mut now = Allocated::default();
        // SAFETY: both point to numbers that live during the call.
        unsafe { (self.0)(&raw mut now.allocations, &raw mut now.bytes) };
        now
    }
}

type LargestAllocation = unsafe extern "C" fn() -> u64;
type Telling = unsafe extern "C" fn(u64, extern "C" fn(u64));

/// What knows the largest request for memory, where there is such a thing.
pub struct LargestRequest(LargestAllocation);

impl LargestRequest {
    pub fn find() -> Option<Self> {
        let found = loaded(c"serbench_largest_allocation")?;
        // SAFETY: the library that has this function gives it this type.
        Some(Self(unsafe {
            std::mem::transmute::<*mut c_void, LargestAllocation>(found)
        }))
    }

    /// The largest request since the last call, also one that was refused.
    pub fn take(&self) -> u64 {
        // SAFETY: the function takes nothing and can be called at any time.
        unsafe { (self.0)() }
    }
}

/// Has each request above a size told before it is served, where the library is there. What is told to must not
/// allocate.
pub fn tell_requests(above_bytes: u64, tell: extern "C" fn(u64)) {
    if let Some(found) = loaded(c"serbench_tell_allocations") {
        // SAFETY: the library that has this function gives it this type.
        unsafe { std::mem::transmute::<*mut c_void, Telling>(found)(above_bytes, tell) }
    }
}

/// Counts what a process allocates but for what it does while counting is stopped, where somebody counts.
pub struct AllocationsSoFar {
    counter: Option<AllocationCounter>,
    stopped: Allocated,
    excluded: Allocated,
}

impl AllocationsSoFar {
    pub fn find() -> Self {
        Self {
            counter: AllocationCounter::find(),
            stopped: Allocated::default(),
            excluded: Allocated::default(),
        }
    }

    /// What has been allocated so far, where somebody counts. What follows does not count.
    pub fn stop(&mut self) -> Option<Allocated> {
        self.stopped = self.counter.as_ref()?.now();
        Some(Allocated {
            allocations: self.stopped.allocations - self.excluded.allocations,
            bytes: self.stopped.bytes - self.excluded.bytes,
        })
    }

    /// What follows counts again.
    pub fn go_on(&mut self) {
        if let Some(counter) = &self.counter {
            let now = counter.now();
            self.excluded.allocations += now.allocations - self.stopped.allocations;
            self.excluded.bytes += now.bytes - self.stopped.bytes;
        }
    }
}

type CountOfInstructions = unsafe extern "C" fn() -> i64;

/// The counter of this thread's instructions, where there is one.
pub struct InstructionCounter(CountOfInstructions);

impl InstructionCounter {
    pub fn find() -> Option<Self> {
        let found = loaded(c"serbench_instructions")?;
        // SAFETY: the library that has this function gives it this type.
        Some(Self(unsafe {
            std::mem::transmute::<*mut c_void, CountOfInstructions>(found)
        }))
    }

    /// The instructions of this thread so far, where they can be told.
    pub fn now(&self) -> Option<u64> {
        // SAFETY: the function takes nothing and can be called at any time.
        u64::try_from(unsafe { (self.0)() }).ok()
    }
}
