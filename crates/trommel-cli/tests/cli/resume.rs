//! Runs that are interrupted and resumed.

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::warcs::*;

/// Pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit.max(1)
    }
}

/// A crawl: two files of records, one of them damaged, and a folder of pages.
pub(crate) fn crawl() -> tempfile::TempDir {
    let folder = folder();
    for name in ["a", "b"] {
        let mut file = Vec::new();
        for number in 0..1500 {
            let id = format!("{name}{number}");
            file.extend(gzip(&record("request", &id, "", b"GET / HTTP/1.1\r\n\r\n")));
            file.extend(gzip(&response(&id, page(number).as_bytes())));
        }
        if name == "a" {
            let middle = file.len() / 2;
            file[middle..middle + 200].fill(0);
        }
        put(&folder, &format!("{name}.warc.gz"), file);
    }
    for number in 0..100 {
        put(&folder, &format!("pages/{number:03}.html"), page(number));
    }
    folder
}

const INPUTS: [&str; 3] = ["a.warc.gz", "pages", "b.warc.gz"];

pub(crate) fn args<'a>(output: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [
        &["batch"],
        &INPUTS[..],
        &["-o", output, "--checkpoint", "30000", "--jobs", "2", "--allow-damaged"],
        more,
    ]
    .concat()
}

#[test]
fn a_run_that_was_killed_at_any_moment_is_resumed_to_the_same_bytes() {
    let folder = crawl();
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    println!("seed {seed}");
    let mut random = Random(seed);
    let mut kills = 0;
    let mut resumed = 0;
    for name in ["out.jsonl", "out.jsonl.gz", "out.jsonl.zst", "out.warc.wet.gz"] {
        let begin = Instant::now();
        let whole = run_in(folder.path(), &args(name, &["--summary", "whole.json"]));
        let took = begin.elapsed();
        assert_eq!(whole.code, Some(0), "{}", whole.stderr);
        let expected = get(&folder, name);
        for _ in 0..5 {
            std::fs::remove_file(folder.path().join(name)).expect("it is there");
            // Killed once or twice, then resumed to its end.
            for _ in 0..=random.below(2) {
                let mut child = command(folder.path(), &args(name, &["--resume"]))
                    .stderr(Stdio::null())
                    .spawn()
                    .expect("the command runs");
                thread::sleep(Duration::from_micros(random.below(took.as_micros() as u64)));
                child.kill().expect("it can be killed");
                child.wait().expect("it ends");
                kills += 1;
            }
            resumed += u64::from(folder.path().join(format!(".{name}.trommel-state")).exists());
            let run = run_in(folder.path(), &args(name, &["--resume", "--summary", "resumed.json"]));
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert!(get(&folder, name) == expected, "{name} differs, seed {seed}");
            if !run.stderr.contains("already complete") {
                assert_eq!(counts(&folder, "resumed.json"), counts(&folder, "whole.json"), "seed {seed}");
            }
        }
        let left: Vec<_> = names(folder.path()).into_iter().filter(|name| name.ends_with("-part")).collect();
        assert!(left.is_empty(), "{left:?}");
    }
    println!("{kills} kills, {resumed} times with something to resume");
    assert!(kills >= 20);
}

/// A summary without the fields that differ from run to run.
pub(crate) fn counts(folder: &tempfile::TempDir, name: &str) -> serde_json::Value {
    let mut summary: serde_json::Value = serde_json::from_slice(&get(folder, name)).expect("it is JSON");
    let fields = summary.as_object_mut().expect("it is an object");
    fields.remove("seconds");
    fields.remove("mb_per_s");
    fields.remove("over_time");
    summary
}

/// Stops a run in the middle.
pub(crate) fn interrupted(folder: &tempfile::TempDir, name: &str) {
    let state = folder.path().join(format!(".{name}.trommel-state"));
    for _ in 0..50 {
        let mut child =
            command(folder.path(), &args(name, &[])).stderr(Stdio::null()).spawn().expect("the command runs");
        while !state.exists() && child.try_wait().expect("it can be asked").is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        // The run is still in the first input.
        if std::fs::read_to_string(&state).is_ok_and(|state| state.contains("\"input\":0,")) {
            return;
        }
        let _ = std::fs::remove_file(folder.path().join(name));
    }
    panic!("the run was never caught in the middle");
}

#[test]
fn a_resumed_run_must_have_the_same_options() {
    let folder = crawl();
    interrupted(&folder, "out.jsonl");
    let run = run_in(folder.path(), &args("out.jsonl", &["--resume", "--markdown"]));
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("out.jsonl: expected the inputs and options of the earlier run, found others"),
        "{}",
        run.stderr
    );
    let mut others = args("out.jsonl", &["--resume"]);
    *others.iter_mut().find(|arg| **arg == "30000").expect("it is an option") = "40000";
    let run = run_in(folder.path(), &others);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    // Another file of the same name.
    let longer = [get(&folder, "b.warc.gz"), get(&folder, "b.warc.gz")].concat();
    put(&folder, "b.warc.gz", longer);
    let run = run_in(folder.path(), &args("out.jsonl", &["--resume"]));
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("expected the inputs and options of the earlier run"), "{}", run.stderr);
    // Without --resume, the run starts over.
    let run = run_in(folder.path(), &args("out.jsonl", &["--markdown"]));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(rows(&get(&folder, "out.jsonl")).iter().all(|row| row["markdown"].is_string()));
}

