//! Word bags of texts, and how two of them overlap.
use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

/// Scripts without spaces between words.
const UNSPACED: [&str; 7] = ["Hani", "Hira", "Kana", "Thai", "Lao", "Khmr", "Mymr"];

/// A letter or number of a script without spaces between words, or a run of others.
///
/// A letter shared by scripts has script extensions: `ー` belongs to both kana.
/// They do not count if a script with spaces is among them. U+02BC is the apostrophe of Ukrainian
/// and a sign of Thai. All such letters are also Latin.
///
/// The characters are those of Python's `\w`: letters, numbers, underscore. `\w` of the regex crate
/// also matches combining marks. It would join words that Python separates, such as most words of
/// Hindi.
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    let unspaced = UNSPACED.map(|name| format!(r"\p{{sc={name}}}[\p{{scx={name}}}--\p{{scx=Latn}}]"));
    let unspaced = unspaced.concat();
    let pattern = format!(r"[[\p{{L}}\p{{N}}]&&[{unspaced}]]|[[\p{{L}}\p{{N}}_]--[{unspaced}]]+");
    Regex::new(&pattern).expect("the pattern is fixed and tested")
});

/// Precision, recall and F1, each in 0..=1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prf {
    /// Kept and right / kept.
    pub precision: f64,
    /// Kept and right / should be kept.
    pub recall: f64,
    /// Harmonic mean of the two.
    pub f1: f64,
}

impl Prf {
    const PERFECT: Self = Self { precision: 1.0, recall: 1.0, f1: 1.0 };
    const ZERO: Self = Self { precision: 0.0, recall: 0.0, f1: 0.0 };
}

/// Word-bag precision, recall and F1 of one page.
///
/// In: extracted text and gold text. Words are runs of letters, numbers and underscores of the
/// lower-cased text, counted as multisets: a word kept three times that is twice in the gold text
/// is right twice. In scripts without spaces between words (Chinese, Japanese, Thai, Lao, Khmer,
/// Burmese), each letter is a word. Order does not matter. Edge cases: without words on both sides
/// all scores are 1; with words on one side only they are 0.
///
/// Cost: linear in the bytes of both texts; holds a lower-cased copy of each and one entry per
/// distinct gold word. Source: the metric of the WCXB benchmark, whose scorer is a Python program.
/// Departures: that scorer takes a run of letters for a word in every script. Words and lower case
/// follow Unicode 16 and the Unicode version of the Rust release; Python 3.11 follows Unicode 14.
/// They differ for characters that are unassigned in Unicode 14,
/// and for the lower case of a capital sigma next to U+0295 or U+1171E, whose properties differ
/// between the versions.
///
/// ```
/// # use trommel_score::word_bag;
/// let page = word_bag("The cat. Share this!", "the cat sat");
/// assert_eq!((page.precision, page.recall), (2.0 / 4.0, 2.0 / 3.0));
/// ```
#[must_use]
pub fn word_bag(predicted: &str, gold: &str) -> Prf {
    // The whole text, not word by word: whether a sigma is final depends on the characters next to
    // the word.
    let (predicted, gold) = (predicted.to_lowercase(), gold.to_lowercase());
    let mut unmatched: HashMap<&str, u64> = HashMap::new();
    let mut gold_words = 0_u64;
    for word in words(&gold) {
        *unmatched.entry(word).or_default() += 1;
        gold_words += 1;
    }
    let (mut predicted_words, mut overlap) = (0_u64, 0_u64);
    for word in words(&predicted) {
        predicted_words += 1;
        if let Some(left @ 1..) = unmatched.get_mut(word) {
            *left -= 1;
            overlap += 1;
        }
    }
    match (predicted_words, gold_words) {
        (0, 0) => Prf::PERFECT,
        _ if overlap == 0 => Prf::ZERO,
        _ => {
            let precision = overlap as f64 / predicted_words as f64;
            let recall = overlap as f64 / gold_words as f64;
            Prf { precision, recall, f1: 2.0 * precision * recall / (precision + recall) }
        }
    }
}

/// The words of a lower-cased text, in order.
///
/// Cuts at all that is not alphanumeric, then applies the pattern only to runs beyond ASCII, which
/// is faster than the pattern alone. The pattern is needed because `char` counts many combining
/// marks as alphabetic.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let runs = text.split(|c: char| c != '_' && !c.is_alphanumeric()).filter(|run| !run.is_empty());
    runs.flat_map(|run| {
        let (whole, parts) =
            if run.is_ascii() { (Some(run), None) } else { (None, Some(WORD.find_iter(run))) };
        whole.into_iter().chain(parts.into_iter().flatten().map(|word| word.as_str()))
    })
}

/// White space as in Python: that of Unicode, and the four ASCII separators (file, group, record,
/// unit).
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\x1c'..='\x1f')
}

