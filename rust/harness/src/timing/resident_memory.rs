//! The resident size of this process: the largest so far, and that of now.

/// In bytes; 0 where the system does not tell. `getrusage` would count the parent before `exec`.
pub fn peak_resident_bytes() -> u64 {
    told("VmHWM:")
}

/// In bytes; 0 where the system does not tell.
pub fn resident_bytes() -> u64 {
    told("VmRSS:")
}

/// Lets the largest so far begin anew with that of now, where the system can.
pub fn forget_peak() {
    // Where it cannot, the peak remains the larger one, which is never too small.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn told(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .and_then(|rest| rest.trim().strip_suffix(" kB"))
        .and_then(|number| number.trim().parse::<u64>().ok())
        .map_or(0, |kibibytes| kibibytes * 1024)
}
