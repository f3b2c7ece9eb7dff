//! Main content of a page while its HTTP body arrives: `cargo run -- http://localhost:8000/`.
//!
//! Holds the budget of the options and one chunk of the body, however long the page is.

use futures_util::StreamExt;
use std::error::Error;
use trommel::{ExtractStream, Options};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args().nth(1).ok_or("expected an address, found none")?;
    let response = reqwest::get(&url).await?.error_for_status()?;
    let charset = charset(&response);
    let mut stream = ExtractStream::new(response.bytes_stream(), Options::default())?;
    stream.extractor_mut().set_url(&url);
    if let Some(charset) = charset {
        stream.extractor_mut().set_encoding_hint(&charset);
    }
    while let Some(text) = stream.next().await {
        print!("{}", text?);
    }
    if let Some(summary) = stream.summary() {
        eprintln!("{}: {} bytes, title {:?}", url, summary.bytes_in, summary.metadata.title);
    }
    Ok(())
}

/// The encoding that the header `content-type` names.
fn charset(response: &reqwest::Response) -> Option<String> {
    let header = response.headers().get(reqwest::header::CONTENT_TYPE)?.to_str().ok()?;
    let (_, charset) = header.split_once("charset=")?;
    Some(charset.trim_matches(['"', ' ']).to_string())
}
