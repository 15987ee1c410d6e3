//! The runner's side of PROTOCOL.md: the request from the arguments, the reply lines on the true standard
//! output.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::{AsFd, AsRawFd};
use std::os::raw::c_int;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

pub mod about;
pub mod container;
pub mod keys;

/// The request cannot be served at all; the text is the sentence of the `error` line.
#[derive(Debug, PartialEq, Eq)]
pub struct RequestError(pub String);

impl RequestError {
    /// The request names a file that is not there, cannot be written, or is not what it should be.
    pub fn file(path: &Path, why: impl fmt::Display) -> Self {
        Self(format!("The file {} {why}.", path.display()))
    }
}

/// `VERB key=value key=value …`
pub struct Request {
    pub verb: String,
    pairs: BTreeMap<String, OsString>,
}

impl Request {
    /// The request in the arguments after the program's name.
    pub fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Self, RequestError> {
        let verb = arguments
            .next()
            .ok_or_else(|| RequestError("The request names no verb.".to_owned()))?;
        let mut pairs = BTreeMap::new();
        for argument in arguments {
            let bytes = argument.as_bytes();
            let Some(equals) = bytes.iter().position(|&byte| byte == b'=') else {
                let shown = argument.to_string_lossy();
                return Err(RequestError(format!(
                    "The argument \"{shown}\" is not of the form key=value."
                )));
            };
            let key = String::from_utf8_lossy(&bytes[..equals]).into_owned();
            let value = OsStr::from_bytes(&bytes[equals + 1..]).to_owned();
            if pairs.insert(key.clone(), value).is_some() {
                return Err(RequestError(format!("The key \"{key}\" appears twice.")));
            }
        }
        Ok(Self {
            verb: verb.to_string_lossy().into_owned(),
            pairs,
        })
    }

    /// Refuses every key that is not one of these.
    pub fn allow(&self, keys: &[&str]) -> Result<(), RequestError> {
        match self.pairs.keys().find(|key| !keys.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(RequestError(format!(
                "The verb {} has no key \"{key}\".",
                self.verb
            ))),
        }
    }

    /// The path that a key holds.
    pub fn path(&self, key: &str) -> Result<&Path, RequestError> {
        self.optional_path(key)
            .ok_or_else(|| RequestError(format!("The verb {} lacks the key \"{key}\".", self.verb)))
    }

    /// The path that a key holds, where the key is there.
    pub fn optional_path(&self, key: &str) -> Option<&Path> {
        self.pairs.get(key).map(Path::new)
    }

    /// The decimal number below 2⁶³ that a key holds.
    pub fn number(&self, key: &str) -> Result<u64, RequestError> {
        let text = self.path(key)?.to_string_lossy();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse::<i64>() {
            Ok(number) if digits => Ok(number.unsigned_abs()),
            _ => Err(RequestError(format!(
                "The value of {key} is \"{text}\" where a number belongs."
            ))),
        }
    }

    /// The same, where the key is there.
    pub fn optional_number(&self, key: &str) -> Result<Option<u64>, RequestError> {
        self.optional_path(key).map(|_| self.number(key)).transpose()
    }

    /// The digest that a key holds.
    pub fn digest(&self, key: &str) -> Result<u64, RequestError> {
        let text = self.path(key)?.to_string_lossy();
        u64::from_str_radix(&text, 16).map_err(|_| {
            RequestError(format!(
                "The value of {key} is \"{text}\" where a digest belongs."
            ))
        })
    }

    /// The words of a value, which commas separate.
    pub fn list(&self, key: &str) -> Result<Vec<String>, RequestError> {
        Ok(self
            .path(key)?
            .to_string_lossy()
            .split(',')
            .map(str::to_owned)
            .collect())
    }
}

/// One line of a reply: a tag, then pairs.
pub struct Line(String);

impl Line {
    pub fn new(tag: &str) -> Self {
        Self(tag.to_owned())
    }

