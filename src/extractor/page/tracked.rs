//! Text and elements of a page, as the tracker of elements gives them.

use super::driver::PageDriver;
use crate::block::marks::HAS_NOTES;
use crate::html::{Tag, TagId};
#[cfg(feature = "site")]
use crate::site::matcher::{self, Matcher};
#[cfg(feature = "site")]
use crate::structure::Followed;
use crate::structure::{
    Boundary, Break, BylineState, CellLayout, Context, ElementInfo, FoundImage, FoundLink, FoundPart, Mark,
    PlaceElement, StructureSink,
};

impl StructureSink for PageDriver<'_> {
    #[cfg(feature = "site")]
    #[inline]
    fn follows_elements(&self) -> bool {
        self.page.matcher.as_ref().is_some_and(Matcher::has_site)
    }

    #[cfg(feature = "site")]
    fn opened(&mut self, element: &Followed<'_>, parent_mark: u16) -> u16 {
        self.page.matcher.as_mut().map_or(parent_mark, |matcher| matcher.opened(element, parent_mark))
    }

    #[cfg(feature = "site")]
    fn inside(&mut self, mark: u16) {
        self.page.blocks.set_inside(matcher::is_inside(mark));
    }

    #[inline]
    fn linear_sum(&mut self, sum: i32) {
        self.page.blocks.set_linear_sum(sum);
    }

    #[inline]
    fn space(&mut self, text: &str, context: &Context) {
        if self.page.posts.are_wanted() {
            self.page.post_text(text, context);
        }
        self.page.blocks.space(text, context);
    }

    #[inline]
    fn text(&mut self, text: &str, offset: u64, context: &Context) {
        if self.page.posts.are_wanted() {
            self.page.post_text(text, context);
        }
        let mut taken = self.page.blocks.text(text, offset, context);
        while taken < text.len() {
            if self.page.blocks.arena.len() == 0 {
                // Reached only if the allocator refuses memory within the budget.
                self.page.text_bytes_lost += (text.len() - taken) as u64;
                return;
            }
            self.decide_early(offset + taken as u64);
            taken += self.page.blocks.text(&text[taken..], offset + taken as u64, context);
        }
    }

    fn new_element(&mut self, parent: u32, tag: TagId, context: &Context, names: ElementInfo) -> u32 {
        self.page.blocks.new_element(parent, tag, context, names)
    }

    fn address_field(&mut self, element: u32) {
        self.page.blocks.address_field(element);
    }

    #[inline]
    fn line_break(&mut self, kind: Break) {
        if self.page.has_time_in_text && kind != Break::Line {
            self.page.judge_time();
        }
        self.page.blocks.line_break(kind);
    }

    fn is_in_visible_block(&self) -> bool {
        self.page.blocks.is_in_visible_block()
    }

    fn indent(&mut self, spaces: &str) {
        self.page.blocks.indent(spaces);
    }

    fn begin_line(&mut self) {
        self.page.blocks.begin_line();
    }

    fn begin_code_line(&mut self, is_item: bool) {
        self.page.blocks.begin_code_line(is_item);
    }

    #[inline]
    fn tag(&mut self) {
        self.page.blocks.tag();
    }

    fn word_break(&mut self) {
        self.page.blocks.word_break();
    }

    fn border(&mut self, border: Boundary) {
        self.page.blocks.border(border);
    }

    fn open_mark(&mut self, mark: Mark, href: Option<&str>) {
        self.page.blocks.open_mark(mark, href, self.page.collector.base());
    }

    fn close_mark(&mut self, mark: Mark) {
        if mark == Mark::Link && self.page.links.is_on() {
            let place = self.page.blocks.text_place(true);
            self.page.links.close(place);
        }
        self.page.blocks.close_mark(mark);
    }

    fn wants_tasks(&self) -> bool {
        self.page.blocks.has_marks()
    }

    fn task(&mut self, is_done: bool) {
        self.page.blocks.task(is_done);
    }

    fn wants_languages(&self) -> bool {
        self.page.blocks.has_marks()
    }

    fn language(&mut self, name: Option<&str>, begins: bool) {
        self.page.blocks.language(name, begins);
    }

    fn enclosing_language(&mut self, name: Option<&str>) {
        self.page.blocks.enclosing_language(name);
    }

    fn open_table_part(&mut self, tag: TagId, layout: CellLayout) {
        self.page.blocks.open_table_part(tag, layout);
    }

    fn close_table(&mut self) {
        self.page.blocks.close_table();
    }

    #[inline]
    fn wants_images(&self) -> bool {
        self.page.images.is_on() && self.page.fallback.is_none()
    }

    fn image(&mut self, found: &FoundImage<'_>, context: &Context) {
        let page = &mut *self.page;
        if found.is_player && page.links.is_on() {
            let place = page.blocks.text_place(true);
            let link = FoundLink { href: found.src, rel: "", offset: found.offset, is_hidden: false };
            page.links.open(&link, page.collector.base(), place);
            page.links.image(found.alt);
            page.links.close(place);
        }
        if !page.images.is_on() {
            return;
        }
        let placed = page.blocks.place_image(found, context);
        page.images.push_image(found, page.collector.base(), page.blocks.link(), placed);
    }

    #[inline]
    fn wants_links(&self) -> bool {
        let page = &*self.page;
        (page.links.is_on() || page.collector.collects_more()) && page.fallback.is_none()
    }

    fn found_link(&mut self, found: &FoundLink<'_>) {
        let page = &mut *self.page;
        page.collector.text_link(found.href, found.rel);
        if !page.links.is_on() {
            return;
        }
        let place = page.blocks.text_place(true);
        page.links.open(found, page.collector.base(), place);
    }

    #[inline]
    fn wants_more(&self) -> bool {
        self.page.collector.collects_more() && self.page.fallback.is_none()
    }

    fn time_of_change(&mut self, date: &str, place: u64, is_property: bool) {
        self.page.collector.time_of_change(date, place, is_property);
    }

    fn item_image(&mut self, src: &str, place: u64) {
        self.page.collector.item_image(src, place);
    }

    fn begin_text_tag(&mut self, is_category: bool, place: u64) -> bool {
        let line = self.page.blocks.line_number();
        self.page.collector.begin_text_tag(is_category, place, line)
    }

    fn alt_in_link(&mut self, alt: &str) {
        self.page.links.image(alt);
    }

    fn link_too_long(&mut self) {
        if self.page.links.is_on() {
            self.page.links.count_cut();
        }
    }

    #[inline]
    fn follows_text(&self) -> bool {
        cfg!(feature = "references") && self.page.has_references && self.page.fallback.is_none()
    }

    #[inline]
    fn text_follows(&mut self, depth: usize, is_hidden: bool, is_caption: bool) {
        let page = &mut *self.page;
        page.images.text_follows(depth, is_caption);
        page.links.text_begins(page.blocks.text_place(is_hidden));
    }

    #[inline]
    fn follows_posts(&self) -> bool {
        self.page.posts.are_wanted() && self.page.fallback.is_none()
    }

    fn post_element(&mut self, depth: u16, found: Option<FoundPart<'_>>, is_in_noscript: bool) {
        let block = self.page.blocks.text_place(false).block;
        self.page.posts.element(depth, found, block);
        self.page.posts.is_in_noscript = is_in_noscript;
    }

    fn head_tag(&mut self, tag: &Tag<'_>) {
        // A fallback text has no metadata of the page.
        if self.page.fallback.is_some() {
            return;
        }
        let page = &mut *self.page;
        page.collector.fact(tag);
        #[cfg(feature = "site")]
        if let Some(matcher) = &mut page.matcher
            && let Some(url) = page.collector.new_url()
            && page.blocks.are_none()
        {
            matcher.choose(Some(url));
        }
    }

    fn wants_app_state(&self) -> bool {
        let page = &self.page;
        page.collector.takes_app_state() && page.fallback.is_none() && page.blocks.show_next_to_nothing()
    }

    fn json_ld(&mut self, text: &str, offset: u64) {
        if self.page.fallback.is_none() {
            self.page.collector.json_ld(text, offset);
        }
    }

    fn title(&mut self, text: &str) {
        if self.page.fallback.is_none() {
            self.page.collector.title(text);
        }
    }

    fn time(&mut self, datetime: &str, place: u64, is_property: bool) {
        let page = &mut *self.page;
        page.blocks.note_byline();
        if page.fallback.is_none() && page.collector.time(datetime, place, is_property) {
            // The words before it may be a label, or the start of a sentence.
            page.has_time_in_text = !is_property && page.blocks.open_words() > 0;
        }
    }

    fn time_of_post(&mut self, datetime: &str) {
        if self.page.fallback.is_none() {
            self.page.collector.time_of_post(datetime);
        }
    }

    fn begin_date(&mut self, place: u64, is_called: bool) {
        self.page.blocks.note_byline();
        if self.page.fallback.is_none() {
            self.page.collector.begin_date(place, is_called);
        }
    }

    #[inline]
    fn begin_link(&mut self, leads_into_page: bool) {
        self.page.blocks.leads_into_page = leads_into_page;
    }

    #[inline]
    fn wants_places(&self) -> bool {
        HAS_NOTES && self.page.blocks.has_marks()
    }

    #[inline]
    fn element(&mut self, element: &PlaceElement) {
        self.page.blocks.element(element);
    }

    fn link_to_place(&mut self, id: u64, is_shown: bool) {
        self.page.blocks.link_to_place(id, is_shown);
    }

    fn link_back(&mut self) {
        self.page.blocks.link_back();
    }

    fn begin_site_name(&mut self, href: &str, is_in_h1: bool) -> bool {
        self.page.fallback.is_none() && self.page.collector.begin_site_name(href, is_in_h1)
    }

    fn begin_byline(&mut self, state: BylineState) -> bool {
        let page = &mut *self.page;
        page.blocks.note_byline();
        page.fallback.is_none() && page.collector.begin_byline(state, page.blocks.line_number())
    }

    #[inline]
    fn wants_authors_by_class(&self) -> bool {
        self.page.fallback.is_none() && self.page.collector.wants_authors_by_class()
    }

    fn begin_user(&mut self) -> bool {
        self.page.fallback.is_none() && self.page.collector.begin_user()
    }

    fn byline(&mut self, state: BylineState, text: &str) {
        if self.page.fallback.is_none() {
            self.page.collector.byline(state, text);
        }
    }
}
