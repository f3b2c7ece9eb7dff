//! Runs one extractor for `run.py`: `trommel-compare NAME`.
//!
//! In: one JSON object a line. `paths` are pages that are read into memory and then extracted;
//! `text` tells whether to return their texts. Out: one object for each line, with `seconds` of
//! processor time for each page, `errors` and `texts`.

use flate2::read::MultiGzDecoder;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, Read, Write, stdin, stdout};
use trommel::{Extractor, Method, Options, methods::Thresholds};

/// Extracts the text of a page from its bytes.
type Extract = Box<dyn FnMut(&[u8]) -> Result<String, Box<dyn Error>>>;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let mut extract = extractor(&name)?;
    for line in stdin().lock().lines() {
        let asked: Value = serde_json::from_str(&line?)?;
        let paths = asked["paths"].as_array().ok_or("expected paths")?;
        let pages = paths
            .iter()
            .map(|path| read(path.as_str().unwrap_or_default()))
            .collect::<Result<Vec<_>, _>>()?;
        let (mut seconds, mut texts, mut errors) = (Vec::new(), Vec::new(), 0);
        for page in &pages {
            let begun = processor_seconds();
            let text = extract(page);
            seconds.push(processor_seconds() - begun);
            errors += u64::from(text.is_err());
            texts.push(text.unwrap_or_default());
        }
        texts.truncate(if asked["text"] == true { texts.len() } else { 0 });
        writeln!(stdout(), "{}", json!({"seconds": seconds, "errors": errors, "texts": texts}))?;
    }
    Ok(())
}

/// The extractor `name` with its default settings.
fn extractor(name: &str) -> Result<Extract, Box<dyn Error>> {
    Ok(match name {
        "trommel" => trommel(Method::Auto)?,
        "trommel line-block" => trommel(Method::LineBlock(Thresholds::DEFAULT))?,
        "dom_smoothie" => Box::new(|page| {
            let mut readability = dom_smoothie::Readability::new(&*decoded(page), None, None)?;
            Ok(readability.parse()?.text_content.to_string())
        }),
        "rs-trafilatura" => Box::new(|page| Ok(rs_trafilatura::extract_bytes(page)?.content_text)),
        _ => return Err(format!("expected the name of an extractor, found {name:?}").into()),
    })
}

/// One extractor for all pages, as intended for crawls.
fn trommel(method: Method) -> Result<Extract, Box<dyn Error>> {
    let mut extractor = Extractor::new(Options::default().with_method(method))?;
    Ok(Box::new(move |page| {
        extractor.push(page)?;
        Ok(extractor.finish()?.text)
    }))
}

/// A page as text, for extractors that take text: UTF-8, or the encoding declared in its first
/// kilobyte.
fn decoded(page: &[u8]) -> std::borrow::Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(page) {
        return text.into();
    }
    let head = String::from_utf8_lossy(&page[..page.len().min(1024)]).to_ascii_lowercase();
    let label = head.split_once("charset=").map_or("", |(_, label)| {
        let label = label.trim_start_matches(['"', '\'', ' ']);
        label.split(['"', '\'', ' ', '>', ';', '/']).next().unwrap_or_default()
    });
    encoding_rs::Encoding::for_label(label.as_bytes()).unwrap_or(encoding_rs::WINDOWS_1252).decode(page).0
}

fn read(path: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut bytes = Vec::new();
    let mut file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
    if path.ends_with(".gz") {
        MultiGzDecoder::new(file).read_to_end(&mut bytes)?;
    } else {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Processor time of all threads of the process.
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
