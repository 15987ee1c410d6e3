//! Files of messages that are made one by one.

use std::path::Path;

use crate::codec::Failure;
use crate::protocol::container::{ContainerWriter, MESSAGES};
use crate::protocol::{Line, Replies, RequestError};

/// Writes `count` messages, which `message` makes by their indexes with what `make` gives. One that fails is missing in
/// the file, and what made it is then replaced, for it may be in any state.
pub fn emit_messages<S>(
    replies: &mut Replies,
    path: &Path,
    count: usize,
    make: impl Fn() -> S,
    mut message: impl FnMut(&mut S, usize) -> Result<Result<Vec<u8>, Failure>, RequestError>,
) -> Result<(), RequestError> {
    let mut file = ContainerWriter::create(path, MESSAGES, count)?;
    let mut made = make();
    let mut bytes = 0;
    for index in 0..count {
        match message(&mut made, index)? {
            Ok(message) => {
                file.add(Some(&message))?;
                bytes += message.len() as u64;
            }
            Err(failure) => {
                replies.send(
                    Line::new("failed")
                        .index("index", index)
                        .text("detail", &failure.detail),
                )?;
                file.add(None)?;
                made = make();
            }
        }
    }
    file.finish()?;
    replies.send(
        Line::new("emitted")
            .index("objects", count)
            .number("bytes", bytes),
    )
}
