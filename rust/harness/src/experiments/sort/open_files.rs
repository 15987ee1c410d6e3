//! How many files this process may have open: each chunk is one, and a small memory makes many. The standard
//! library cannot ask, so the C library's functions are declared here.

use std::os::raw::{c_int, c_ulong};

#[repr(C)]
struct Limits {
    current: c_ulong,
    most: c_ulong,
}

extern "C" {
    fn getrlimit(resource: c_int, limits: *mut Limits) -> c_int;
    fn setrlimit(resource: c_int, limits: *const Limits) -> c_int;
}

#[cfg(target_os = "linux")]
const OPEN_FILES: c_int = 7;
#[cfg(not(target_os = "linux"))]
const OPEN_FILES: c_int = 8;

/// As many as the system lets it have. Where it lets it have no more, opening a file will say so.
pub fn allow_most() {
    let mut limits = Limits { current: 0, most: 0 };
    // SAFETY: the pointers are to limits of ours, which the first call fills.
    unsafe {
        if getrlimit(OPEN_FILES, &mut limits) == 0 {
            limits.current = limits.most;
            setrlimit(OPEN_FILES, &limits);
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::allow_most;

    #[test]
    fn the_limit_is_raised_to_the_most() {
        allow_most();
        let limits = std::fs::read_to_string("/proc/self/limits").expect("the system tells");
        let line = limits.lines().find(|line| line.starts_with("Max open files"));
        let words: Vec<_> = line.expect("it is one of them").split_whitespace().collect();
        assert_eq!(words[3], words[4]);
    }
}
