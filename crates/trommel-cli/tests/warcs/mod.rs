//! WARC files for tests, and runs of the command on them.
#![allow(dead_code)] // Each test uses a part of it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use tempfile::TempDir;

/// A finished run of the command.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let stderr = String::from_utf8(output.stderr).expect("messages are UTF-8");
        Self { code: output.status.code(), stdout: output.stdout, stderr }
    }
}

pub(crate) fn command(folder: &Path, args: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("trommel"));
    command.current_dir(folder).args(args);
    command
}

pub(crate) fn run_in(folder: &Path, args: &[&str]) -> Run {
    command(folder, args).output().expect("the command runs").into()
}

/// Runs the command with `input` on standard input.
pub(crate) fn run_with(folder: &Path, args: &[&str], input: &[u8]) -> Run {
    let mut child = command(folder, args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    output.into()
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

pub(crate) fn put(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("folders can be made");
    fs::write(path, bytes).expect("files can be written");
}

pub(crate) fn get(folder: &TempDir, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The names in a folder, with hidden ones.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("listed").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

pub(crate) fn rows(bytes: &[u8]) -> Vec<Value> {
    let lines = std::str::from_utf8(bytes).expect("output is UTF-8");
    lines.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
}

pub(crate) fn zst(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).expect("memory can be compressed")
}

/// A page about its number, with boilerplate.
pub(crate) fn page(number: usize) -> String {
    let paragraphs: String = (0..number % 17)
        .map(|n| {
            format!(
                "<p>Paragraph {n} of page {number}, which says that the river rose by {} centimetres.",
                n * 31 % 97
            )
        })
        .collect();
    format!(
        "<!doctype html><title>Page {number}</title><nav><a href=/>Home</a> <a href=/a>About</a></nav>\
         <p>This is the page of number {number}, and it goes on for a while, as pages do.{paragraphs}<footer><a href=/i>Imprint</a></footer>"
    )
}

/// A record of any type.
pub(crate) fn record(kind: &str, name: &str, fields: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{name}>\r\nWARC-Date: 2024-05-18T01:58:10Z\r\n\
         WARC-Target-URI: http://example.com/{name}\r\n{fields}Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// A response with these HTTP fields.
pub(crate) fn response_with(name: &str, status: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let block = [format!("HTTP/1.1 {status}\r\n{fields}\r\n").as_bytes(), body].concat();
    record("response", name, "Content-Type: application/http; msgtype=response\r\n", &block)
}

/// A usual response with an HTML page.
pub(crate) fn response(name: &str, body: &[u8]) -> Vec<u8> {
    response_with(name, "200 OK", "Content-Type: text/html; charset=utf-8\r\n", body)
}
