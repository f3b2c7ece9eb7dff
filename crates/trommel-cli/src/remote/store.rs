//! Objects in stores: S3 and compatible ones, Google Cloud Storage, Azure Blob Storage.

use std::collections::BTreeMap;
use std::env;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::StreamExt;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::client::{HttpError, HttpErrorKind};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::path::Path;
use object_store::{ClientConfigKey, Error, GetOptions, GetRange, ObjectStore, RetryConfig};

use super::answer::Answer;
use super::failure::{Failure, cause};

/// An object of a store.
#[derive(Debug)]
pub(super) struct Stored {
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) path: Path,
    /// Names of the variables with credentials.
    credentials: &'static str,
}

impl Stored {
    /// An object to read. In: the scheme in lower case, and `BUCKET/NAME`.
    pub(super) fn at(scheme: &str, rest: &str) -> Result<Self, Failure> {
        // The reader retries by itself, from its own offset.
        Self::with(scheme, rest, 0)
    }

    /// An object to write.
    pub(super) fn for_output(scheme: &str, rest: &str) -> Result<Self, Failure> {
        Self::with(scheme, rest, RetryConfig::default().max_retries)
    }

    /// Converts an error of its store.
    pub(super) fn failure(&self, error: &Error) -> Failure {
        failure(error, self.credentials)
    }

    fn with(scheme: &str, rest: &str, max_retries: usize) -> Result<Self, Failure> {
        let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
        if bucket.is_empty() || key.is_empty() {
            let message = format!("expected {scheme}://BUCKET/NAME, found no name");
            return Err(Failure::Final(message));
        }
        if bucket.contains('@') {
            let message = "expected credentials in the environment, found some in the URL";
            return Err(Failure::Final(message.to_string()));
        }
        let credentials = match scheme {
            "s3" => "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SKIP_SIGNATURE=true",
            "gs" => "GOOGLE_APPLICATION_CREDENTIALS, or GOOGLE_SKIP_SIGNATURE=true",
            _ => "AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY, or AZURE_SKIP_SIGNATURE=true",
        };
        let path = Path::parse(key).map_err(|error| Failure::Final(format!("expected a name: {error}")))?;
        Ok(Self { store: store(scheme, bucket, max_retries, credentials)?, path, credentials })
    }

    /// As [`Object::get`](super::object::Object::get).
    pub(super) async fn get(&self, start: u64, end: Option<u64>) -> Result<Answer, Failure> {
        let range = match end {
            Some(end) => Some(GetRange::Bounded(start..end)),
            None if start > 0 => Some(GetRange::Offset(start)),
            None => None,
        };
        let options = GetOptions { range, ..GetOptions::default() };
        let credentials = self.credentials;
        let answer = self.store.get_opts(&self.path, options).await;
        let answer = answer.map_err(|error| failure(&error, credentials))?;
        let (found, bytes, etag) = (answer.range.start, Some(answer.meta.size), answer.meta.e_tag.clone());
        let chunks = answer.into_stream();
        let chunks = chunks.map(move |chunk| chunk.map_err(|error| failure(&error, credentials))).boxed();
        Ok(Answer { start: found, bytes, etag, chunks })
    }
}

/// The store of a bucket, shared by all of its objects.
fn store(
    scheme: &str,
    bucket: &str,
    max_retries: usize,
    credentials: &str,
) -> Result<Arc<dyn ObjectStore>, Failure> {
    static STORES: Mutex<BTreeMap<String, Arc<dyn ObjectStore>>> = Mutex::new(BTreeMap::new());
    let mut stores = STORES.lock().unwrap_or_else(PoisonError::into_inner);
    let name = format!("{scheme}://{bucket} {max_retries}");
    if let Some(store) = stores.get(&name) {
        return Ok(Arc::clone(store));
    }
    let built = built(scheme, bucket, max_retries).map_err(|error| failure(&error, credentials))?;
    stores.insert(name, Arc::clone(&built));
    Ok(built)
}

/// Builds a store from the environment. A request may take as long as its object needs.
fn built(scheme: &str, bucket: &str, max_retries: usize) -> object_store::Result<Arc<dyn ObjectStore>> {
    let retry = RetryConfig { max_retries, ..RetryConfig::default() };
    let client = [
        (ClientConfigKey::Timeout, "365 days"),
        (ClientConfigKey::ReadTimeout, "60 s"),
        (ClientConfigKey::ConnectTimeout, "15 s"),
    ];
    Ok(match scheme {
        "s3" => {
            let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_retry(retry);
            for (key, value) in client {
                builder = builder.with_config(AmazonS3ConfigKey::Client(key), value);
            }
            // Like other tools, accept an endpoint without TLS.
            let endpoints = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"];
            if endpoints.iter().any(|name| env::var(name).is_ok_and(|value| value.starts_with("http://"))) {
                builder = builder.with_allow_http(true);
            }
            Arc::new(builder.build()?)
        }
        "gs" => {
            let mut builder =
                GoogleCloudStorageBuilder::from_env().with_bucket_name(bucket).with_retry(retry);
            for (key, value) in client {
                builder = builder.with_config(GoogleConfigKey::Client(key), value);
            }
            Arc::new(builder.build()?)
        }
        _ => {
            let mut builder = MicrosoftAzureBuilder::from_env().with_container_name(bucket).with_retry(retry);
            for (key, value) in client {
                builder = builder.with_config(AzureConfigKey::Client(key), value);
            }
            Arc::new(builder.build()?)
        }
    })
}

/// Converts an error of a store.
fn failure(error: &Error, credentials: &str) -> Failure {
    let whole = chain(error);
    match error {
        Error::NotFound { .. } => Failure::Status(404, None),
        Error::PermissionDenied { .. } => Failure::Status(403, None),
        Error::Unauthenticated { .. } => Failure::Status(401, None),
        Error::Precondition { .. } => Failure::Status(412, None),
        _ => match status(&whole) {
            _ if whole.contains("169.254.") || whole.contains("metadata.google") => {
                Failure::Final(format!("expected credentials in the environment, found none: {credentials}"))
            }
            Some(416) => Failure::AfterEnd(None),
            Some(status) => Failure::Status(status, None),
            None if whole.contains("without LOCATION") => Failure::Status(301, None),
            None => match transport(error) {
                Some(HttpErrorKind::Connect) => Failure::Unreachable(cause(error)),
                Some(_) => Failure::Connection(cause(error)),
                None => Failure::Final(cause(error)),
            },
        },
    }
}

/// The messages of an error and its causes. The status is found nowhere else.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        text.push('\n');
        text += &source.to_string();
        next = source.source();
    }
    text
}

fn status(text: &str) -> Option<u16> {
    let (_, after) = text.split_once("status code: ")?;
    after.get(..3)?.parse().ok()
}

fn transport(error: &(dyn std::error::Error + 'static)) -> Option<HttpErrorKind> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(http) = error.downcast_ref::<HttpError>() {
            return Some(http.kind());
        }
        next = error.source();
    }
    None
}
