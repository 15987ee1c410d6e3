//! Plays the sources and sinks of the experiment relay (PROTOCOL.md, section `relay`). It knows no codec.

mod arguments;
mod capacity;
mod checking;
mod child;
mod conclusion;
mod connections;
mod copy;
mod drive;
mod fault;
mod frames;
mod latency;
mod meeting;
mod messages;
mod output;
mod parts;
mod readiness;
mod references;
mod routes;
mod schedule;
mod session;

use std::process::ExitCode;

use serbench_harness::protocol::{Line, RequestError};

const REFUSED: u8 = 2;

fn main() -> ExitCode {
    ExitCode::from(reply().unwrap_or_else(|error| {
        println!("{}", Line::new("error").text("detail", &error.0));
        REFUSED
    }))
}

/// The exit status.
fn reply() -> Result<u8, RequestError> {
    let (request, child) = arguments::parse(std::env::args_os().skip(1))?;
    match request.verb.as_str() {
        "drive" => drive::drive(&arguments::drive(&request, child)?),
        "capacity" => capacity::capacity(&arguments::capacity(&request)?),
        "copy" => copy::copy(&request),
        verb => Err(RequestError(format!("There is no verb \"{verb}\"."))),
    }
}
