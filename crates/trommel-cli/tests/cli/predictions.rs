//! `trommel score` of pages, and of predictions that a batch wrote.

use std::fs;
use std::path::PathBuf;

use serde_json::json;
use trommel_testing::in_package;

use crate::batch::{page, pages};
use crate::warcs::{folder, gzip, put, rows, run_in};

#[test]
fn a_score_is_the_same_for_pages_and_for_their_predictions() {
    let folder = pages();
    let truth = [
        json!({"id": "a", "text": "This is the page called a, and it goes on for a while. A second paragraph follows the first one."}),
        json!({"id": "b", "text": "something else", "with": ["called b"], "without": ["Home"]}),
        json!({"id": "gone", "text": "not among the inputs"}),
    ];
    put(&folder, "t.jsonl", truth.map(|row| format!("{row}\n")).concat());
    run_in(folder.path(), &["batch", "in", "-o", "p.jsonl.gz"]);
    let of_pages = run_in(folder.path(), &["score", "--gold", "t.jsonl", "in", "--json", "--jobs", "3"]);
    let of_predictions = run_in(folder.path(), &["score", "--gold", "t.jsonl", "p.jsonl.gz", "--json"]);
    assert_eq!((of_pages.code, of_predictions.code), (Some(0), Some(0)), "{}", of_pages.stderr);
    let mut row = rows(&of_pages.stdout).remove(0);
    assert_eq!(row.as_object_mut().and_then(|row| row.remove("method")), Some("auto".into()));
    assert_eq!(row, rows(&of_predictions.stdout)[0]);
    assert_eq!(
        (&row["pages"], &row["empty"], &row["F"], &row["sF"]),
        (&3.into(), &1.into(), &0.3333.into(), &1.0.into())
    );
    assert_eq!(
        of_pages.stderr,
        "trommel: 1 of the 3 pages of the gold standard are not among the inputs and count as empty\n"
    );
}

#[test]
fn several_methods_are_scored_one_after_the_other() {
    let folder = pages();
    fs::write(folder.path().join("t.jsonl"), "{\"id\": \"a\", \"text\": \"the page called a\"}")
        .expect("written");
    let args = ["score", "--gold", "t.jsonl", "in", "-m", "tag-ratio", "-m", "line-block"];
    let methods: Vec<_> = rows(&run_in(folder.path(), &[&args[..], &["--json"]].concat()).stdout)
        .iter()
        .map(|row| row["method"].as_str().map(String::from))
        .collect();
    assert_eq!(methods, [Some("tag-ratio".to_string()), Some("line-block".to_string())]);
    let table = String::from_utf8(run_in(folder.path(), &args).stdout).expect("output is UTF-8");
    assert_eq!(table.matches("precision    recall        F1").count(), 2, "{table}");
}

#[test]
fn errors_of_scores_have_a_place() {
    let folder = pages();
    let put = |name: &str, text: &str| put(&folder, name, text);
    put("bad.jsonl", "{\"id\": 1, \"text\": \"x\"}\n{\"id\": ");
    put("good.jsonl", "{\"id\": \"a\", \"text\": \"x\"}\n");
    put("other.jsonl", "{\"id\": \"z\", \"text\": \"x\"}\n");
    put("empty.jsonl", "\n");
    let cases: [(&[&str], &str); 6] = [
        (
            &["--gold", "good.jsonl", "good.jsonl", "-m", "auto"],
            "--method: expected HTML to extract, found only predictions",
        ),
        (&["--gold", "bad.jsonl", "in"], "bad.jsonl: line 2: expected a JSON object"),
        (&["--gold", "good.jsonl", "bad.jsonl"], "bad.jsonl: line 2: expected a JSON object"),
        (&["--gold", "missing.jsonl", "in"], "missing.jsonl: expected a file, found nothing"),
        (&["--gold", "empty.jsonl", "in"], "empty.jsonl: expected JSON lines, found an empty file"),
        (&["--gold", "other.jsonl", "in"], "other.jsonl: expected ids of the inputs, found none"),
    ];
    for (args, message) in cases {
        let run = run_in(folder.path(), &[&["score"], args].concat());
        assert_eq!((run.code, run.stdout.len()), (Some(2), 0), "{args:?}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("trommel: {message}")), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn an_unreadable_page_counts_as_empty_and_ends_a_score_with_2() {
    let folder = pages();
    put(&folder, "t.jsonl", "{\"id\": \"a\", \"text\": \"x\"}");
    put(&folder, "a.html", gzip(page("a").as_bytes()).split_at(30).0);
    let run = run_in(folder.path(), &["score", "--gold", "t.jsonl", "a.html", "--json"]);
    assert_eq!((run.code, &rows(&run.stdout)[0]["empty"]), (Some(2), &1.into()), "{}", run.stderr);
    assert!(run.stderr.starts_with("trommel: a.html: expected a whole gzip"), "{}", run.stderr);
}

/// The corpora next to this checkout. A debug build takes only those that it can read in seconds.
fn corpora() -> Vec<PathBuf> {
    let corpora = in_package("../shared/corpora");
    let Ok(folders) = fs::read_dir(corpora) else {
        return Vec::new();
    };
    let mut folders: Vec<_> = folders.filter_map(|folder| Some(folder.ok()?.path())).collect();
    folders.retain(|folder| folder.join("truth.jsonl").is_file() && folder.join("html").is_dir());
    if cfg!(debug_assertions) {
        folders.retain(|folder| fs::read_dir(folder.join("html")).is_ok_and(|pages| pages.count() < 100));
    }
    folders.sort();
    folders
}

#[test]
fn scores_equal_the_reference_on_what_a_batch_writes() {
    let corpora = corpora();
    let shared = match crate::score::shared() {
        Ok(shared) if !corpora.is_empty() => shared,
        Ok(_) => return eprintln!("skipped: no corpora next to this checkout"),
        Err(reason) => return eprintln!("skipped: {reason}"),
    };
    let temp = folder();
    for corpus in corpora {
        let (truth, pages) = (corpus.join("truth.jsonl"), corpus.join("html"));
        let (truth_name, pages_name) = (truth.to_string_lossy(), pages.to_string_lossy());
        let batch = run_in(temp.path(), &["batch", &pages_name, "-o", "p.jsonl"]);
        assert_eq!(batch.code, Some(0), "{}", batch.stderr);
        let expected = crate::score::reference(&shared, &truth, &temp.path().join("p.jsonl"));
        let score = run_in(temp.path(), &["score", "--gold", &truth_name, &pages_name, "--json"]);
        assert_eq!(score.code, Some(0), "{}", score.stderr);
        let mut ours = rows(&score.stdout).remove(0);
        for of_ours_alone in ["method", "page_types_right", "raggedness"] {
            ours.as_object_mut().and_then(|row| row.remove(of_ours_alone));
        }
        assert_eq!(ours, expected, "{}", corpus.display());
    }
}
