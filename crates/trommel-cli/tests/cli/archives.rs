//! Archives of pages.

use crate::inputs::{batch, field, tar_of, zip_of};
use crate::warcs::{folder, get, page, put, rows, run_in};

#[test]
fn files_with_the_same_name_in_a_zip_archive_are_reported() {
    let folder = folder();
    let (one, other) = (page(1), page(2));
    let archive = zip_of(&[("a.html", one.as_bytes()), ("b.html", other.as_bytes())]);
    // The library cannot write such an archive.
    let mut same = archive.clone();
    for at in 0..same.len() - 6 {
        if &same[at..at + 6] == b"b.html" {
            same[at] = b'a';
        }
    }
    for (name, bytes, code) in [("two.zip", archive, 0), ("same.zip", same, 2)] {
        put(&folder, name, bytes);
        let (run, _) = batch(&folder, &[name]);
        assert_eq!(run.code, Some(code), "{}", run.stderr);
        let is_said = run.stderr.contains("found 1 with the name of a later file");
        assert_eq!(is_said, code == 2, "{}", run.stderr);
    }
}

#[test]
fn links_in_a_tar_archive_and_dangling_links_are_reported() {
    let folder = folder();
    let mut archive = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    archive.append_link(&mut header, "b.html", "a.html").expect("memory can be written");
    put(&folder, "links.tar", archive.into_inner().expect("memory can be written"));
    put(&folder, "a.html", page(1));
    let (run, rows) = batch(&folder, &["links.tar", "a.html"]);
    assert_eq!((run.code, rows.len()), (Some(0), 1), "{}", run.stderr);
    assert!(run.stderr.contains("1 skipped (linked-file 1)"), "{}", run.stderr);
    #[cfg(unix)]
    {
        std::fs::create_dir(folder.path().join("in")).expect("a folder can be made");
        std::os::unix::fs::symlink("nowhere", folder.path().join("in/page")).expect("a link can be made");
        let (run, _) = batch(&folder, &["in", "a.html"]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(
            run.stderr.contains("in/page: expected a file, found nothing at this path"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn a_broken_archive_is_read_up_to_the_damage() {
    let folder = folder();
    let long = page(2).repeat(20);
    let tar = tar_of(&[("a.html", page(1).as_bytes()), ("b.html", long.as_bytes())]);
    put(&folder, "cut.tar", &tar[..tar.len() - 2048]);
    let (run, rows) = batch(&folder, &["cut.tar"]);
    assert_eq!((run.code, rows.len()), (Some(2), 2), "{}", run.stderr);
    assert_eq!(rows[1]["truncated"], "damaged");
    put(&folder, "cut.zip", &zip_of(&[("a.html", page(1).as_bytes())])[..100]);
    let (run, rows) = batch(&folder, &["cut.zip"]);
    assert_eq!((run.code, rows.len()), (Some(2), 0), "{}", run.stderr);
    assert!(run.stderr.contains("cut.zip: expected a whole ZIP archive"), "{}", run.stderr);
}

#[test]
fn files_of_an_archive_with_the_same_path_are_all_kept() {
    let folder = folder();
    let pages: Vec<String> = (1..=4).map(page).collect();
    let files = |names: [&'static str; 2], first: usize| {
        [(names[0], pages[first].as_bytes()), (names[1], pages[first + 1].as_bytes())]
    };
    put(&folder, "x.tar", tar_of(&files(["a/b.html", "a/b.html"], 0)));
    put(&folder, "y.zip", zip_of(&files(["c.html", "../c.html"], 2)));
    let run = run_in(folder.path(), &["batch", "x.tar", "y.zip", "-o", "out/", "--format", "text"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let list = rows(&get(&folder, "out/pages.jsonl"));
    assert_eq!(
        field(&list, "id"),
        ["x.tar/a/b.html", "x.tar/a/b.html@1024", "y.zip/c.html", "y.zip/../c.html@238"]
    );
    for (number, entry) in (1..).zip(&list) {
        let path = entry["path"].as_str().expect("a path");
        let text = String::from_utf8(get(&folder, &format!("out/{path}"))).expect("it is text");
        assert!(text.starts_with(&format!("This is the page of number {number},")), "{path}: {text}");
    }
}
