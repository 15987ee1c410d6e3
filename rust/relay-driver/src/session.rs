//! Sources and sinks of one run: whoever can go on goes on, and none waits for another.

use std::io;
use std::os::fd::OwnedFd;
use std::time::Instant;

use crate::arguments::Fault;
use crate::checking::Arrivals;
use crate::child::Runner;
use crate::connections::{receive_now, send_now};
use crate::fault::Stop;
use crate::frames::Pieces;
use crate::messages::Messages;
use crate::output::Reply;
use crate::readiness::{Interest, Readiness, Watched};
use crate::schedule::{Allowance, Schedule};

/// What one read takes; all sinks share the buffer, which stays in the cache.
const READ_BYTES: usize = 256 << 10;

struct Source {
    connection: OwnedFd,
    pieces: Pieces,
    writable: bool,
    /// How many messages it had taken when the stage began.
    before: u64,
    marked: bool,
}

struct Sink {
    /// None once the driver has closed it.
    connection: Option<OwnedFd>,
    /// With a slow sink: it reads nothing before.
    rests_until_ns: u64,
}

/// Everything of one run but the order of its stages.
pub struct Session {
    pub readiness: Readiness,
    pub runner: Option<Runner>,
    pub reply: Reply,
    pub arrivals: Arrivals,
    messages: Messages,
    sources: Vec<Source>,
    sinks: Vec<Sink>,
    buffer: Vec<u8>,
    origin: Instant,
    fault: Fault,
    patience_ns: u64,
    /// When anything was sent or received for the last time.
    moved_ns: u64,
}

impl Session {
    pub fn new(
        readiness: Readiness,
        reply: Reply,
        messages: Messages,
        arrivals: Arrivals,
        fault: Fault,
        patience_ns: u64,
    ) -> Self {
        Self {
            readiness,
            runner: None,
            reply,
            arrivals,
            messages,
            sources: Vec::new(),
            sinks: Vec::new(),
            buffer: vec![0; READ_BYTES],
            origin: Instant::now(),
            fault,
            patience_ns,
            moved_ns: 0,
        }
    }

    /// Takes the connections of all sources and all sinks, in order.
    pub fn attach(&mut self, sources: Vec<OwnedFd>, sinks: Vec<OwnedFd>) -> io::Result<()> {
        let count = sources.len();
        for (number, connection) in sources.into_iter().enumerate() {
            self.readiness
                .watch(&connection, Watched::Source(number), Interest::Writable)?;
            self.sources.push(Source {
                connection,
                pieces: Pieces::new(&self.messages, number, count),
                writable: true,
                before: 0,
                marked: false,
            });
        }
        for (number, connection) in sinks.into_iter().enumerate() {
            self.readiness
                .watch(&connection, Watched::Sink(number), Interest::Readable)?;
            self.sinks.push(Sink {
                connection: Some(connection),
                rests_until_ns: 0,
            });
        }
        Ok(())
    }

    pub fn now_ns(&self) -> u64 {
        self.origin.elapsed().as_nanos() as u64
    }

    pub fn message_count(&self) -> u64 {
        self.messages.count() as u64
    }

    /// The bytes of all messages that the sources have sent in this stage.
    pub fn sent_bytes(&self) -> u64 {
        let sent = |source: &Source| self.messages.bytes_between(source.before, source.pieces.taken());
        self.sources.iter().map(sent).sum()
    }

    /// Sends what the schedule allows, then the barrier, until the barrier is back from every sink.
    pub fn run(&mut self, schedule: &mut impl Schedule, barrier: u64) -> Result<(), Stop> {
        self.arrivals.begin(barrier);
        for source in &mut self.sources {
            source.before = source.pieces.taken();
            source.marked = false;
        }
        self.moved_ns = self.now_ns();
        while !self.arrivals.complete()? {
            let more = self.send_all(schedule, barrier)?;
            let now_ns = self.now_ns();
            let idle_ns = if more { 0 } else { schedule.idle_ns(now_ns) };
            let Some(patience_ns) = (self.moved_ns + self.patience_ns).checked_sub(now_ns) else {
                let seconds = self.patience_ns as f64 / 1e9;
                let stuck = || Stop::Timeout(format!("Nothing has moved for {seconds} s."));
                return Err(self.arrivals.lost().map_or_else(stuck, Stop::Wrong));
            };
            self.receive_all(schedule, idle_ns.min(patience_ns + 1))?;
        }
        Ok(())
    }

    /// Lets every source send a piece; true if one of them may send more at once.
    fn send_all(&mut self, schedule: &mut impl Schedule, barrier: u64) -> Result<bool, Stop> {
        let mut more = false;
        for number in 0..self.sources.len() {
            if self.sources[number].writable {
                more |= self.send(number, schedule, barrier)?;
            }
        }
        Ok(more)
    }

