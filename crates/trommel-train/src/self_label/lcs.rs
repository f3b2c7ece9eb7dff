//! Similarity of a block and the description of its page: the longest common subsequence of
//! characters.

use std::collections::HashMap;

/// Maximum characters of a description that count.
pub(super) const HINT_CHARS: usize = 512;

/// Maximum characters of a block that count.
pub(super) const TEXT_CHARS: usize = 2048;

/// Bits of a word of a bit vector.
const WORD_BITS: usize = u64::BITS as usize;

/// A text for comparison: its first characters without white space, in lower case.
pub(super) fn folded(pieces: impl Iterator<Item = char>, most_chars: usize) -> String {
    pieces.filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).take(most_chars).collect()
}

/// A title or description to compare blocks with.
pub(super) struct TitleOrDescription {
    /// The places of each of its characters, as bits.
    places: HashMap<char, Vec<u64>>,
    pub(super) chars: usize,
    /// Places that no common subsequence has reached, as bits.
    free: Vec<u64>,
    nowhere: Vec<u64>,
}

impl TitleOrDescription {
    /// Prepares a folded description. Characters after the first [`HINT_CHARS`] do not count.
    pub(super) fn new(text: &str) -> Self {
        let chars = text.chars().take(HINT_CHARS).count();
        let words = chars.div_ceil(WORD_BITS).max(1);
        let mut places: HashMap<char, Vec<u64>> = HashMap::new();
        for (at, c) in text.chars().take(HINT_CHARS).enumerate() {
            places.entry(c).or_insert_with(|| vec![0; words])[at / WORD_BITS] |= 1 << (at % WORD_BITS);
        }
        Self { places, chars, free: vec![0; words], nowhere: vec![0; words] }
    }

    /// Length of the longest common subsequence of the folded `text` and the description, in
    /// characters, and the same for the first `prefix_chars` of the description.
    ///
    /// Cost: characters of the text times those of the description, divided by 64. Holds a few bits
    /// for each character of the description. Source: Hyyrö 2004, "Bit-parallel LCS-length
    /// computation revisited".
    pub(super) fn common(&mut self, text: &str, prefix_chars: usize) -> (u32, u32) {
        self.free.fill(u64::MAX);
        for c in text.chars() {
            let places = self.places.get(&c).unwrap_or(&self.nowhere);
            let mut carry = false;
            for (free, place) in self.free.iter_mut().zip(places) {
                let taken = *free & place;
                let (sum, over) = free.overflowing_add(taken);
                let (sum, over_again) = sum.overflowing_add(u64::from(carry));
                carry = over || over_again;
                *free = sum | (*free & !place);
            }
        }
        (self.reached(self.chars), self.reached(prefix_chars.min(self.chars)))
    }

    /// Number of reached places among the first `chars`.
    fn reached(&self, chars: usize) -> u32 {
        let whole: u32 = self.free[..chars / WORD_BITS].iter().map(|word| word.count_zeros()).sum();
        match chars % WORD_BITS {
            0 => whole,
            rest => whole + (!self.free[chars / WORD_BITS] & ((1 << rest) - 1)).count_ones(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook algorithm with a table.
    fn slow(a: &str, b: &str) -> u32 {
        let b: Vec<char> = b.chars().collect();
        let mut row = vec![0_u32; b.len() + 1];
        for c in a.chars() {
            let mut diagonal = 0;
            for at in 0..b.len() {
                let above = row[at + 1];
                row[at + 1] = if b[at] == c { diagonal + 1 } else { above.max(row[at]) };
                diagonal = above;
            }
        }
        row[b.len()]
    }

    #[test]
    fn lengths_are_those_of_the_table_in_any_script() {
        let long =
            "the river rose for three days, and on the fourth it fell again to where it had been. ".repeat(3);
        let cases = [
            ("", "abc"),
            ("abc", ""),
            ("heavy rain", "have a rain"),
            ("三天的雨下在山谷里", "雨下了三天，山谷里的河涨了"),
            (&long, "a flood of three days; then it fell, and where it had been there was mud"),
            ("thr fou day", &long),
        ];
        for (text, hint) in cases {
            let (text, hint) = (folded(text.chars(), 10_000), folded(hint.chars(), 10_000));
            let chars = hint.chars().count();
            for prefix in [0, 1, chars / 2, 63.min(chars), 64.min(chars), 65.min(chars), chars] {
                let begin: String = hint.chars().take(prefix).collect();
                let found = TitleOrDescription::new(&hint).common(&text, prefix);
                assert_eq!(found, (slow(&text, &hint), slow(&text, &begin)), "{text} {hint} {prefix}");
            }
        }
    }
}
