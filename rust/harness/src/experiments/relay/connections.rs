//! The sockets of a relay: where they lead, what is said on them first, and waiting for one that has bytes.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, TcpStream};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::raw::{c_int, c_short};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use crate::protocol::RequestError;

/// What a connection is for; the number is what it says of itself.
#[derive(Clone, Copy)]
pub enum End {
    Source = 0,
    Sink = 1,
}

/// Where the driver listens.
pub enum Address {
    Unix(PathBuf),
    Tcp(u16),
}

impl Address {
    pub fn parse(at: &Path) -> Result<Self, RequestError> {
        let bytes = at.as_os_str().as_bytes();
        if let Some(path) = bytes.strip_prefix(b"unix:") {
            return Ok(Self::Unix(OsStr::from_bytes(path).into()));
        }
        let text = at.to_string_lossy();
        let port = text.strip_prefix("tcp:").and_then(|port| port.parse().ok());
        port.map(Self::Tcp).ok_or_else(|| {
            RequestError(format!(
                "The value of at is \"{text}\" where unix:PATH or tcp:PORT belongs."
            ))
        })
    }

    /// A connection that has said what it is for. Its writes wait, and what it writes leaves at once.
    pub fn connect(&self, end: End, number: u16) -> Result<File, RequestError> {
        let connected = self.open().and_then(|mut connection| {
            io::Write::write_all(&mut connection, &introduction(end, number))?;
            let secret = env::var("SERBENCH_RELAY_SECRET").unwrap_or_default();
            io::Write::write_all(&mut connection, secret.as_bytes())?;
            Ok(connection)
        });
        connected.map_err(|fault| RequestError(format!("There is no connection to {self}: {fault}.")))
    }

    fn open(&self) -> io::Result<File> {
        let socket: OwnedFd = match self {
            Self::Unix(path) => UnixStream::connect(path)?.into(),
            Self::Tcp(port) => {
                let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, *port))?;
                stream.set_nodelay(true)?;
                stream.into()
            }
        };
        Ok(File::from(socket))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => write!(out, "unix:{}", path.display()),
            Self::Tcp(port) => write!(out, "tcp:{port}"),
        }
    }
}

/// The first bytes of a connection, before the secret that the driver gave.
fn introduction(end: End, number: u16) -> [u8; 8] {
    let mut said = *b"SRLY\0\0\0\0";
    said[4..6].copy_from_slice(&(end as u16).to_le_bytes());
    said[6..].copy_from_slice(&number.to_le_bytes());
    said
}

#[cfg(target_os = "macos")]
type Count = std::os::raw::c_uint;
#[cfg(not(target_os = "macos"))]
type Count = std::os::raw::c_ulong;

#[repr(C)]
struct Watched {
    socket: c_int,
    wanted: c_short,
    seen: c_short,
}

extern "C" {
    fn poll(watched: *mut Watched, count: Count, timeout_ms: c_int) -> c_int;
}

const READABLE: c_short = 1;
const FOREVER_MS: c_int = -1;

/// Waits for sockets that have bytes or have been closed. The standard library cannot wait for several.
#[derive(Default)]
pub struct Waiting {
    watched: Vec<Watched>,
}

impl Waiting {
    /// Collects the connections, by number, that need not be waited for. There is at least one.
    pub fn find_ready<'c>(
        &mut self,
        connections: impl Iterator<Item = Option<&'c File>>,
        ready: &mut Vec<usize>,
    ) -> io::Result<()> {
        ready.clear();
        self.watched.clear();
        // A negative number is a socket that is not watched.
        self.watched.extend(connections.map(|connection| Watched {
            socket: connection.map_or(-1, AsRawFd::as_raw_fd),
            wanted: READABLE,
            seen: 0,
        }));
        loop {
            // SAFETY: the pointer is to as many entries of ours, which the call fills.
            let seen = unsafe { poll(self.watched.as_mut_ptr(), self.watched.len() as Count, FOREVER_MS) };
            if seen >= 0 {
                let numbered = self.watched.iter().enumerate();
                ready.extend(numbered.filter_map(|(number, watched)| (watched.seen != 0).then_some(number)));
                return Ok(());
            }
            let fault = io::Error::last_os_error();
            if fault.kind() != io::ErrorKind::Interrupted {
                return Err(fault);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{introduction, Address, End, Waiting};
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::path::Path;

    #[test]
    fn a_connection_says_what_it_is_for() {
        assert_eq!(introduction(End::Source, 0), *b"SRLY\0\0\0\0");
        assert_eq!(introduction(End::Sink, 0x0203), *b"SRLY\x01\0\x03\x02");
    }

    #[test]
    fn an_address_is_a_path_or_a_port() {
        let said = |at: &str| match Address::parse(Path::new(at)) {
            Ok(address) => address.to_string(),
            Err(error) => error.0,
        };
        assert_eq!(said("unix:/tmp/a:b"), "unix:/tmp/a:b");
        assert_eq!(said("tcp:65535"), "tcp:65535");
        let wrong = "The value of at is \"tcp:65536\" where unix:PATH or tcp:PORT belongs.";
        assert_eq!(said("tcp:65536"), wrong);
    }

    #[test]
    fn a_connection_is_ready_when_it_has_bytes_or_is_closed() {
        let pairs = [(); 3].map(|()| UnixStream::pair().expect("the system has sockets"));
        let [(a, mut talking), (b, _silent), (c, closed)] = pairs;
        let [a, b, c] = [a, b, c].map(|socket| File::from(OwnedFd::from(socket)));
        talking.write_all(b"x").expect("it is open");
        drop(closed);
        let mut waiting = Waiting::default();
        let mut ready_of = |connections: [Option<&File>; 3]| {
            let mut ready = vec![1];
            waiting.find_ready(connections.into_iter(), &mut ready).unwrap();
            ready
        };
        assert_eq!(ready_of([Some(&a), Some(&b), Some(&c)]), [0, 2]);
        assert_eq!(ready_of([None, Some(&b), Some(&c)]), [2]);
    }
}
