//! JSON-LD reader: page types, author, date, site name, and the page's text if present.
//!
//! In: the text of the page's JSON-LD scripts, as it streams by. Out: types ([`ClaimedTypes`]),
//! author, date, name of the site, and texts. Held: the allowed bytes of texts, and the other
//! fields; no script as a whole.
//!
//! Only the main things count, which the page is about. These are the outermost objects, and
//! objects inside them by `@graph`, `mainEntity`, list elements, answers and steps. An article's
//! publisher and related products do not count.
//!
//! The text is an `articleBody` of these things. Without one it is the `text` of things with a page
//! type, or else their `description`, and the parts of a recipe.
//!
//! Author and date are those of the first main thing that has them. List elements, answers and
//! steps do not count for this; those of the site count only if no other thing has any. An author
//! given only by `@id` is named by the thing with that `@id`, if its type precedes its name. An
//! image given so has the address of a later thing with that `@id`, if the `@id` precedes the
//! address. The site is named by an object of type `WebSite`, under the same condition, or else by
//! the publisher.
//!
//! Cost: linear. A text that turns out not to count is removed, which moves only the text after it.
mod app_state;
mod app_texts;
mod keys;
mod objects;
mod people;
mod texts;

pub(super) use people::PEOPLE_BYTES;
pub(super) use texts::{SEPARATOR, Texts};

use super::candidate::Candidate;
use super::claim::Claim;
use super::head::claimed_types::ClaimedTypes;
use super::head::site_name::SiteName;
use super::json::{JsonSink, Scanner};
use super::more::MoreCandidates;
use app_state::AppState;
use objects::Objects;

pub(super) struct LinkedData {
    scanner: Scanner,
    objects: Objects,
    /// Maximum bytes of text kept.
    text_bytes: usize,
}

impl LinkedData {
    /// A reader that keeps `text_bytes` bytes of text.
    pub(super) fn new(text_bytes: usize) -> Self {
        Self { scanner: Scanner::default(), objects: Objects::new(text_bytes), text_bytes }
    }

    /// Collects more fields, too.
    pub(super) fn collect_more(&mut self) {
        self.objects.more = Some(MoreCandidates::new());
    }

    /// Whether more fields are collected.
    #[inline]
    pub(super) fn collects_more(&self) -> bool {
        cfg!(feature = "more-metadata") && self.objects.more.is_some()
    }

    /// The claim with which the author came.
    pub(super) fn author_origin(&self) -> Claim {
        self.objects.author.origin()
    }

    /// Whether the author so far has this claim.
    pub(super) fn author_is_of(&self, claim: Claim) -> bool {
        self.objects.author.is_of(claim)
    }

    /// The date field so far.
    pub(super) fn date_so_far(&self) -> &Candidate {
        &self.objects.date
    }

    /// More fields, as collected so far.
    pub(super) fn more_fields(&self) -> Option<&MoreCandidates> {
        self.objects.more.as_ref().filter(|_| cfg!(feature = "more-metadata"))
    }

    /// More fields, if they are collected.
    pub(super) fn more(&mut self) -> Option<&mut MoreCandidates> {
        // Without the feature, nothing that fills them is built.
        self.objects.more.as_mut().filter(|_| cfg!(feature = "more-metadata"))
    }

    /// Prepares for the next page.
    pub(super) fn reset(&mut self) {
        self.scanner = Scanner::default();
        self.objects.depth = 0;
        self.objects.kinds = ClaimedTypes::default();
        self.objects.author.clear();
        self.objects.has_authors = false;
        self.objects.image_id = None;
        self.objects.date.clear();
        self.objects.people.clear();
        self.objects.app_state = AppState::default();
        self.objects.site_name.clear();
        if let Some(more) = &mut self.objects.more {
            more.clear();
        }
        if self.objects.texts.is_for(self.text_bytes) {
            self.objects.texts.reset();
        } else {
            // The texts were moved out and never put back.
            self.objects.texts = Texts::new(self.text_bytes);
        }
    }

