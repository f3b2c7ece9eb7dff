//! Memory and time of the sketch of what hosts repeat, on a generated crawl.
//!
//! `cargo bench --bench crawl_repeats --features repeats` adds 10 million pages of 100,000 hosts.
//! `TROMMEL_CRAWL_PAGES` and `TROMMEL_CRAWL_HOSTS` set other numbers, `TROMMEL_CRAWL_MIB` another
//! bound of the sketch (1,024). The pages are made of texts, without HTML: each has 8 texts of its
//! host, and 16 of its own. Hosts have unequal numbers of pages. Fails if the sketch holds more
//! than its bound.
//!
//! The peak of the process is that of the kernel (Linux), else it is not printed.

use std::time::Instant;
use trommel::repeats::{Limits, PageSketch, Repeats};

/// Texts that each page of a host has.
const SHARED_TEXTS: u64 = 8;

/// Texts that only one page has.
const OWN_TEXTS: u64 = 16;

/// Words of each text.
const WORDS: u32 = 12;

fn main() {
    let pages = number("TROMMEL_CRAWL_PAGES", 10_000_000);
    let hosts = number("TROMMEL_CRAWL_HOSTS", 100_000).max(1);
    let start = Instant::now();
    let all_bytes = (number("TROMMEL_CRAWL_MIB", 1024) as usize) << 20;
    let mut repeats = Repeats::new(Limits { all_bytes, ..Limits::DEFAULT });
    let mut most_bytes = 0;
    for page in 0..pages {
        repeats.add(&sketch(page, host_of(page, hosts)), Some(&page.to_string()));
        most_bytes = most_bytes.max(repeats.bytes());
    }
    let seconds = start.elapsed().as_secs_f64();
    let counts = repeats.counts();
    println!("| pages | hosts | MiB held | MiB peak | µs a page | hosts forgotten | ids left out |");
    println!("|---:|---:|---:|---:|---:|---:|---:|");
    println!(
        "| {pages} | {} | {:.1} | {} | {:.1} | {} | {} |",
        repeats.hosts(),
        mebibytes(most_bytes),
        peak_mebibytes().map_or("-".into(), |peak| format!("{peak:.1}")),
        seconds * 1e6 / pages.max(1) as f64,
        counts.hosts_forgotten,
        counts.ids_left_out,
    );
    assert!(most_bytes <= all_bytes, "expected at most the bound, found {most_bytes} bytes");
}

/// The number in a variable of the environment.
fn number(variable: &str, default: u64) -> u64 {
    let Ok(text) = std::env::var(variable) else { return default };
    text.parse().unwrap_or_else(|_| panic!("{variable}: expected a number, found {text:?}"))
}

/// The host of a page: half of the pages are of the first tenth of the hosts.
fn host_of(page: u64, hosts: u64) -> u64 {
    let random = scatter(page);
    let of = if random >> 63 == 0 { (hosts / 10).max(1) } else { hosts };
    random % of
}

/// The sketch of a page.
fn sketch(page: u64, host: u64) -> PageSketch {
    let mut sketch = PageSketch::new(&format!("https://{host}.example/"));
    for text in 0..SHARED_TEXTS {
        sketch.add(&letters(scatter(host * SHARED_TEXTS + text)), WORDS, false);
    }
    for text in 0..OWN_TEXTS {
        sketch.add(&letters(scatter(!(page * OWN_TEXTS + text))), WORDS, true);
    }
    sketch
}

/// A text of 16 letters. Digits would be folded.
fn letters(mut number: u64) -> String {
    std::iter::repeat_with(|| {
        let letter = char::from(b'a' + (number % 16) as u8);
        number /= 16;
        letter
    })
    .take(16)
    .collect()
}

/// A number that looks random, another one for each `number`.
fn scatter(number: u64) -> u64 {
    let bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let bits = (bits ^ bits >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    bits ^ bits >> 32
}

fn mebibytes(bytes: usize) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// The most memory that the process had at one time.
fn peak_mebibytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(kibibytes.trim().strip_suffix("kB")?.trim().parse::<f64>().ok()? / 1024.0)
}
