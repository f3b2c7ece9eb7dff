//! The thread that runs network requests.

use std::future::{Future, pending};
use std::io;
use std::sync::OnceLock;
use std::thread;

use tokio::runtime::{Builder, Handle};

/// Waits for the result of `work`.
///
/// Errors: no thread or socket is available.
pub(super) fn wait_for<T>(work: impl Future<Output = T>) -> io::Result<T> {
    static NETWORK: OnceLock<Result<Handle, String>> = OnceLock::new();
    match NETWORK.get_or_init(|| begin().map_err(|error| error.to_string())) {
        Ok(handle) => Ok(handle.block_on(work)),
        Err(error) => Err(io::Error::other(error.clone())),
    }
}

fn begin() -> io::Result<Handle> {
    // TLS by ring, which builds faster than the alternative and needs no other tools. An error
    // means that another provider is installed, which is fine too.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let handle = runtime.handle().clone();
    thread::Builder::new().name("network".to_string()).spawn(move || runtime.block_on(pending::<()>()))?;
    Ok(handle)
}
