//! What the driver says: the runner's lines, and between them its own.

use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};

use serbench_harness::protocol::Line;

use crate::fault::Stop;

/// The lines of one reply. The runner's greeting is the first, and what ends the reply is the last.
#[derive(Default)]
pub struct Reply {
    greeted: bool,
    /// Our own lines from before the greeting.
    early: Vec<String>,
    /// The `end` or `error` of the runner.
    last: Option<Vec<u8>>,
    /// The runner has said itself that it failed.
    pub failed: bool,
}

impl Reply {
    /// A line of our own.
    pub fn say(&mut self, line: &Line) -> Result<(), Stop> {
        if self.greeted {
            write(line.to_string().as_bytes())
        } else {
            self.early.push(line.to_string());
            Ok(())
        }
    }

    /// A line of the runner.
    pub fn pass(&mut self, line: Vec<u8>) -> Result<(), Stop> {
        let tag = line.split(|&byte| byte == b' ').next().unwrap_or_default();
        match tag {
            b"end" | b"error" => self.last = Some(line),
            _ => {
                self.failed |= tag == b"failed";
                write(&line)?;
            }
        }
        self.greet()
    }

    pub fn ends(&self) -> bool {
        self.last.as_deref() == Some(b"end")
    }

    /// The runner's last line.
    pub fn finish(&mut self) -> Result<(), Stop> {
        self.greet()?;
        self.last.take().map_or(Ok(()), |line| write(&line))
    }

    /// An `end` of our own in place of what the runner would have said.
    pub fn end(&mut self) -> Result<(), Stop> {
        self.greet()?;
        write(b"end")
    }

    fn greet(&mut self) -> Result<(), Stop> {
        self.greeted = true;
        self.early.drain(..).try_for_each(|line| write(line.as_bytes()))
    }
}

/// Writes a line at once.
fn write(line: &[u8]) -> Result<(), Stop> {
    let mut output = io::stdout().lock();
    let mut text = line.to_vec();
    text.push(b'\n');
    output
        .write_all(&text)
        .and_then(|()| output.flush())
        .map_err(|_| Stop::Unheard)
}

impl AsFd for Reply {
    fn as_fd(&self) -> BorrowedFd<'_> {
        rustix::stdio::stdout()
    }
}

/// The first line of a reply without a runner.
pub fn greeting(codec: &str) -> Vec<u8> {
    format!("runner protocol=1 language=none codec={codec} workload=none schema=none").into_bytes()
}
