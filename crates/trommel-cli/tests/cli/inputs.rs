//! Recognition of inputs by first bytes and names, and names of their pages in outputs.

use std::fs;
use std::io::Write;

use serde_json::{Value, json};

use crate::warcs::{Run, folder, get, gzip, names, page, put, response, rows, run_in, run_with, zst};

/// The rows that a batch writes.
pub(crate) fn batch(folder: &tempfile::TempDir, args: &[&str]) -> (Run, Vec<Value>) {
    let run = run_in(folder.path(), &[&["batch"], args, &["-o", "-", "--format", "jsonl"]].concat());
    let rows = rows(&run.stdout);
    (run, rows)
}

pub(crate) fn field(rows: &[Value], name: &str) -> Vec<Value> {
    rows.iter().map(|row| row[name].clone()).collect()
}

pub(crate) fn tar_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut head = tar::Header::new_gnu();
        head.set_size(bytes.len() as u64);
        head.set_mode(0o644);
        archive.append_data(&mut head, name, *bytes).expect("memory can be written");
    }
    archive.into_inner().expect("memory can be written")
}

pub(crate) fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).expect("memory can be written");
        archive.write_all(bytes).expect("memory can be written");
    }
    archive.finish().expect("memory can be written").into_inner()
}

#[test]
fn pages_of_the_same_name_have_different_ids_and_sources() {
    let folder = folder();
    put(&folder, "a/index.html", page(1));
    put(&folder, "b/index.html", page(2));
    for inputs in [&["a/index.html", "b/index.html"][..], &["a", "b"], &["."]] {
        let (run, rows) = batch(&folder, inputs);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(field(&rows, "id"), ["a/index", "b/index"], "{inputs:?}");
        let prefix = if inputs == ["."] { "./" } else { "" };
        let source = |path: &str| json!({ "file": format!("{prefix}{path}") });
        assert_eq!(field(&rows, "source"), [source("a/index.html"), source("b/index.html")]);
    }
    put(&folder, "b/index.htm", page(3));
    let (_, rows) = batch(&folder, &["b"]);
    assert_eq!(field(&rows, "id"), ["index.htm", "index.html"]);
}

