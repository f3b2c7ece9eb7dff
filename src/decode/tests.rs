//! The decoding rules one by one, at every chunking, and the html5lib cases.

use super::*;
use std::{fs, println, string::ToString, vec};

/// The decoded page.
#[derive(Debug, PartialEq)]
struct Decoded {
    text: String,
    /// One offset for each character of `text`.
    offsets: Vec<u64>,
    encoding: &'static str,
    decode_errors: u64,
}

/// Decodes a page that arrives in `chunks`, with a fresh or reset decoder.
fn run<'a>(decoder: &mut Decoder, chunks: impl IntoIterator<Item = &'a [u8]>) -> Decoded {
    let (mut text, mut offsets) = (String::new(), Vec::new());
    let mut out = |piece: &str, offset: u64| {
        assert!(!piece.is_empty());
        offsets.extend(piece.char_indices().map(|(pos, _)| offset + pos as u64));
        text.push_str(piece);
    };
    for chunk in chunks {
        decoder.push(chunk, &mut out);
    }
    decoder.finish(&mut out);
    assert_eq!(decoder.held.capacity() + decoder.buffer.capacity(), HELD_BYTES);
    Decoded { text, offsets, encoding: decoder.encoding_name(), decode_errors: decoder.decode_errors() }
}

fn decode_as(label: Option<&str>, page: &[u8]) -> Decoded {
    run(&mut Decoder::new(label).unwrap(), [page])
}

fn decode(page: &[u8]) -> Decoded {
    decode_as(None, page)
}

/// `text` in the encoding named by `label`, including UTF-16, which `encoding_rs` does not write.
fn encode(label: &str, text: &str) -> Vec<u8> {
    match label {
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => Encoding::for_label(label.as_bytes()).unwrap().encode(text).0.into_owned(),
    }
}

/// Pseudo-random numbers below `limit` (xorshift).
fn random(state: &mut u64, limit: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % (limit as u64)) as usize
}

/// Asserts that every chunking gives the same output as `page` in one chunk, and returns that
/// output.
fn in_any_chunks(label: Option<&str>, page: &[u8]) -> Decoded {
    let mut decoder = Decoder::new(label).unwrap();
    let whole = run(&mut decoder, [page]);
    let mut same = |chunks: Vec<&[u8]>, how: &str| {
        decoder.reset();
        let cut = run(&mut decoder, chunks);
        assert!(cut == whole, "{how}, {label:?}: {:.80} / {:.80}", cut.text, whole.text);
    };
    same(page.chunks(1).collect(), "one byte at a time");
    same(page.chunks(1).flat_map(|chunk| [chunk, &[]]).collect(), "one byte, none, one byte");
    same(page.chunks(1000).collect(), "1000 bytes at a time");
    let mut state = 0x9E37_79B9_7F4A_7C15;
    for _ in 0..30 {
        let (a, b) = (random(&mut state, page.len() + 1), random(&mut state, page.len() + 1));
        let (a, b) = (a.min(b), a.max(b));
        same(vec![&page[..a], &page[a..b], &page[b..]], &format!("cut at {a} and {b}"));
    }
    whole
}

const SAMPLES: [(&str, &str); 22] = [
    ("utf-8", "Grüße, 日本語, привет \u{1F600}"),
    ("shift_jis", "日本語のテキスト、ｶﾅ"),
    ("euc-jp", "日本語のテキスト、ｶﾅ"),
    ("iso-2022-jp", "日本語 and テキスト again"),
    ("gbk", "简体中文网页的内容"),
    ("gb18030", "简体中文 \u{1F600} ﷼ \u{20087}"),
    ("big5", "繁體中文網頁的內容"),
    ("euc-kr", "한국어 텍스트 똠방각하"),
    ("koi8-r", "Привет, мир ─"),
    ("koi8-u", "Привіт, світе ґ"),
    ("windows-1250", "Příliš žluťoučký kůň"),
    ("windows-1251", "Съешь ещё этих булок"),
    ("windows-1252", "naïve café – “quoted” €"),
    ("windows-1253", "Ελληνικό κείμενο"),
    ("windows-1254", "Türkçe ığşİ"),
    ("windows-1255", "טקסט בעברית"),
    ("windows-1256", "نص عربي"),
    ("windows-1257", "Lietuvių ąčęė"),
    ("windows-1258", "tiê\u{301}ng Viê\u{323}t"),
    ("iso-8859-2", "Zażółć gęślą jaźń"),
    ("iso-8859-7", "Ελληνικό κείμενο"),
    ("iso-8859-15", "œuvre à 5 €"),
];