/// Kills a run that waits for standard input, once the part named `part` exists, long before its
/// first checkpoint.
fn killed_early(folder: &tempfile::TempDir, args: &[&str], part: &str) {
    let part = folder.path().join(part);
    let mut child = command(folder.path(), args)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs");
    while !part.exists() && child.try_wait().expect("it can be asked").is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn an_output_to_be_replaced_does_not_belong_to_the_interrupted_run() {
    let folder = folder();
    put(&folder, "a.html", page(1));
    put(&folder, "b.html", page(2));
    let new = ["batch", "a.html", "-", "b.html", "--input-format", "html", "-o", "out.jsonl", "--jobs", "1"];
    assert_eq!(run_in(folder.path(), &["batch", "a.html", "-o", "out.jsonl"]).code, Some(0));
    killed_early(&folder, &new, ".out.jsonl.trommel-part");
    let run = run_with(folder.path(), &[&new[..], &["--resume"]].concat(), page(3).as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(!run.stderr.contains("already complete"), "{}", run.stderr);
    assert_eq!(rows(&get(&folder, "out.jsonl")).len(), 3);
    assert_eq!(names(folder.path()), [".out.jsonl.trommel-state", "a.html", "b.html", "out.jsonl"]);
    // Nor is one whose replacement failed.
    assert_eq!(run_in(folder.path(), &["batch", "gone.html", "-o", "out.jsonl"]).code, Some(2));
    let run = run_in(folder.path(), &["batch", "a.html", "-o", "out.jsonl", "--resume"]);
    assert!(run.code == Some(0) && !run.stderr.contains("already complete"), "{}", run.stderr);
    assert_eq!(rows(&get(&folder, "out.jsonl")).len(), 1);
}

#[test]
fn a_folder_does_not_mix_outputs_of_different_options() {
    let folder = folder();
    for name in ["a", "b"] {
        put(&folder, &format!("{name}.warc"), response(name, page(5).as_bytes()));
    }
    let args = |more: &'static [&'static str]| {
        let inputs =
            ["batch", "a.warc", "-", "b.warc", "--input-format", "warc", "-o", "out/", "--jobs", "1"];
        [&inputs[..], more].concat()
    };
    let stdin = response("stdin", page(6).as_bytes());
    let methods = || {
        ["out/a.jsonl", "out/stdin.jsonl", "out/b.jsonl"].map(|name| {
            let rows = rows(&get(&folder, name));
            rows[0]["method"].as_str().expect("it is a name").to_string()
        })
    };
    assert_eq!(run_with(folder.path(), &args(&["-m", "line-block"]), &stdin).code, Some(0));
    assert_eq!(methods(), ["line-block"; 3]);
    killed_early(&folder, &args(&["-m", "tag-ratio"]), "out/.stdin.jsonl.trommel-part");
    // Its first output can be complete by then.
    let run = run_with(folder.path(), &args(&["-m", "tag-ratio", "--resume"]), &stdin);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(methods(), ["tag-ratio"; 3]);
    let outputs: Vec<_> =
        names(&folder.path().join("out")).into_iter().filter(|name| !name.starts_with('.')).collect();
    assert_eq!(outputs, ["a.jsonl", "b.jsonl", "stdin.jsonl"]);
}

#[test]
fn outputs_that_an_interrupted_run_completed_are_refused_with_other_options() {
    let folder = folder();
    put(&folder, "a.warc", response("a", page(5).as_bytes()));
    put(&folder, "b.warc", response("b", page(6).as_bytes()));
    put(&folder, "out/b.jsonl/in-the-way", "");
    let args = ["batch", "a.warc", "b.warc", "-o", "out/", "--jobs", "1", "-m", "line-block"];
    assert_eq!(run_in(folder.path(), &args).code, Some(2));
    std::fs::remove_dir_all(folder.path().join("out/b.jsonl")).expect("it is there");
    let other = ["batch", "a.warc", "b.warc", "-o", "out/", "--jobs", "1", "-m", "tag-ratio", "--resume"];
    let run = run_in(folder.path(), &other);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(
        run.stderr.contains("a.jsonl: expected the inputs and options of the earlier run"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_part_that_lost_bytes_is_not_gone_on_with() {
    let folder = crawl();
    interrupted(&folder, "out.jsonl");
    let part = folder.path().join(".out.jsonl.trommel-part");
    let file = std::fs::File::options().write(true).open(&part).expect("it can be opened");
    file.set_len(1000).expect("it can be cut");
    let run = run_in(folder.path(), &args("out.jsonl", &["--resume"]));
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(
        run.stderr.contains("bytes of the interrupted run in") && run.stderr.contains(", found 1000;"),
        "{}",
        run.stderr
    );
    // The remedy in the message.
    std::fs::remove_file(part).expect("it is there");
    let run = run_in(folder.path(), &args("out.jsonl", &["--resume"]));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(rows(&get(&folder, "out.jsonl")).len() as u64, counts_pages(&run));
}

/// Number of pages in the last line of a run.
fn counts_pages(run: &Run) -> u64 {
    let line = run.stderr.lines().last().unwrap_or_default().trim_start_matches("trommel: ");
    line.split(' ').next().and_then(|pages| pages.parse().ok()).unwrap_or_default()
}

#[test]
fn checkpoints_count_bytes_that_are_not_compressed() {
    let folder = folder();
    let words = |number: usize| {
        (0..200)
            .map(|n| format!("<p>It rained for the {n}th time in the valley of page {number}."))
            .collect::<String>()
    };
    for number in 0..10 {
        put(&folder, &format!("pages/{number}.html"), words(number));
    }
    let plain = run_in(folder.path(), &["batch", "pages", "-o", "-", "--format", "wet"]).stdout.len();
    // Two thirds of the uncompressed bytes, which is more than all compressed bytes.
    let checkpoint = (plain * 2 / 3).to_string();
    for name in ["o.warc.wet", "o.warc.wet.gz", "o.warc.wet.zst"] {
        let args = [
            "batch", "pages", "-", "--input-format", "html", "-o", name, "--checkpoint", &checkpoint,
            "--jobs", "1",
        ];
        let state = folder.path().join(format!(".{name}.trommel-state"));
        let mut child = command(folder.path(), &args)
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs");
        let begin = Instant::now();
        while !state.exists() && begin.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(state.exists(), "{name}: no checkpoint");
        let run = run_with(folder.path(), &[&args[..], &["--resume"]].concat(), words(10).as_bytes());
        assert_eq!(run.code, Some(0), "{name}: {}", run.stderr);
    }
}

/// The arguments of a run, and `--resume`.
pub(crate) fn args_resumed<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [args, &["--resume"]].concat()
}

/// Kills a run after the state of `output` contains `place`, and before the run ends.
pub(crate) fn killed_after_checkpoint(folder: &tempfile::TempDir, args: &[&str], output: &str, place: &str) {
    let output = folder.path().join(output);
    let name = output.file_name().expect("it is a file").to_string_lossy();
    let state = output.with_file_name(format!(".{name}.trommel-state"));
    let left = || std::fs::read_to_string(&state).unwrap_or_default();
    for _ in 0..50 {
        for file in [&state, &output] {
            let _ = std::fs::remove_file(file);
        }
        let mut child = command(folder.path(), args).stderr(Stdio::null()).spawn().expect("the command runs");
        while left().is_empty() && child.try_wait().expect("it can be asked").is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let left = left();
        if left.contains(place) && left.contains("\"is_finished\":false") {
            return;
        }
    }
    panic!("the run was never caught in the middle");
}

#[test]
fn damage_before_an_interruption_is_still_reported() {
    let folder = crawl();
    put(
        &folder,
        "damaged.warc",
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 900\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<p>cut",
    );
    let args =
        ["batch", "damaged.warc", "pages", "-o", "out/", "--jobs", "1", "--resume", "--summary", "done.json"];
    // The second output cannot be created.
    put(&folder, "out/pages.jsonl/in-the-way", "");
    assert_eq!(run_in(folder.path(), &args).code, Some(2));
    std::fs::remove_dir_all(folder.path().join("out/pages.jsonl")).expect("it is there");
    let run = run_in(folder.path(), &args);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.starts_with("trommel: 1 output already complete\n"), "{}", run.stderr);
    let done: serde_json::Value = serde_json::from_slice(&get(&folder, "done.json")).expect("it is JSON");
    assert_eq!((&done["damaged"], &done["pages_in"]), (&1.into(), &(counts_pages(&run)).into()));
    let mut names: Vec<_> = std::fs::read_dir(folder.path().join("out"))
        .expect("it is there")
        .map(|file| file.expect("it is there").file_name())
        .collect();
    names.sort();
    // The state for a later run.
    let states = [".damaged.jsonl.trommel-state", ".pages.jsonl.trommel-state"];
    assert_eq!(names, [&states[..], &["damaged.jsonl", "pages.jsonl"]].concat());
    let run = run_in(folder.path(), &args);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}

#[test]
fn resuming_needs_a_file_or_a_folder() {
    let folder = crawl();
    let run = run_in(folder.path(), &["batch", "pages", "-o", "-", "--resume"]);
    assert!(
        run.code == Some(2) && run.stderr.starts_with("trommel: --resume: expected a file"),
        "{}",
        run.stderr
    );
}
