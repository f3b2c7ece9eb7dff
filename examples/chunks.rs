//! Chunks, as a crawler receives them: one extractor with a small budget reads page after page, in
//! chunks of any size.
//!
//! `cargo run --example chunks`

use trommel::{Budget, Extractor, Format, Options};

/// The responses of two servers, cut at the ends of packets.
const PAGES: [&[&[u8]]; 2] = [
    &[
        b"<title>The river</title><nav><a href=/>Home</a> <a href=/news>News</a></nav><h1>The ri",
        b"ver</h1><p>It rained for three days in the valley, and on the fourth the river ro",
        b"se above the old bridge.</p><p>Nobody in the village had seen it so hi",
        b"gh before.</p><footer><a href=/imprint>Imprint</a></footer>",
    ],
    &[
        b"<title>Stra\xdfe</title><meta charset=windo",
        b"ws-1252><p>Die Stra\xdfe war zwei Tage lang gesperrt, dann kam der Bagger und r\xe4u",
        b"mte den Schlamm beiseite.</p><ul><li><a href=/a>A</a><li><a href=/b>B</a></ul>",
    ],
];

fn main() -> Result<(), trommel::Error> {
    let options = Options::default().with_format(Format::Markdown).with_budget(Budget::parse("1MiB")?);
    let mut extractor = Extractor::new(options)?;
    for chunks in PAGES {
        for chunk in chunks {
            extractor.push(chunk)?;
        }
        // `finish` makes the extractor ready for the next page.
        let page = extractor.finish()?;
        let summary = page.summary;
        println!("{}: {} bytes of {}", summary.metadata.title, summary.bytes_in, summary.encoding);
        println!("{}", page.text);
    }
    Ok(())
}