#[test]
fn declared_pages_come_out_the_same_in_any_chunks() {
    for (label, sample) in SAMPLES {
        // Long enough to pass the first checkpoint and to fill the buffer.
        let text = format!("<meta charset={label}><p>{}", format!("{sample} <b>x</b>\n").repeat(200));
        let got = in_any_chunks(None, &encode(label, &text));
        assert_eq!((&got.text, got.decode_errors), (&text, 0), "{label}");
        assert_eq!(got.encoding, Encoding::for_label(label.as_bytes()).unwrap().name());
        let at = got.text.char_indices().map(|(pos, _)| pos as u64);
        assert!(at.eq(got.offsets), "{label}");
    }
}

#[test]
fn undeclared_pages_come_out_the_same_in_any_chunks() {
    for (label, sample) in SAMPLES {
        for ascii_bytes in [0, 5000, 9000] {
            let text = format!("{}{}", "<p>abc ".repeat(ascii_bytes / 7), format!("{sample} ").repeat(60));
            let bytes = encode(label, &text);
            let got = in_any_chunks(None, &bytes);
            if label == "utf-8" || label == "shift_jis" || label == "iso-2022-jp" {
                assert_eq!(got.text, text);
            }
        }
    }
}

#[test]
fn utf_16_without_a_byte_order_mark_is_told_by_its_first_tag() {
    let text = "<html><p>Старая мельница";
    let units = || text.encode_utf16();
    let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
    for (bytes, encoding) in [(little, "UTF-16LE"), (big, "UTF-16BE")] {
        let decoded = decode(&bytes);
        assert_eq!((decoded.encoding, &*decoded.text), (encoding, text));
    }
}

#[test]
fn declared_utf_8_that_is_none_is_guessed() {
    let (bytes, _, _) = encoding_rs::WINDOWS_1251
        .encode("<meta charset=utf-8><p>Старая мельница на берегу реки получила новую крышу");
    let decoded = decode(&bytes);
    assert_eq!((decoded.encoding, decoded.decode_errors), ("windows-1251", 0));
    // Text that was cut, or joined from two encodings, is in the encoding that it declares.
    let bytes =
        b"<meta charset=utf-8><p>\xE9\xE9\xE9\xE9\xE9\xE9\xE9\xE9\xE9\xE9\xE9\xE9\xE9 Gr\xC3\xBC\xC3\x9Fe";
    assert_eq!(decode(bytes).encoding, "UTF-8");
}

#[test]
fn a_description_in_another_encoding_does_not_speak_for_the_page() {
    let (description, _, _) = encoding_rs::WINDOWS_1251.encode("Мельница на берегу реки получила крышу");
    let head = [b"<meta charset=utf-8><meta name=description content='", &*description, b"'>"].concat();
    // The text begins within the judged bytes, or after them.
    for links in [100, 1000] {
        let text = ["<link href=a>".repeat(links), "<p>Старая мельница ".repeat(40)].concat();
        let got = in_any_chunks(None, &[&head, text.as_bytes()].concat());
        assert_eq!(got.encoding, "UTF-8", "{links}");
        assert!(got.text.ends_with(&text), "{links}");
    }
}

#[test]
fn utf_16_with_a_byte_order_mark_comes_out_the_same_in_any_chunks() {
    for label in ["utf-16le", "utf-16be"] {
        let text = "\u{FEFF}<p>Grüße, 日本語 \u{1F600}".repeat(100);
        for given in [None, Some("koi8-r")] {
            let got = in_any_chunks(given, &encode(label, &text));
            assert_eq!(got.text, text.strip_prefix('\u{FEFF}').unwrap());
            assert_eq!(got.encoding.to_ascii_lowercase(), label);
        }
        // A lone surrogate, and half a code unit at the end.
        let mut bytes = encode(label, "\u{FEFF}ab");
        bytes.extend_from_slice(if label == "utf-16le" { &[0x00, 0xD8] } else { &[0xD8, 0x00] });
        bytes.extend(encode(label, "c"));
        bytes.push(0);
        let got = in_any_chunks(None, &bytes);
        assert_eq!((&*got.text, got.decode_errors), ("ab\u{FFFD}c\u{FFFD}", 2));
    }
}

