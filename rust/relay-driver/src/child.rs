//! The runner, as a child that does not survive the driver.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

use crate::connections::SECRET_NAME;
use rustix::fs::{fcntl_setfl, OFlags};
use rustix::io::{read, Errno};
use rustix::process::{getpid, getppid, set_parent_process_death_signal, Signal};

pub struct Runner {
    process: Child,
    output: ChildStdout,
    /// The beginning of a line whose end has not come.
    begun: Vec<u8>,
    pub ended: bool,
}

impl Runner {
    /// It finds the secret in its environment.
    pub fn start(words: &[OsString], at: &str, secret: &str) -> io::Result<Self> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(at).env(SECRET_NAME, secret);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let parent = getpid();
        // SAFETY: between fork and exec the closure makes system calls only.
        unsafe {
            command.pre_exec(move || {
                set_parent_process_death_signal(Some(Signal::KILL))?;
                // The signal is not sent where the parent has ended before.
                if getppid() == Some(parent) {
                    Ok(())
                } else {
                    Err(Errno::SRCH.into())
                }
            });
        }
        let mut process = command.spawn()?;
        let output = process.stdout.take().expect("its standard output is a pipe");
        fcntl_setfl(&output, OFlags::NONBLOCK)?;
        Ok(Self {
            process,
            output,
            begun: Vec::new(),
            ended: false,
        })
    }

    /// The whole lines that are there, without their ends; sets `ended` at the end of the output.
    pub fn lines(&mut self) -> io::Result<Vec<Vec<u8>>> {
        let mut buffer = [0; 4096];
        loop {
            match read(&self.output, &mut buffer) {
                Ok(0) => {
                    self.ended = true;
                    break;
                }
                Ok(count) => self.begun.extend_from_slice(&buffer[..count]),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(whole_lines(&mut self.begun))
    }

    pub fn status_now(&mut self) -> io::Result<Option<ExitStatus>> {
        self.process.try_wait()
    }

    /// Ends it and everything it holds.
    pub fn kill(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl AsFd for Runner {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.output.as_fd()
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.kill();
    }
}

fn whole_lines(begun: &mut Vec<u8>) -> Vec<Vec<u8>> {
    let Some(last) = begun.iter().rposition(|&byte| byte == b'\n') else {
        return Vec::new();
    };
    let rest = begun.split_off(last + 1);
    let whole = std::mem::replace(begun, rest);
    whole[..last]
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::whole_lines;

    #[test]
    fn a_line_is_there_when_its_end_is() {
        let mut begun = b"runner protocol=1\nend\npar".to_vec();
        assert_eq!(whole_lines(&mut begun), [&b"runner protocol=1"[..], b"end"]);
        assert_eq!(begun, b"par");
        assert!(whole_lines(&mut begun).is_empty());
    }
}
