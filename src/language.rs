//! The language of the main content, by its letters.
//!
//! In: kept text, in page order. Out: a language tag. Held: [`HELD_BYTES`]. The language of code is
//! in `structure::code_language`.

use crate::block::marks::{Span, spans};
use alloc::string::String;

/// Bytes of text that tell the language; later text is not looked at.
const SAMPLE_BYTES: usize = 2048;

/// Bytes on the heap, if a language is wanted.
pub(crate) const HELD_BYTES: usize = if cfg!(feature = "language") { SAMPLE_BYTES } else { 0 };

/// The beginning of the kept text of a page.
pub(crate) struct LanguageSample {
    text: String,
}

impl LanguageSample {
    /// Takes no text unless it `is_wanted`.
    pub(crate) fn new(is_wanted: bool) -> Self {
        Self { text: String::with_capacity(if is_wanted { HELD_BYTES } else { 0 }) }
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
    }

    /// Takes the text of a kept block, with its marks. Code is not a language of people.
    pub(crate) fn take(&mut self, text: &str, is_code: bool) {
        let mut space = self.text.capacity().min(SAMPLE_BYTES).saturating_sub(self.text.len());
        if is_code || space == 0 {
            return;
        }
        for piece in spans(text).filter_map(Span::text).chain([" "]) {
            let ends = piece.char_indices().map(|(at, c)| at + c.len_utf8());
            let end = ends.take_while(|&end| end <= space).last().unwrap_or(0);
            self.text.push_str(&piece[..end]);
            space -= end;
        }
    }

    /// The language as a language tag (ISO 639-1), such as `en`; empty if the text is too short or
    /// too mixed to tell it.
    #[cfg(feature = "language")]
    pub(crate) fn detect(&self) -> &'static str {
        let found = whatlang::detect(&self.text).filter(whatlang::Info::is_reliable);
        found.map_or("", |info| tag_of(info.lang()))
    }

    #[cfg(not(feature = "language"))]
    pub(crate) fn detect(&self) -> &'static str {
        ""
    }
}

/// The language tag of a language: its code in ISO 639-1.
#[cfg(feature = "language")]
fn tag_of(language: whatlang::Lang) -> &'static str {
    /// Codes of ISO 639-3, each with that of ISO 639-1.
    const CODES: &str = "afr af,aka ak,amh am,ara ar,aze az,bel be,ben bn,bul bg,cat ca,ces cs,cmn zh,cym cy,\
        dan da,deu de,ell el,eng en,epo eo,est et,fin fi,fra fr,guj gu,heb he,hin hi,hrv hr,hun hu,hye hy,ind id,\
        ita it,jav jv,jpn ja,kan kn,kat ka,khm km,kor ko,lat la,lav lv,lit lt,mal ml,mar mr,mkd mk,mya my,nep ne,\
        nld nl,nob nb,ori or,pan pa,pes fa,pol pl,por pt,ron ro,rus ru,sin si,slk sk,slv sl,sna sn,spa es,srp sr,\
        swe sv,tam ta,tel te,tgl tl,tha th,tuk tk,tur tr,ukr uk,urd ur,uzb uz,vie vi,yid yi,zul zu";
    CODES.split(',').find_map(|pair| pair.strip_prefix(language.code())).unwrap_or("").trim_start()
}

#[cfg(all(test, feature = "language"))]
mod tests {
    use super::*;

    #[test]
    fn every_language_that_is_told_has_a_tag() {
        assert!(whatlang::Lang::all().iter().all(|language| tag_of(*language).len() == 2));
    }

    #[test]
    fn the_kept_text_tells_the_language() {
        for (text, language) in [
            (
                "It rained for three days in the valley, and the river rose over the meadows near the mill.",
                "en",
            ),
            ("Es regnete drei Tage im Tal, und der Fluss stieg über die Wiesen bei der Mühle.", "de"),
            ("Три дня в долине шёл дождь, и река поднялась над лугами у мельницы.", "ru"),
            ("谷では三日間雨が降り続き、川の水は水車小屋の近くの草原まで上がってきました。", "ja"),
            ("山谷里下了三天的雨，河水漫过了磨坊附近的草地。", "zh"),
            ("17", ""),
            ("", ""),
        ] {
            let mut sample = LanguageSample::new(true);
            sample.take("fn main() { return 0; }", true);
            sample.take(text, false);
            assert_eq!(sample.detect(), language, "{text}");
        }
    }

    #[test]
    fn no_more_than_the_first_text_is_held() {
        let mut sample = LanguageSample::new(true);
        for _ in 0..SAMPLE_BYTES {
            sample.take("für drei Tage", false);
        }
        assert!(sample.text.len() > SAMPLE_BYTES - 4 && sample.text.capacity() == SAMPLE_BYTES);
        let mut unwanted = LanguageSample::new(false);
        unwanted.take("It rained.", false);
        assert_eq!(unwanted.text.capacity(), 0);
    }
}