#[test]
fn random_bytes_come_out_the_same_in_any_chunks() {
    let mut state = 7;
    for label in SAMPLES.iter().map(|(label, _)| Some(*label)).chain([None, Some("utf-16le")]) {
        let page: Vec<u8> = (0..600).map(|_| random(&mut state, 256) as u8).collect();
        let got = in_any_chunks(label, &page);
        assert_eq!(got.text.matches('\u{FFFD}').count() as u64, got.decode_errors, "{label:?}");
    }
}

#[test]
fn utf_8_offsets_are_places_in_the_input() {
    let page = b"\xEF\xBB\xBFa\xFF\xE2\x82z\xC3\xA9\xF0\x9F";
    let got = in_any_chunks(None, page);
    assert_eq!((&*got.text, got.decode_errors), ("a\u{FFFD}\u{FFFD}zé\u{FFFD}", 3));
    assert_eq!(got.offsets, [3, 4, 5, 7, 8, 10]);
}

#[test]
fn a_byte_order_mark_wins_over_label_and_declaration() {
    let page = "\u{FEFF}<meta charset=koi8-r>é";
    let got = decode_as(Some("big5"), page.as_bytes());
    assert_eq!((got.encoding, &*got.text), ("UTF-8", "<meta charset=koi8-r>é"));
    assert_eq!(decode(b"\xFF\xFE").encoding, "UTF-16LE");
    assert_eq!(decode_as(Some("utf-8"), b"\xEF\xBB").text, "\u{FFFD}");
}

#[test]
fn a_label_wins_over_a_declaration() {
    let got = decode_as(Some(" KOI8-R "), b"<meta charset=big5>\xC1");
    assert_eq!((got.encoding, &*got.text), ("KOI8-R", "<meta charset=big5>а"));
    assert_eq!(decode_as(Some("utf-16be"), b"\0a").text, "a");
}

#[test]
fn a_label_that_names_no_encoding_is_an_error() {
    for label in ["no-such", "", "hz-gb-2312"] {
        let error = Decoder::new(Some(label)).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::UnknownEncoding);
        assert!(error.to_string().starts_with(&format!("unknown encoding {label:?}, expected")), "{error}");
    }
}

#[test]
fn a_declaration_after_the_first_kibibyte_is_seen_up_to_eight() {
    let declared = |at: usize| {
        let page = format!("{:at$}<meta charset=koi8-r>", "");
        decode(&[page.as_bytes(), b"\xC1"].concat()).encoding
    };
    assert_eq!(declared(1000), "KOI8-R");
    assert_eq!(declared(1020), "KOI8-R");
    assert_eq!(declared(WINDOW_BYTES - 21), "KOI8-R");
    assert_ne!(declared(WINDOW_BYTES - 20), "KOI8-R");
}

#[test]
fn a_page_that_is_utf_8_against_its_word_is_utf_8() {
    for (declared, text) in [("iso-8859-1", "caf\u{e9}"), ("gb2312", "简体中文网页的内容")] {
        for ascii_bytes in [0, 5000, 20_000] {
            let page = format!("<meta charset={declared}>{:ascii_bytes$}{text}", "");
            let got = in_any_chunks(None, page.as_bytes());
            assert_eq!((got.encoding, &got.text), ("UTF-8", &page));
            // Not if the caller's label names the encoding, and not if one sequence is malformed.
            assert_ne!(decode_as(Some(declared), page.as_bytes()).text, page);
            assert_ne!(decode(&[page.as_bytes(), b"\xC3."].concat()).encoding, "UTF-8");
        }
    }
    // A page may be cut inside a character.
    assert_eq!(decode(b"<meta charset=koi8-r>\xC3\xA9\xC3").text, "<meta charset=koi8-r>é\u{FFFD}");
    // Short texts with the label of a multi-byte encoding: a word with an accent, three characters,
    // or bytes that the encoding does not have.
    for text in ["caf\u{e9}", "x don\u{2019}t", "\u{65e5}\u{672c}\u{8a9e}", "\u{4e2d}<"] {
        for declared in ["gbk", "big5", "euc-jp", "euc-kr"] {
            let page = format!("<meta charset={declared}>{text}");
            assert_eq!(decode(page.as_bytes()).text, page);
        }
    }
    // A few characters of a multi-byte encoding can be UTF-8 by chance.
    assert_eq!(decode(b"<meta charset=gbk>\xCD\xA8").text, "<meta charset=gbk>通");
}

#[test]
fn a_plain_ascii_page_has_the_encoding_it_declares() {
    assert_eq!(decode(b"<meta charset=koi8-r>abc").encoding, "KOI8-R");
}

