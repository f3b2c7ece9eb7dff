//! Compares our scores with those of the reference scorer, which is written in Python.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use trommel_score::{Gold, Scorer, read_gold, word_bag};
use trommel_testing::in_package;

use crate::warcs::{self, Run, put, run_in};

/// The folder with the reference scorer and the corpora, or the reason why it cannot be used.
pub(crate) fn shared() -> Result<PathBuf, &'static str> {
    let shared = in_package("../shared");
    if !shared.join("score/score.py").is_file() {
        return Err("no reference scorer next to this checkout");
    }
    python_runs().map(|()| shared)
}

fn python_runs() -> Result<(), &'static str> {
    let status = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
    if status.is_ok_and(|status| status.success()) { Ok(()) } else { Err("no python3") }
}

/// The output of the reference scorer for a gold standard and a file of predictions, with words
/// and languages as here.
pub(crate) fn reference(shared: &Path, truth: &Path, predictions: &Path) -> Value {
    let output = Command::new("python3")
        .arg(in_package("crates/trommel-cli/tests/cli/reference.py"))
        .args([&shared.join("score"), truth, predictions])
        .env("PYTHONIOENCODING", "utf-8")
        .output()
        .expect("python3 ran a moment ago");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the reference prints JSON")
}

fn ours(gold: &[Gold], predictions: &HashMap<String, String>) -> Value {
    let mut scorer = Scorer::new();
    for page in gold {
        scorer.add(page, predictions.get(&page.id).map_or("", String::as_str));
    }
    serde_json::from_str(&scorer.finish().to_json()).expect("a report is JSON")
}

fn write_predictions(path: &Path, predictions: &HashMap<String, String>) {
    let lines: String =
        predictions.iter().map(|(id, text)| format!("{}\n", json!({"id": id, "text": text}))).collect();
    fs::write(path, lines).expect("a temporary folder can be written");
}

/// Plausible predictions, made from the gold texts: lines removed, lines of another page added,
/// case changed, some outputs empty, some pages missing.
fn spoil(gold: &[Gold]) -> HashMap<String, String> {
    let text = |i: usize| gold[i % gold.len()].text.as_deref().unwrap_or_default();
    let mut predictions = HashMap::new();
    for (i, page) in gold.iter().enumerate() {
        let mut lines: Vec<&str> =
            text(i).lines().enumerate().filter(|(n, _)| n % 3 != i % 4).map(|(_, line)| line).collect();
        lines.extend(text(i + 1).lines().step_by(5).take(i % 7));
        lines.extend(page.without.iter().step_by(2).map(String::as_str));
        let output = match i % 29 {
            3 => continue,
            7 => String::new(),
            11 => "\u{3000}\x1c \n".into(),
            13 => lines.join(" ").to_uppercase(),
            _ => lines.join("\n"),
        };
        predictions.insert(page.id.clone(), output);
    }
    predictions
}

#[test]
fn figures_equal_the_reference_on_every_corpus() {
    let shared = match shared() {
        Ok(shared) => shared,
        Err(reason) => return eprintln!("skipped: {reason}"),
    };
    let Ok(folders) = fs::read_dir(shared.join("corpora")) else {
        return eprintln!("skipped: no corpora next to this checkout");
    };
    let temp = warcs::folder();
    for folder in folders {
        let folder = folder.expect("the folder can be listed").path();
        let truth = folder.join("truth.jsonl");
        if !truth.is_file() {
            eprintln!("skipped: {} has no gold text", folder.display());
            continue;
        }
        let gold =
            read_gold(BufReader::new(File::open(&truth).expect("truth opens"))).expect("truth is sound");
        let predictions = spoil(&gold);
        let file = temp.path().join("predictions.jsonl");
        write_predictions(&file, &predictions);
        assert_eq!(ours(&gold, &predictions), reference(&shared, &truth, &file), "{}", folder.display());
    }
}

