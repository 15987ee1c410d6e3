//! What one thread of the experiment `store` works on and what it has done.

use crate::codec::Failure;
use crate::experiments::store::phases::PhaseTimes;
use crate::experiments::store::pool::Pool;
use crate::protocol::RequestError;

/// How many objects are handled between two looks at the clocks: fewer where that would take too much memory.
pub const OBJECTS_A_BLOCK: u64 = 256;
pub const OBJECTS_A_RANDOM_BLOCK: u64 = 64;
pub const BYTES_A_BLOCK: u64 = 8 << 20;

pub fn block_objects(pool: &Pool, most: u64) -> u64 {
    let mean_bytes = pool.total_bytes() / pool.objects() as u64 + 1;
    (BYTES_A_BLOCK / mean_bytes).clamp(1, most)
}

/// Why a thread ended early: the codec failed, on an object where one is known, or the request cannot be served.
pub enum End {
    Failed(Option<u64>, Failure),
    Refused(RequestError),
}

impl From<RequestError> for End {
    fn from(error: RequestError) -> Self {
        Self::Refused(error)
    }
}

/// Objects are not counted while timing, so a failure there has no number.
pub fn untold(failure: Failure) -> End {
    End::Failed(None, failure)
}

/// What one thread has done.
#[derive(Default)]
pub struct Share {
    pub phases: PhaseTimes,
    pub bytes: u64,
    pub digest: u64,
    pub touch: u64,
}
