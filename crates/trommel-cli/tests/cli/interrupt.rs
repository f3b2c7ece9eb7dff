//! Ctrl-C and SIGTERM: kept results and messages.

use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::warcs::*;

const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;

/// A crawl that takes a while.
fn crawl() -> tempfile::TempDir {
    let folder = folder();
    for name in ["a", "b"] {
        let mut file = Vec::new();
        for number in 0..6000 {
            file.extend(gzip(&response(&format!("{name}{number}"), page(number).as_bytes())));
        }
        put(&folder, &format!("{name}.warc.gz"), file);
    }
    folder
}

fn signal(child: &Child, signal: i32) {
    let sent =
        std::process::Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
    assert!(sent.expect("there is a kill").success());
}

/// Starts a run, sends it a signal after `wait`, and waits for its end.
fn interrupted(
    folder: &tempfile::TempDir,
    args: &[&str],
    number: i32,
    wait: impl Fn() -> bool,
) -> (Run, Option<i32>) {
    let mut child = command(folder.path(), args);
    let child = child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the command runs");
    let begin = Instant::now();
    while !wait() && begin.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(2));
    }
    signal(&child, number);
    let output = child.wait_with_output().expect("it ends");
    let ended_by = output.status.signal();
    (Run::from(output), ended_by)
}

/// The words of the command line at the end of a message.
fn words(said: &str) -> Vec<String> {
    let line = said.lines().last().unwrap_or_default();
    let (_, command) = line.split_once("; to resume: ").unwrap_or_else(|| panic!("{said}"));
    shlex::split(command).expect("a shell can read it")
}

#[test]
fn the_first_of_two_passes_ends_at_once_and_leaves_the_output() {
    let folder = crawl();
    put(&folder, "out.jsonl", b"before");
    let args = ["batch", "a.warc.gz", "b.warc.gz", "-m", "line-block", "--two-pass", "-o", "out.jsonl"];
    let begin = Instant::now();
    let (run, ended_by) =
        interrupted(&folder, &args, SIGINT, || begin.elapsed() > Duration::from_millis(100));
    assert_eq!(ended_by, Some(SIGINT), "{}", run.stderr);
    assert!(begin.elapsed() < Duration::from_secs(4), "it ends before it is ended");
    assert!(run.stderr.contains("in the first of two passes: outputs are unchanged"), "{}", run.stderr);
    assert_eq!(std::fs::read(folder.path().join("out.jsonl")).expect("it is there"), b"before");
}

#[test]
fn an_interrupted_run_prints_the_command_that_resumes_it() {
    let folder = crawl();
    for (number, name, checkpoint, left) in [
        (SIGINT, "one file.jsonl", "1GiB", "part"),
        (SIGTERM, "two.jsonl.gz", "30000", "state"),
        (SIGINT, "three.warc.wet.gz", "1GiB", "part"),
    ] {
        let args = ["batch", "a.warc.gz", "b.warc.gz", "-o", name, "--checkpoint", checkpoint];
        let whole = run_in(folder.path(), &args);
        assert_eq!(whole.code, Some(0), "{}", whole.stderr);
        let expected = get(&folder, name);
        std::fs::remove_file(folder.path().join(name)).expect("it is there");
        let part = folder.path().join(format!(".{name}.trommel-{left}"));
        // Without a recent checkpoint, the signal makes one.
        let (run, ended_by) =
            interrupted(&folder, &args, number, || part.metadata().is_ok_and(|part| part.len() > 0));
        assert_eq!(ended_by, Some(number), "{}", run.stderr);
        let said = run.stderr.lines().last().unwrap_or_default();
        assert!(said.starts_with("trommel: interrupted: ") && said.contains(" kept; to resume: "), "{said}");
        let words = words(&run.stderr);
        let words: Vec<_> = words[1..].iter().map(String::as_str).collect();
        assert_eq!(
            words,
            ["batch", "--resume", "a.warc.gz", "b.warc.gz", "-o", name, "--checkpoint", checkpoint]
        );
        assert!(!folder.path().join(name).exists());
        let run = run_in(folder.path(), &words);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(get(&folder, name) == expected, "{name} differs");
        assert!(!folder.path().join(format!(".{name}.trommel-part")).exists());
    }
}

#[test]
fn outputs_of_a_folder_that_are_complete_are_counted_and_kept() {
    let folder = crawl();
    put(&folder, "0.html", page(9));
    let args = ["batch", "0.html", "a.warc.gz", "b.warc.gz", "-o", "out/", "--jobs", "1"];
    let part = folder.path().join("out/.a.jsonl.trommel-part");
    let (run, _) = interrupted(&folder, &args, SIGINT, || part.metadata().is_ok_and(|part| part.len() > 0));
    assert!(run.stderr.contains(" kept (1 output complete); to resume: "), "{}", run.stderr);
    let words = words(&run.stderr);
    let run = run_in(folder.path(), &words[1..].iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("1 output already complete"), "{}", run.stderr);
    let fresh = run_in(folder.path(), &["batch", "a.warc.gz", "-o", "fresh.jsonl"]);
    assert_eq!(fresh.code, Some(0));
    assert!(get(&folder, "out/a.jsonl") == get(&folder, "fresh.jsonl"));
}

#[test]
fn an_output_that_cannot_be_resumed_is_reported() {
    let folder = crawl();
    let begin = Instant::now();
    let late = || begin.elapsed() > Duration::from_millis(300);
    let (run, ended_by) = interrupted(
        &folder,
        &["batch", "a.warc.gz", "b.warc.gz", "a.warc.gz", "b.warc.gz", "-o", "-"],
        SIGINT,
        late,
    );
    assert_eq!(ended_by, Some(SIGINT), "{}", run.stderr);
    assert!(run.stderr.contains("; this output cannot be resumed\n"), "{}", run.stderr);
}

#[test]
fn an_interrupted_page_leaves_no_part_of_its_output() {
    let folder = folder();
    for number in [SIGINT, SIGTERM] {
        let mut child = command(folder.path(), &["-o", "out.txt"]);
        let mut child = child.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs");
        // As long as it is open, more may come.
        let mut stdin = child.stdin.take().expect("it is a pipe");
        let begin = Instant::now();
        while !folder.path().join(".out.txt.trommel-part").exists() && begin.elapsed().as_secs() < 20 {
            std::io::Write::write_all(&mut stdin, page(1).as_bytes()).expect("it is read");
        }
        signal(&child, number);
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().expect("it is a pipe"), &mut said)
            .expect("messages are UTF-8");
        assert_eq!(child.wait().expect("it ends").signal(), Some(number));
        assert_eq!(said, "trommel: out.txt: interrupted and not written\n");
        assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0);
    }
}

#[test]
fn a_run_ends_even_if_its_input_never_arrives() {
    let folder = folder();
    for signals in [1, 2] {
        let mut child = command(folder.path(), &["batch", "-", "--input-format", "warc", "-o", "out.jsonl"]);
        let mut child = child.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs");
        thread::sleep(Duration::from_millis(500));
        // As long as it is open, more may come.
        let stdin = child.stdin.take();
        let begin = Instant::now();
        for _ in 0..signals {
            signal(&child, SIGINT);
            thread::sleep(Duration::from_millis(100));
        }
        let status = child.wait().expect("it ends");
        assert_eq!(status.signal(), Some(SIGINT));
        // The second signal does not wait.
        let most = if signals == 2 { 4 } else { 20 };
        assert!(begin.elapsed() < Duration::from_secs(most), "{:?}", begin.elapsed());
        assert!(!folder.path().join("out.jsonl").exists());
        drop(stdin);
    }
}
