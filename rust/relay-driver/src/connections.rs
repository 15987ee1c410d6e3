//! The sockets between driver and relay.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::str::FromStr;

use rustix::io::Errno;
use rustix::net::{recv, send, RecvFlags, SendFlags};

/// What a connection says first: what it is, and the secret that only the relay has got.
pub const HELLO: usize = INTRODUCTION + SECRET;
/// Where the relay finds the secret: other users can read a command, but not an environment.
pub const SECRET_NAME: &str = "SERBENCH_RELAY_SECRET";
const INTRODUCTION: usize = 8;
const SECRET: usize = 32;
const MAGIC: &[u8; 4] = b"SRLY";

/// The kind of socket; a Unix-domain socket is a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transport {
    Unix(PathBuf),
    Tcp,
}

/// Where the relay connects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    Unix(PathBuf),
    Tcp(u16),
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => write!(out, "unix:{}", path.display()),
            Self::Tcp(port) => write!(out, "tcp:{port}"),
        }
    }
}

impl FromStr for Address {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.split_once(':') {
            Some(("unix", path)) => Ok(Self::Unix(PathBuf::from(path))),
            Some(("tcp", port)) => port.parse().map(Self::Tcp).map_err(|_| ()),
            _ => Err(()),
        }
    }
}

enum Socket {
    Unix(UnixListener),
    Tcp(TcpListener),
}

/// Takes the relay's connections; removes its file at the end.
pub struct Listener {
    socket: Socket,
    address: Address,
    secret: String,
}

impl Listener {
    pub fn bind(transport: &Transport) -> io::Result<Self> {
        let (socket, address) = match transport {
            Transport::Unix(path) => {
                let listener = UnixListener::bind(path)?;
                listener.set_nonblocking(true)?;
                (Socket::Unix(listener), Address::Unix(path.clone()))
            }
            Transport::Tcp => {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
                listener.set_nonblocking(true)?;
                let port = listener.local_addr()?.port();
                (Socket::Tcp(listener), Address::Tcp(port))
            }
        };
        Ok(Self {
            socket,
            address,
            secret: new_secret()?,
        })
    }

    /// What the relay must say to be taken for it.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The next connection, if one waits.
    pub fn accept(&self) -> io::Result<Option<OwnedFd>> {
        let accepted = match &self.socket {
            Socket::Unix(listener) => listener.accept().map(|(stream, _)| stream.into()),
            Socket::Tcp(listener) => listener.accept().and_then(|(stream, _)| prompt(stream)),
        };
        match accepted {
            Ok(connection) => Ok(Some(connection)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match &self.socket {
            Socket::Unix(listener) => listener.as_fd(),
            Socket::Tcp(listener) => listener.as_fd(),
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Address::Unix(path) = &self.address {
            // Whoever has removed it before has done no harm.
            let _ = std::fs::remove_file(path);
        }
    }
}

pub fn connect(address: &Address) -> io::Result<OwnedFd> {
    match address {
        Address::Unix(path) => Ok(UnixStream::connect(path)?.into()),
        Address::Tcp(port) => prompt(TcpStream::connect((Ipv4Addr::LOCALHOST, *port))?),
    }
}

/// Small frames must not wait for more.
fn prompt(stream: TcpStream) -> io::Result<OwnedFd> {
    stream.set_nodelay(true)?;
    Ok(stream.into())
}

/// Sends what fits now: the number of bytes, None where nothing does.
#[inline]
pub fn send_now(connection: &OwnedFd, bytes: &[u8]) -> io::Result<Option<usize>> {
    match send(connection, bytes, SendFlags::DONTWAIT | SendFlags::NOSIGNAL) {
        Ok(sent) => Ok(Some(sent)),
        Err(Errno::AGAIN | Errno::INTR) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Receives what is there: the number of bytes, 0 at the end, None where there is nothing now.
#[inline]
pub fn receive_now(connection: &OwnedFd, buffer: &mut [u8]) -> io::Result<Option<usize>> {
    match recv(connection, buffer, RecvFlags::DONTWAIT) {
        Ok((received, _)) => Ok(Some(received)),
        Err(Errno::AGAIN | Errno::INTR) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A secret for one relay: hexadecimal digits, from the system's random numbers.
fn new_secret() -> io::Result<String> {
    let mut bytes = [0; SECRET / 2];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// What a connection is to the relay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Source(usize),
    Sink(usize),
}

impl End {
    /// The first bytes of a connection of a relay that has got this secret.
    pub fn hello(self, secret: &str) -> Vec<u8> {
        let (kind, number) = match self {
            Self::Source(number) => (0u16, number),
            Self::Sink(number) => (1, number),
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(kind.to_le_bytes());
        bytes.extend((number as u16).to_le_bytes());
        bytes.extend(secret.as_bytes());
        bytes
    }

    /// What says this, if it has the secret; None for a stranger.
    pub fn said(hello: &[u8; HELLO], secret: &str) -> Option<Self> {
        let (introduction, told) = hello.split_at(INTRODUCTION);
        let &[a, b, c, d, kind, 0, low, high] = introduction else {
            return None;
        };
        if told != secret.as_bytes() {
            return None;
        }
        let number = usize::from(u16::from_le_bytes([low, high]));
        match (&[a, b, c, d] == MAGIC, kind) {
            (true, 0) => Some(Self::Source(number)),
            (true, 1) => Some(Self::Sink(number)),
            _ => None,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(number) => write!(out, "source {number}"),
            Self::Sink(number) => write!(out, "sink {number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{new_secret, Address, End, HELLO, SECRET};

    #[test]
    fn a_connection_says_what_it_is() {
        let secret = "0123456789abcdef0123456789abcdef";
        let hello = |end: End, secret| -> [u8; HELLO] { end.hello(secret).try_into().expect("as long") };
        assert_eq!(&hello(End::Sink(258), secret)[..8], b"SRLY\x01\0\x02\x01");
        for end in [End::Source(3), End::Sink(258)] {
            assert_eq!(End::said(&hello(end, secret), secret), Some(end));
            assert_eq!(End::said(&hello(end, secret), &secret.replace('0', "1")), None);
        }
        for (at, wrong) in [(0, b'H'), (4, 2), (5, 1)] {
            let mut other = hello(End::Source(0), secret);
            other[at] = wrong;
            assert_eq!(End::said(&other, secret), None);
        }
    }

    #[test]
    fn each_secret_is_another() {
        let (one, other) = (new_secret().expect("random"), new_secret().expect("random"));
        assert_eq!((one.len(), other.len()), (SECRET, SECRET));
        assert_ne!(one, other);
    }

    #[test]
    fn an_address_reads_as_it_is_written() {
        for text in ["unix:/tmp/a:b", "tcp:4711"] {
            let address: Address = text.parse().expect("it is sound");
            assert_eq!(address.to_string(), text);
        }
        assert_eq!("tcp:x".parse::<Address>(), Err(()));
    }
}
