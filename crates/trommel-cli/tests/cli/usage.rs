//! The command line: help, and messages about invalid flags and files.

use std::fs;

use crate::run::{PAGE, TEXT, both, command, file, json, path, row, stdout, trouble};
use crate::warcs::folder;

#[test]
fn wrong_usage_ends_with_2_and_a_hint() {
    let cases: [(&[&str], &str); 6] = [
        (&["-f", "json", "blocks"], "trommel blocks [OPTIONS]"),
        (&["-m", "magic"], "line-block"),
        (&["--budget", "4x"], "expected a size such as 512KiB"),
        (&["--no-such-flag"], "--no-such-flag"),
        (&["--markdown"], "for Markdown alone, use -f markdown"),
        (&["batch"], "INPUT"),
    ];
    for (args, expected) in cases {
        let output = command(args).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}

#[test]
fn help_has_usage_and_examples() {
    for command in [&[][..], &["blocks"], &["batch"], &["score"]] {
        let help = stdout(&[command, &["--help"]].concat(), "", 0);
        for part in ["Usage:", "Examples:", "Exit codes:", "--budget"] {
            assert!(help.contains(part), "{command:?} --help has no {part}");
        }
    }
    let help = stdout(&["--help"], "", 0);
    let (_, fallback) = help.split_once("--no-fallback").expect("there is the flag");
    let fallback = fallback.split("--").next().expect("it has a text");
    for source in ["json-ld", "app-state", "description"] {
        assert!(fallback.contains(source) && help.matches(source).count() > 1, "{source}: {fallback}");
    }
    assert!(stdout(&["--version"], "", 0).starts_with("trommel "));
}

#[test]
fn short_help_has_a_dozen_options_and_long_help_groups_all() {
    let headings = ["Input:", "Output:", "Content:", "Methods of the papers:", "Running:"];
    for command in [&[][..], &["batch"]] {
        let help = |flag| stdout(&[command, &[flag]].concat(), "", 0);
        let options = |help: &str| help.lines().filter(|line| line.trim_start().starts_with('-')).count();
        let (short, long) = (help("-h"), help("--help"));
        assert!((10..=16).contains(&options(&short)), "{short}");
        assert!(options(&long) >= 30 && long.contains("--preset") && !short.contains("--preset"), "{long}");
        let places = headings.map(|heading| long.find(&format!("\n{heading}\n")).expect(heading));
        assert!(places.is_sorted(), "{long}");
        let papers = &long[places[3]..places[4]];
        for flag in ["--preset", "--tag-ratio", "--ratio", "--relevance"] {
            assert!(papers.contains(&format!("      {flag} <")), "{papers}");
        }
        assert!(!papers.contains("--method"), "{papers}");
    }
}

#[test]
fn a_folder_in_place_of_a_file_is_not_referred_to_batch() {
    for flag in ["--model", "--site"] {
        let said = trouble(&[flag, "."]);
        assert_eq!(said, ".: expected a file, found a folder; give a file in it");
    }
    assert!(trouble(&["score", "--gold", ".", "x.html"]).contains("give a file in it"));
}

#[test]
fn segments_has_no_flags_of_other_methods() {
    let help = stdout(&["segments", "--help"], "", 0);
    for (flag, value) in
        [("--model", "x"), ("--favor", "recall"), ("--preset", "paper"), ("--tag-ratio", "threshold")]
    {
        assert!(!help.contains(flag), "{flag}");
        let (_, said) = both(&["segments", flag, value], PAGE, 2);
        assert!(said.contains(flag), "{said}");
    }
    assert!(help.contains("--ratio") && help.contains("--select") && help.contains("--budget"));
}

#[test]
fn the_url_of_a_page_is_absolute() {
    for address in ["nope", "", "//a.example/x", "https://", "https://a b"] {
        let (_, said) = both(&["-f", "json", "--url", address], PAGE, 2);
        assert!(said.contains("expected an absolute URL"), "{said}");
    }
    assert_eq!(
        json(&stdout(&["-f", "json", "--url", "https://a.example"], PAGE, 0))["url"],
        "https://a.example"
    );
}

#[test]
fn flags_that_would_do_nothing_are_refused() {
    let folder = folder();
    let page = file(folder.path(), "p.html", PAGE);
    let said = trouble(&["batch", &page, "-o", "-", "--format", "wet", "--markdown"]);
    assert!(said.starts_with("--markdown: expected JSON lines or a table"), "{said}");
    for args in [&["--links"][..], &["-f", "json", "--links"]] {
        let (out, said) = both(args, PAGE, 2);
        assert!(
            out.is_empty()
                && said.contains("use it with -f markdown, -f html, -f chunks, or -f json --markdown"),
            "{said}"
        );
    }
    both(&["-f", "html", "--links"], PAGE, 0);
    let of_blocks = &["blocks", "--markdown", "--formulas", "dollars"][..];
    for args in [&["--formulas", "dollars"][..], &["-f", "json", "--formulas", "code"], of_blocks] {
        let (out, said) = both(args, PAGE, 2);
        assert!(out.is_empty() && said.contains("--formulas: expected Markdown output of pages"), "{said}");
    }
}

#[test]
fn a_second_file_and_a_misplaced_command_are_explained() {
    let cases: [(&[&str], &str); 4] = [
        (
            &["a.html", "b.html"],
            "expected one file, found a second one: b.html; to extract many, use trommel batch",
        ),
        (&["-m", "auto", "batch", "a.html", "-o", "x"], "come after the command: trommel batch [OPTIONS]"),
        (&["a.html", "blocks"], "come after the command: trommel blocks [OPTIONS]"),
        (&["--budget", "1MiB", "blocks"], "come after the command: trommel blocks [OPTIONS]"),
    ];
    for (args, expected) in cases {
        let (_, said) = both(args, "", 2);
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}

#[test]
fn flags_that_the_method_does_not_use_are_rejected() {
    for (args, expected) in [
        (
            &["--favor", "recall", "-m", "line-block"][..],
            "--favor: expected a method that uses a model (auto, learned, site), found line-block",
        ),
        (&["--favor", "recall", "-m", "words-leaves"], "--favor: expected a method that uses a model"),
        (&["--ratio", "chars-nodes"], "--ratio: expected the method words-leaves, found auto"),
        (
            &["--relevance", "scaled", "-m", "learned"],
            "--relevance: expected the method words-leaves, found learned",
        ),
        (&["blocks", "--favor", "recall", "-m", "tag-ratio"], "--favor: expected a method"),
    ] {
        assert!(trouble(args).starts_with(expected), "{args:?}: {}", trouble(args));
    }
    for args in [&["--preset", "paper"][..], &["--preset", "default", "-m", "learned"]] {
        assert!(trouble(args).starts_with("--preset: expected the method line-block, found"), "{args:?}");
    }
    for args in [&["--tag-ratio", "threshold"][..], &["--tag-ratio", "clusters", "-m", "learned"]] {
        assert!(trouble(args).starts_with("--tag-ratio: expected the method tag-ratio, found"), "{args:?}");
    }
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn a_negative_number_is_an_error_with_the_valid_range() {
    for (args, expected) in [
        (&["--budget", "-1"][..], "expected a size such as 512KiB or 4MiB"),
        (&["batch", "x", "-o", "y", "--jobs", "-1"], "-1 is not in 1..=1024"),
        (&["batch", "x", "-o", "y", "--max-page-size", "-1"], "expected a size such as 512KiB or 4MiB"),
        (&["batch", "x", "-o", "y", "--max-page-size", "0"], "expected a size of at least 1 byte"),
        (&["--budget", "99999GiB"], "expected a budget of at most 1TiB"),
        (&["train", "x", "-o", "y", "--trees", "-1"], "invalid value '-1' for '--trees <N>'"),
        (&["train", "x", "-o", "y", "--seed", "-1"], "invalid value '-1' for '--seed <N>'"),
    ] {
        let output = command(args).output().expect("the command runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && said.contains(expected) && !said.contains("-- -1"),
            "{said}"
        );
    }
}

#[test]
fn earlier_spellings_of_flags_are_accepted() {
    let folder = folder();
    let page = file(folder.path(), "page.html", PAGE);
    let run = |flag, value| command(&[flag, value, &page]).output().expect("the command runs");
    assert_eq!(run("--include", "p"), run("--select", "p"));
    assert_eq!(run("--exclude", "p"), run("--drop", "p"));
    assert_eq!(run("--with", "navigation"), run("--with-role", "navigation"));
    assert_eq!(run("--without", "paragraph"), run("--without-role", "paragraph"));
    let rows = file(folder.path(), "rows.jsonl", row(PAGE));
    let out = path(folder.path(), "out");
    let earlier =
        ["--from", "jsonl", "--to", "wet", "--status", "all", "--max-page", "1MiB", "--accept-damage"];
    let output = command(&["batch", &rows, "-o", &out]).args(earlier).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(fs::read(out).expect("it is there").starts_with(b"WARC/1.0"));
}

#[test]
fn the_filter_has_a_name_and_mistyped_commands_are_guessed() {
    assert_eq!(stdout(&["extract", "-f", "markdown"], PAGE, 0), stdout(&["-f", "markdown"], PAGE, 0));
    for (args, command) in [
        (&["bacth", "x", "-o", "y"][..], "batch"),
        (&["block", "x.html"], "blocks"),
        (&["scor"], "score"),
        (&["extrakt"], "extract"),
    ] {
        let (_, said) = both(args, "", 2);
        assert!(said.contains(&format!("did you mean `trommel {command}`?")), "{args:?}: {said}");
    }
    let (_, said) = both(&["page"], "", 2);
    assert!(said.contains("expected a file, found nothing at this path"), "{said}");
}

#[test]
fn the_minimum_budget_in_a_message_works() {
    let message = trouble(&["--budget", "1"]);
    let least = message.split_whitespace().find(|word| word.contains("KiB")).expect("the message names it");
    assert_eq!(stdout(&["--budget", least.trim_end_matches(',')], PAGE, 0), TEXT);
}

#[test]
fn errors_are_one_line_with_name_and_reason() {
    let folder = folder();
    let path = |name: &str| path(folder.path(), name);
    for command in [&[][..], &["blocks"], &["-f", "json"]] {
        let with = |more: &[&str]| trouble(&[command, more].concat());
        let missing = path("missing.html");
        let expected = format!("{missing}: expected a file, found nothing at this path");
        assert_eq!(with(&[&missing]), expected);
        let found = with(&[&path("")]);
        assert!(
            found.contains("expected a file, found a folder") && found.contains("trommel batch"),
            "{found}"
        );
        let found = with(&["--encoding", "utf-99"]);
        assert!(found.starts_with("--encoding: ") && found.contains("utf-99"), "{found}");
        let found = with(&["--budget", "1KiB"]);
        assert!(
            found.starts_with("--budget: expected at least ") && found.contains("KiB, found 1024 bytes"),
            "{found}"
        );
    }
}

#[test]
#[cfg(not(feature = "train"))]
fn commands_that_this_build_lacks_are_known_and_say_how_to_get_them() {
    for args in
        [&["train", "pages/", "--gold", "g.jsonl", "-o", "m"][..], &["site", "learn", "-x"], &["site"]]
    {
        let message = trouble(args);
        assert!(message.starts_with(&format!("{}: expected a command built with", args[0])), "{message}");
        assert!(message.contains("`cargo install --path crates/trommel-cli --features train`"), "{message}");
    }
    let help = stdout(&["train", "--help"], "", 0);
    assert!(help.contains("--features train"), "{help}");
}
