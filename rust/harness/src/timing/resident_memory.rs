//! The largest resident size of this process so far.

/// In bytes; 0 where the system does not tell. `getrusage` would count the parent before `exec`.
pub fn peak_resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.trim().strip_suffix(" kB"))
        .and_then(|number| number.trim().parse::<u64>().ok())
        .map_or(0, |kibibytes| kibibytes * 1024)
}
