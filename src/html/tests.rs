//! The tokenizer against the html5lib cases, at every chunking.

use super::*;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;
use std::{format, fs, println};

/// Folder of the shared test data, which may be absent.
const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/html5lib/tokenizer");

/// A token in the form of the cases, with adjacent text joined.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Start(String, Vec<(String, String)>),
    End(String),
    Text(String),
}

#[derive(Default)]
struct Log(Vec<Token>);

impl TokenSink for Log {
    fn wanted(&self, _: TagId) -> AttrSet {
        AttrSet::ALL
    }

    fn start_tag(&mut self, tag: &Tag<'_>) {
        let mut attrs: Vec<_> =
            tag.attributes.iter().map(|(id, value)| (id.name().to_string(), value.to_string())).collect();
        attrs.sort();
        self.0.push(Token::Start(tag.name().to_string(), attrs));
    }

    fn end_tag(&mut self, tag: &Tag<'_>) {
        self.0.push(Token::End(tag.name().to_string()));
    }

    fn text(&mut self, text: &str, _: u64) {
        assert!(!text.is_empty());
        match self.0.last_mut() {
            Some(Token::Text(run)) => run.push_str(text),
            _ => self.0.push(Token::Text(text.to_string())),
        }
    }
}

/// Cuts `text` at the given positions and tokenizes the pieces, from the state set by `start`.
fn tokens(text: &str, cuts: &[usize], start: impl Fn(&mut Tokenizer)) -> Vec<Token> {
    let mut tokenizer = Tokenizer::new();
    start(&mut tokenizer);
    let mut log = Log::default();
    let mut from = 0;
    for &cut in cuts.iter().chain([&text.len()]) {
        tokenizer.push(&text[from..cut], from as u64, &mut log);
        from = cut;
    }
    tokenizer.finish(&mut log);
    log.0
}

/// The tokens of a page. Asserts that they are the same for every cut in two and for one character
/// per piece.
fn page(text: &str) -> Vec<Token> {
    let whole = tokens(text, &[], |_| {});
    let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    assert_eq!(tokens(text, &cuts, |_| {}), whole, "one character a piece: {text:?}");
    for &cut in &cuts {
        assert_eq!(tokens(text, &[cut], |_| {}), whole, "cut at {cut}: {text:?}");
    }
    whole
}

/// Only the text of the page.
fn text_of(tokens: &[Token]) -> String {
    tokens
        .iter()
        .filter_map(|token| if let Token::Text(text) = token { Some(text.as_str()) } else { None })
        .collect()
}

/// Decodes one level of `\uHHHH`; `None` for a lone surrogate, which cannot occur in UTF-8.
fn unescape(text: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(&rest[at + 2..at + 6], 16).ok()?);
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16(&units).ok()
}

/// The expected tokens of a case, read from its JSON, without those that are not reported.
fn expected(output: &Value, escaped: bool) -> Option<Vec<Token>> {
    let string = |value: &Value| {
        let text = value.as_str()?;
        if escaped { unescape(text) } else { Some(text.to_string()) }
    };
    let mut tokens: Vec<Token> = Vec::new();
    for token in output.as_array()? {
        match token[0].as_str()? {
            "StartTag" => {
                let mut attrs = Vec::new();
                for (name, value) in token[2].as_object()? {
                    if AttrId::from_name(name) != AttrId::Other {
                        attrs.push((name.clone(), string(value)?));
                    }
                }
                attrs.sort();
                tokens.push(Token::Start(string(&token[1])?, attrs));
            }
            "EndTag" => tokens.push(Token::End(string(&token[1])?)),
            "Character" => {
                let text = string(&token[1])?;
                match tokens.last_mut() {
                    Some(Token::Text(run)) => run.push_str(&text),
                    _ => tokens.push(Token::Text(text)),
                }
            }
            _ => {}
        }
    }
    Some(tokens)
}

#[test]
fn html5lib_cases_at_every_chunking() {
    let Ok(files) = fs::read_dir(SHARED) else {
        println!("skipped: {SHARED} is not here");
        return;
    };
    let (mut ran, mut not_utf8) = (0, 0);
    for file in files {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "test") {
            continue;
        }
        let cases: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for case in cases["tests"].as_array().into_iter().flatten() {
            let escaped = case["doubleEscaped"].as_bool().unwrap_or(false);
            let input = case["input"].as_str().unwrap();
            let input = if escaped { unescape(input) } else { Some(input.to_string()) };
            let (Some(input), Some(expected)) = (input, expected(&case["output"], escaped)) else {
                not_utf8 += 1;
                continue;
            };
            let states =
                case["initialStates"].as_array().cloned().unwrap_or_else(|| Vec::from(["Data state".into()]));
            for state in &states {
                let start = |tokenizer: &mut Tokenizer| {
                    tokenizer.content_model = false;
                    tokenizer.raw_tag = TagId::from_name(case["lastStartTag"].as_str().unwrap_or(""));
                    tokenizer.state = match state.as_str().unwrap() {
                        "Data state" => State::Data,
                        "PLAINTEXT state" => State::PlainText,
                        "RCDATA state" => State::RcData,
                        "RAWTEXT state" => State::RawText,
                        "Script data state" => State::Script,
                        "CDATA section state" => State::CData,
                        other => panic!("unknown state {other}"),
                    };
                };
                // A doctype or comment between two texts is not reported, so the texts are joined.
                let name = format!("{}: {} in {state}", path.display(), case["description"]);
                let whole = tokens(&input, &[], start);
                assert_eq!(whole, expected, "{name}");
                let cuts: Vec<usize> = input.char_indices().map(|(at, _)| at).collect();
                assert_eq!(tokens(&input, &cuts, start), expected, "one character a piece: {name}");
                if input.len() < 40 {
                    for (i, &first) in cuts.iter().enumerate() {
                        for &second in &cuts[i..] {
                            assert_eq!(
                                tokens(&input, &[first, second], start),
                                expected,
                                "cut at {first}, {second}: {name}"
                            );
                        }
                    }
                }
                ran += 1;
            }
        }
    }
    println!("{ran} cases, {not_utf8} left out because they are not UTF-8");
    assert!(ran > 6000);
}

