//! Failed requests, and which of them are retried.

use std::error::Error;
use std::time::Duration;

/// Seconds to wait before each retry.
const WAITS: [f64; 7] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];

/// Number of retries after 403, which stores and caches of crawls also send to clients that ask too
/// fast.
const WAITS_IF_FORBIDDEN: usize = 3;

/// Number of retries if no connection can be made; a mistyped host name never works.
const WAITS_IF_UNREACHABLE: usize = 4;

/// Maximum wait that a server may ask for.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Why a request failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// HTTP status of the response, and the wait that the server asks for.
    Status(u16, Option<Duration>),
    /// The connection broke.
    Connection(String),
    /// No connection could be made.
    Unreachable(String),
    /// The range begins after the end of an object of this size.
    AfterEnd(Option<u64>),
    /// A retry would not help.
    Final(String),
}

impl Failure {
    /// Time to wait before request `tries + 1`; `None` to give up.
    pub(super) fn wait(&self, tries: usize) -> Option<Duration> {
        let (waits, asked) = match self {
            Self::Status(403, asked) => (&WAITS[..WAITS_IF_FORBIDDEN], *asked),
            Self::Status(408 | 429 | 500.., asked) => (&WAITS[..], *asked),
            Self::Connection(_) => (&WAITS[..], None),
            Self::Unreachable(_) => (&WAITS[..WAITS_IF_UNREACHABLE], None),
            Self::Status(..) | Self::AfterEnd(_) | Self::Final(_) => return None,
        };
        let wait = Duration::from_secs_f64(*waits.get(tries)?);
        Some(asked.map_or(wait, |asked| asked.clamp(wait, MAX_WAIT)))
    }

    /// The message after so many tries.
    pub(super) fn message(&self, tries: usize) -> String {
        let tried = if tries > 1 { format!(", {tries} times") } else { String::new() };
        match self {
            Self::Status(status, _) => format!("the server answers {}{tried}", described(*status)),
            Self::Connection(cause) => format!("the connection broke{tried}: {cause}"),
            Self::Unreachable(cause) => format!("expected a server, found none{tried}: {cause}"),
            Self::AfterEnd(Some(bytes)) => format!("expected more bytes, found the end at byte {bytes}"),
            Self::AfterEnd(None) => "expected more bytes, found the end".to_string(),
            Self::Final(message) => message.clone(),
        }
    }
}

/// A status and its meaning for the user.
fn described(status: u16) -> String {
    let meaning = match status {
        301 | 302 | 307 | 308 => "redirected; for S3, check AWS_REGION",
        400 => "bad request; for S3, check AWS_REGION",
        401 => "credentials required",
        403 => "forbidden: check the credentials, or send fewer requests",
        404 => "not found; check the URL",
        410 => "gone",
        412 => "it changed while it was read",
        429 | 503 => "too many requests",
        _ => return status.to_string(),
    };
    format!("{status} ({meaning})")
}

/// The innermost cause of an error, from the system or the protocol, without URLs.
pub(super) fn cause(error: &(dyn Error + 'static)) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_failures_are_retried() {
        let waits = |failure: &Failure| (0..99).take_while(|tries| failure.wait(*tries).is_some()).count();
        for (failure, expected) in [
            (Failure::Status(403, None), 3),
            (Failure::Status(404, None), 0),
            (Failure::Status(401, None), 0),
            (Failure::Status(429, None), 7),
            (Failure::Status(500, None), 7),
            (Failure::Status(503, None), 7),
            (Failure::Connection(String::new()), 7),
            (Failure::Unreachable(String::new()), 4),
            (Failure::AfterEnd(None), 0),
            (Failure::Final(String::new()), 0),
        ] {
            assert_eq!(waits(&failure), expected, "{failure:?}");
        }
        let asked = |seconds| Failure::Status(503, Some(Duration::from_secs(seconds))).wait(0);
        assert_eq!([0, 7, 7000].map(asked), [0.5, 7.0, 60.0].map(|wait| Some(Duration::from_secs_f64(wait))));
    }
}
