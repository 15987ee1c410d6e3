//! The verb `copy`: in place of a relay, a loop that copies bytes and knows no frames.

use std::io;
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::{recv, send, RecvFlags, SendFlags};
use serbench_harness::protocol::{Request, RequestError};

use crate::arguments::ends;
use crate::connections::{connect, Address, End};
use crate::fault::Stop;
use crate::output::{greeting, Reply};
use crate::readiness::{Interest, Readiness, Watched};

/// As much as a relay reads at a time.
const READ_BYTES: usize = 128 << 10;

pub fn copy(request: &Request) -> Result<u8, RequestError> {
    let text = request.path("at")?.to_string_lossy();
    let address = text
        .parse()
        .map_err(|()| RequestError(format!("The value of at is \"{text}\" where an address belongs.")))?;
    let (sources, sinks) = (ends(request, "sources")?, ends(request, "sinks")?);
    let mut reply = Reply::default();
    let done = reply
        .pass(greeting("copy"))
        .and_then(|()| Ok(copy_all(&address, sources, sinks)?))
        .and_then(|()| reply.end());
    match done {
        Ok(()) => Ok(0),
        Err(Stop::Request(error)) => Err(error),
        Err(_) => Ok(1),
    }
}

fn copy_all(address: &Address, sources: usize, sinks: usize) -> io::Result<()> {
    let connected = |end: End| -> io::Result<OwnedFd> {
        let connection = connect(address)?;
        send_whole(&connection, &end.hello())?;
        Ok(connection)
    };
    let inputs: Vec<OwnedFd> = (0..sources)
        .map(|source| connected(End::Source(source)))
        .collect::<Result<_, _>>()?;
    let outputs: Vec<OwnedFd> = (0..sinks)
        .map(|sink| connected(End::Sink(sink)))
        .collect::<Result<_, _>>()?;
    let mut readiness = Readiness::new()?;
    for (number, input) in inputs.iter().enumerate() {
        readiness.watch(input, Watched::Source(number), Interest::Readable)?;
    }
    let mut buffer = vec![0; READ_BYTES];
    let mut open = sources;
    while open > 0 {
        for index in 0..readiness.wait(u64::MAX >> 1)? {
            let Watched::Source(number) = readiness.found(index) else {
                continue;
            };
            match recv(&inputs[number], &mut buffer[..], RecvFlags::empty())?.0 {
                0 => {
                    readiness.forget(&inputs[number])?;
                    open -= 1;
                }
                count => send_whole(&outputs[number % sinks], &buffer[..count])?,
            }
        }
    }
    Ok(())
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
