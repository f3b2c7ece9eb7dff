//! An endless page on standard input: output flows and memory does not grow.
//!
//! `benches/endless.py` does the same for minutes.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;

/// Bytes of the page that are written before each check.
const STEP_BYTES: usize = 2 << 20;

/// Number of steps until memory is constant, and in total.
const STEPS: [usize; 2] = [3, 6];

/// The budget, and the maximum bytes of text not yet written. At least an eighth of these pages is
/// text, so 8 MiB of page fill the budget of 1 MiB; another MiB is in pipes and buffers.
const BUDGET: &str = "1MiB";
const MAX_WAITING_BYTES: u64 = (8 << 20) + (1 << 20);

/// Maximum resident memory, with code and stack, and its maximum growth after the first steps.
const MAX_RESIDENT_BYTES: u64 = 24 << 20;
const MAX_GROWTH_BYTES: u64 = 256 << 10;

/// Kills the command when a test fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Peak resident memory so far, as counted by the system.
    fn resident_bytes(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.id())).expect("the command runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the system counts it");
        let kib: u64 = line.trim().trim_end_matches(" kB").parse().expect("it is a number");
        kib << 10
    }
}

/// Runs the command with `args` and writes `begin`, then `piece` again and again until all steps
/// are done. `#` in `piece` is replaced by a growing number.
fn read_endless(args: &[&str], begin: &str, piece: &str) {
    let mut command = Command::cargo_bin("trommel").expect("the command is built");
    command.args(["--budget", BUDGET]).args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = Running(command.spawn().expect("the command runs"));
    let mut stdin = running.0.stdin.take().expect("it was asked for");
    let mut stdout = running.0.stdout.take().expect("it was asked for");
    let bytes_out = Arc::new(AtomicU64::new(0));
    let counting = bytes_out.clone();
    let reader = thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        while let Ok(bytes @ 1..) = stdout.read(&mut buffer) {
            counting.fetch_add(bytes as u64, SeqCst);
        }
    });

    let mut number = 0_u64;
    let mut bytes_in = 0;
    let mut write = |steps: usize, running: &Running| {
        for _ in 0..steps {
            let mut step = if bytes_in == 0 { begin.to_owned() } else { String::new() };
            while step.len() < STEP_BYTES {
                step += &piece.replace('#', &number.to_string());
                number += 1;
            }
            stdin.write_all(step.as_bytes()).expect("the command reads on");
            bytes_in += step.len() as u64;
            // All text must come out, except what waits. That can take a moment.
            let begun = Instant::now();
            while bytes_out.load(SeqCst) * 8 + MAX_WAITING_BYTES < bytes_in {
                assert!(
                    begun.elapsed() < Duration::from_secs(60),
                    "{args:?}: {} of {bytes_in} bytes came out",
                    bytes_out.load(SeqCst)
                );
                thread::sleep(Duration::from_millis(5));
            }
        }
        running.resident_bytes()
    };
    let before = write(STEPS[0], &running);
    let after = write(STEPS[1], &running);
    assert!(after <= MAX_RESIDENT_BYTES, "{args:?}: {after} bytes");
    assert!(after <= before + MAX_GROWTH_BYTES, "{args:?}: {before} bytes, then {after}");
    drop(stdin);
    assert_eq!(running.0.wait().expect("it was started").code(), Some(0), "{args:?}");
    reader.join().expect("the reader only counts");
}

#[test]
fn an_endless_page_is_filtered_in_constant_memory() {
    let paragraph = "<p>Passenger # was counted twice, and each time the ferryman came to a different number than before.</p>\n";
    read_endless(&[], "<title>Passengers</title>", paragraph);
    read_endless(
        &["-f", "markdown", "--links"],
        "<h1>x</h1>",
        "<h2>Day #</h2><p>Nobody <a href=/#>was seen</a> on the far bank, and nobody <b>came</b>.",
    );
    read_endless(
        &["-f", "html"],
        "<table>",
        "<tr><td>passenger #<td>was counted on the far bank, again and again<td>#</tr>",
    );
    read_endless(&["-f", "json"], "", paragraph);
}

#[test]
fn an_endless_text_is_filtered_in_constant_memory() {
    // One endless paragraph, one endless preformatted text, and endlessly nested elements.
    read_endless(&["-m", "line-block"], "<p>", "passenger # was counted ");
    read_endless(&["-m", "line-block", "-f", "markdown"], "<pre>", "let passenger_# = counted(#);\n");
    read_endless(&["-m", "tag-ratio"], "", "<div>passenger # was counted twice on that day");
}
