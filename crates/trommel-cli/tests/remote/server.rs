//! A web server that breaks connections, returns errors and ignores ranges on demand.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A resource.
#[derive(Clone, Debug, Default)]
pub(crate) struct Served {
    pub(crate) bytes: Vec<u8>,
    /// Bytes after which the first good responses break off.
    pub(crate) breaks: Vec<usize>,
    /// Responses before the first good one.
    pub(crate) first: Vec<u16>,
    pub(crate) ignores_ranges: bool,
    /// Does not report the size.
    pub(crate) is_chunked: bool,
    /// Changes to these bytes after the first response.
    pub(crate) then: Option<Vec<u8>>,
    /// Required `NAME:PASSWORD` in base64; without it, the response is 401.
    pub(crate) password: Option<&'static str>,
}

impl From<Vec<u8>> for Served {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, ..Self::default() }
    }
}

/// The server. It ends with the test.
pub(crate) struct Server {
    /// `127.0.0.1:PORT`.
    pub(crate) host: String,
    /// Each request: path, range, and response status.
    log: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn of(served: impl IntoIterator<Item = (&'static str, Served)>) -> Self {
        let served: HashMap<_, _> =
            served.into_iter().map(|(path, what)| (format!("/{path}"), what)).collect();
        let served = Arc::new(Mutex::new(served));
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let host = listener.local_addr().expect("it is bound").to_string();
        let log = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&log);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (served, noted) = (Arc::clone(&served), Arc::clone(&noted));
                // Ignore clients that disconnect.
                thread::spawn(move || while answer(&stream, &served, &noted).unwrap_or(false) {});
            }
        });
        Self { host, log }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.host)
    }

    /// The requests so far.
    pub(crate) fn log(&self) -> Vec<String> {
        self.log.lock().expect("no thread panicked").clone()
    }
}

/// Serves one request. Out: whether the connection stays open.
fn answer(
    stream: &TcpStream,
    served: &Mutex<HashMap<String, Served>>,
    log: &Mutex<Vec<String>>,
) -> std::io::Result<bool> {
    let mut lines = BufReader::new(stream);
    let (mut path, mut range, mut authorization) = (String::new(), String::new(), String::new());
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Ok(false);
        }
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("GET ") {
            path = rest.split(' ').next().unwrap_or_default().to_string();
        }
        match line.split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("range") => range = value.to_string(),
            Some((name, value)) if name.eq_ignore_ascii_case("authorization") => {
                authorization = value.to_string();
            }
            _ => {}
        }
        if line.is_empty() {
            break;
        }
    }
    let mut all = served.lock().expect("no thread panicked");
    let plain = path.split('?').next().unwrap_or_default();
    let is_denied = |what: &&mut Served| {
        what.password.is_some_and(|password| authorization != format!("Basic {password}"))
    };
    let (status, what) = match all.get_mut(plain) {
        None => (404, Served::default()),
        Some(what) if is_denied(&what) => (401, Served::default()),
        Some(what) if !what.first.is_empty() => (what.first.remove(0), what.clone()),
        Some(what) => {
            let now = what.clone();
            if !what.breaks.is_empty() {
                what.breaks.remove(0);
            }
            if let Some(then) = what.then.take() {
                what.bytes = then;
            }
            (200, now)
        }
    };
    drop(all);
    let note = |status: u16| {
        log.lock().expect("no thread panicked").push(format!("{path} {range} {status}").replace("  ", " "));
    };
    let mut out = stream;
    if status != 200 {
        note(status);
        // The error body is a crawl, to detect clients that parse it.
        write!(out, "HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n", what.bytes.len())?;
        out.write_all(&what.bytes)?;
        return Ok(true);
    }
    let all = what.bytes.len();
    let asked = range.strip_prefix("bytes=").filter(|_| !what.ignores_ranges && !what.is_chunked);
    let (mut head, mut body) = ("HTTP/1.1 200 OK\r\n".to_string(), &what.bytes[..]);
    if let Some((start, last)) = asked.and_then(|asked| asked.split_once('-')) {
        let start = start.parse().unwrap_or(0);
        let end = last.parse().map_or(all, |last: usize| all.min(last + 1));
        if start >= all {
            note(416);
            write!(out, "HTTP/1.1 416 X\r\nContent-Range: bytes */{all}\r\nContent-Length: 0\r\n\r\n")?;
            return Ok(true);
        }
        head = format!("HTTP/1.1 206 X\r\nContent-Range: bytes {start}-{}/{all}\r\n", end - 1);
        body = &what.bytes[start..end];
    }
    note(if head.contains("206") { 206 } else { 200 });
    if what.is_chunked {
        write!(out, "{head}Transfer-Encoding: chunked\r\n\r\n")?;
        for chunk in body.chunks(1000) {
            write!(out, "{:x}\r\n", chunk.len())?;
            out.write_all(chunk)?;
            out.write_all(b"\r\n")?;
        }
        out.write_all(b"0\r\n\r\n")?;
        return Ok(true);
    }
    write!(
        out,
        "{head}ETag: \"{}\"\r\nContent-Length: {}\r\n\r\n",
        what.bytes.iter().map(|b| u64::from(*b)).sum::<u64>(),
        body.len()
    )?;
    let sent = what.breaks.first().map_or(body.len(), |most| body.len().min(*most));
    out.write_all(&body[..sent])?;
    Ok(sent == body.len())
}
