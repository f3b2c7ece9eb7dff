//! Reads web objects over HTTP.

use std::sync::OnceLock;
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::header::{CONTENT_RANGE, ETAG, HeaderMap, HeaderName, RANGE, RETRY_AFTER};
use reqwest::{Client, StatusCode, Url};

use super::answer::Answer;
use super::failure::{Failure, cause};

/// Maximum time for a server to respond, and between two pieces of a response.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A web object.
#[derive(Debug)]
pub(super) struct Page {
    url: Url,
    client: Client,
}

impl Page {
    pub(super) fn at(address: &str) -> Result<Self, Failure> {
        let invalid = |error| Failure::Final(format!("expected a URL: {error}"));
        Ok(Self { url: Url::parse(address).map_err(invalid)?, client: client()? })
    }

    /// As [`Object::get`](super::object::Object::get).
    pub(super) async fn get(&self, start: u64, end: Option<u64>) -> Result<Answer, Failure> {
        let mut request = self.client.get(self.url.clone());
        if start > 0 || end.is_some() {
            let last = end.map(|end| end.saturating_sub(1).to_string()).unwrap_or_default();
            request = request.header(RANGE, format!("bytes={start}-{last}"));
        }
        let response = request.send().await.map_err(broken)?;
        let (status, headers) = (response.status(), response.headers());
        let etag = text(headers, ETAG);
        let range = text(headers, CONTENT_RANGE).unwrap_or_default();
        let range = range.trim().strip_prefix("bytes").unwrap_or_default().trim();
        let (place, all) = range.split_once('/').unwrap_or_default();
        let all = all.trim().parse().ok();
        let (found, bytes) = match status {
            StatusCode::OK => (0, response.content_length()),
            StatusCode::PARTIAL_CONTENT => {
                let found = place.split_once('-').and_then(|(start, _)| start.trim().parse().ok());
                (found.unwrap_or(start), all)
            }
            StatusCode::RANGE_NOT_SATISFIABLE => return Err(Failure::AfterEnd(all)),
            _ => {
                let wait = text(headers, RETRY_AFTER).and_then(|wait| wait.trim().parse().ok());
                return Err(Failure::Status(status.as_u16(), wait.map(Duration::from_secs)));
            }
        };
        let chunks = response.bytes_stream().map(|chunk| chunk.map_err(broken)).boxed();
        Ok(Answer { start: found, bytes, etag, chunks })
    }
}

/// The HTTP client shared by all objects.
fn client() -> Result<Client, Failure> {
    static CLIENT: OnceLock<Result<Client, String>> = OnceLock::new();
    let client = CLIENT.get_or_init(|| {
        Client::builder()
            .user_agent(concat!("trommel/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(TIMEOUT)
            .read_timeout(TIMEOUT)
            .build()
            .map_err(|error| cause(&error))
    });
    client.clone().map_err(Failure::Final)
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_string())
}

fn broken(error: reqwest::Error) -> Failure {
    let error = error.without_url();
    if error.is_builder() || error.is_redirect() {
        return Failure::Final(cause(&error));
    }
    let cause = cause(&error);
    if cause.contains("certificate") {
        return Failure::Final(format!("expected a valid certificate, found {cause}"));
    }
    if error.is_connect() { Failure::Unreachable(cause) } else { Failure::Connection(cause) }
}
