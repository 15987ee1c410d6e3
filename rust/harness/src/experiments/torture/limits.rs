//! What a process that reads malformed input may use.

use std::ffi::{c_int, c_long};
use std::io;

use crate::protocol::RequestError;

#[repr(C)]
struct Limits {
    soft: u64,
    hard: u64,
}

#[repr(C)]
struct Time {
    seconds: c_long,
    microseconds: c_long,
}

#[repr(C)]
struct Timer {
    interval: Time,
    first: Time,
}

extern "C" {
    fn getrlimit(resource: c_int, limits: *mut Limits) -> c_int;
    fn setrlimit(resource: c_int, limits: *const Limits) -> c_int;
    fn setitimer(which: c_int, new: *const Timer, old: *mut Timer) -> c_int;
}

const STACK: c_int = 3;
const CORE: c_int = 4;
#[cfg(target_os = "macos")]
const ADDRESS_SPACE: c_int = 5;
#[cfg(not(target_os = "macos"))]
const ADDRESS_SPACE: c_int = 9;
/// CPU time of the process, which ends by SIGPROF.
const ITIMER_PROF: c_int = 2;

/// Core dumps off, the stack of the main thread, and as much address space as there is already and so much
/// more; 0 is no limit.
pub fn limit_process(address_space_bytes: u64, stack_bytes: u64) -> Result<(), RequestError> {
    limit(CORE, "core dumps", 0)?;
    if stack_bytes != 0 {
        limit(STACK, "the stack", stack_bytes)?;
    }
    if address_space_bytes != 0 {
        limit(
            ADDRESS_SPACE,
            "address space",
            mapped_bytes() + address_space_bytes,
        )?;
    }
    Ok(())
}

fn limit(resource: c_int, name: &str, most: u64) -> Result<(), RequestError> {
    let mut limits = Limits { soft: 0, hard: 0 };
    // SAFETY: both calls take a pointer to limits of ours, which live during the call.
    let status = unsafe {
        getrlimit(resource, &raw mut limits);
        limits.soft = most;
        setrlimit(resource, &raw const limits)
    };
    if status == 0 {
        return Ok(());
    }
    let fault = io::Error::last_os_error();
    Err(RequestError(format!(
        "The limit of {name} cannot be set: {fault}."
    )))
}

/// The address space of this process; 0 where the system does not tell.
fn mapped_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmSize:"))
        .and_then(|rest| rest.trim().strip_suffix(" kB"))
        .and_then(|number| number.trim().parse::<u64>().ok())
        .map_or(0, |kibibytes| kibibytes * 1024)
}

/// While it exists the process may use so much CPU time and is killed by SIGPROF afterwards.
pub struct CpuLimit(());

impl CpuLimit {
    pub fn set(limit_ns: u64) -> Self {
        set_timer(limit_ns);
        Self(())
    }
}

impl Drop for CpuLimit {
    fn drop(&mut self) {
        set_timer(0);
    }
}

fn set_timer(ns: u64) {
    let number = |value: u64| c_long::try_from(value).unwrap_or(c_long::MAX);
    let timer = Timer {
        interval: Time {
            seconds: 0,
            microseconds: 0,
        },
        first: Time {
            seconds: number(ns / 1_000_000_000),
            microseconds: number(ns % 1_000_000_000 / 1000),
        },
    };
    // SAFETY: the pointer is to a timer of ours, which lives during the call.
    unsafe { setitimer(ITIMER_PROF, &raw const timer, std::ptr::null_mut()) };
}
