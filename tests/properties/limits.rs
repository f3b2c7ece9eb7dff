//! Texts as long as a limit, and a little longer: nothing of a kept block is lost.

use trommel::{Method, Options, extract, methods::WordsLeaves};
use trommel_testing::METHODS;

/// A sentence of 16 bytes.
const SENTENCE: &str = "The newt swims. ";

/// What `method` keeps of an article that has `text` as its middle paragraph.
fn kept(method: Method, text: &str) -> String {
    let side = SENTENCE.repeat(30);
    let page = format!(
        "<title>Newts</title><nav><a href=/>Home</a> <a href=/a>About</a></nav>\
         <article><h1>Newts</h1><p>{side}<p>{text}<p>{side}</article><p><a href=/b>More</a>"
    );
    let options = Options::default().with_method(method);
    extract(page.as_bytes(), &options).expect("a page").text
}

#[test]
fn a_long_paragraph_keeps_its_end() {
    let lengths = (1..=4).flat_map(|segments| segments * 8192 - 24..segments * 8192 + 48);
    for length in lengths.chain([65_536, 65_540, 100_000]) {
        let mut text = SENTENCE.repeat(length / SENTENCE.len() + 1);
        text.truncate(length - 4);
        text.truncate(text.trim_end().len());
        text.push_str(" end");
        for method in METHODS {
            let kept = kept(method, &text);
            assert!(kept.contains(&text), "{length} bytes by {method:?}: {} kept", kept.len());
        }
    }
}

#[test]
fn a_long_word_keeps_its_end() {
    for length in [8191, 8192, 8193, 8200, 16_385, 1_000_000] {
        let mut word = "w".repeat(length - 1);
        word.push('z');
        for method in METHODS {
            // Words-leaves counts words, of which there is one.
            if method == Method::WordsLeaves(WordsLeaves::DEFAULT) {
                continue;
            }
            let kept = kept(method, &word);
            if kept.contains("wwwwwwwwww") {
                assert!(kept.contains(&word), "{length} bytes by {method:?}");
            }
        }
    }
}