    /// Begins a script of JSON-LD, or else of an app's state; ends the one before, which may be
    /// cut.
    pub(super) fn begin_script(&mut self, is_linked_data: bool) {
        self.end_script();
        self.objects.app_state.begin(!is_linked_data);
        self.scanner = Scanner::default();
    }

    /// Closes everything that a script left open.
    fn end_script(&mut self) {
        self.objects.end_app_state();
        self.objects.texts.end();
        self.objects.author.abandon();
        self.objects.date.abandon();
        self.objects.people.begin_name();
        self.objects.site_name.abandon();
        if let Some(more) = &mut self.objects.more {
            more.abandon();
        }
        while self.objects.depth > 0 {
            self.objects.close();
        }
    }

    /// Reads part of a script at `offset` of the stream.
    pub(super) fn push(&mut self, text: &str, offset: u64) {
        self.scanner.push(text, offset, &mut self.objects);
    }

    /// The page types stated so far.
    pub(super) fn kinds(&self) -> ClaimedTypes {
        self.objects.kinds
    }

    /// The author field; more candidates may be offered.
    pub(super) fn author(&mut self) -> &mut Candidate {
        &mut self.objects.author
    }

    /// The author's name so far.
    pub(super) fn author_name(&self) -> &str {
        self.objects.author.value.trim_end()
    }

    /// The date field; more candidates may be offered.
    pub(super) fn date(&mut self) -> &mut Candidate {
        &mut self.objects.date
    }

    /// The name of the site so far.
    pub(super) fn site_name(&self) -> &SiteName {
        &self.objects.site_name
    }

    /// The field for the site's name; more candidates may be offered.
    pub(super) fn site_name_mut(&mut self) -> &mut SiteName {
        &mut self.objects.site_name
    }

    /// Author and date, at the end of the page.
    pub(super) fn claims(&mut self) -> (&Candidate, &Candidate) {
        self.end_script();
        self.objects.people.name_authors(&mut self.objects.author);
        (&self.objects.author, &self.objects.date)
    }

    /// The bodies of articles so far; empty without one.
    pub(super) fn body(&self) -> &str {
        self.objects.texts.body()
    }

