//! The experiment `relay`: messages come from sources, are read as far as a mode wants, and go on to sinks
//! (PROTOCOL.md, relay).

use std::fs::File;

use crate::codec::Codec;
use crate::experiments::relay::connections::{Address, End};
use crate::experiments::relay::handling::{Aligning, Passing};
use crate::experiments::relay::modes::Mode;
use crate::experiments::relay::relaying::Relay;
use crate::experiments::relay::sinks::Sinks;
use crate::experiments::relay::steps::Route;
use crate::experiments::{Served, Verb};
use crate::protocol::{Line, Replies, Request, RequestError};
use crate::timing::resident_memory::peak_resident_bytes;

pub mod barriers;
pub mod connections;
pub mod frames;
pub mod gathered;
pub mod handling;
pub mod modes;
pub mod phases;
pub mod relaying;
pub mod sinks;
pub mod source;
pub mod steps;

pub fn verbs<C: Codec>() -> Vec<Verb<C::Root>> {
    vec![Verb {
        name: "relay",
        serve: relay::<C>,
    }]
}

fn relay<C: Codec>(
    replies: &mut Replies,
    request: &Request,
    served: &Served<'_, C::Root>,
) -> Result<(), RequestError> {
    let address = Address::parse(request.path("at")?)?;
    let mode = named(served.modes, &request.path("mode")?.to_string_lossy())?;
    let route = route_of(mode, &request.path("route")?.to_string_lossy())?;
    let largest_frame_bytes = request.number("largest_frame_bytes")?;
    let block = at_least_one(request, "block")?.into();
    let (sources, sinks) = (at_least_one(request, "sources")?, at_least_one(request, "sinks")?);
    let sources = connected(&address, End::Source, sources)?;
    let passing = Passing {
        sinks: Sinks::new(connected(&address, End::Sink, sinks)?),
        route,
        block,
        phases: None,
        frames: 0,
        bytes_in: 0,
        undecodable: 0,
        updated_in_place: 0,
        copied_bytes: 0,
        aligning: Aligning::default(),
    };
    Relay::new(replies, (mode.make)(), passing, sources, largest_frame_bytes).run()?;
    replies.send(Line::new("memory").number("peak_bytes", peak_resident_bytes()))
}

fn named<'m>(modes: &'m [Mode], name: &str) -> Result<&'m Mode, RequestError> {
    let found = modes.iter().find(|mode| mode.name == name);
    found.ok_or_else(|| RequestError(format!("This codec has no mode \"{name}\".")))
}

fn route_of(mode: &Mode, name: &str) -> Result<Route, RequestError> {
    match name {
        "shuffle" => Ok(Route::Shuffle),
        "fields" if mode.reads_keys => Ok(Route::Fields),
        _ => Err(RequestError(format!(
            "The mode \"{}\" of this codec has no route \"{name}\".",
            mode.name
        ))),
    }
}

fn at_least_one(request: &Request, key: &str) -> Result<u16, RequestError> {
    let number = request.number(key)?;
    match u16::try_from(number) {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(RequestError(format!(
            "The value of {key} is {number} where 1 to 65535 belong."
        ))),
    }
}

fn connected(address: &Address, towards: End, count: u16) -> Result<Vec<File>, RequestError> {
    (0..count)
        .map(|number| address.connect(towards, number))
        .collect()
}
