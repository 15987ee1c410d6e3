//! Which reads fetch a block of records.

use crate::experiments::store::file::Extent;

/// One read of the data file, for records that lie side by side.
pub struct Window {
    /// In the file, a multiple of the granule.
    pub offset: u64,
    /// A multiple of the granule.
    pub bytes: u64,
    /// Up to the end of the last record.
    pub needed: u64,
    /// In the buffer.
    pub place: u64,
}

/// The reads that fetch a block of records, and where each record then lies in the buffer.
#[derive(Default)]
pub struct ReadPlan {
    pub windows: Vec<Window>,
    pub places: Vec<u64>,
    pub buffer_bytes: u64,
}

impl ReadPlan {
    pub fn make(&mut self, extents: &[Extent], granule: u64) {
        self.windows.clear();
        self.places.clear();
        self.buffer_bytes = 0;
        for extent in extents {
            let record_end = extent.offset + extent.bytes;
            let begin = extent.offset / granule * granule;
            let end = record_end.next_multiple_of(granule);
            match self.windows.last_mut() {
                Some(last) if begin >= last.offset && begin <= last.offset + last.bytes => {
                    last.bytes = last.bytes.max(end - last.offset);
                    last.needed = last.needed.max(record_end - last.offset);
                }
                _ => self.windows.push(Window {
                    offset: begin,
                    bytes: end - begin,
                    needed: record_end - begin,
                    place: self.buffer_bytes,
                }),
            }
            let last = self.windows.last().expect("a window was added");
            self.places.push(last.place + extent.offset - last.offset);
            self.buffer_bytes = last.place + last.bytes;
        }
    }
}
