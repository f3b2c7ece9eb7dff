//! Files that outputs replace or follow.

use std::fs;
use std::path::Path;

use crate::batch::pages;
use crate::warcs::{names, rows, run_in};

#[test]
fn no_output_is_left_after_an_error() {
    let folder = pages();
    fs::create_dir(folder.path().join("no-pages")).expect("folders can be made");
    let cases: [(&[&str], &str); 7] = [
        (
            &["in", "-o", "no/such/folder/out.jsonl"],
            "no/such/folder/out.jsonl: cannot be written: its folder does not exist",
        ),
        (&["in", "-o", "out.jsonl", "--summary", "sums/"], "sums/: expected an output file, found a folder"),
        (&["in", "-o", "no-pages"], "no-pages: expected an output file, found a folder"),
        (&["no-pages", "-o", "out.jsonl"], "no-pages: expected pages, found none; check the folder"),
        (&["missing", "-o", "out.jsonl"], "missing: expected a file, found nothing"),
        (&["in", "-o", "out.jsonl", "--budget", "1k"], "--budget: expected at least"),
        (&["in", "-o", "out.jsonl", "--encoding", "utf-99"], "--encoding: "),
    ];
    for (args, message) in cases {
        let run = run_in(folder.path(), &[&["batch"], args].concat());
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("trommel: {message}")), "{args:?}: {}", run.stderr);
        assert_eq!(names(folder.path()), ["in", "no-pages"], "{args:?}");
    }
}

#[test]
fn an_output_that_exists_is_replaced_only_when_the_new_one_is_complete() {
    let folder = pages();
    let out = folder.path().join("out.jsonl");
    fs::write(&out, "old").expect("files can be written");
    assert_eq!(run_in(folder.path(), &["batch", "missing.html", "-o", "out.jsonl"]).code, Some(2));
    assert_eq!(fs::read(&out).expect("it is there"), b"old");
    assert_eq!(run_in(folder.path(), &["batch", "in/a.htm", "-o", "out.jsonl"]).code, Some(0));
    assert_eq!(rows(&fs::read(&out).expect("it is there")).len(), 1);
}

#[cfg(unix)]
#[test]
fn devices_are_written_not_replaced() {
    if !Path::new("/dev/full").exists() {
        return eprintln!("skipped: no /dev/full");
    }
    let folder = pages();
    let run = run_in(folder.path(), &["batch", "in", "-o", "/dev/full"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("/dev/full: cannot be written: "), "{}", run.stderr);
    assert!(!fs::metadata("/dev/full").expect("it is there").is_file());
}

#[cfg(unix)]
#[test]
fn new_outputs_are_as_readable_as_any_new_file_and_links_are_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = pages();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("plain"), "").expect("files can be written");
    fs::write(path("target.jsonl"), "").expect("files can be written");
    symlink("target.jsonl", path("link.jsonl")).expect("links can be made");
    // A folder with a link to itself does not make the walk endless.
    symlink(".", path("in/loop")).expect("links can be made");
    assert_eq!(run_in(folder.path(), &["batch", "in", "-o", "out.jsonl"]).code, Some(0));
    assert_eq!(run_in(folder.path(), &["batch", "in", "-o", "link.jsonl"]).code, Some(0));
    let mode = |name: &str| fs::metadata(path(name)).expect("it is there").permissions().mode();
    assert_eq!(mode("out.jsonl"), mode("plain"));
    assert!(path("link.jsonl").is_symlink());
    assert_eq!(fs::read(path("target.jsonl")).expect("read"), fs::read(path("out.jsonl")).expect("read"));
}

#[cfg(unix)]
#[cfg(unix)]
#[test]
fn an_output_is_created_at_the_target_of_a_dangling_link() {
    use std::os::unix::fs::symlink;
    let folder = pages();
    let place = |name: &str| folder.path().join(name);
    fs::create_dir(place("far")).expect("folders can be made");
    symlink("far/next.jsonl", place("out.jsonl")).expect("links can be made");
    symlink("real.jsonl", place("far/next.jsonl")).expect("links can be made");
    symlink("gone/real.jsonl", place("gone.jsonl")).expect("links can be made");
    symlink("round.jsonl", place("round.jsonl")).expect("links can be made");
    let run = run_in(folder.path(), &["batch", "in/a.htm", "-o", "out.jsonl"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(place("out.jsonl").is_symlink() && place("far/next.jsonl").is_symlink());
    assert_eq!(rows(&fs::read(place("far/real.jsonl")).expect("the output is there")).len(), 1);
    assert_eq!(names(&place("far")), ["next.jsonl", "real.jsonl"]);
    let run = run_in(folder.path(), &["batch", "in/a.htm", "-o", "gone.jsonl"]);
    assert!(run.code == Some(2) && run.stderr.contains("its folder does not exist"), "{}", run.stderr);
    assert!(place("gone.jsonl").is_symlink() && place("round.jsonl").is_symlink());
}

#[test]
fn a_replaced_output_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = pages();
    for mode in [0o600, 0o440, 0o664] {
        let out = folder.path().join("out.jsonl");
        fs::write(&out, "old").expect("files can be written");
        fs::set_permissions(&out, fs::Permissions::from_mode(mode)).expect("modes can be set");
        assert_eq!(run_in(folder.path(), &["batch", "in/a.htm", "-o", "out.jsonl"]).code, Some(0));
        let found = fs::metadata(&out).expect("it is there").permissions().mode() & 0o777;
        assert_eq!((found, rows(&fs::read(&out).expect("read")).len()), (mode, 1), "{mode:o}");
        fs::remove_file(&out).expect("files can be removed");
    }
}