    /// A text, percent-encoded where PROTOCOL.md says so.
    pub fn text(mut self, key: &str, value: &str) -> Self {
        self.key(key);
        for byte in value.bytes() {
            if byte <= b' ' || byte >= 0x7F || byte == b'%' {
                self.put(format_args!("%{byte:02X}"));
            } else {
                self.0.push(char::from(byte));
            }
        }
        self
    }

    pub fn number(mut self, key: &str, value: u64) -> Self {
        self.key(key);
        self.put(format_args!("{value}"));
        self
    }

    pub fn index(self, key: &str, value: usize) -> Self {
        self.number(key, value as u64)
    }

    pub fn digest(mut self, key: &str, value: u64) -> Self {
        self.key(key);
        self.put(format_args!("{value:016x}"));
        self
    }

    fn key(&mut self, key: &str) {
        self.put(format_args!(" {key}="));
    }

    fn put(&mut self, text: fmt::Arguments<'_>) {
        self.0.write_fmt(text).expect("a String takes everything");
    }
}

/// The text of the line, without its end.
impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Writes reply lines to the true standard output, which it takes for itself.
pub struct Replies {
    output: File,
}

extern "C" {
    fn dup2(from: c_int, to: c_int) -> c_int;
}

const STDOUT: c_int = 1;
const STDERR: c_int = 2;

impl Replies {
    /// Whatever else writes to standard output from then on goes to standard error.
    pub fn open() -> io::Result<Self> {
        let output = io::stdout().as_fd().try_clone_to_owned()?;
        // SAFETY: dup2 takes two numbers and touches no memory of ours.
        if unsafe { dup2(STDERR, STDOUT) } < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Self {
            output: File::from(output),
        })
    }

    /// Where lines go, for what cannot be sent as a line.
    pub fn descriptor(&self) -> c_int {
        self.output.as_raw_fd()
    }

    /// Writes a line at once, so that what was said before a crash is known.
    pub fn send(&mut self, line: Line) -> Result<(), RequestError> {
        let mut text = line.0;
        text.push('\n');
        self.output
            .write_all(text.as_bytes())
            .map_err(|fault| RequestError(format!("The reply cannot be written: {fault}.")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Request, RequestError};
    use std::ffi::OsString;

    fn request(words: &[&str]) -> Result<Request, RequestError> {
        Request::parse(words.iter().map(OsString::from))
    }

    #[test]
    fn a_line_escapes_all_but_printable_ascii() {
        let line = Line::new("error")
            .text("detail", "50 % of \"é\"\n")
            .number("n", 3)
            .digest("digest", 255);
        assert_eq!(
            line.0,
            "error detail=50%20%25%20of%20\"%C3%A9\"%0A n=3 digest=00000000000000ff"
        );
    }

    #[test]
    fn an_empty_text_is_nothing_after_the_sign() {
        assert_eq!(Line::new("tag").text("detail", "").0, "tag detail=");
    }

    #[test]
    fn a_value_may_hold_the_sign() {
        let request = request(&["emit", "out=a=b"]).expect("the request is sound");
        assert_eq!(request.verb, "emit");
        assert_eq!(request.path("out").expect("it is there").to_str(), Some("a=b"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |words: &[&str], key: &str| match request(words) {
            Err(fault) => fault.0,
            Ok(request) => match request.allow(&["n"]).and_then(|()| request.number(key)) {
                Err(fault) => fault.0,
                Ok(number) => number.to_string(),
            },
        };
        assert_eq!(said(&[], "n"), "The request names no verb.");
        assert_eq!(
            said(&["v", "n"], "n"),
            "The argument \"n\" is not of the form key=value."
        );
        assert_eq!(said(&["v", "n=1", "n=2"], "n"), "The key \"n\" appears twice.");
        assert_eq!(said(&["v", "m=1"], "n"), "The verb v has no key \"m\".");
        assert_eq!(said(&["v"], "n"), "The verb v lacks the key \"n\".");
        assert_eq!(
            said(&["v", "n=+1"], "n"),
            "The value of n is \"+1\" where a number belongs."
        );
        assert_eq!(said(&["v", "n=12"], "n"), "12");
    }
}
