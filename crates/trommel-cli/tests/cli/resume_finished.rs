//! `--resume` of runs that wrote all or some of their outputs.

use crate::resume::{args_resumed, counts, crawl};
use crate::warcs::*;

#[test]
fn complete_outputs_of_a_folder_stay_as_they_are() {
    let folder = crawl();
    let args = ["batch", "a.warc.gz", "pages", "b.warc.gz", "-o", "out/", "--allow-damaged", "--resume"];
    assert_eq!(run_in(folder.path(), &args).code, Some(0));
    let expected = get(&folder, "out/b.jsonl");
    // Its size shows whether it is the complete one.
    let as_it_is = vec![b'x'; get(&folder, "out/a.jsonl").len()];
    put(&folder, "out/a.jsonl", &as_it_is);
    std::fs::remove_file(folder.path().join("out/b.jsonl")).expect("it is there");
    let run = run_in(folder.path(), &args);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.starts_with("trommel: 2 outputs already complete\n"), "{}", run.stderr);
    assert_eq!(get(&folder, "out/a.jsonl"), as_it_is);
    assert_eq!(get(&folder, "out/b.jsonl"), expected);
}

#[test]
fn a_finished_output_gives_its_exit_code_and_its_summary_again() {
    let folder = folder();
    put(&folder, "good.warc", response("good", page(5).as_bytes()));
    put(&folder, "empty.html", "");
    let damaged = response("damaged", page(6).as_bytes());
    put(&folder, "damaged.warc", &damaged[..damaged.len() - 100]);
    for (input, code) in [("damaged.warc", 2), ("gone.html", 2), ("empty.html", 1)] {
        for output in ["o.jsonl", "o.warc.wet.gz", "out/"] {
            let args = ["batch", input, "good.warc", "-o", output, "--summary", "done.json", "--resume"];
            let args = if input == "empty.html" { [&args[..2], &args[3..]].concat() } else { args.to_vec() };
            // With a folder of outputs, a missing input has no output.
            if input == "gone.html" && output == "out/" {
                continue;
            }
            let run = run_in(folder.path(), &args);
            assert_eq!(run.code, Some(code), "{input} {output}: {}", run.stderr);
            let before = counts(&folder, "done.json");
            for _ in 0..2 {
                let run = run_in(folder.path(), &args);
                assert_eq!(run.code, Some(code), "{input} {output}: {}", run.stderr);
                assert!(run.stderr.contains("already complete"), "{}", run.stderr);
                assert_eq!(counts(&folder, "done.json")["damaged"], before["damaged"], "{input} {output}");
                if output != "out/" {
                    assert_eq!(counts(&folder, "done.json"), before, "{input} {output}");
                }
            }
            let run = run_in(folder.path(), &[&args[..], &["-m", "tag-ratio"]].concat());
            assert!(
                run.code == Some(2) && run.stderr.contains("expected the inputs and options"),
                "{}",
                run.stderr
            );
            // The remedy in the message.
            if output != "out/" {
                std::fs::remove_file(folder.path().join(output)).expect("it is there");
                let run = run_in(folder.path(), &[&args[..], &["-m", "tag-ratio"]].concat());
                assert!(
                    run.code == Some(code) && !run.stderr.contains("expected the inputs"),
                    "{}",
                    run.stderr
                );
            }
            // Without --resume, the run starts over and leaves no state.
            run_in(folder.path(), &args[..args.len() - 1]);
            let left = if output == "out/" { folder.path().join("out") } else { folder.path().to_path_buf() };
            assert!(names(&left).iter().all(|name| !name.starts_with('.')), "{:?}", names(&left));
            let _ = std::fs::remove_file(folder.path().join(output));
            let _ = std::fs::remove_dir_all(folder.path().join(output));
        }
    }
}

#[test]
fn empty_inputs_give_the_same_exit_code_when_resumed() {
    let folder = folder();
    put(&folder, "empty.jsonl", "");
    put(&folder, "e2.warc", "");
    let args = ["batch", "empty.jsonl", "e2.warc", "-o", "out/"];
    let outputs = ["e2.jsonl", "empty.jsonl"];
    let states = [".e2.jsonl.trommel-state", ".empty.jsonl.trommel-state"];
    let run = run_in(folder.path(), &args);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("e2.warc: expected WARC records, found nothing"), "{}", run.stderr);
    assert_eq!(names(&folder.path().join("out")), outputs);
    std::fs::remove_dir_all(folder.path().join("out")).expect("it is there");
    for _ in 0..3 {
        let run = run_in(folder.path(), &args_resumed(&args));
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains("1 damaged place, 1 skipped (no-rows 1)"), "{}", run.stderr);
        assert_eq!(names(&folder.path().join("out")), [&states[..], &outputs].concat());
    }
    // A new input is processed. The exit code still says that there is nothing in one of them.
    put(&folder, "good.warc", response("good", page(5).as_bytes()));
    for _ in 0..2 {
        let run = run_in(
            folder.path(),
            &["batch", "empty.jsonl", "e2.warc", "good.warc", "-o", "out/", "--resume"],
        );
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        let outputs: Vec<_> =
            names(&folder.path().join("out")).into_iter().filter(|name| !name.starts_with('.')).collect();
        assert_eq!(outputs, ["e2.jsonl", "empty.jsonl", "good.jsonl"]);
    }
}