#[test]
fn a_file_that_is_named_and_in_a_folder_that_is_named_has_one_name() {
    let folder = folder();
    put(&folder, "c/a", page(1));
    put(&folder, "c/a.html", page(2));
    let run = run_in(folder.path(), &["batch", "c", "c/a.html", "-o", "t/", "-f", "text"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(names(&folder.path().join("t")), ["a.html.txt", "a.txt", "pages.jsonl"]);
}

#[test]
fn a_folder_of_outputs_mirrors_that_of_the_inputs() {
    let folder = folder();
    put(&folder, "a/index.html", page(1));
    put(&folder, "b/index.html", page(2));
    put(&folder, "b/index.warc", response("x", page(3).as_bytes()));
    let run = run_in(folder.path(), &["batch", "a/index.html", "b/index.html", "-o", "out/"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(rows(&get(&folder, "out/b/index.jsonl"))[0]["id"], "b/index");
    let run = run_in(folder.path(), &["batch", "a/index.html", "b/index.html", "b/index.warc", "-o", "two/"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(names(&folder.path().join("two/b")), ["index.html.jsonl", "index.warc.jsonl"]);
    let run = run_in(folder.path(), &["batch", "a", "b", "-o", "three/"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(names(&folder.path().join("three")), ["a.jsonl", "b", "b.jsonl"]);
}

#[test]
fn formats_are_recognised_whatever_the_file_name() {
    let folder = folder();
    let lines = format!("{}\n{}\n", json!({"html": page(1)}), json!({"html": page(2)}));
    let array = format!("{:#}", json!([{"html": page(1), "id": 1}, {"html": page(2), "id": 2}]));
    let saved = format!(
        "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://a.example/\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/related; boundary=\"xx\"\r\n\r\n--xx\r\nContent-Type: text/html\r\n\r\n{}\r\n--xx--\r\n",
        page(1)
    );
    let head = "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let block = format!("{head}{}", page(1));
    let arc = format!(
        "filedesc://x.arc 0.0.0.0 20080101000000 text/plain 10\n1 0 Alexa\n\nhttp://a.example/ 192.0.2.1 20080430204825 text/html {}\n{block}\n",
        block.len()
    );
    let one = page(1);
    let files: [(&str, &[u8]); 2] = [("x/index.html", one.as_bytes()), ("x/style.css", b"p { color: red }")];
    let (tar, zip) = (tar_of(&files), zip_of(&files));
    for (name, bytes, pages) in [
        ("lines", lines.as_bytes(), 2),
        ("array", array.as_bytes(), 2),
        ("saved", saved.as_bytes(), 1),
        ("arc", arc.as_bytes(), 1),
        ("tar", &tar, 1),
        ("zip", &zip, 1),
        ("warc", &response("x", page(1).as_bytes()), 1),
    ] {
        for (ending, bytes) in
            [("", bytes.to_vec()), (".gz", gzip(bytes)), (".html", bytes.to_vec()), (".zst", zst(bytes))]
        {
            // A ZIP archive is read from its end, so it cannot be compressed.
            if name == "zip" && matches!(ending, ".gz" | ".zst") {
                continue;
            }
            let name = format!("{name}{ending}");
            put(&folder, &name, &bytes);
            let (run, rows) = batch(&folder, &[&name]);
            assert_eq!((run.code, rows.len()), (Some(0), pages), "{name}: {}", run.stderr);
            let text = rows[0]["text"].as_str().unwrap_or_default();
            assert!(text.starts_with("This is the page of number 1,"), "{name}: {text}");
            assert_eq!(rows[0]["source"]["file"], name.as_str());
            if name.starts_with("zip") {
                continue;
            }
            let run = run_with(folder.path(), &["batch", "-", "-o", "-"], &bytes);
            assert_eq!((run.code, crate::warcs::rows(&run.stdout).len()), (Some(0), pages), "{}", run.stderr);
        }
    }
    let (_, rows) = batch(&folder, &["lines", "array", "tar", "zip", "arc", "saved"]);
    assert_eq!(
        rows[1]["source"],
        json!({"file": "lines", "uncompressed_offset": lines.find('\n').map(|end| end + 1), "row": 2})
    );
    assert_eq!((&rows[3]["id"], &rows[3]["source"]["row"]), (&json!("2"), &json!(2)));
    assert_eq!(rows[4]["source"], json!({"file": "tar", "uncompressed_offset": 0, "entry": "x/index.html"}));
    assert_eq!(
        (&rows[5]["id"], &rows[5]["source"]["entry"]),
        (&json!("zip/x/index.html"), &json!("x/index.html"))
    );
    assert_eq!(
        (&rows[6]["url"], &rows[6]["warc_date"]),
        (&json!("http://a.example/"), &json!("2008-04-30T20:48:25Z"))
    );
    assert_eq!(rows[7]["url"], "https://a.example/");
    // A single saved page can be read too.
    let run = run_in(folder.path(), &["saved"]);
    assert!(run.stdout.starts_with(b"This is the page of number 1,"), "{}", run.stderr);
    // The user's format takes precedence.
    let (_, rows) = batch(&folder, &["lines", "--input-format", "html"]);
    assert_eq!(rows.len(), 1);
}

#[test]
fn data_that_is_neither_html_nor_text_is_reported() {
    let folder = folder();
    let random: Vec<u8> = (0..5000_u32).flat_map(|n| n.wrapping_mul(0x9E37_79B9).to_le_bytes()).collect();
    let utf_32: Vec<u8> = page(1).chars().flat_map(|char| u32::from(char).to_le_bytes()).collect();
    for (name, bytes, found) in [
        ("random", &random[..], "binary data"),
        ("random.html", &random, "binary data"),
        ("utf-32.html", &utf_32, "UTF-32 text; convert it: `iconv"),
        (
            "list.txt",
            b"https://a.example/1\nhttps://a.example/2\n",
            if cfg!(feature = "remote") {
                "a list of URLs; read them with `trommel batch --input-from LIST`"
            } else {
                "a list of URLs; download the pages first"
            },
        ),
        (
            "paths.txt",
            b"pages/1.html\npages/2.html.gz\n",
            "a list of paths; read the files with `trommel batch --input-from LIST`",
        ),
        ("pages.csv", b"id,html\n1,x\n", "a CSV table; convert it"),
        ("tags.csv", b"id,page\n1,<p>x</p>\n", "a CSV table; convert it"),
        ("tags", b"id,html\n1,<p>x</p>\n", "a CSV table; convert it"),
    ] {
        put(&folder, name, bytes);
        let run = run_in(folder.path(), &[name]);
        assert_eq!((run.code, run.stdout.len()), (Some(2), 0), "{name}: {}", run.stderr);
        assert!(
            run.stderr.contains(&format!("{name}: expected an HTML page, found {found}")),
            "{}",
            run.stderr
        );
        let (run, rows) = batch(&folder, &[name]);
        assert_eq!((run.code, rows.len()), (Some(1), 0), "{name}: {}", run.stderr);
        assert!(
            run.stderr.contains(&format!("{name}: left out: expected an HTML page, found {found}")),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains("1 skipped (not-html 1)"), "{name}: {}", run.stderr);
    }
    let run = run_in(folder.path(), &["https://a.example/"]);
    assert!(run.code == Some(2) && run.stderr.contains("curl -sL URL | trommel"), "{}", run.stderr);
    // Text without a tag is a page.
    let run = run_with(folder.path(), &[], b"It rained for three days, and then the sun came out.");
    assert!(run.stdout.starts_with(b"It rained"), "{}", run.stderr);
}

#[test]
fn unsupported_compression_is_an_error() {
    let folder = folder();
    put(&folder, "page.html", page(1));
    for (name, bytes, found) in [
        ("page.html.xz", &b"\xfd7zXZ\0\0\x04"[..], "an xz file; decompress it first: `xz -d FILE`"),
        ("c.warc.bz2", b"BZh91AY&SY\x8c\xc6", "a bzip2 file; decompress it first: `bzip2 -d FILE`"),
        ("c.jsonl.lz4", b"\x04\x22\x4d\x18\x64\x40", "an LZ4 file; decompress it first: `lz4 -d FILE`"),
    ] {
        put(&folder, &format!("in/{name}"), bytes);
        let name = format!("in/{name}");
        let message = format!("trommel: {name}: expected an HTML page, found {found}\n");
        let run = run_in(folder.path(), &[&name]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), &message[..]));
        let args = ["batch", "page.html", &name, "-o", "out.jsonl", "-q"];
        let run = run_in(folder.path(), &args);
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), &message[..]));
    }
    // In a folder, names decide.
    put(&folder, "in/notes.txt.bz2", b"BZh91AY&SY\x8c\xc6");
    let run = run_in(folder.path(), &["batch", "in", "-o", "out.jsonl"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains(", 3 errors, ") && run.stderr.contains("(not-html 1)"), "{}", run.stderr);
}

#[test]
fn feeds_are_no_pages() {
    let folder = folder();
    put(&folder, "in/page.html", page(1));
    put(
        &folder,
        "in/feed.html",
        "<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><item>It rained.</item></rss>",
    );
    let run = run_in(folder.path(), &["in/feed.html"]);
    assert_eq!((run.code, run.stdout.len()), (Some(2), 0));
    assert!(run.stderr.contains("found an XML feed; fetch the pages that it lists"), "{}", run.stderr);
    let run = run_in(folder.path(), &["batch", "in", "-o", "-"]);
    assert_eq!(rows(&run.stdout).len(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("1 skipped (not-html 1)"), "{}", run.stderr);
}

#[test]
fn text_records_are_rejected_as_input() {
    let folder = folder();
    put(&folder, "a.html", page(1));
    assert_eq!(run_in(folder.path(), &["batch", "a.html", "-o", "a.warc.wet.gz"]).code, Some(0));
    let (run, rows) = batch(&folder, &["a.warc.wet.gz"]);
    assert_eq!((run.code, rows.len()), (Some(2), 0), "{}", run.stderr);
    assert!(run.stderr.contains("found text records (WET)"), "{}", run.stderr);
}

#[test]
fn pages_in_folders_are_recognised_by_their_first_bytes() {
    let folder = folder();
    for name in ["about", "page.php", "view.php?id=3", "x.shtml"] {
        put(&folder, &format!("in/{name}"), page(1));
    }
    put(&folder, "in/rows.jsonl", format!("{}\n", json!({"id": "row", "html": page(1)})));
    put(&folder, "in/out.jsonl", "{\"id\":\"a\",\"text\":\"x\"}\n");
    for number in 0..8 {
        put(&folder, &format!("in/notes/{number}.txt"), "It rained for three days.");
    }
    let (run, rows) = batch(&folder, &["in", "--summary", "done.json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(field(&rows, "id"), ["about", "page.php", "row", "view.php?id=3", "x.shtml"]);
    let done: Value = serde_json::from_slice(&get(&folder, "done.json")).expect("it is JSON");
    assert_eq!(done["skipped"], json!({"not-html": 9}));
    assert_eq!(run.stderr.matches("left out").count(), 5, "{}", run.stderr);
    assert!(run.stderr.contains("in/notes/0.txt: left out: expected a page, found text"), "{}", run.stderr);
    let (run, rows) = batch(&folder, &["in", "--glob", "*.txt", "--glob", "x.*"]);
    assert_eq!(rows.len(), 9, "{}", run.stderr);
    assert!(run.stderr.contains("5 skipped (glob 5)"), "{}", run.stderr);
    fs::remove_file(folder.path().join("in/out.jsonl")).expect("it is there");
    let (run, rows) = batch(&folder, &["in", "--all-files"]);
    assert_eq!((run.code, rows.len()), (Some(0), 13), "{}", run.stderr);
}

#[test]
fn the_extension_of_an_output_sets_its_format() {
    let folder = folder();
    put(&folder, "in/a/index.html", page(1));
    put(&folder, "in/b/index.html", page(2));
    // Tags after the bytes by which binary data is recognised: a page, without text.
    put(&folder, "in/c.html", [&[1, 2, 3, 4, 5, 6, 7, 8].repeat(140)[..], b"<div>words"].concat());
    let write = |args: &[&str]| {
        let run = run_in(folder.path(), &[&["batch", "in"], args].concat());
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.stderr);
    };
    let text = |name: &str| String::from_utf8(get(&folder, name)).expect("it is text");
    write(&["-o", "out.txt"]);
    assert!(text("out.txt").starts_with("This is the page of number 1,"));
    assert_eq!(text("out.txt").matches("\x0c\n").count(), 3);
    write(&["-o", "out.md"]);
    assert!(text("out.md").starts_with("<!-- in/a/index.html -->\n\nThis is the page"), "{}", text("out.md"));
    write(&["-o", "out.html"]);
    assert!(text("out.html").contains("<!-- in/b/index.html -->\n\n<p>This is the page of number 2,"));
    write(&["-o", "out.csv"]);
    let mut table = csv::Reader::from_reader(text("out.csv").into_bytes().leak() as &[u8]);
    let rows: Vec<std::collections::HashMap<String, String>> =
        table.deserialize().map(|row| row.expect("it is a row")).collect();
    assert_eq!(rows.iter().map(|row| &row["id"][..]).collect::<Vec<_>>(), ["a/index", "b/index", "c"]);
    assert_eq!((&rows[1]["skipped"][..], &rows[2]["skipped"][..]), ("", "binary"));
    assert_eq!(rows[1]["source_file"], "in/b/index.html");
    assert!(rows[1]["text"].starts_with("This is the page of number 2,"));
    write(&["-o", "out.csv.gz"]);
    assert_eq!(gunzip(&get(&folder, "out.csv.gz")), get(&folder, "out.csv"));
    for (args, message) in [
        (
            &["-o", "out.dat"][..],
            "out.dat: expected --format, or a name that ends in .jsonl, .csv, .txt, .md",
        ),
        (
            &["-o", "out.csv", "--format", "jsonl"],
            "--format: expected csv by the extension of out.csv, found jsonl",
        ),
        (&["-o", "out.csv", "--links"], "--links: expected Markdown or HTML to keep links in"),
        (&["-o", "out.csv", "--formulas", "code"], "--formulas: expected Markdown output of pages"),
        (&["-o", "out.md", "--markdown"], "--markdown: expected JSON lines or a table"),
    ] {
        let run = run_in(folder.path(), &[&["batch", "in"], args].concat());
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("trommel: {message}")), "{args:?}: {}", run.stderr);
    }
    write(&["-o", "out.dat", "--format", "jsonl"]);
}

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut decompressed = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(bytes), &mut decompressed)
        .expect("it is gzip");
    decompressed
}

#[test]
fn a_folder_of_texts_has_a_file_for_each_page() {
    let folder = folder();
    put(&folder, "in/a/index.html", page(1));
    put(&folder, "in/b/index.html", page(2));
    put(&folder, "in/rows.jsonl", format!("{}\n", json!({"html": page(3)})));
    put(&folder, "in/x.warc", response("x", page(4).as_bytes()));
    put(&folder, "in/y.zip", zip_of(&[("../p/q.html", page(5).as_bytes())]));
    let args = ["batch", "in", "-o", "out/", "--format", "markdown", "--resume"];
    let run = run_in(folder.path(), &args);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let list = rows(&get(&folder, "out/pages.jsonl"));
    let paths =
        ["a/index.md", "b/index.md", "rows.jsonl/00000001.md", "x.warc/000000000000.md", "y.zip/p/q.html.md"];
    assert_eq!(field(&list, "path"), paths);
    assert_eq!(list[1]["source"], json!({"file": "in/b/index.html"}));
    for (number, path) in (1..).zip(paths) {
        let text = String::from_utf8(get(&folder, &format!("out/{path}"))).expect("it is text");
        assert!(text.starts_with(&format!("This is the page of number {number},")), "{path}: {text}");
    }
    let run = run_in(folder.path(), &args);
    assert!(run.code == Some(0) && run.stderr.contains("1 output already complete"), "{}", run.stderr);
    let run = run_in(folder.path(), &["batch", "in", "-o", "in/", "--format", "html"]);
    assert!(
        run.code == Some(2) && run.stderr.contains("expected a folder outside the inputs"),
        "{}",
        run.stderr
    );
}

#[cfg(feature = "parquet")]
#[test]
fn rows_of_a_parquet_file_are_pages() {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, Int64Array, LargeStringArray, RecordBatch, StringArray};
    use parquet::arrow::ArrowWriter;

    let folder = folder();
    let pages: Vec<_> = (1..41).map(page).collect();
    let columns = |html: &str| {
        let pages: ArrayRef = Arc::new(LargeStringArray::from_iter_values(&pages));
        let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(1..41));
        let urls: ArrayRef =
            Arc::new(StringArray::from_iter_values((1..41).map(|n| format!("http://a/{n}"))));
        RecordBatch::try_from_iter([(html, pages), ("id", ids), ("url", urls)]).expect("they are columns")
    };
    for (name, html) in [("in", "html"), ("none.parquet", "text")] {
        let batch = columns(html);
        let file = fs::File::create(folder.path().join(name)).expect("files can be written");
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).expect("it is a schema");
        writer.write(&batch).and_then(|()| writer.close()).expect("files can be written");
    }
    let (run, rows) = batch(&folder, &["in"]);
    assert_eq!((run.code, rows.len()), (Some(0), 40), "{}", run.stderr);
    assert_eq!((&rows[39]["id"], &rows[39]["url"]), (&json!("40"), &json!("http://a/40")));
    assert_eq!(rows[39]["source"], json!({"file": "in", "row": 40}));
    assert!(rows[39]["text"].as_str().is_some_and(|text| text.starts_with("This is the page of number 40,")));
    let (run, _) = batch(&folder, &["none.parquet"]);
    assert!(run.code == Some(2) && run.stderr.contains("found the columns text, id, url"), "{}", run.stderr);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn without_the_feature_a_parquet_file_is_rejected() {
    let folder = folder();
    put(&folder, "in", "PAR1\x15\x04 and more");
    let (run, _) = batch(&folder, &["in"]);
    assert!(run.code == Some(2) && run.stderr.contains("feature `parquet`"), "{}", run.stderr);
    assert!(run.stderr.contains("in Python, use trommel.extract_arrow("), "{}", run.stderr);
    put(&folder, "a.html", page(1));
    let run = run_in(folder.path(), &["batch", "a.html", "-o", "x.parquet"]);
    assert!(
        run.code == Some(2) && run.stderr.contains("in Python, pyarrow.parquet writes"),
        "{}",
        run.stderr
    );
}