#[test]
fn text_leaves_as_soon_as_the_encoding_is_settled() {
    let mut handed_out = 0;
    let mut decoder = Decoder::new(None).unwrap();
    decoder.push(b"<meta charset=utf-8>", &mut |_, _| unreachable!());
    decoder.push(&[b' '; 1004], &mut |piece, _| handed_out += piece.len());
    assert_eq!(handed_out, 1024);
    decoder.push(b"x", &mut |piece, _| handed_out += piece.len());
    assert_eq!(handed_out, 1025);
}

#[test]
fn plain_ascii_is_passed_on_though_nothing_is_declared() {
    let mut handed_out = 0;
    let mut decoder = Decoder::new(None).unwrap();
    decoder.push(&[b'a'; 100_000], &mut |piece, _| handed_out += piece.len());
    assert_eq!(handed_out, 100_000);
    decoder.push(b"\xC3", &mut |_, _| unreachable!());
    decoder.push(b"\xA9", &mut |_, _| unreachable!());
    let mut last = String::new();
    decoder.finish(&mut |piece, offset| last = format!("{piece} {offset}"));
    assert_eq!((&*last, decoder.encoding_name()), ("é 100000", "UTF-8"));
}

#[test]
fn escapes_of_iso_2022_jp_are_not_taken_for_plain_ascii() {
    let text = format!("{}日本語のテキスト", "<p>abc ".repeat(2000));
    let got = decode(&encode("iso-2022-jp", &text));
    assert_eq!((got.encoding, got.text), ("ISO-2022-JP", text));
}

#[test]
fn a_page_without_bytes_has_no_text() {
    let got = decode(b"");
    assert_eq!((&*got.text, got.encoding, got.decode_errors), ("", "UTF-8", 0));
}

#[test]
fn control_characters_are_left_as_they_are() {
    assert_eq!(decode(b"a\0b\r\nc\rd\x0C").text, "a\0b\r\nc\rd\x0C");
}

#[test]
fn nothing_enters_after_the_end_until_reset() {
    for page in [&b"a"[..], b"<meta charset=koi8-r>\xC1", b"\xFF\xFEa"] {
        let mut decoder = Decoder::new(None).unwrap();
        let first = run(&mut decoder, [page]);
        decoder.push(b"x", &mut |_, _| unreachable!());
        decoder.finish(&mut |_, _| unreachable!());
        decoder.reset();
        assert_eq!(run(&mut decoder, [page]), first);
    }
}

/// Cases of html5lib where we intentionally differ from a browser, recognised by a word in the
/// page.
const INTENDED: [(&str, &str); 2] = [
    ("<!-- multi-script test", "the declaration is after the window, and no text tells what encoding it is"),
    ("Yahoo! JAPAN", "the page is UTF-8 against its word"),
];

#[test]
fn html5lib_cases_settle_on_the_encoding_they_expect() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/html5lib/encoding");
    let Ok(files) = fs::read_dir(folder) else {
        println!("skipped: there is no {folder}");
        return;
    };
    let mut cases = 0;
    let mut failures = Vec::new();
    for file in files {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        for (page, label) in html5lib_cases(&bytes) {
            cases += 1;
            let wanted = Encoding::for_label(label).unwrap().name();
            let got = decode(page).encoding;
            let shown = String::from_utf8_lossy(&page[..page.len().min(200)]).into_owned();
            // The fallback encoding of browsers is not reported here if it makes no difference.
            let plain = wanted == "windows-1252" && got == "UTF-8" && page.is_ascii();
            let as_wanted = got == wanted || plain;
            if as_wanted == INTENDED.iter().any(|(word, _)| shown.contains(word)) {
                failures.push(format!("{got} instead of {wanted}: {shown}"));
            }
        }
    }
    assert!(cases >= 80, "{cases}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The cases of a file: page, and label of its encoding.
fn html5lib_cases(file: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut cases = Vec::new();
    let mut rest = file;
    while let Some(start) = memchr::memmem::find(rest, b"#data\n") {
        let data = &rest[start + b"#data\n".len()..];
        let end = memchr::memmem::find(data, b"\n#encoding\n").unwrap();
        let after = &data[end + b"\n#encoding\n".len()..];
        let label = after.split(|&byte| byte == b'\n').next().unwrap();
        cases.push((&data[..end], label));
        rest = after;
    }
    cases
}