    /// The texts, at the end of the page.
    pub(super) fn texts(&mut self) -> &mut Texts {
        self.end_script();
        &mut self.objects.texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn read(scripts: &[&str]) -> LinkedData {
        let mut data = LinkedData::new(1 << 10);
        for script in scripts {
            data.begin_script(true);
            data.push(script, 0);
        }
        data
    }

    fn kinds(scripts: &[&str]) -> ClaimedTypes {
        read(scripts).kinds()
    }

    fn texts(script: &str) -> Vec<String> {
        read(&[script]).texts().iter(false).map(|(_, text)| text.to_string()).collect()
    }

    #[test]
    fn the_types_of_what_the_page_is_about_are_its_kinds() {
        assert_eq!(kinds(&[r#"{"@type":"NewsArticle"}"#]), ClaimedTypes::ARTICLE);
        assert_eq!(kinds(&[r#"[{"@type":["Thing","http://schema.org/Product"]}]"#]), ClaimedTypes::PRODUCT);
        assert_eq!(kinds(&[r#"{"@graph":[{"@type":"WebPage"},{"@type":"Recipe"}]}"#]), ClaimedTypes::RECIPE);
        let list =
            r#"{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"Product"}}]}"#;
        assert_eq!(kinds(&[list]), ClaimedTypes::LISTING.with(ClaimedTypes::PRODUCT));
    }

    #[test]
    fn what_stands_beside_it_is_not() {
        assert_eq!(
            kinds(&[
                r#"{"@type":"NewsArticle","video":{"@type":"VideoObject"},"isRelatedTo":[{"@type":"Product"}]}"#
            ]),
            ClaimedTypes::ARTICLE
        );
    }

    #[test]
    fn a_script_that_was_cut_does_not_reach_into_the_next() {
        let both = kinds(&[r#"{"@type":"FAQPage","publisher":{"name":"x"#, r#"{"@type":"QAPage"}"#]);
        assert_eq!(both, ClaimedTypes::FAQ.with(ClaimedTypes::FORUM));
    }

    #[test]
    fn an_article_body_is_the_text_and_what_stands_beside_it_is_not() {
        let script = r#"{"@type":"NewsArticle","headline":"H","description":"Short.","articleBody":"One.\nTwo.",
            "publisher":{"@type":"Organization","description":"Us."},"author":{"@type":"Person","description":"Me."}}"#;
        assert_eq!(texts(script), ["One.\nTwo."]);
        assert_eq!(texts(r#"{"articleBody":"","description":"Short.","@type":"Article"}"#), ["Short."]);
    }

    #[test]
    fn authors_and_date_are_those_of_what_the_page_is_about() {
        let claims = |script: &str| {
            let mut data = read(&[script]);
            let (author, date) = data.claims();
            (author.value.clone(), date.value.clone())
        };
        for (script, author, date) in [
            (
                r#"{"@type":"Article","author":{"@type":"Person","name":" Ada  Reed ","image":{"name":"x"}},"datePublished":"2020-01-02"}"#,
                "Ada Reed",
                "2020-01-02",
            ),
            (r#"{"author":[{"name":"A"},"B",{"name":"A"},"https://c.example/"]}"#, "A, B", ""),
            (
                r#"{"@graph":[{"@type":"WebPage","datePublished":"1"},{"author":{"name":"A"},"datePublished":"2"}]}"#,
                "A",
                "1",
            ),
            (
                r#"{"publisher":{"author":"x"},"review":{"author":{"name":"y"},"datePublished":"3"},"comment":[{"author":"z"}]}"#,
                "",
                "",
            ),
            (r#"{"itemListElement":[{"item":{"author":"x","datePublished":"3"}}]}"#, "", ""),
            (r#"{"author":"","creator":"http://x"}"#, "", ""),
            (r#"[{"@type":"Article","author":["A","B"]},{"@type":"ImageObject","author":"C"}]"#, "A, B", ""),
            (r#"{"author":{"familyName":"Reed","givenName":"Ada"}}"#, "Ada Reed", ""),
            (
                r#"{"author":[{"name":"Ada Reed","givenName":"Ada"},{"familyName":"Hill"}]}"#,
                "Ada Reed, Hill",
                "",
            ),
            (r#"{"author":{"name":"{{ author }}"}}"#, "", ""),
            (
                r##"{"@graph":[{"@type":"Article","author":{"@id":"#p"}},{"@type":"Person","@id":"#p","name":"Ada"}]}"##,
                "Ada",
                "",
            ),
            (
                r##"[{"@type":["Person"],"image":{"@id":"#i","name":"x"},"name":" Ada ","@id":"\u0023p"},{"@type":"Person","name":"y"},
                    {"@type":"Person","@id":"#q"},{"@type":"Product","@id":"#r","name":"z"},
                    {"author":[{"@id":"#p"},{"@id":"#q"},{"@id":"#r"},{"@id":"#s"}],"creator":{"@id":"#p"}}]"##,
                "Ada",
                "",
            ),
            (
                r##"[{"author":{"@id":"#p","name":"Ada"}},{"@type":"Person","@id":"#p","name":"Ada Reed"}]"##,
                "Ada",
                "",
            ),
            (
                r##"[{"@type":"WebSite","author":"x","datePublished":"1"},{"author":{"@id":"#p"},"datePublished":"2"},
                    {"@type":"Person","@id":"#p","name":"Ada"}]"##,
                "Ada",
                "2",
            ),
            (
                r##"[{"author":"Ada"},{"@type":"WebSite","author":{"@id":"#p"}},{"@type":"Person","@id":"#p","name":"x"}]"##,
                "Ada",
                "",
            ),
            (r#"{"@type":"WebSite","author":{"name":"Ada"},"datePublished":"1"}"#, "Ada", "1"),
            (r##"[{"author":{"@id":"#p"}},{"@type":"Person","@id":"#p","name":"Ad"##, "", ""),
            (r#"{"datePublished":"2020-01-02","author":["Ada","Be"#, "Ada", "2020-01-02"),
            (r#"{"author":"Ad"#, "", ""),
        ] {
            assert_eq!(claims(script), (author.into(), date.into()), "{script}");
        }
    }

    #[test]
    fn of_many_authors_the_first_are_named() {
        let names: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
        let mut data = read(&[&alloc::format!(r#"{{"author":["{}"]}}"#, names.join(r#"",""#))]);
        assert_eq!(data.claims().0.value, names[..16].join(", "));
    }

    #[test]
    fn of_many_persons_the_first_are_remembered() {
        let person = |number: usize, name: &str| {
            alloc::format!(r##"{{"@type":"Person","@id":"#{number}","name":"{name}"}}"##)
        };
        let mut persons: Vec<String> = (0..1000).map(|number| person(number, "Ada")).collect();
        persons.insert(2, person(1000, &"long ".repeat(1000)));
        persons.insert(0, r##"{"author":[{"@id":"#999"},{"@id":"#1000"},{"@id":"#2"}]}"##.into());
        let mut data = read(&[&alloc::format!("[{}]", persons.join(","))]);
        assert_eq!(data.claims().0.value, "Ada");
    }

    #[test]
    fn a_text_that_comes_before_its_type_waits_for_it() {
        assert_eq!(texts(r#"{"description":"A lamp.","@type":"Product"}"#), ["A lamp."]);
        assert_eq!(texts(r#"{"description":"A shop.","@type":"Organization"}"#), [""; 0]);
        assert_eq!(texts(r#"{"description":"Who knows."}"#), [""; 0]);
    }

    #[test]
    fn a_recipe_is_its_description_its_ingredients_and_its_steps() {
        let script = r#"{"@type":"Recipe","name":"Soup","description":"Warm.","recipeIngredient":["Leek","Salt"],
            "recipeInstructions":[{"@type":"HowToSection","name":"A","itemListElement":[{"@type":"HowToStep","text":"Cut."}]},"Boil."]}"#;
        assert_eq!(texts(script), ["Warm.", "Leek", "Salt", "Cut.", "Boil."]);
    }

    #[test]
    fn a_question_is_itself_and_its_answers() {
        let script = r#"{"@type":"QAPage","mainEntity":{"@type":"Question","name":"Why?","text":"Why is it so?","acceptedAnswer":
            {"@type":"Answer","text":"So.","author":{"name":"x"}},"suggestedAnswer":[{"text":"Not so.","@type":"Answer"}]}}"#;
        assert_eq!(texts(script), ["Why?", "Why is it so?", "So.", "Not so."]);
    }

    #[test]
    fn comments_are_posts_of_a_forum_only() {
        let comment = r#""comment":[{"@type":"Comment","text":"Me too."}]}"#;
        let forum = [r#"{"@type":"DiscussionForumPosting","text":"Is it?","#, comment].concat();
        assert_eq!(texts(&forum), ["Is it?", "Me too."]);
        let article = [r#"{"@type":"BlogPosting","text":"It is.","#, comment].concat();
        assert_eq!(texts(&article), ["It is."]);
    }

    #[test]
    fn a_thing_with_a_text_needs_no_description_and_a_text_counts_once() {
        assert_eq!(texts(r#"{"@type":"Article","description":"Is.","text":"It is."}"#), ["It is."]);
        assert_eq!(
            texts(r#"[{"@type":"Product","description":"Red."},{"@type":"Product","description":"Red."}]"#),
            ["Red."]
        );
    }
}
