//! The relay connects: once for each source and each sink.

use std::os::fd::OwnedFd;

use crate::connections::{receive_now, End, Listener, HELLO};
use crate::fault::Stop;
use crate::readiness::{Interest, Watched};
use crate::session::Session;

/// A connection that has not said all of what it is.
struct Stranger {
    connection: OwnedFd,
    hello: [u8; HELLO],
    filled: usize,
}

struct Meeting<'s> {
    secret: &'s str,
    /// How many connections were refused because they did not have it.
    refused: usize,
    strangers: Vec<Option<Stranger>>,
    sources: Vec<Option<OwnedFd>>,
    sinks: Vec<Option<OwnedFd>>,
}

/// Waits until the relay has made all its connections. Connections without the secret are closed.
pub fn meet(
    session: &mut Session,
    listener: &Listener,
    sources: usize,
    sinks: usize,
    limit_ns: u64,
) -> Result<(), Stop> {
    let mut meeting = Meeting {
        secret: listener.secret(),
        refused: 0,
        strangers: Vec::new(),
        sources: (0..sources).map(|_| None).collect(),
        sinks: (0..sinks).map(|_| None).collect(),
    };
    session
        .readiness
        .watch(listener, Watched::Listener, Interest::Readable)?;
    let end_ns = session.now_ns() + limit_ns;
    while !meeting.is_complete() {
        let Some(left_ns) = end_ns.checked_sub(session.now_ns()) else {
            let seconds = limit_ns as f64 / 1e9;
            let refused = match meeting.refused {
                0 => String::new(),
                count => format!(" {count} connections did not begin as PROTOCOL.md says and were refused."),
            };
            return Err(Stop::Timeout(format!(
                "The relay has not connected within {seconds} s.{refused}"
            )));
        };
        for index in 0..session.readiness.wait(left_ns + 1)? {
            match session.readiness.found(index) {
                Watched::Listener => meeting.accept(session, listener)?,
                Watched::Stranger(number) => meeting.hear(session, number)?,
                Watched::Child => session.listen()?,
                Watched::Output => return Err(Stop::Unheard),
                Watched::Source(_) | Watched::Sink(_) => {}
            }
        }
    }
    session.readiness.forget(listener)?;
    let (sources, sinks) = (meeting.sources, meeting.sinks);
    Ok(session.attach(
        sources.into_iter().flatten().collect(),
        sinks.into_iter().flatten().collect(),
    )?)
}

impl Meeting<'_> {
    fn is_complete(&self) -> bool {
        self.sources.iter().chain(&self.sinks).all(Option::is_some)
    }

    fn accept(&mut self, session: &Session, listener: &Listener) -> Result<(), Stop> {
        while let Some(connection) = listener.accept()? {
            let watched = Watched::Stranger(self.strangers.len());
            session
                .readiness
                .watch(&connection, watched, Interest::Readable)?;
            self.strangers.push(Some(Stranger {
                connection,
                hello: [0; HELLO],
                filled: 0,
            }));
        }
        Ok(())
    }

    fn hear(&mut self, session: &Session, number: usize) -> Result<(), Stop> {
        let Some(mut stranger) = self.strangers[number].take() else {
            return Ok(());
        };
        match receive_now(&stranger.connection, &mut stranger.hello[stranger.filled..]) {
            Ok(Some(0)) | Err(_) => {
                self.refused += 1;
                return Ok(());
            }
            Ok(count) => stranger.filled += count.unwrap_or(0),
        }
        if stranger.filled < HELLO {
            self.strangers[number] = Some(stranger);
            return Ok(());
        }
        session.readiness.forget(&stranger.connection)?;
        let Some(end) = End::said(&stranger.hello, self.secret) else {
            self.refused += 1;
            return Ok(());
        };
        let place = match end {
            End::Source(number) => self.sources.get_mut(number),
            End::Sink(number) => self.sinks.get_mut(number),
        };
        match place {
            Some(place @ None) => {
                *place = Some(stranger.connection);
                Ok(())
            }
            _ => Err(Stop::Error(format!(
                "The relay has connected as {end}, which is not wanted or is there already."
            ))),
        }
    }
}
