//! No bytes and no options cause a panic. Line-blocks come in order, counts are right, and plain
//! text is that of the kept blocks.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trommel::{Extractor, Format, Method, Options, methods::{Combination, Threshold, Thresholds}};
use trommel_fuzz::{Input, Log, extractor, read};

trommel_fuzz::count_blocks!();

/// Thresholds of any value, also of invalid values.
fn thresholds(data: &[u8]) -> Thresholds {
    let threshold = |at: usize| {
        let bytes = [0, 1, 2, 3].map(|i| data.get(at * 4 + i).copied().unwrap_or_default());
        let value = f32::from_le_bytes(bytes);
        if bytes[0] & 1 == 0 { Threshold::Constant(value) } else { Threshold::Sigma(value) }
    };
    let combination = if data.len() % 2 == 0 { Combination::All } else { Combination::Rescue };
    Thresholds { ttr: threshold(0), attr: threshold(1), tkd: threshold(2), combination }
}

fuzz_target!(|data: &[u8]| {
    let Some(input) = Input::new(data) else { return };
    let is_plain = data[data.len() - 6] % 4 < 2;
    let mut log = Log::default();
    let summary = read(&mut extractor(&input.options), input.chunks(), &mut log);
    log.check(&input, &summary, is_plain);

    let odd = input.at_minimum().with_method(Method::LineBlock(thresholds(data)));
    if let Ok(mut extractor) = Extractor::new(odd) {
        let mut log = Log::default();
        let summary = read(&mut extractor, input.chunks(), &mut log);
        log.check(&input, &summary, is_plain);
    }

    // A page that is abandoned in the middle has no effect on the next.
    let mut used = extractor(&input.options);
    used.push(&input.page[..input.page.len() / 2]).expect("HTML is never wrong");
    used.reset();
    used.push(&input.page).expect("HTML is never wrong");
    let collected = used.finish().expect("HTML is never wrong");
    assert_eq!(collected.summary, summary);
    assert_eq!(collected.text, log.text);

    let label = String::from_utf8_lossy(&data[..data.len().min(12)]);
    if let Ok(mut extractor) =
        Extractor::new(Options::default().with_encoding(label).with_format(Format::Html))
    {
        read(&mut extractor, input.chunks(), &mut Log::default());
    }
});
