//! Markdown, HTML and JSON are well formed: parsed again, they give the plain text, and hold
//! nothing that runs.
#![no_main]

use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use trommel::{
    Format, Method, Options, Sink,
    methods::{Combination, Threshold, Thresholds},
};
use trommel_fuzz::{Input, Log, extractor, read};
use trommel_output::json::escape;
use trommel_testing::reread::{fold, text_of_html, text_of_markdown, without_labels};

trommel_fuzz::count_blocks!();

/// A sink that writes rendered text as a JSON string, piece by piece, as the command does.
struct Json(Vec<u8>);

impl Sink for Json {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        escape(piece, &mut self.0).expect("memory can be written");
        ControlFlow::Continue(())
    }
}

/// Options that keep all that is not hidden.
fn keep_all(options: Options) -> Options {
    let thresholds = Thresholds {
        ttr: Threshold::Constant(0.0),
        attr: Threshold::Constant(2.0),
        tkd: Threshold::Constant(9.0),
        combination: Combination::Rescue,
    };
    options.with_method(Method::LineBlock(thresholds))
}

/// Visible characters.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether all characters of a text are in another one, in their order.
fn is_within(text: &str, other: &str) -> bool {
    let mut rest = other.chars();
    text.chars().all(|c| rest.any(|other| other == c))
}

fuzz_target!(|data: &[u8]| {
    let Some(input) = Input::new(data) else { return };
    // Every second input is read with the smallest budget, so that blocks are cut and decided
    // early.
    let options = if input.seed & 1 == 0 { input.options.clone() } else { input.at_minimum() };
    for (options, keeps_all) in [(keep_all(options.clone()), true), (options, false)] {
        let render = |format| {
            let mut log = Log::default();
            read(&mut extractor(&options.clone().with_format(format)), input.chunks(), &mut log);
            log
        };
        let [plain, html, markdown] = [Format::Text, Format::Html, Format::Markdown].map(render);
        let of_html = text_of_html(&html.text);
        let of_markdown = text_of_markdown(&markdown.text);
        // Marks and link targets take memory too, so that early decisions differ between formats.
        for (log, found) in [(&html, &of_html), (&markdown, &of_markdown)] {
            let compared = |text: &str| without_labels(text, &markdown.text);
            let (found, blocks) = (compared(&shown(found)), compared(&log.shown()));
            // With images, the names of players come on top.
            assert!(
                found == blocks || input.has_references && is_within(&blocks, &found),
                "{found}, not {blocks}: {}",
                log.text
            );
        }
        // For a reader of HTML, an image separates the words next to it; for the text, their
        // characters decide.
        if keeps_all && !input.has_references {
            let of_both = [&of_html, &of_markdown].map(|text| without_labels(text, &markdown.text));
            assert_eq!(of_both[0], of_both[1], "{}", html.text);
            assert_eq!(of_html, fold(&plain.text), "{}", html.text);
        }

        let mut json = Json(b"\"".to_vec());
        read(&mut extractor(&options.clone().with_format(Format::Text)), input.chunks(), &mut json);
        json.0.push(b'"');
        let read_again: String = serde_json::from_slice(&json.0).expect("it is JSON");
        assert_eq!(read_again, plain.text);
    }
});
