//! The parts of the experiment `store`: its files (FORMAT.md, section 6), its pool of objects, and the threads
//! that write and read.

pub mod file;
pub mod index;
pub mod page_buffer;
pub mod pool;
pub mod read_plan;
pub mod reader;
pub mod reading;
pub mod share;
pub mod threads;
pub mod writer;
pub mod writing;