#[test]
fn figures_equal_the_reference_on_odd_records() {
    let shared = match shared() {
        Ok(shared) => shared,
        Err(reason) => return eprintln!("skipped: {reason}"),
    };
    let truth = [
        json!({"id": "twice", "text": "first record", "page_type": "forum"}),
        json!({"id": "null", "text": null, "page_type": null}),
        json!({"id": "marks", "text": "हिन्दी ภาษาไทย cafe\u{301} Ⓐ x² ⅷ 〇 五 ١٢", "page_type": "-", "lang": "hi"}),
        json!({"id": "case", "text": "ΟΔΟΣ ΣΑΣ Α\u{301}Σ' İstanbul ẞ ǅ ŉ", "page_type": ""}),
        json!({"id": "unspaced", "text": "下了三天雨 abc時々ラーメン500円 ລາວ ខ្មែរ မြန်မာ한국어 문장", "lang": "ja"}),
        json!({"id": "segments", "lang": "", "with": ["a\u{1f}b", "", "Ä", "no"], "without": ["b\u{a0}c", "never"]}),
        json!({"id": "only without", "without": [" "], "text": "x"}),
        json!({"id": "missing", "text": "nobody extracted this", "page_type": "Ünï"}),
        json!({"id": "blank", "text": " \u{1c}\u{85}", "page_type": "😀"}),
        json!({"id": "twice", "text": "the second record counts", "page_type": "article"}),
    ];
    let predictions: HashMap<String, String> = [
        ("twice", "the first record counts not"),
        ("null", "something"),
        ("marks", "हिन्दि ภาษา café A X² Ⅷ 〇五 12"),
        ("case", "οδος σας ά\u{301}σ i\u{307}stanbul ß ǆ ŉ"),
        ("unspaced", "天雨abc時 々ラーメソ500円 ຂອງລາວ ខ្ញុំខ្មែរ မြန် 한국 문장"),
        ("segments", "a \n b\u{2003}c Ä"),
        ("only without", ""),
        ("blank", ""),
        ("unknown", "not in truth"),
    ]
    .map(|(id, text)| (id.into(), text.into()))
    .into();
    let temp = warcs::folder();
    let (truth_file, file) = (temp.path().join("truth.jsonl"), temp.path().join("predictions.jsonl"));
    // Each prefix of the rows, so that all combinations of absent keys occur.
    for end in 0..=truth.len() {
        let lines: String = truth[..end].iter().map(|row| format!("{row}\n")).collect();
        fs::write(&truth_file, &lines).expect("a temporary folder can be written");
        write_predictions(&file, &predictions);
        let gold = read_gold(lines.as_bytes()).expect("truth is sound");
        assert_eq!(ours(&gold, &predictions), reference(&shared, &truth_file, &file), "first {end} records");
    }
}

/// A Python script that prints the Unicode version, then a line for every character except
/// surrogates: number, assigned, word character, white space, lower case. Planes 4 to 13 (empty),
/// 15 and 16 (private) are left out to save time.
const PYTHON_CHARACTERS: &str = r"
import re, unicodedata
print(unicodedata.unidata_version)
for n in [*range(0xD800), *range(0xE000, 0x40000), *range(0xE0000, 0xE0200)]:
    c = chr(n)
    print(n, unicodedata.category(c) != 'Cn', bool(re.search(r'\w', c.lower())), c.isspace(),
          ' '.join(str(ord(x)) for x in c.lower()), sep=',')
";

#[test]
fn characters_read_as_python_reads_them() {
    if let Err(reason) = python_runs() {
        return eprintln!("skipped: {reason}");
    }
    let output =
        Command::new("python3").args(["-c", PYTHON_CHARACTERS]).output().expect("python3 ran before");
    let printed = String::from_utf8(output.stdout).expect("numbers are ASCII");
    let mut lines = printed.lines();
    let unicode = lines.next().expect("the version comes first");
    // Newer tables differ in characters that ours do not have.
    if unicode.split('.').next().and_then(|major| major.parse().ok()).is_none_or(|major: u32| major > 16) {
        return eprintln!("skipped: python has Unicode {unicode}, words here follow Unicode 16");
    }
    let mut newer = 0;
    for line in lines {
        let number = line.split(',').next().and_then(|n| n.parse().ok()).expect("a number comes first");
        let c = char::from_u32(number).expect("surrogates are left out");
        let text = c.to_string();
        let word = word_bag(&text, "").f1 == 0.0;
        // An empty segment is found in every output, and white space makes an empty segment.
        let mut scorer = Scorer::new();
        scorer.add(&Gold { with: vec![text.clone()], ..Gold::default() }, "");
        let space = scorer.finish().segments.is_some_and(|all| all.recall == 1.0);
        let lower: Vec<_> = text.to_lowercase().chars().map(|c| u32::from(c).to_string()).collect();
        let flag = |yes| if yes { "True" } else { "False" };
        let ours = format!("{},{},{}", flag(word), flag(space), lower.join(" "));
        if line != format!("{number},True,{ours}") && line != format!("{number},False,{ours}") {
            newer += 1;
            assert!(line.starts_with(&format!("{number},False,")), "python: {line}, ours: {ours}");
        }
    }
    eprintln!("{newer} characters differ, all unassigned in python's Unicode {unicode}");
}

