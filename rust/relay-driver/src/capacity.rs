//! The verb `capacity`: what the driver could do if a relay took no time, through connections to itself.

use std::time::Instant;

use serbench_harness::protocol::{Line, RequestError};

use crate::arguments::{Capacity, Fault};
use crate::checking::Arrivals;
use crate::connections::{connect, Listener};
use crate::drive::{prove, saturate};
use crate::fault::Stop;
use crate::frames::barrier;
use crate::messages::Messages;
use crate::output::{greeting, Reply};
use crate::readiness::Readiness;
use crate::references::References;
use crate::routes::Routes;
use crate::session::Session;

const PATIENCE_NS: u64 = 60_000_000_000;

pub fn capacity(request: &Capacity) -> Result<u8, RequestError> {
    measure(request).map(|()| 0).map_err(|stop| match stop {
        Stop::Request(error) => error,
        Stop::Wrong(wrong) => RequestError(wrong.to_string()),
        Stop::Error(detail) | Stop::Timeout(detail) | Stop::Closed(detail) => RequestError(detail),
        Stop::Ended | Stop::Unheard => RequestError("The reply has no reader.".to_owned()),
    })
}

fn measure(request: &Capacity) -> Result<(), Stop> {
    let messages = Messages::read(&request.messages)?;
    let routes = Routes::paired(messages.count());
    let arrivals = Arrivals::new(
        References::whole(messages.clone(), false),
        routes,
        request.sinks,
        request.sinks,
    );
    let mut reply = Reply::default();
    reply.pass(greeting("driver"))?;
    let mut session = Session::new(
        Readiness::new()?,
        reply,
        messages,
        arrivals,
        Fault::None,
        PATIENCE_NS,
    );
    let listener = Listener::bind(&request.transport)?;
    let (mut sources, mut sinks) = (Vec::new(), Vec::new());
    for _ in 0..request.sinks {
        sources.push(connect(listener.address())?);
        sinks.extend(listener.accept()?);
    }
    session.attach(sources, sinks)?;
    prove(&mut session, barrier(1, false))?;
    let begin = Instant::now();
    saturate(&mut session, request.saturate_ns, barrier(2, false))?;
    let line = Line::new("capacity")
        .number("frames", session.arrivals.messages)
        .number("bytes", session.arrivals.bytes)
        .number("wall_ns", begin.elapsed().as_nanos() as u64);
    session.reply.say(&line)?;
    session.reply.end()
}