#[test]
fn plain_text_keeps_its_paragraphs_and_lines() {
    let text = "Quiet harbour\n\nThe boats came back.\r\n\n- one\n- two\n \nLast: a < b, then 5 <b 6 is &amp; kept?\nAnd more.\n";
    let expected = "Quiet harbour\n\nThe boats came back.\n\n- one\n- two\n\nLast: a < b, then 5 <b 6 is &amp; kept?\nAnd more.\n";
    let utf_16: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let folder = folder();
    for bytes in [text.as_bytes(), &utf_16] {
        put(&folder, "a.txt", bytes);
        put(&folder, "a.txt.gz", gzip(bytes));
        for file in ["a.txt", "a.txt.gz"] {
            let run = run_in(folder.path(), &[file]);
            assert_eq!(String::from_utf8_lossy(&run.stdout), expected, "{file}");
            let (_, rows) = batch(&folder, &[file]);
            assert_eq!(field(&rows, "text"), [expected], "{file}");
        }
        assert_eq!(run_with(folder.path(), &[], bytes).stdout, expected.as_bytes());
        let run = run_with(folder.path(), &["batch", "-", "-o", "-", "--format", "jsonl"], bytes);
        assert_eq!(field(&rows(&run.stdout), "text"), [expected]);
    }
    // With a tag, or by its name, it is HTML.
    put(&folder, "b.txt", "The boats\ncame <b>back</b>.");
    put(&folder, "b.html", "The boats\ncame back.");
    for file in ["b.txt", "b.html"] {
        assert_eq!(run_in(folder.path(), &[file]).stdout, b"The boats came back.\n", "{file}");
    }
    // A template may write many blank lines before its first tag.
    let late = ["\n".repeat(5000), "<p>The boats\ncame back.".to_string()].concat();
    assert_eq!(run_with(folder.path(), &[], late.as_bytes()).stdout, b"The boats came back.\n");
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf_8_survives_a_round_trip() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let name = std::ffi::OsStr::from_bytes(b"n\nl \xff.html");
    fs::write(folder.path().join(name), page(3)).expect("files can be written");
    let run = |args: &[&std::ffi::OsStr]| {
        Run::from(crate::warcs::command(folder.path(), &[]).args(args).output().expect("the command runs"))
    };
    let one = rows(&run(&[name, "-f".as_ref(), "json".as_ref()]).stdout);
    let (_, row) = batch(&folder, &["."]);
    assert_eq!((field(&one, "id"), field(&row, "id")), (vec![json!("n\nl %FF")], vec![json!("n\nl %FF")]));
    assert_eq!(field(&row, "source"), [json!({ "file": "./n\nl %FF.html" })]);
    let source = row[0]["source"].to_string();
    let explained = run(&["explain", "--source", &source].map(std::ffi::OsStr::new));
    assert_eq!(explained.code, Some(0), "{}", explained.stderr);
}
