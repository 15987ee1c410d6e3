//! The request in the arguments: `VERB key=value …`, and after `--` the words that start the relay.

use std::ffi::OsString;
use std::path::PathBuf;

use serbench_harness::protocol::{Request, RequestError};

use crate::connections::Transport;

const SECOND_NS: u64 = 1_000_000_000;
const PATIENCE_NS: u64 = 60 * SECOND_NS;

/// What is sent, and what is to arrive.
pub struct Traffic {
    pub messages: PathBuf,
    pub payloads: Option<PathBuf>,
    /// What arrives has the bytes that were sent, or those of the payloads.
    pub same: bool,
    /// The bytes of a message may come in another order each time.
    pub any_order: bool,
    /// A part of each message arrives at each sink, whatever the destinations.
    pub split: bool,
    pub destinations: Option<PathBuf>,
    pub sources: usize,
    pub sinks: usize,
}

/// How fast messages are sent in open loop.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// As it was given.
    pub text: String,
    pub rate: Rate,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rate {
    /// Percent of the messages per second at saturation.
    Percent(f64),
    PerSecond(f64),
}

/// What goes wrong on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    SlowSink { pause_ns: u64 },
    DyingSink { frames: u64 },
    TornFrame,
}

pub struct Drive {
    pub transport: Transport,
    pub traffic: Traffic,
    pub received: Option<PathBuf>,
    pub warmup_ns: u64,
    pub saturate_ns: u64,
    pub phases_ns: u64,
    pub loads: Vec<Load>,
    pub latency_ns: u64,
    pub fault: Fault,
    /// How long nothing may move.
    pub patience_ns: u64,
    /// Whether it polls without sleeping in open loop: it has a core of its own.
    pub busy: bool,
    pub child: Vec<OsString>,
}

const DRIVE_KEYS: &[&str] = &[
    "transport",
    "socket",
    "messages",
    "payloads",
    "same",
    "any_order",
    "split",
    "destinations",
    "sources",
    "sinks",
    "received",
    "warmup_ns",
    "saturate_ns",
    "phases_ns",
    "rates",
    "latency_ns",
    "fault",
    "patience_ns",
    "busy",
];

/// The arguments before `--`, and those after it.
pub fn parse(arguments: impl Iterator<Item = OsString>) -> Result<(Request, Vec<OsString>), RequestError> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let child = match arguments.iter().position(|argument| argument == "--") {
        Some(position) => arguments.split_off(position).split_off(1),
        None => Vec::new(),
    };
    Ok((Request::parse(arguments.into_iter())?, child))
}

pub fn drive(request: &Request, child: Vec<OsString>) -> Result<Drive, RequestError> {
    request.allow(DRIVE_KEYS)?;
    if child.is_empty() {
        return Err(refused("The verb drive lacks the words of a relay after --."));
    }
    let saturate_ns = request.number("saturate_ns")?;
    let loads = loads(request)?;
    if saturate_ns == 0 && loads.iter().any(|load| matches!(load.rate, Rate::Percent(_))) {
        return Err(refused("A rate in percent needs a saturation: saturate_ns is 0."));
    }
    Ok(Drive {
        transport: transport(request)?,
        traffic: traffic(request)?,
        received: request.optional_path("received").map(PathBuf::from),
        warmup_ns: request.number("warmup_ns")?,
        saturate_ns,
        phases_ns: request.number("phases_ns")?,
        latency_ns: if loads.is_empty() {
            0
        } else {
            request.number("latency_ns")?
        },
        loads,
        fault: fault(request)?,
        patience_ns: request.optional_number("patience_ns")?.unwrap_or(PATIENCE_NS),
        busy: request
            .optional_number("busy")?
            .map_or_else(several_cores, |busy| busy != 0),
        child,
    })
}

/// What the verb `capacity` asks for.
pub struct Capacity {
    pub transport: Transport,
    pub messages: PathBuf,
    pub sinks: usize,
    pub saturate_ns: u64,
}

pub fn capacity(request: &Request) -> Result<Capacity, RequestError> {
    request.allow(&["transport", "socket", "messages", "sinks", "saturate_ns"])?;
    Ok(Capacity {
        transport: transport(request)?,
        messages: request.path("messages")?.to_owned(),
        sinks: ends(request, "sinks")?,
        saturate_ns: request.number("saturate_ns")?,
    })
}

/// How many sources or sinks; their numbers have 15 bits, because the highest bit of a sequence is a
/// barrier's.
pub fn ends(request: &Request, key: &str) -> Result<usize, RequestError> {
    match request.number(key)? {
        number @ 1..=1024 => Ok(number as usize),
        number => Err(refused(format!("The value of {key} is {number}, not 1 to 1024."))),
    }
}

