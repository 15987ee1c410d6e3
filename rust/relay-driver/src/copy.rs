//! The verb `copy`: in place of a relay, a loop that copies bytes and knows no frames.

use std::env;
use std::io;
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::{recv, send, RecvFlags, SendFlags};
use serbench_harness::protocol::{Request, RequestError};

use crate::arguments::ends;
use crate::connections::{connect, Address, End, SECRET_NAME};
use crate::fault::Stop;
use crate::output::{greeting, Reply};

/// As much as a relay reads at a time.
const READ_BYTES: usize = 128 << 10;

pub fn copy(request: &Request) -> Result<u8, RequestError> {
    let text = request.path("at")?.to_string_lossy();
    let address = text
        .parse()
        .map_err(|()| RequestError(format!("The value of at is \"{text}\" where an address belongs.")))?;
    // Without frames, it is not known where one message ends and that of another source may begin.
    let (sources, sinks) = (ends(request, "sources")?, ends(request, "sinks")?);
    if (sources, sinks) != (1, 1) {
        return Err(RequestError(format!(
            "A copy goes from 1 source to 1 sink, not from {sources} to {sinks}."
        )));
    }
    let mut reply = Reply::default();
    let done = reply
        .pass(greeting("copy"))
        .and_then(|()| Ok(copy_all(&address)?))
        .and_then(|()| reply.end());
    match done {
        Ok(()) => Ok(0),
        Err(Stop::Request(error)) => Err(error),
        Err(_) => Ok(1),
    }
}

fn copy_all(address: &Address) -> io::Result<()> {
    let secret = env::var(SECRET_NAME).unwrap_or_default();
    let connected = |end: End| -> io::Result<OwnedFd> {
        let connection = connect(address)?;
        send_whole(&connection, &end.hello(&secret))?;
        Ok(connection)
    };
    let source = connected(End::Source(0))?;
    let sink = connected(End::Sink(0))?;
    let mut buffer = vec![0; READ_BYTES];
    loop {
        match recv(&source, &mut buffer[..], RecvFlags::empty()) {
            Ok((0, _)) => return Ok(()),
            Ok((count, _)) => send_whole(&sink, &buffer[..count])?,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn send_whole(connection: &OwnedFd, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match send(connection, bytes, SendFlags::NOSIGNAL) {
            Ok(sent) => bytes = &bytes[sent..],
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