/// A folder with the pages `a` and `b` in `pages`, and their gold standard `t.jsonl`.
fn folder() -> tempfile::TempDir {
    let temp = warcs::folder();
    let mut gold = String::new();
    for name in ["a", "b"] {
        let text = format!("This is the page called {name}, and it goes on for a while.");
        put(&temp, &format!("pages/{name}.html"), format!("<title>x</title><p>{text}"));
        gold += &format!("{}\n", json!({"id": name, "text": text}));
    }
    put(&temp, "t.jsonl", &gold);
    temp
}

/// Arguments of a short run of `trommel train`.
const TRAIN: [&str; 8] = ["train", "-o", "my.model", "--trees", "2", "--depth", "1", "--no-validation"];

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn a_missing_input_is_reported_even_if_not_needed() {
    let folder = folder();
    for args in [&["score"][..], &TRAIN] {
        let args = [args, &["--gold", "t.jsonl", "pages", "nosuchdir", "-"]].concat();
        let Run { code, stderr: said, .. } = run_in(folder.path(), &args);
        assert_eq!(code, Some(2), "{args:?}: {said}");
        for name in ["nosuchdir", "-"] {
            let expected = format!("trommel: {name}: expected a file, found nothing at this path\n");
            assert!(said.contains(&expected), "{args:?}: {said}");
        }
    }
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn training_reports_gold_without_a_page() {
    let folder = folder();
    let gold = fs::read_to_string(folder.path().join("t.jsonl")).expect("it is there");
    put(&folder, "pages/silent.html", "<p>Nobody says what of this is content.");
    put(&folder, "pages/empty.html", "<p>Nothing of this is content.");
    put(
        &folder,
        "t.jsonl",
        &(gold
            + "{\"id\":\"gone\",\"text\":\"x\"}\n{\"id\":\"silent\",\"text\":null}\n{\"id\":\"empty\",\"text\":\" \"}\n"),
    );
    let Run { code, stderr: said, .. } =
        run_in(folder.path(), &[&TRAIN[..], &["--gold", "t.jsonl", "pages"]].concat());
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("1 of the 5 pages of t.jsonl are not among the inputs and left out"), "{said}");
    assert!(said.contains("2 of the 5 pages of t.jsonl have no gold text and are left out"), "{said}");
    assert!(said.contains("trommel: 2 pages, 3 left out, "), "{said}");
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn ids_of_gold_standards_are_those_of_batch_or_bare_names_of_one_input_each() {
    let folder = folder();
    for name in ["pages/c/a.html", "pages/c/d.html", "pages/e/f.html", "pages/g/f.html"] {
        put(&folder, name, format!("<title>x</title><p>This is the page called {name}, and it goes on."));
    }
    let gold = |ids: &[&str]| {
        let text = |id: &str| match id {
            "a" | "b" => format!("This is the page called {id}, and it goes on for a while."),
            "d" => "This is the page called pages/c/d.html, and it goes on.".to_string(),
            id => format!("This is the page called pages/{id}.html, and it goes on."),
        };
        let rows = ids.iter().map(|id| json!({"id": id, "text": text(id)}).to_string() + "\n");
        put(&folder, "t.jsonl", rows.collect::<String>());
    };
    // `a` is an id, which precedes file names; `d` is a unique file name.
    gold(&["a", "b", "c/a", "d", "e/f", "g/f"]);
    let Run { code, stderr: said, .. } =
        run_in(folder.path(), &["score", "--gold", "t.jsonl", "pages", "--json"]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let output = std::process::Command::new(assert_cmd::cargo::cargo_bin("trommel"))
        .current_dir(folder.path())
        .args(["score", "--gold", "t.jsonl", "pages", "--json"])
        .output()
        .expect("the command runs");
    let figures: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!((&figures["pages"], &figures["F"]), (&json!(6), &json!(1.0)), "{figures}");
    gold(&["a", "f"]);
    for args in [&["score"][..], &TRAIN] {
        let Run { code, stderr: said, .. } =
            run_in(folder.path(), &[args, &["--gold", "t.jsonl", "pages"]].concat());
        let expected = "trommel: t.jsonl: expected ids that match one input each, found 1 that match several, such as f: e/f, g/f; use the ids of `trommel batch`\n";
        assert_eq!((code, said.as_str()), (Some(2), expected), "{args:?}");
    }
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn repeated_ids_are_reported() {
    let folder = folder();
    let gold = fs::read_to_string(folder.path().join("t.jsonl")).expect("it is there");
    put(&folder, "t.jsonl", format!("{gold}{gold}"));
    for args in [&["score"][..], &TRAIN] {
        let args = [args, &["--gold", "t.jsonl", "pages", "pages/a.html"]].concat();
        let Run { code, stderr: said, .. } = run_in(folder.path(), &args);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("1 inputs have the id of another, such as a: the last one counts"), "{said}");
        assert!(
            said.contains("2 of the 4 rows of t.jsonl have the id of another row; the last one counts"),
            "{said}"
        );
    }
}

#[test]
fn predictions_may_end_in_ndjson() {
    let folder = folder();
    put(&folder, "p.ndjson", fs::read_to_string(folder.path().join("t.jsonl")).expect("it is there"));
    let run = run_in(folder.path(), &["score", "--gold", "t.jsonl", "p.ndjson"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn settings_of_training_that_cannot_work_are_refused_before_anything_is_read() {
    let folder = folder();
    let train = ["train", "-o", "my.model", "--gold", "missing.jsonl", "missing.html"];
    for (flag, value, expected) in [
        ("--rate", "nan", "expected a rate of at least 0.00001 and at most 1, found NaN"),
        ("--rate", "1e30", "expected a rate of at least 0.00001 and at most 1, found 1"),
        ("--trees", "0", "expected 1 to 5000 trees, found 0"),
        ("--depth", "8", "expected trees of 1 to 7 levels, found 8\n"),
    ] {
        let Run { code, stderr: said, .. } = run_in(folder.path(), &[&train[..], &[flag, value]].concat());
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
    for pages in ["0", "1"] {
        let args = ["train", "-o", "my.model", "--self-label", "pages", "--pages", pages];
        let Run { code, stderr: said, .. } = run_in(folder.path(), &args);
        assert!(code == Some(2) && said.contains("--pages"), "{said}");
    }
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn other_files_than_pages_are_reported() {
    let folder = folder();
    let gold = fs::read_to_string(folder.path().join("t.jsonl")).expect("it is there");
    let more = "{\"id\":\"pdf\",\"text\":\"x\"}\n{\"id\":\"records\",\"text\":\"x\"}\n";
    put(&folder, "t.jsonl", &(gold + more));
    let record = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    put(&folder, "pages/pdf.html", "%PDF-1.7\nbytes of it");
    put(&folder, "pages/records.html", record);
    put(&folder, "x.warc", record);
    for args in [&["score"][..], &TRAIN] {
        let args = [args, &["--gold", "t.jsonl", "pages", "x.warc"]].concat();
        let Run { code, stderr: said, .. } = run_in(folder.path(), &args);
        assert_eq!(code, Some(2), "{said}");
        for expected in [
            "pages/pdf.html: expected an HTML page, found a PDF file\n",
            "pages/records.html: expected an HTML page, found WARC records; ",
            "x.warc: expected an HTML page, found WARC records; ",
        ] {
            assert!(said.contains(&format!("trommel: {expected}")), "{args:?}: {said}");
        }
    }
    let Run { code, stderr: said, .. } =
        run_in(folder.path(), &[&TRAIN[..], &["--gold", "t.jsonl", "x.warc"]].concat());
    assert_eq!(code, Some(2));
    assert!(said.ends_with("trommel: INPUT: expected pages, found none that can be read\n"), "{said}");
    let Run { code, stderr: said, .. } =
        run_in(folder.path(), &["train", "-o", "my.model", "--self-label", "pages"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("2 pages, 2 sampled with seed 1; 2 records are not pages"), "{said}");
    assert!(said.contains("pages/records.html: at byte 0: expected an HTTP header"), "{said}");
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn without_unseen_pages_no_scores_are_printed() {
    let folder = folder();
    // All pages are of one site.
    put(
        &folder,
        "t.jsonl",
        fs::read_to_string(folder.path().join("t.jsonl"))
            .expect("it is there")
            .replace("{\"id\"", "{\"url\":\"https://one.example/\",\"id\""),
    );
    let train = [&TRAIN[..TRAIN.len() - 1], &["--gold", "t.jsonl", "pages"]].concat();
    let Run { code, stderr: said, .. } = run_in(folder.path(), &train);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("trommel: cross-validation: expected sites in several folds, found"), "{said}");
    assert!(!said.contains("precision"), "{said}");
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn a_gold_standard_without_a_folder_names_its_group_by_itself() {
    let folder = folder();
    let train = [&TRAIN[..TRAIN.len() - 1], &["--gold", "t.jsonl", "pages"]].concat();
    for number in 0..10 {
        let text = format!("This is page {number}, and it goes on for quite a while.");
        put(&folder, &format!("pages/p{number}.html"), format!("<title>x</title><p>{text}"));
        let gold = fs::read_to_string(folder.path().join("t.jsonl")).expect("it is there");
        let row =
            json!({"id": format!("p{number}"), "text": text, "url": format!("https://s{number}.example/")});
        put(&folder, "t.jsonl", format!("{gold}{row}\n"));
    }
    let Run { code, stderr: said, .. } = run_in(folder.path(), &train);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.lines().any(|line| line.starts_with("trommel: t  ") && line.contains(" pages: precision")),
        "{said}"
    );
}