#[test]
fn an_output_truncated_after_the_run_is_written_again() {
    let folder = folder();
    put(&folder, "a.html", page(5));
    let args = ["batch", "a.html", "-o", "o.jsonl", "--resume"];
    assert_eq!(run_in(folder.path(), &args).code, Some(0));
    let whole = std::fs::read(folder.path().join("o.jsonl")).expect("it is there");
    put(&folder, "o.jsonl", "");
    let run = run_in(folder.path(), &args);
    assert!(run.code == Some(0) && run.stderr.contains("o.jsonl: writing it again"), "{}", run.stderr);
    assert_eq!(std::fs::read(folder.path().join("o.jsonl")).expect("it is there"), whole);
}

#[test]
fn a_finished_run_is_compared_with_the_request() {
    let folder = folder();
    put(&folder, "in/a.html", page(5));
    let args = ["batch", "in", "-o", "o.jsonl", "--summary", "done.json", "--resume"];
    assert_eq!(run_in(folder.path(), &args).code, Some(0));
    assert_eq!(names(folder.path()), [".o.jsonl.trommel-state", "done.json", "in", "o.jsonl"]);
    let before = counts(&folder, "done.json");
    let run = run_in(folder.path(), &args);
    assert!(run.code == Some(0) && run.stderr.contains("1 output already complete"), "{}", run.stderr);
    assert_eq!(counts(&folder, "done.json"), before);
    let refused = |args: &[&str]| {
        let run = run_in(folder.path(), args);
        assert!(run.code == Some(2) && !run.stderr.contains("already complete"), "{args:?}: {}", run.stderr);
        assert!(
            run.stderr.contains("o.jsonl: expected the inputs and options of the earlier run"),
            "{}",
            run.stderr
        );
    };
    refused(&[&args[..], &["-m", "tag-ratio"]].concat());
    refused(&[&args[..], &["--glob", "*"]].concat());
    put(&folder, "in/b.html", page(6));
    refused(&args);
    // An output without a state has an unknown origin.
    assert_eq!(run_in(folder.path(), &args[..args.len() - 1]).code, Some(0));
    assert_eq!(names(folder.path()), ["done.json", "in", "o.jsonl"]);
    let run = run_in(folder.path(), &[&args[..], &["-m", "tag-ratio"]].concat());
    assert!(run.code == Some(0) && run.stderr.contains("o.jsonl: writing it again"), "{}", run.stderr);
    assert_eq!(rows(&get(&folder, "o.jsonl"))[1]["method"], "tag-ratio");
}

#[test]
fn a_summary_that_an_interrupted_run_did_not_get_to_is_written_by_a_later_one() {
    let folder = folder();
    put(&folder, "a.html", page(5));
    let args = ["batch", "a.html", "-o", "o.jsonl", "--summary", "sums/done.json", "--resume"];
    std::fs::create_dir(folder.path().join("sums")).expect("it can be made");
    // The temporary file of the summary cannot be written, because a folder has its name.
    put(&folder, "sums/.done.json.trommel-part/in-the-way", "");
    let run = run_in(folder.path(), &args);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(folder.path().join("o.jsonl").exists());
    std::fs::remove_dir_all(folder.path().join("sums/.done.json.trommel-part")).expect("it is there");
    let run = run_in(folder.path(), &args);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(counts(&folder, "sums/done.json")["pages_in"], 1);
}

#[test]
fn an_output_that_was_not_renamed_is_written_again() {
    let folder = crawl();
    put(&folder, "out/pages.jsonl/in-the-way", "");
    let args = ["batch", "b.warc.gz", "pages", "-o", "out/", "--jobs", "1", "--resume"];
    assert_eq!(run_in(folder.path(), &args).code, Some(2));
    std::fs::remove_dir_all(folder.path().join("out/pages.jsonl")).expect("it is there");
    let expected = get(&folder, "out/b.jsonl");
    // As if the run had ended before renaming its part. An older output has the final name.
    assert!(folder.path().join("out/.b.jsonl.trommel-state").exists());
    put(&folder, "out/.b.jsonl.trommel-part", "half of it");
    put(&folder, "out/b.jsonl", "of another run\n");
    let run = run_in(folder.path(), &args);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(!run.stderr.contains("already complete"), "{}", run.stderr);
    assert_eq!(get(&folder, "out/b.jsonl"), expected);
}

#[test]
fn one_output_that_cannot_be_written_leaves_the_others() {
    let folder = crawl();
    put(&folder, "out/b.jsonl/in-the-way", "");
    let run = run_in(
        folder.path(),
        &["batch", "a.warc.gz", "b.warc.gz", "-o", "out/", "--allow-damaged", "--jobs", "1"],
    );
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("out/b.jsonl: expected an output file, found a folder"), "{}", run.stderr);
    assert!(rows(&get(&folder, "out/a.jsonl")).len() > 1000);
}

#[test]
fn an_input_that_vanishes_is_an_error_and_the_others_are_done() {
    let folder = crawl();
    let run = run_in(folder.path(), &["batch", "b.warc.gz", "gone.warc.gz", "pages", "-o", "out.jsonl"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("gone.warc.gz: expected a file, found nothing at this path"),
        "{}",
        run.stderr
    );
    assert_eq!(rows(&get(&folder, "out.jsonl")).len(), 1600);
}
