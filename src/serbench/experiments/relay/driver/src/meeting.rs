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

struct Meeting {
    strangers: Vec<Option<Stranger>>,
    sources: Vec<Option<OwnedFd>>,
    sinks: Vec<Option<OwnedFd>>,
}

/// Waits until the relay has made all its connections.
pub fn meet(
    session: &mut Session,
    listener: &Listener,
    sources: usize,
    sinks: usize,
    limit_ns: u64,
) -> Result<(), Stop> {
    let mut meeting = Meeting {
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
            return Err(Stop::Timeout(format!(
                "The relay has not connected within {seconds} s."
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

impl Meeting {
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
                return Err(Stop::Closed(
                    "The relay has closed a connection before its first words.".to_owned(),
                ))
            }
            Ok(count) => stranger.filled += count.unwrap_or(0),
        }
        if stranger.filled < HELLO {
            self.strangers[number] = Some(stranger);
            return Ok(());
        }
        session.readiness.forget(&stranger.connection)?;
        let end = End::said(stranger.hello);
        let place = match end {
            Some(End::Source(number)) => self.sources.get_mut(number),
            Some(End::Sink(number)) => self.sinks.get_mut(number),
            None => None,
        };
        match place {
            Some(place @ None) => {
                *place = Some(stranger.connection);
                Ok(())
            }
            _ => Err(Stop::Error(match end {
                Some(end) => {
                    format!("The relay has connected as {end}, which is not wanted or is there already.")
                }
                None => "The relay has connected with other first words than PROTOCOL.md's.".to_owned(),
            })),
        }
    }
}
