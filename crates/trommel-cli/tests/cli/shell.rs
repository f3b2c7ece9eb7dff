//! Completions and manual pages.

use crate::warcs::*;

#[test]
fn completions_of_five_shells_name_commands_and_flags() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = run_in(folder.path(), &["completions", shell]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let text = String::from_utf8(run.stdout).expect("it is text");
        for name in ["batch", "segments", "input-from", "checkpoint", "favor", "words-leaves", "completions"]
        {
            assert!(text.contains(name), "{shell}: {name}");
        }
    }
    let run = run_in(folder.path(), &["completions", "tcsh"]);
    assert!(run.code == Some(2) && run.stderr.contains("[possible values: "), "{}", run.stderr);
}

/// If bash is installed, it must load the completions and complete with them.
#[test]
#[cfg(target_os = "linux")]
fn bash_completes_with_them() {
    let folder = folder();
    let run = run_in(folder.path(), &["completions", "bash"]);
    put(&folder, "trommel.bash", run.stdout);
    let script = "source ./trommel.bash && COMP_WORDS=(trommel batch --inp) COMP_CWORD=2 && \
                  _trommel trommel --inp batch && echo \"${COMPREPLY[@]}\"";
    let bash = std::process::Command::new("bash").args(["-c", script]).current_dir(folder.path()).output();
    let Ok(output) = bash else {
        println!("skipped: no bash");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(said.trim(), "--input-from --input-format", "{output:?}");
}

#[test]
#[cfg_attr(not(feature = "train"), ignore = "needs the feature `train`")]
fn there_is_a_manual_page_for_each_command_and_it_names_the_flags() {
    let folder = folder();
    let run = run_in(folder.path(), &["man", "pages/man1"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let pages = [
        ("trommel-batch.1", &["checkpoint", "input\\-from", "resume"][..]),
        ("trommel-blocks.1", &["method"]),
        ("trommel-completions.1", &["powershell"]),
        ("trommel-explain.1", &["truth"]),
        ("trommel-extract.1", &["markdown"]),
        ("trommel-man.1", &["DIR"]),
        ("trommel-repeats-build.1", &["memory"]),
        ("trommel-repeats-merge.1", &["merge"]),
        ("trommel-repeats.1", &["build"]),
        ("trommel-report.1", &["ROWS"]),
        ("trommel-score.1", &["gold"]),
        ("trommel-segments.1", &["most"]),
        ("trommel-site-learn.1", &["sample"]),
        ("trommel-site.1", &["learn"]),
        ("trommel-train.1", &["self\\-label"]),
        ("trommel.1", &["favor", "Exit codes", "trommel\\-batch(1)"]),
    ];
    assert_eq!(names(&folder.path().join("pages/man1")), pages.map(|(name, _)| name));
    for (name, expected) in pages {
        let page = String::from_utf8(get(&folder, &format!("pages/man1/{name}"))).expect("it is text");
        let title = name.trim_end_matches(".1").to_uppercase().replace('-', "\\-");
        assert!(
            page.contains(&format!(".TH {title} 1"))
                || page.contains(&format!(".TH {} 1", title.replace('\\', ""))),
            "{name}: {}",
            &page[..200]
        );
        for part in expected {
            assert!(page.contains(part), "{name}: {part}");
        }
    }
    let run = run_in(folder.path(), &["man"]);
    assert_eq!((run.code, run.stdout), (Some(0), get(&folder, "pages/man1/trommel.1")));
}
