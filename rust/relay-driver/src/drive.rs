//! The verb `drive`: a relay as a child, and the stages through which it is driven.

use serbench_harness::protocol::{Line, RequestError};
use serbench_harness::timing::clock::Stopwatch;

use crate::arguments::{Drive, Fault, Load, Rate, Traffic};
use crate::checking::Arrivals;
use crate::child::Runner;
use crate::conclusion::conclude;
use crate::connections::Listener;
use crate::fault::{Stop, Wrong};
use crate::frames::barrier;
use crate::latency::Latencies;
use crate::meeting::meet;
use crate::messages::{read_destinations, Messages};
use crate::output::Reply;
use crate::readiness::{Interest, Readiness, Watched};
use crate::references::References;
use crate::routes::Routes;
use crate::schedule::{Once, OpenLoop, Saturation};
use crate::session::Session;

/// How long after its schedule a rate may still send what is due.
const DRAIN_NS: u64 = 5_000_000_000;

/// The exit status.
pub fn drive(drive: &Drive) -> Result<u8, RequestError> {
    let listener = Listener::bind(&drive.transport)
        .map_err(|error| RequestError(format!("The driver cannot listen: {error}.")))?;
    let (messages, arrivals) = traffic(&drive.traffic)?;
    let system = |error| RequestError(format!("The driver cannot wait for connections: {error}."));
    let readiness = Readiness::new().map_err(system)?;
    let reply = Reply::default();
    // A file as standard output cannot be watched, and cannot be closed by a reader either.
    let _ = readiness.watch(&reply, Watched::Output, Interest::Closed);
    let mut session = Session::new(
        readiness,
        reply,
        messages,
        arrivals,
        drive.fault,
        drive.patience_ns,
    );
    let at = format!("at={}", listener.address());
    let runner = Runner::start(&drive.child, &at, listener.secret())
        .map_err(|error| RequestError(format!("The relay cannot be started: {error}.")))?;
    session
        .readiness
        .watch(&runner, Watched::Child, Interest::Readable)
        .map_err(system)?;
    session.runner = Some(runner);
    let (sources, sinks) = (drive.traffic.sources, drive.traffic.sinks);
    let result = meet(&mut session, &listener, sources, sinks, drive.patience_ns)
        .and_then(|()| stages(&mut session, drive))
        .and_then(|()| session.close_sources(drive.fault == Fault::TornFrame));
    conclude(&mut session, result, drive.patience_ns)
}

/// What is sent and what is expected.
fn traffic(traffic: &Traffic) -> Result<(Messages, Arrivals), RequestError> {
    let messages = Messages::read(&traffic.messages)?;
    let count = messages.count();
    let (sources, sinks) = (traffic.sources, traffic.sinks);
    if traffic.split {
        let references = References::unknown_parts(count, sinks, traffic.any_order);
        let arrivals = Arrivals::new(references, Routes::parted(count), sources, sinks);
        return Ok((messages, arrivals));
    }
    let references = match &traffic.payloads {
        Some(path) => Messages::read(path)?,
        None if traffic.same => messages.clone(),
        None => Messages::unknown(count),
    };
    if references.count() != count {
        let payloads = references.count();
        return Err(RequestError(format!(
            "There are {payloads} payloads for {count} messages."
        )));
    }
    let routes = match &traffic.destinations {
        None => Routes::shuffle(count, sinks),
        Some(path) => Routes::listed(read_destinations(path, count, sinks)?, sinks),
    };
    let references = References::whole(references, traffic.any_order);
    let arrivals = Arrivals::new(references, routes, sources, sinks);
    Ok((messages, arrivals))
}

/// Each ends with a barrier, and the barriers are numbered.
fn stages(session: &mut Session, drive: &Drive) -> Result<(), Stop> {
    let mut barriers = 0;
    let mut next_barrier = |phases| {
        barriers += 1;
        barrier(barriers, phases)
    };
    let first = prove(session, next_barrier(false))?;
    if let Some(path) = &drive.received {
        session.arrivals.references().write(path)?;
    }
    saturate(session, drive.warmup_ns, next_barrier(false))?;
    let per_second = saturated(session, drive.saturate_ns, next_barrier(drive.phases_ns > 0))?;
    if drive.phases_ns > 0 {
        saturate(session, drive.phases_ns, next_barrier(false))?;
    }
    for load in &drive.loads {
        open_loop(session, drive, load, per_second, next_barrier(false))?;
    }
    let last = prove(session, next_barrier(false))?;
    if first == last || session.arrivals.any_closed() {
        Ok(())
    } else {
        Err(Wrong::Count { first, last }.into())
    }
}

/// Every message once from every source; the messages and bytes that arrived.
pub fn prove(session: &mut Session, barrier: u64) -> Result<(u64, u64), Stop> {
    let messages = session.message_count();
    session.run(&mut Once { messages }, barrier)?;
    let (arrived, bytes) = (session.arrivals.messages, session.arrivals.bytes);
    session.reply.say(
        &Line::new("proved")
            .number("frames", arrived)
            .number("bytes", bytes),
    )?;
    Ok((arrived, bytes))
}

pub fn saturate(session: &mut Session, duration_ns: u64, barrier: u64) -> Result<(), Stop> {
    let end_ns = session.now_ns() + duration_ns;
    session.run(&mut Saturation { end_ns }, barrier)
}

/// Messages per second.
fn saturated(session: &mut Session, duration_ns: u64, barrier: u64) -> Result<f64, Stop> {
    let watch = Stopwatch::start();
    saturate(session, duration_ns, barrier)?;
    let (cpu_ns, wall_ns) = (watch.cpu_ns(), watch.wall_ns());
    let line = Line::new("saturated")
        .number("frames", session.arrivals.messages)
        .number("bytes_in", session.sent_bytes())
        .number("bytes_out", session.arrivals.bytes)
        .number("wall_ns", wall_ns)
        .number("driver_cpu_ns", cpu_ns);
    session.reply.say(&line)?;
    Ok(session.arrivals.messages as f64 * 1e9 / wall_ns as f64)
}

fn open_loop(
    session: &mut Session,
    drive: &Drive,
    load: &Load,
    saturation_per_second: f64,
    barrier: u64,
) -> Result<(), Stop> {
    let per_second = match load.rate {
        Rate::Percent(percent) => percent / 100.0 * saturation_per_second,
        Rate::PerSecond(rate) => rate,
    };
    let begin_ns = session.now_ns();
    let mut schedule = OpenLoop {
        begin_ns,
        per_second,
        sources: drive.traffic.sources as u64,
        total: (per_second * drive.latency_ns as f64 / 1e9) as u64,
        give_up_ns: begin_ns + drive.latency_ns + DRAIN_NS,
        busy: drive.busy,
        latencies: Latencies::new(),
    };
    session.run(&mut schedule, barrier)?;
    let lines = schedule.latencies.lines(&load.text, per_second, begin_ns);
    lines.iter().try_for_each(|line| session.reply.say(line))
}
