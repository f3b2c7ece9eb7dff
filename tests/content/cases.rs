//! Test cases as data: pages and their visible text, in the files of `cases/`.
//!
//! A case has a `name` (a sentence of behaviour), the page `html`, and one or more outputs with all
//! visible text: `text`, `markdown` and `html_out`. The line break at the end of an output of one
//! line is left out.

use std::collections::HashSet;
use std::fs;

use toml::{Table, Value};
use trommel::Format;
use trommel_testing::in_package;
use trommel_testing::shown::shown_as;

const OUTPUTS: [(&str, Format); 3] =
    [("text", Format::Text), ("markdown", Format::Markdown), ("html_out", Format::Html)];

/// The lines of two texts. A sign precedes the lines that differ.
fn difference(expected: &str, found: &str) -> String {
    let (expected, found): (Vec<_>, Vec<_>) = (expected.lines().collect(), found.lines().collect());
    let lines = (0..expected.len().max(found.len())).map(|at| match (expected.get(at), found.get(at)) {
        (Some(expected), Some(found)) if expected == found => format!("    {expected:?}\n"),
        (expected, found) => {
            let line = |sign, line: Option<&&str>| line.map(|line| format!("  {sign} {line:?}\n"));
            [line('-', expected), line('+', found)].into_iter().flatten().collect()
        }
    });
    lines.collect()
}

/// The outputs of a case that are not as expected.
fn failures(case: &Table) -> Vec<String> {
    let field = |name: &str| case.get(name).map(|value| value.as_str().expect("a field is a string"));
    let html = field("html").expect("a case has its page");
    let name = field("name").expect("a case has a name");
    let known =
        |key: &String| key == "name" || key == "html" || OUTPUTS.iter().any(|(output, _)| key == output);
    assert!(case.keys().all(known) && case.len() > 2, "fields of the case {name}: {case:?}");
    let fails = |(output, format)| {
        let mut expected = field(output)?.to_owned();
        if !expected.is_empty() && !expected.ends_with('\n') {
            expected.push('\n');
        }
        let found = shown_as(format, html);
        let difference = difference(&expected, &found);
        (found != expected).then(|| format!("{name}\n  {html}\n  {output}:\n{difference}"))
    };
    OUTPUTS.into_iter().filter_map(fails).collect()
}

#[test]
fn each_page_shows_what_its_case_says() {
    let folder = in_package("tests/content/cases");
    let mut names = HashSet::new();
    let mut failed = Vec::new();
    for entry in fs::read_dir(&folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        let text = fs::read_to_string(&path).expect("the file is UTF-8");
        let file: Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let cases = file.get("case").and_then(Value::as_array).expect("a file has cases");
        for case in cases {
            let case = case.as_table().expect("a case is a table");
            let name = case.get("name").and_then(Value::as_str).map(str::to_owned);
            assert!(names.insert(name.clone()), "two cases have the name {name:?}");
            failed.append(&mut failures(case));
        }
    }
    println!("{} cases", names.len());
    assert!(failed.is_empty(), "{} outputs are not as expected:\n{}", failed.len(), failed.join("\n"));
}