/// The text with each run of white space folded to one space, and none at the ends.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for part in text.split(is_space).filter(|part| !part.is_empty()) {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(part);
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;
    use trommel::_train::{WordRole, is_unspaced, letters};

    fn words_of(text: &str) -> Vec<String> {
        words(&text.to_lowercase()).map(String::from).collect()
    }

    #[test]
    fn words_are_runs_of_letters_numbers_and_underscores() {
        assert_eq!(words_of("It's snake_case, 3.5 or x²!"), ["it", "s", "snake_case", "3", "5", "or", "x²"]);
    }

    #[test]
    fn combining_marks_and_symbols_cut_words() {
        assert_eq!(words_of("हिन्दी"), ["ह", "न", "द"]);
        assert_eq!(words_of("cafe\u{301}s Ⓐ Ⅳ"), ["cafe", "s", "ⅳ"]);
    }

    #[test]
    fn letters_of_scripts_without_spaces_are_words() {
        assert_eq!(words_of("中文 abc时々"), ["中", "文", "abc", "时", "々"]);
        assert_eq!(
            words_of("ラーメン、ひと皿500円 2杯"),
            ["ラ", "ー", "メ", "ン", "ひ", "と", "皿", "500", "円", "2", "杯"]
        );
        // Vowels and tones that are combining marks are not letters.
        assert_eq!(words_of("ที่นี่"), ["ท", "น"]);
        assert_eq!(words_of("ລາວ ខ្មែរ မြန်မာ").len(), 3 + 3 + 3);
        assert_eq!(words_of("한국어 문장"), ["한국어", "문장"]);
    }

    #[test]
    fn an_apostrophe_that_thai_shares_is_part_of_words() {
        assert_eq!(words_of("м\u{2bc}яч об\u{2bc}єкт"), ["м\u{2bc}яч", "об\u{2bc}єкт"]);
        assert_eq!(words_of("Hawai\u{2bc}i, n\u{2bc}guni"), ["hawai\u{2bc}i", "n\u{2bc}guni"]);
        assert_eq!(words_of("၂၀"), ["၂", "၀"]);
    }

    /// All scripts of Unicode 16 with characters.
    const SCRIPTS: &str = "Adlm Aghb Ahom Arab Armi Armn Avst Bali Bamu Bass Batk Beng Bhks Bopo Brah Brai \
        Bugi Buhd Cakm Cans Cari Cham Cher Chrs Copt Cpmn Cprt Cyrl Deva Diak Dogr Dsrt Dupl Egyp Elba Elym \
        Ethi Gara Geor Glag Gong Gonm Goth Gran Grek Gujr Gukh Guru Hang Hani Hano Hatr Hebr Hira Hluw Hmng \
        Hmnp Hung Ital Java Kali Kana Kawi Khar Khmr Khoj Kits Knda Krai Kthi Lana Lao Latn Lepc Limb Lina \
        Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Mlym Modi Mong Mro Mtei Mult Mymr \
        Nagm Nand Narb Nbat Newa Nko Nshu Ogam Olck Onao Orkh Orya Osge Osma Ougr Palm Pauc Perm Phag Phli \
        Phlp Phnx Plrd Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd Sind Sinh Sogd Sogo Sora Soyo \
        Sund Sunu Sylo Syrc Tagb Takr Tale Talu Taml Tang Tavt Telu Tfng Tglg Thaa Thai Tibt Tirh Tnsa Todr \
        Toto Tutg Ugar Vai Vith Wara Wcho Xpeo Xsux Yezi Yi Zanb";

    #[test]
    fn extensions_with_a_script_with_spaces_do_not_count() {
        let class = |property: &str, names: &[&str]| {
            let names: String = names.iter().map(|name| format!(r"\p{{{property}={name}}}")).collect();
            Regex::new(&format!("^[{names}]$")).expect("the pattern is sound")
        };
        let all: Vec<_> = SCRIPTS.split(' ').collect();
        let spaced: Vec<_> = all.iter().copied().filter(|name| !UNSPACED.contains(name)).collect();
        let (own, known) = (class("sc", &UNSPACED), class("sc", &[&all[..], &["Zyyy", "Zinh"]].concat()));
        let (unspaced, spaced) = (class("scx", &UNSPACED), class("scx", &spaced));
        let mut mixed = 0;
        for c in '\0'..=char::MAX {
            let text = c.to_string();
            // Two of it are two words.
            let words = words(&text.repeat(2)).count();
            let (is_mixed, is_own) =
                (spaced.is_match(&text) && unspaced.is_match(&text), own.is_match(&text));
            if words > 0 {
                assert!(known.is_match(&text), "{c:?} is of a script that the list lacks");
                let is_unspaced = is_own || unspaced.is_match(&text) && !is_mixed;
                assert_eq!(words == 2, is_unspaced, "{c:?} as a word");
            }
            if is_mixed {
                mixed += 1;
                assert!(is_own || letters(c) != WordRole::Whole, "{c:?} as a term");
                assert!(is_own || !is_unspaced(c), "{c:?} in titles");
            }
        }
        assert!(mixed > 50, "{mixed}");
    }

    #[test]
    fn a_chinese_page_is_scored_by_its_characters() {
        let page = word_bag("下了三天雨。分享", "下了三天雨。");
        assert_eq!((page.precision, page.recall), (5.0 / 7.0, 1.0));
    }

    #[test]
    fn lower_case_follows_final_sigma_and_dotted_i() {
        assert_eq!(words_of("ΟΔΟΣ ΣΑΣ"), ["οδος", "σας"]);
        assert_eq!(words_of("İstanbul"), ["i", "stanbul"]);
    }

    #[test]
    fn repeated_words_count_as_often_as_gold_has_them() {
        let page = word_bag("a a a b", "a a c c c");
        assert_eq!((page.precision, page.recall), (0.5, 0.4));
        assert!((page.f1 - 4.0 / 9.0).abs() < 1e-12);
    }

    #[test]
    fn texts_without_words_score_one_or_zero() {
        assert_eq!(word_bag("", " ...\n"), Prf::PERFECT);
        assert_eq!(word_bag("a", ""), Prf::ZERO);
        assert_eq!(word_bag("", "a"), Prf::ZERO);
        assert_eq!(word_bag("b", "a"), Prf::ZERO);
    }

    #[test]
    fn folding_takes_every_kind_of_space() {
        assert_eq!(fold("\u{3000} a\r\n\tb\u{1f}\u{1c}c\u{a0}d \x0b"), "a b c d");
        assert_eq!(fold(" \n"), "");
    }
}