fn traffic(request: &Request) -> Result<Traffic, RequestError> {
    let traffic = Traffic {
        messages: request.path("messages")?.to_owned(),
        payloads: request.optional_path("payloads").map(PathBuf::from),
        same: request.number("same")? != 0,
        any_order: flag(request, "any_order")?,
        split: flag(request, "split")?,
        destinations: request.optional_path("destinations").map(PathBuf::from),
        sources: ends(request, "sources")?,
        sinks: ends(request, "sinks")?,
    };
    if traffic.split && traffic.same {
        return Err(refused(
            "The parts of a message are not known, so same must be 0.",
        ));
    }
    if traffic.any_order && traffic.same {
        return Err(refused("What is passed on keeps its order, so same must be 0."));
    }
    if traffic.payloads.is_some() && !traffic.same {
        return Err(refused("Payloads are what is to arrive, so same must be 1."));
    }
    Ok(traffic)
}

fn flag(request: &Request, key: &str) -> Result<bool, RequestError> {
    Ok(request.optional_number(key)?.is_some_and(|value| value != 0))
}

fn transport(request: &Request) -> Result<Transport, RequestError> {
    match request.path("transport")?.to_str() {
        Some("unix") => Ok(Transport::Unix(request.path("socket")?.to_owned())),
        Some("tcp") => Ok(Transport::Tcp),
        _ => Err(refused("The transport is neither unix nor tcp.")),
    }
}

fn loads(request: &Request) -> Result<Vec<Load>, RequestError> {
    let words = request.list("rates")?;
    words
        .into_iter()
        .filter(|word| !word.is_empty())
        .map(load)
        .collect()
}

fn load(text: String) -> Result<Load, RequestError> {
    let (digits, percent) = match text.strip_suffix('%') {
        Some(digits) => (digits, true),
        None => (text.as_str(), false),
    };
    match digits.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => {
            let rate = if percent {
                Rate::Percent(value)
            } else {
                Rate::PerSecond(value)
            };
            Ok(Load { text, rate })
        }
        _ => Err(refused(format!(
            "The rate \"{text}\" is neither a number above 0 nor percent."
        ))),
    }
}

fn fault(request: &Request) -> Result<Fault, RequestError> {
    let Some(path) = request.optional_path("fault") else {
        return Ok(Fault::None);
    };
    let text = path.to_string_lossy();
    let (name, number) = text.split_once(':').unwrap_or((&text, ""));
    match (name, number.parse()) {
        ("slow-sink", Ok(pause_ns)) => Ok(Fault::SlowSink { pause_ns }),
        ("dying-sink", Ok(frames)) => Ok(Fault::DyingSink { frames }),
        ("torn-frame", _) if number.is_empty() => Ok(Fault::TornFrame),
        _ => Err(refused(format!("There is no fault \"{text}\"."))),
    }
}

fn several_cores() -> bool {
    std::thread::available_parallelism().is_ok_and(|cores| cores.get() > 1)
}

fn refused(sentence: impl Into<String>) -> RequestError {
    RequestError(sentence.into())
}

#[cfg(test)]
mod tests {
    use super::{drive, parse, Fault, Load, Rate};
    use serbench_harness::protocol::RequestError;
    use std::ffi::OsString;

    const WORDS: &str = "drive transport=tcp messages=m same=1 sources=1 sinks=4 warmup_ns=0 saturate_ns=1 \
                         phases_ns=0 latency_ns=1";

    fn asked(more: &str) -> Result<super::Drive, RequestError> {
        let words = format!("{WORDS} {more}");
        let (request, child) = parse(words.split_whitespace().map(OsString::from))?;
        drive(&request, child)
    }

    fn refusal(more: &str) -> String {
        asked(more).err().expect("it is refused").0
    }

    #[test]
    fn a_request_is_read() {
        let drive = asked("rates=20%,2000 fault=slow-sink:5 -- relay at=x -- y").expect("it is sound");
        let load = |text: &str, rate| Load {
            text: text.to_owned(),
            rate,
        };
        assert_eq!(
            drive.loads,
            [
                load("20%", Rate::Percent(20.0)),
                load("2000", Rate::PerSecond(2000.0))
            ]
        );
        assert_eq!(drive.fault, Fault::SlowSink { pause_ns: 5 });
        assert_eq!(drive.child, ["relay", "at=x", "--", "y"]);
        assert_eq!(
            (drive.traffic.sinks, drive.traffic.same, drive.saturate_ns),
            (4, true, 1)
        );
        assert!(asked("rates= -- relay").expect("it is sound").loads.is_empty());
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert_eq!(
            refusal("rates="),
            "The verb drive lacks the words of a relay after --."
        );
        assert_eq!(
            refusal("rates=fast -- relay"),
            "The rate \"fast\" is neither a number above 0 nor percent."
        );
        assert_eq!(
            refusal("rates= fault=rain -- relay"),
            "There is no fault \"rain\"."
        );
        assert_eq!(
            refusal("rates= split=1 -- relay"),
            "The parts of a message are not known, so same must be 0."
        );
        assert_eq!(
            refusal("rates= any_order=1 -- relay"),
            "What is passed on keeps its order, so same must be 0."
        );
        assert_eq!(
            refusal("rates= speed=1 -- relay"),
            "The verb drive has no key \"speed\"."
        );
    }
}
