//! A C program uses the library: under sanitizers, and under valgrind.
//!
//! The expected results are those of the core for the same pages. `TROMMEL_C_SEED` sets its random
//! cuts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use trommel::{Format, Method, Options, extract, methods::Thresholds};
use trommel_testing::all_pages;

/// Warnings are errors.
const STRICT: [&str; 6] = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wcast-qual", "-Werror"];

/// Libraries of the system that Rust's standard library needs.
const SYSTEM: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

fn in_crate(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Whether a program runs; prints a reason if it does not.
fn has(program: &str) -> bool {
    let runs = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !runs {
        println!("skipped: no {program} here");
    }
    runs
}

/// The static library, which cargo builds for this test.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows where it is");
    test.with_file_name("libtrommel_c.a")
}

/// Runs a command, which must succeed; returns its output.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}{err}", output.status);
    out.into_owned()
}

/// Compiles a C program of this crate with some more flags.
fn compile(folder: &Path, source: &str, name: &str, flags: &[&str]) -> PathBuf {
    let program = folder.join(name);
    let mut command = Command::new("cc");
    command.args(STRICT).args(flags).arg("-I").arg(in_crate("include"));
    command.arg(in_crate(source)).arg(library()).args(SYSTEM).arg("-o").arg(&program);
    run(&mut command);
    program
}

/// Compares the output of a program for each golden page on standard input with the expected
/// Markdown.
fn expect_markdown(program: &Path) {
    for name in ["article-en", "news-ja", "simple"] {
        let folder = in_crate("../../corpora/cases").join(name);
        let page = fs::File::open(folder.join("page.html")).expect("the page is there");
        let expected = fs::read_to_string(folder.join("expect.md")).expect("the text is there");
        assert!(run(Command::new(program).stdin(page)) == expected, "{name}: expected its expect.md");
    }
}

/// Writes every `step`th case: the core's output for each page with each method and format.
fn write_cases(folder: &Path, step: usize) -> PathBuf {
    let mut lines = Vec::new();
    for page in all_pages() {
        let name = page.name.replace('/', "-");
        let html = folder.join(format!("{name}.html"));
        fs::write(&html, &page.bytes).expect("the folder is writable");
        for method in [Method::Auto, Method::LineBlock(Thresholds::DEFAULT)] {
            for format in [Format::Text, Format::Markdown, Format::Html] {
                let options = Options::default().with_method(method).with_format(format);
                let text = extract(&page.bytes, &options).expect("the options are sound").text;
                let expected = folder.join(format!("{name}.{method}.{format}"));
                fs::write(&expected, text).expect("the folder is writable");
                lines.push(format!("{method}\t{format}\t{}\t{}\n", html.display(), expected.display()));
            }
        }
    }
    let list = folder.join("cases");
    let chosen: String = lines.into_iter().step_by(step).collect();
    fs::write(&list, chosen).expect("the folder is writable");
    list
}

fn seed() -> String {
    std::env::var("TROMMEL_C_SEED").unwrap_or_else(|_| "1".to_owned())
}

#[test]
fn a_c_program_gets_the_text_of_every_page_under_sanitizers() {
    if !has("cc") {
        return;
    }
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let sanitizers = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let program = compile(folder.path(), "tests/program.c", "sanitized", &sanitizers);
    let printed = run(Command::new(program).arg(write_cases(folder.path(), 1)).args([&seed(), "1000"]));
    println!("{printed}");
}

#[test]
fn a_c_program_leaks_nothing_under_valgrind() {
    if !has("cc") || !has("valgrind") {
        return;
    }
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let program = compile(folder.path(), "tests/program.c", "plain", &["-g", "-O1"]);
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--error-exitcode=1", "--leak-check=full", "--show-leak-kinds=all"]);
    let printed = run(command.arg(program).arg(write_cases(folder.path(), 41)).args([&seed(), "200"]));
    println!("{printed}");
}

#[test]
fn the_header_is_valid_cpp() {
    if !has("c++") {
        return;
    }
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let source = folder.path().join("header.cpp");
    fs::write(&source, "#include \"trommel.h\"\n").expect("the folder is writable");
    let mut command = Command::new("c++");
    run(command
        .args(["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"])
        .arg(in_crate("include"))
        .arg(source));
}

#[test]
fn the_c_example_prints_a_page_that_comes_in_chunks() {
    if !has("cc") {
        return;
    }
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    expect_markdown(&compile(folder.path(), "examples/chunks.c", "chunks", &["-O1"]));
}

#[test]
fn the_go_example_prints_a_page() {
    // `go` has no --version.
    let is_there = Command::new("go").arg("version").output().is_ok_and(|output| output.status.success());
    if !is_there || !has("cc") {
        println!("skipped: no go here");
        return;
    }
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let program = folder.path().join("page");
    let mut command = Command::new("go");
    command.args(["build", "-o"]).arg(&program).arg(".").current_dir(in_crate("examples/go"));
    command.env("CGO_CFLAGS", format!("-I{}", in_crate("include").display()));
    command.env("CGO_LDFLAGS", format!("{} {}", library().display(), SYSTEM.join(" ")));
    command.env("GOCACHE", folder.path().join("cache")).env("GOFLAGS", "-buildvcs=false");
    run(&mut command);
    expect_markdown(&program);
}
