//! `--input-from`: inputs from a list.

use serde_json::json;

use crate::warcs::*;

#[test]
fn a_list_is_equivalent_to_arguments() {
    let folder = folder();
    for name in ["in/a.html", "in/b c.html", "in/d/e.html"] {
        put(&folder, name, page(7));
    }
    let expected = run_in(folder.path(), &["batch", "in/a.html", "in/b c.html", "in/d", "-o", "-"]);
    assert_eq!((expected.code, rows(&expected.stdout).len()), (Some(0), 3), "{}", expected.stderr);
    let list = "in/a.html\r\n\n  \nin/b c.html\nin/d";
    put(&folder, "list.txt", list);
    put(&folder, "list.gz", gzip(list.as_bytes()));
    put(&folder, "rest.txt", "in/b c.html\nin/d\n");
    for args in [
        &["batch", "--input-from", "list.txt", "-o", "-"][..],
        &["batch", "--input-from", "list.gz", "-o", "-"],
        &["batch", "in/a.html", "--input-from", "rest.txt", "-o", "-"],
    ] {
        let run = run_in(folder.path(), args);
        assert_eq!((run.code, run.stdout), (Some(0), expected.stdout.clone()), "{args:?}: {}", run.stderr);
    }
    for list in [list.as_bytes(), &gzip(list.as_bytes())] {
        let run = run_with(folder.path(), &["batch", "--input-from", "-", "-o", "-"], list);
        assert_eq!((run.code, run.stdout), (Some(0), expected.stdout.clone()), "{}", run.stderr);
    }
}

#[test]
fn a_list_may_begin_with_a_byte_order_mark() {
    let folder = folder();
    put(&folder, "a.html", page(1));
    put(&folder, "list", "\u{feff}a.html\r\n");
    let run = run_in(folder.path(), &["batch", "--input-from", "list", "-o", "out.jsonl"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn a_missing_file_of_a_list_is_named_and_counted_and_the_others_are_done() {
    let folder = folder();
    put(&folder, "a.html", page(7));
    put(&folder, "list.txt", "a.html\nhttps://example.com/x.html\ngone.html\n");
    let run = run_in(
        folder.path(),
        &["batch", "--input-from", "list.txt", "-o", "out.jsonl", "--summary", "s.json"],
    );
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(
        run.stderr.contains("trommel: gone.html: expected a file, found nothing at this path"),
        "{}",
        run.stderr
    );
    if cfg!(not(feature = "remote")) {
        assert!(run.stderr.contains("trommel: https://example.com/x.html: expected a file, found a URL; "));
    }
    assert!(run.stderr.contains("3 pages in, 1 extracted, 0 empty, 2 errors"), "{}", run.stderr);
    let summary: serde_json::Value = serde_json::from_slice(&get(&folder, "s.json")).expect("it is JSON");
    assert_eq!((&summary["pages_in"], &summary["errors"]), (&json!(3), &json!(2)));
}

#[test]
fn an_invalid_list_is_rejected() {
    let folder = folder();
    put(&folder, "a.html", page(7));
    put(&folder, "empty.txt", "\n\n");
    put(&folder, "zeros.txt", "a\0b\n");
    put(&folder, "long.txt", "a".repeat(100_000));
    put(&folder, "stdin.txt", "-\n");
    for (list, expected) in [
        ("gone.txt", "trommel: gone.txt: expected a file, found nothing at this path\n"),
        (".", "trommel: .: expected a file, found a folder; give a file in it\n"),
        ("empty.txt", "trommel: empty.txt: expected one path per line, found none\n"),
        ("zeros.txt", "trommel: zeros.txt: expected one path per line, found a zero byte in line 1\n"),
        ("long.txt", "trommel: long.txt: expected one path per line, found more than 64 KiB in line 1\n"),
    ] {
        let run = run_in(folder.path(), &["batch", "--input-from", list, "-o", "-"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), expected));
    }
    let run = run_with(folder.path(), &["batch", "-", "--input-from", "-", "-o", "-"], b"a.html\n");
    let expected = "trommel: -: expected standard input once, found it as the list and as an input\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), expected));
    let run = run_with(folder.path(), &["batch", "--input-from", "stdin.txt", "-o", "-"], page(7).as_bytes());
    assert_eq!((run.code, rows(&run.stdout).len()), (Some(0), 1), "{}", run.stderr);
    let run = run_in(folder.path(), &["batch", "-o", "-"]);
    assert!(run.code == Some(2) && run.stderr.contains("INPUT"), "{}", run.stderr);
    // The list is an input, and must not be replaced.
    put(&folder, "list.jsonl", "a.html\n");
    let run = run_in(folder.path(), &["batch", "--input-from", "list.jsonl", "-o", "list.jsonl"]);
    assert!(
        run.code == Some(2) && run.stderr.contains("expected an output that is not an input"),
        "{}",
        run.stderr
    );
}

#[test]
fn all_commands_of_several_inputs_take_a_list() {
    let folder = folder();
    let html = |n: usize| {
        format!("<title>t{n}</title><p>This is page {n}, and it goes on for quite a while, as pages do.")
    };
    let mut gold = String::new();
    let mut list = String::new();
    for n in 0..4 {
        put(&folder, &format!("p/{n}.html"), html(n));
        gold += &format!(
            "{}\n",
            json!({"id": n.to_string(), "text": format!("This is page {n}, and it goes on for quite a while, as pages do.")})
        );
        list += &format!("p/{n}.html\n");
    }
    put(&folder, "gold.jsonl", gold);
    put(&folder, "list.txt", list);
    for args in [
        &["score", "--gold", "gold.jsonl"][..],
        &[
            "train", "--gold", "gold.jsonl", "--trees", "2", "--depth", "1", "--no-validation", "-o",
            "m.model",
        ],
        &["site", "learn", "-o", "site.json"],
    ] {
        let listed = run_in(folder.path(), &[args, &["--input-from", "list.txt"]].concat());
        let named =
            run_in(folder.path(), &[args, &["p/0.html", "p/1.html", "p/2.html", "p/3.html"]].concat());
        assert_eq!(
            (listed.code, &listed.stdout, &listed.stderr),
            (named.code, &named.stdout, &named.stderr),
            "{args:?}"
        );
    }
}

#[test]
fn an_input_that_is_given_twice_is_reported_once() {
    let folder = folder();
    for name in ["a.html", "b.html"] {
        put(&folder, name, page(1));
    }
    put(&folder, "list.txt", "a.html\nb.html\n");
    let lines = |args: &[&str]| {
        let run = run_in(folder.path(), &[&["batch", "-o", "out.jsonl"], args].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stderr
            .lines()
            .filter(|line| line.contains("given more than once"))
            .map(String::from)
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&["a.html", "b.html"]), [""; 0]);
    let once = ["trommel: ./a.html: given more than once, and read each time"];
    assert_eq!(lines(&["a.html", "./a.html", "b.html"]), once);
    let both = ["trommel: 2 inputs are given more than once, and read each time, such as a.html"];
    assert_eq!(lines(&["a.html", "a.html", "--input-from", "list.txt", "b.html"]), both);
}
