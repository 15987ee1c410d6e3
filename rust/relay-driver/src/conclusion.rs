//! How a run ends: by itself, or by what went wrong.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use serbench_harness::protocol::{Line, RequestError};

use crate::fault::Stop;
use crate::session::Session;

/// How long a relay whose connections are broken has to say why.
const LAST_WORDS_NS: u64 = 5_000_000_000;
/// How long a relay that has said everything has to end.
const EXIT: Duration = Duration::from_secs(10);
const UNHEARD: u8 = 1;

/// Says what is left to say; the exit status.
pub fn conclude(
    session: &mut Session,
    result: Result<(), Stop>,
    patience_ns: u64,
) -> Result<u8, RequestError> {
    let complete = result.is_ok();
    let ended = result
        .and_then(|()| session.hear_out(patience_ns))
        .or_else(|stop| match stop {
            Stop::Ended => Ok(()),
            // A relay that has died is known better by its end than by its connections.
            Stop::Closed(detail) => session.hear_out(LAST_WORDS_NS).map_err(|_| Stop::Error(detail)),
            stop => Err(stop),
        });
    let said = match ended {
        Ok(()) => judge(session, complete),
        Err(Stop::Wrong(wrong)) => fail(session, "wrong", &wrong.to_string()),
        Err(Stop::Error(detail) | Stop::Closed(detail)) => fail(session, "error", &detail),
        Err(Stop::Timeout(detail)) => fail(session, "timeout", &detail),
        Err(stop) => Err(stop),
    };
    match said {
        Ok(status) => Ok(status),
        Err(Stop::Request(error)) => Err(error),
        // What could be said has no reader.
        Err(_) => Ok(UNHEARD),
    }
}

/// The runner has ended its output, before or after its work was complete.
fn judge(session: &mut Session, complete: bool) -> Result<u8, Stop> {
    let Some(status) = exit_status(session)? else {
        return fail(
            session,
            "timeout",
            "The relay has closed its output, but it does not end.",
        );
    };
    if let Some(signal) = status.signal() {
        return fail(
            session,
            "crashed",
            &format!("The relay was killed by signal {signal}."),
        );
    }
    if session.reply.ends() && !complete && !session.reply.failed {
        return fail(session, "error", "The relay ended before its last barrier.");
    }
    session.reply.finish()?;
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .unwrap_or(UNHEARD))
}

fn exit_status(session: &mut Session) -> Result<Option<ExitStatus>, Stop> {
    let Some(runner) = &mut session.runner else {
        return Ok(None);
    };
    let begin = Instant::now();
    while begin.elapsed() < EXIT {
        if let Some(status) = runner.status_now()? {
            return Ok(Some(status));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(None)
}

fn fail(session: &mut Session, outcome: &str, detail: &str) -> Result<u8, Stop> {
    let line = Line::new("failed")
        .text("operation", "relay")
        .text("outcome", outcome)
        .text("detail", detail);
    session.reply.say(&line)?;
    session.runner = None;
    session.reply.end()?;
    Ok(0)
}