    fn send<S: Schedule>(&mut self, number: usize, schedule: &mut S, barrier: u64) -> Result<bool, Stop> {
        let now_ns = self.now_ns();
        let source = &mut self.sources[number];
        if source.pieces.pending().is_empty() {
            let taken = source.pieces.taken() - source.before;
            match schedule.allowance(number, taken, now_ns) {
                _ if source.marked => return Ok(false),
                Allowance::Later if !self.arrivals.suspicious() => return Ok(false),
                Allowance::Messages(count) if !self.arrivals.suspicious() => {
                    source.pieces.take(&self.messages, count, S::PIECE_BYTES);
                    self.arrivals.taken(number, source.pieces.taken());
                }
                _ => {
                    source.pieces.take_barrier(barrier);
                    source.marked = true;
                }
            }
        }
        match send_now(&source.connection, source.pieces.pending()) {
            Ok(Some(count)) => {
                source.pieces.sent(count);
                self.moved_ns = now_ns;
            }
            Ok(None) => source.writable = false,
            Err(error) => return Err(Stop::Closed(format!("Source {number} cannot send: {error}."))),
        }
        Ok(source.writable)
    }

    /// Waits at most so long, and takes what has come.
    fn receive_all(&mut self, schedule: &mut impl Schedule, timeout_ns: u64) -> Result<(), Stop> {
        for index in 0..self.readiness.wait(timeout_ns)? {
            match self.readiness.found(index) {
                Watched::Sink(number) => self.receive(number, schedule)?,
                Watched::Source(number) => self.sources[number].writable = true,
                Watched::Child => self.listen()?,
                Watched::Output => return Err(Stop::Unheard),
                Watched::Listener | Watched::Stranger(_) => {}
            }
        }
        Ok(())
    }

    fn receive<S: Schedule>(&mut self, number: usize, schedule: &mut S) -> Result<(), Stop> {
        let sink = &mut self.sinks[number];
        let Some(connection) = &sink.connection else {
            return Ok(());
        };
        if sink.rests_until_ns > 0 && self.origin.elapsed().as_nanos() < u128::from(sink.rests_until_ns) {
            return Ok(());
        }
        let count = match receive_now(connection, &mut self.buffer) {
            Ok(None) => return Ok(()),
            Ok(Some(0)) => return Err(Stop::Closed(format!("The relay has closed sink {number}."))),
            Ok(Some(count)) => count,
            Err(error) => return Err(Stop::Closed(format!("Sink {number} cannot receive: {error}."))),
        };
        let now_ns = self.origin.elapsed().as_nanos() as u64;
        self.moved_ns = now_ns;
        let sources = &self.sources;
        let mut arrived = |source: usize, message| {
            if S::TIMED {
                schedule.arrived(source, message - sources[source].before, now_ns);
            }
        };
        self.arrivals
            .receive(number, &self.buffer[..count], &mut arrived)?;
        if number == 0 {
            match self.fault {
                Fault::SlowSink { pause_ns } => sink.rests_until_ns = now_ns + pause_ns,
                Fault::DyingSink { frames } if self.arrivals.frames_at(0) >= frames => {
                    // Closing a connection also ends that it is watched.
                    sink.connection = None;
                    self.arrivals.close(0, arrived);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Passes on what the runner says.
    pub fn listen(&mut self) -> Result<(), Stop> {
        let Some(runner) = &mut self.runner else {
            return Ok(());
        };
        for line in runner.lines()? {
            self.reply.pass(line)?;
        }
        if runner.ended {
            self.readiness.forget(&*runner)?;
            return Err(Stop::Ended);
        }
        Ok(())
    }

    /// Ends all sources, so that the relay ends; with `torn` the first in the middle of a frame.
    pub fn close_sources(&mut self, torn: bool) -> Result<(), Stop> {
        if torn {
            let source = &mut self.sources[0];
            source.pieces.take_torn(&self.messages);
            // The relay has taken everything before, so there is room for a part of a small frame.
            let sent = send_now(&source.connection, source.pieces.pending());
            sent.map_err(|error| Stop::Closed(format!("Source 0 cannot send: {error}.")))?;
        }
        self.sources.clear();
        Ok(())
    }

    /// Passes on what the runner says until it ends its output.
    pub fn hear_out(&mut self, limit_ns: u64) -> Result<(), Stop> {
        let end_ns = self.now_ns() + limit_ns;
        while self.runner.as_ref().is_some_and(|runner| !runner.ended) {
            let Some(left_ns) = end_ns.checked_sub(self.now_ns()) else {
                return Err(Stop::Timeout("The relay does not end.".to_owned()));
            };
            for index in 0..self.readiness.wait(left_ns + 1)? {
                match self.readiness.found(index) {
                    Watched::Child => match self.listen() {
                        Ok(()) | Err(Stop::Ended) => {}
                        Err(stop) => return Err(stop),
                    },
                    Watched::Output => return Err(Stop::Unheard),
                    // Nothing is sent any more, and what comes after the last barrier is not looked at.
                    Watched::Sink(number) => self.sinks[number].connection = None,
                    Watched::Source(_) | Watched::Listener | Watched::Stranger(_) => {}
                }
            }
        }
        Ok(())
    }
}