#[test]
fn quotes_count_only_after_an_equals_sign() {
    let tokens = page("<a b\"c>x</a><p =\">y\">z");
    assert_eq!(text_of(&tokens), "xy\">z");
}

#[test]
fn text_of_a_script_is_not_read_as_tags() {
    let tokens = page("<script>if (a<b) '<p>' </scrip></SCRIPT >after");
    assert_eq!(tokens.len(), 4);
    assert_eq!(tokens[2], Token::End("script".into()));
}

#[test]
fn an_unclosed_title_ends_at_the_first_known_tag() {
    let tokens = page("<head><title>A b\n<link rel=x><body><p>text");
    assert_eq!(tokens[2], Token::Text("A b\n".into()));
    assert_eq!(tokens[3], Token::End("title".into()));
    assert_eq!(tokens[4], Token::Start("link".into(), Vec::from([("rel".into(), "x".into())])));
    assert_eq!(text_of(&tokens), "A b\ntext");
}

#[test]
fn a_closed_title_may_hold_tags() {
    let tokens = page("<title>How to use <div> &amp; <p></title>text");
    assert_eq!(tokens[1], Token::Text("How to use <div> & <p>".into()));
}

#[test]
fn a_long_title_without_tags_is_read_to_its_end() {
    let title = "t ".repeat(HELD_RAW_BYTES);
    let tokens = tokens(&format!("<title>{title}</title>text"), &[], |_| {});
    assert_eq!(tokens[1], Token::Text(title));
    assert_eq!(tokens[3], Token::Text("text".into()));
}

#[test]
fn unclosed_titles_past_the_limit_end_at_once() {
    let tokens = page(&"<title>a<p>b".repeat(12));
    assert_eq!(tokens.iter().filter(|token| **token == Token::End("title".into())).count(), 12);
    assert_eq!(tokens.iter().filter(|token| **token == Token::Start("p".into(), Vec::new())).count(), 12);
}

#[test]
fn a_self_closed_iframe_swallows_nothing() {
    let tokens = page("<iframe src=a /><p>text<iframe></iframe>more");
    assert_eq!(text_of(&tokens), "textmore");
    assert!(tokens.contains(&Token::Start("p".into(), Vec::new())));
}

#[test]
fn a_textarea_without_end_ends_with_its_form() {
    let tokens = page("<form><textarea>a<b>c</form><p>text");
    assert!(tokens.contains(&Token::Start("p".into(), Vec::new())));
}

#[test]
fn cdata_is_text_in_svg_only() {
    let tokens = page("<svg><title>a<b>x</title><![CDATA[<p>]]]]></svg><![CDATA[<p>]]>");
    assert_eq!(text_of(&tokens), "ax<p>]]]]>");
}

#[test]
fn cdata_is_text_directly_in_an_integration_point() {
    let tokens = page("<svg><title><![CDATA[a<b>]]></title><desc><p><![CDATA[c]]></desc></svg>");
    assert_eq!(text_of(&tokens), "a<b>");
}

#[test]
fn a_name_that_ends_in_nul_is_another_name() {
    assert_eq!(page("<a class\0=x>"), [Token::Start("a".into(), Vec::new())]);
}

#[test]
fn half_a_million_names_in_a_tag_are_read_in_linear_time() {
    for end in ["", ">", "=x>", "='x'>", "=\"", "<"] {
        let text = format!("<a {}{end}", "b ".repeat(500_000));
        tokens(&text, &[], |_| {});
    }
}

#[test]
fn values_are_cut_at_their_limit_between_characters() {
    let value = "ü".repeat(VALUE_BYTES);
    let tokens = tokens(&format!("<a class='{value}' id=x>"), &[], |_| {});
    let Token::Start(_, attrs) = &tokens[0] else { panic!("no start tag") };
    assert_eq!(attrs[0].1, "ü".repeat(VALUE_BYTES / 2));
    assert_eq!(attrs[1].1, "x");
}

#[test]
fn offsets_after_a_held_element_do_not_know_that_it_was_held() {
    /// Offsets of each `x` in the text.
    struct Offsets(Vec<u64>);
    impl TokenSink for Offsets {
        fn wanted(&self, _: TagId) -> AttrSet {
            AttrSet::NONE
        }
        fn start_tag(&mut self, _: &Tag<'_>) {}
        fn end_tag(&mut self, _: &Tag<'_>) {}
        fn text(&mut self, text: &str, offset: u64) {
            self.0.extend(text.match_indices('x').map(|(at, _)| offset + at as u64));
        }
    }
    // Each U+FFFD stands for one malformed byte.
    let heads = ["<title>a", "\u{FFFD}", "bx", "\u{FFFD}", "x"];
    for (end, places) in [("</title>x", [10, 12, 21].as_slice()), ("<p>x<iframe><p>x", &[10, 12, 16, 28])] {
        let mut tokenizer = Tokenizer::new();
        let (mut found, mut offset) = (Offsets(Vec::new()), 0);
        for piece in heads.into_iter().chain([end]) {
            tokenizer.push(piece, offset, &mut found);
            offset += if piece == "\u{FFFD}" { 1 } else { piece.len() as u64 };
        }
        tokenizer.finish(&mut found);
        assert_eq!(found.0, places, "{end}");
    }
}
