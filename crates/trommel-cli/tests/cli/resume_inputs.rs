//! Inputs that changed between an interruption and `--resume`.

use crate::resume::{args, args_resumed, crawl, interrupted, killed_after_checkpoint};
use crate::warcs::*;

#[test]
fn inputs_that_changed_their_places_are_not_mixed_up() {
    let folder = crawl();
    interrupted(&folder, "out.jsonl");
    std::fs::rename(folder.path().join("a.warc.gz"), folder.path().join("c.warc.gz"))
        .expect("it can be renamed");
    let run = run_in(folder.path(), &args("out.jsonl", &["--resume"]));
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("a.warc.gz: expected a file, found nothing at this path"), "{}", run.stderr);
}

#[test]
fn an_input_that_is_gone_or_unreadable_stops_a_resumed_run_and_costs_nothing() {
    for output in ["out.jsonl", "out/"] {
        let folder = crawl();
        let file = if output == "out/" { "out/a.jsonl" } else { output };
        let hidden = |ending: &str| match file.rsplit_once('/') {
            Some((folder, name)) => format!("{folder}/.{name}.trommel-{ending}"),
            None => format!(".{file}.trommel-{ending}"),
        };
        let args = args(output, &[]);
        let resumed = args_resumed(&args);
        assert_eq!(run_in(folder.path(), &args).code, Some(0));
        let expected = get(&folder, file);
        killed_after_checkpoint(&folder, &args, file, "\"input\":0,");
        let place = |name: &str| folder.path().join(name);
        // The input being read, and one that is not yet read.
        let inputs: &[&str] = if output == "out/" { &["a.warc.gz"] } else { &["a.warc.gz", "b.warc.gz"] };
        for input in inputs {
            std::fs::rename(place(input), place("away")).expect("it can be renamed");
            let run = run_in(folder.path(), &resumed);
            assert_eq!(run.code, Some(2), "{}", run.stderr);
            let reason = format!("trommel: {input}: expected a file, found nothing at this path");
            assert!(output == "out/" || run.stderr.contains(&reason), "{}", run.stderr);
            assert!(run.stderr.contains("found nothing at this path"), "{}", run.stderr);
            assert!(
                !place(file).exists() && place(&hidden("part")).exists() && place(&hidden("state")).exists()
            );
            // Zeros of the same size: name and length match, but the file has fewer records than
            // were read of it.
            std::fs::write(
                place(input),
                vec![0; std::fs::metadata(place("away")).expect("it is there").len() as usize],
            )
            .expect("it can be written");
            if *input == "a.warc.gz" {
                let run = run_in(folder.path(), &resumed);
                assert_eq!(run.code, Some(2), "{}", run.stderr);
                assert!(run.stderr.contains("a.warc.gz: expected at least the"), "{}", run.stderr);
                assert!(!place(file).exists() && place(&hidden("state")).exists());
            }
            std::fs::rename(place("away"), place(input)).expect("it can be renamed");
        }
        let run = run_in(folder.path(), &resumed);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(get(&folder, file) == expected, "{output}");
    }
}

#[test]
fn an_input_that_is_gone_and_was_done_is_not_missed() {
    // Also with a folder before it that has as many pages.
    for (inputs, input) in [(&["a.html", "big.jsonl"][..], 1), (&["pages", "a.html", "big.jsonl"], 4)] {
        let folder = folder();
        put(&folder, "a.html", page(5));
        for number in 0..3 {
            put(&folder, &format!("pages/{number}.html"), page(number));
        }
        let row = |number| serde_json::json!({ "id": number, "html": page(number) }).to_string() + "\n";
        put(&folder, "big.jsonl", (0..4000).map(row).collect::<String>());
        let args =
            [&["batch"], inputs, &["-o", "out.jsonl", "--checkpoint", "64KiB", "--jobs", "1"]].concat();
        assert_eq!(run_in(folder.path(), &args).code, Some(0));
        let expected = get(&folder, "out.jsonl");
        killed_after_checkpoint(&folder, &args, "out.jsonl", &format!("\"input\":{input},"));
        let place = |name: &str| folder.path().join(name);
        // An input that is not yet read must be there.
        std::fs::rename(place("big.jsonl"), place("away")).expect("it can be renamed");
        let run = run_in(folder.path(), &args_resumed(&args));
        assert_eq!(run.code, Some(2), "{inputs:?}: {}", run.stderr);
        assert!(run.stderr.contains("big.jsonl: expected a file, found nothing"), "{}", run.stderr);
        std::fs::rename(place("away"), place("big.jsonl")).expect("it can be renamed");
        std::fs::remove_file(place("a.html")).expect("it is there");
        let run = run_in(folder.path(), &args_resumed(&args));
        assert_eq!(run.code, Some(0), "{inputs:?}: {}", run.stderr);
        assert!(get(&folder, "out.jsonl") == expected, "{inputs:?}");
    }
}

#[test]
fn a_folder_that_is_gone_in_front_of_the_input_being_read_stops_a_resumed_run() {
    let folder = folder();
    for number in 0..3 {
        put(&folder, &format!("pages/{number}.html"), page(number));
    }
    let row = |number| serde_json::json!({ "id": number, "html": page(number) }).to_string() + "\n";
    put(&folder, "big.jsonl", (0..4000).map(row).collect::<String>());
    let args = ["batch", "pages", "big.jsonl", "-o", "out.jsonl", "--checkpoint", "64KiB", "--jobs", "1"];
    killed_after_checkpoint(&folder, &args, "out.jsonl", "\"input\":3,");
    std::fs::remove_dir_all(folder.path().join("pages")).expect("it is there");
    let run = run_in(folder.path(), &args_resumed(&args));
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("run without --resume to start over"), "{}", run.stderr);
    assert!(!folder.path().join("out.jsonl").exists());
}

#[test]
fn a_folder_that_has_fewer_inputs_than_were_read_stops_a_resumed_run() {
    let folder = folder();
    for number in 0..400 {
        put(&folder, &format!("pages/{number:03}.html"), page(number).repeat(20));
    }
    let args = ["batch", "pages", "-o", "out.jsonl", "--checkpoint", "30000", "--jobs", "1"];
    killed_after_checkpoint(&folder, &args, "out.jsonl", "");
    std::fs::rename(folder.path().join("pages"), folder.path().join("away")).expect("it can be renamed");
    put(&folder, "pages/000.html", page(0));
    let run = run_in(folder.path(), &args_resumed(&args));
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("inputs that the interrupted run read, found 1"), "{}", run.stderr);
    assert!(!folder.path().join("out.jsonl").exists());
}
