//! Text and elements of a page, as the tracker of elements gives them.

use super::driver::PageDriver;
use crate::block::marks::HAS_NOTES;
use crate::html::{AttrId, TagId};
use crate::metadata::TextObserver;
#[cfg(feature = "site")]
use crate::site::matcher::{self, Matcher};
use crate::structure::{
    Break, CodeLanguage, Context, ElementInfo, FoundImage, FoundLink, HeadText, Mark, Marks, Observer,
    Opened, Separation, Space, StructureSink, Subscription, TablePart, Wants,
};

impl StructureSink for PageDriver<'_> {
    const SEES: Subscription = TextObserver::SEES;

    fn wants(&self) -> Wants {
        let page = &*self.page;
        // A fallback text has no images, links, posts and metadata of the page.
        let is_page = page.fallback.is_none();
        let collects_more = page.collector.collects_more();
        #[cfg(feature = "site")]
        let has_site = page.matcher.as_ref().is_some_and(Matcher::has_site);
        #[cfg(not(feature = "site"))]
        let has_site = false;
        Wants::default()
            .with(Wants::IMAGES, is_page && page.images.is_on())
            .with(Wants::LINKS, is_page && (page.links.is_on() || collects_more))
            .with(Wants::TEXT_FOLLOWS, is_page && page.has_references)
            .with(Wants::MORE_METADATA, is_page && collects_more)
            .with(Wants::MARKS, page.blocks.has_marks())
            .with(Wants::PLACES, page.blocks.has_marks())
            .with(Wants::POSTS, is_page && page.posts.are_wanted())
            .with(Wants::ELEMENTS, has_site)
    }

    fn opened(&mut self, element: &Opened<'_>, parent: Marks) -> Marks {
        let mut marks = parent;
        let page = &mut *self.page;
        if element.tag.id == TagId::A {
            page.blocks.begin_link(element);
            page.list_link(element);
        }
        if page.blocks.has_marks() && HAS_NOTES {
            page.blocks.follow_place(element);
        }
        page.post_element(element);
        // A fallback text has no metadata of the page.
        if page.fallback.is_none() {
            let mut observer = page.text_observer();
            marks.byline = observer.opened(element, parent.byline);
            let (is_of_byline, time) = (observer.is_of_byline, observer.has_time_in_text);
            if is_of_byline {
                page.blocks.note_byline();
            }
            page.has_time_in_text = time.unwrap_or(page.has_time_in_text);
        }
        #[cfg(feature = "site")]
        if let Some(matcher) = page.matcher.as_mut().filter(|matcher| matcher.has_site())
            && !element.is_dropped()
        {
            marks.set_site(matcher.opened(&element.followed(), parent.site()));
        }
        marks
    }

    fn void_element(&mut self, element: &Opened<'_>, around: Marks) {
        let page = &mut *self.page;
        page.post_element(element);
        match element.tag.id {
            TagId::Img if page.fallback.is_none() => {
                page.links.image(element.tag.attributes.get(AttrId::Alt).unwrap_or(""));
                page.text_observer().item_image(element, around.byline);
            }
            TagId::Input => page.blocks.input(element),
            _ => {}
        }
    }

    fn marked_text(&mut self, text: Option<&str>, marks: Marks) {
        #[cfg(feature = "site")]
        if text.is_some() {
            self.page.blocks.set_inside(matcher::is_inside(marks.site()));
        }
        if !marks.reads_text() || self.page.fallback.is_some() {
            return;
        }
        let mut observer = self.page.text_observer();
        match text {
            Some(text) => observer.text(text, marks.byline),
            None => observer.parted(marks.byline),
        }
    }

    #[inline]
    fn linear_sum(&mut self, sum: i32) {
        self.page.blocks.set_linear_sum(sum);
    }

    #[inline]
    fn space(&mut self, space: Space<'_>, context: &Context) {
        match space {
            Space::Between(text) => {
                if self.page.posts.are_wanted() {
                    self.page.post_text(text, context);
                }
                self.page.blocks.space(text, context);
            }
            Space::Indent(spaces) => self.page.blocks.indent(spaces),
        }
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

    #[inline]
    fn text_ends(&mut self, offset: u64, end: u64) {
        self.page.blocks.text_ends(offset, end);
    }

    fn new_element(&mut self, parent: u32, tag: TagId, context: &Context, info: ElementInfo) -> u32 {
        self.page.blocks.new_element(parent, tag, context, info)
    }

    #[inline]
    fn separate(&mut self, separation: Separation) {
        if let Separation::Lines(kind) = separation
            && self.page.has_time_in_text
            && kind != Break::Line
        {
            self.page.judge_time();
        }
        self.page.blocks.separate(separation);
    }

    fn is_in_visible_block(&self) -> bool {
        self.page.blocks.is_in_visible_block()
    }

    #[inline]
    fn tag(&mut self) {
        self.page.blocks.tag();
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

    fn code_language(&mut self, language: CodeLanguage<'_>) {
        self.page.blocks.code_language(language);
    }

    fn table(&mut self, part: TablePart) {
        self.page.blocks.table(part);
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
    fn text_follows(&mut self, depth: usize, is_hidden: bool, is_caption: bool) {
        let page = &mut *self.page;
        page.images.text_follows(depth, is_caption);
        page.links.text_begins(page.blocks.text_place(is_hidden));
    }

    fn head_tag(&mut self, element: &Opened<'_>, around: Marks) -> bool {
        let page = &mut *self.page;
        let is_wanted = match element.tag.id {
            TagId::Meta => page.text_observer().meta(element, around.byline),
            TagId::Script => page.reads_script(element.tag),
            _ => true,
        };
        if page.fallback.is_some() || !is_wanted {
            return is_wanted;
        }
        page.collector.fact(element.tag);
        #[cfg(feature = "site")]
        if let Some(matcher) = &mut page.matcher
            && let Some(url) = page.collector.new_url()
            && page.blocks.are_none()
        {
            matcher.choose(Some(url));
        }
        true
    }

    fn head_text(&mut self, text: HeadText<'_>) {
        if self.page.fallback.is_some() {
            return;
        }
        match text {
            HeadText::Title(text) => self.page.collector.title(text),
            HeadText::Script { text, offset } => self.page.collector.json_ld(text, offset),
        }
    }
}
