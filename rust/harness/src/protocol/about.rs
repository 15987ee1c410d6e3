//! What a runner says of itself; the values are rendered for each executable.

/// The identity of a runner. `libraries` holds names and versions as the lock file has them.
pub struct About {
    pub codec: &'static str,
    pub workload: &'static str,
    pub schema: &'static str,
    pub libraries: &'static [(&'static str, &'static str)],
    pub compiler: &'static str,
    pub flags: &'static str,
}
