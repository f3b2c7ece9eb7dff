//! Players: audio and video, and the players of others in a frame.
//!
//! In: `audio` and `video` with their `source` tags, `iframe` and `embed`. Out: the address of the
//! file or the player, with a name, for the sink: it is a link, and waits among the images. Held:
//! the state of images alone, with the title of a player whose file comes next.

use super::attribute_sets::OF_ALL;
use super::found_image::FoundImage;
use super::image::{MAX_SPACER_PIXELS, pixels};
use super::image_file::{LAZY, is_of_host};
use super::{Context, Flags, StructureSink, TrackedSink, Wants, hidden};
use crate::address::{host_and_path, runs_no_code};
use crate::html::{AttrId, AttrSet, Tag, TagId};

/// Attributes that are read of a player.
pub(super) const OF_PLAYERS: AttrSet = OF_ALL.with(AttrSet::of(&LAZY)).with(AttrSet::of(&[
    AttrId::Src,
    AttrId::Title,
    AttrId::Width,
    AttrId::Height,
]));

/// Hosts whose frames are players. A frame of another host is one if its path says so.
const HOSTS: [&str; 6] =
    ["youtube.com", "youtube-nocookie.com", "vimeo.com", "dailymotion.com", "soundcloud.com", "spotify.com"];

/// Words in paths of frames that are not players.
const OTHER_FRAMES: [&str; 3] = ["maps", "comments", "subscribe"];

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Whether players are wanted: as images are, or as links.
    pub(super) fn wants_players(&self) -> bool {
        cfg!(feature = "references") && (self.wants.has(Wants::IMAGES) || self.wants.has(Wants::LINKS))
    }

    /// A player begins in the innermost open element.
    #[cold]
    pub(super) fn found_player(&mut self, tag: &Tag<'_>) {
        if !self.wants_players() {
            return;
        }
        let value = |id| tag.attributes.get(id).map(str::trim);
        let is_small = [AttrId::Width, AttrId::Height]
            .into_iter()
            .any(|id| value(id).and_then(pixels).is_some_and(|size| size <= MAX_SPACER_PIXELS));
        let is_shown = self.shows_images_here() && !is_small && !hidden::is_hidden(tag.attributes);
        let is_file = matches!(tag.id, TagId::Audio | TagId::Video);
        let src = address_of(tag);
        self.tracker.images.awaits_source = is_shown && is_file && src.is_none();
        let name = value(AttrId::Title).filter(|title| !title.is_empty());
        if self.tracker.images.awaits_source {
            self.tracker.images.name_player(name.unwrap_or(""));
        }
        if let Some(src) = src.filter(|src| is_shown && (is_file || is_player(src))) {
            let name = name.unwrap_or_else(|| if is_file { file_name(src) } else { host(src) });
            let context = *self.stack.context();
            self.tell_player(tag, src, name, &context);
        }
    }

    /// A `source` in a dropped element: the first one is the file of the player around it.
    #[cold]
    pub(super) fn source_of_player(&mut self, tag: &Tag<'_>) {
        let player = self.stack.top_tag();
        if matches!(player, TagId::Audio | TagId::Video)
            && core::mem::take(&mut self.tracker.images.awaits_source)
            && let Some(src) = address_of(tag)
        {
            let context = *self.stack.parent_context(player);
            let title = core::mem::take(&mut self.tracker.images.source);
            self.tell_player(tag, src, if title.is_empty() { file_name(src) } else { &title }, &context);
            self.tracker.images.source = title;
            self.tracker.images.source.clear();
        }
    }

    fn tell_player(&mut self, tag: &Tag<'_>, src: &str, alt: &str, context: &Context) {
        let depth_to_last = self.tracker.stack.take_lowest();
        if !self.is_copy(src) {
            let found = FoundImage { src, alt, offset: tag.offset, depth_to_last, is_player: true };
            self.sink.image(&found, context);
        }
    }

    /// Whether images are content in the innermost open element.
    pub(super) fn shows_images_here(&self) -> bool {
        const NO_CONTENT: Flags =
            Flags::NAVIGATION.with(Flags::FOOTER).with(Flags::DIALOG).with(Flags::PREFORMATTED);
        let flags = self.stack.context().flags;
        !flags.has(NO_CONTENT) && (!flags.has(Flags::HIDDEN) || self.stack.has_any(&[TagId::Noscript]))
    }
}

/// The address of a file or a frame. A script gives it to one that has another attribute for it.
fn address_of<'a>(tag: &'a Tag<'_>) -> Option<&'a str> {
    let address = |id| tag.attributes.get_untruncated(id).map(str::trim);
    (LAZY.into_iter().chain([AttrId::Src])).filter_map(address).find(|src| {
        !src.is_empty() && !src.starts_with('#') && !src.starts_with("about:") && runs_no_code(src)
    })
}

/// Whether the address of a frame is that of a player.
fn is_player(src: &str) -> bool {
    let url = src.split(['?', '#']).next().unwrap_or("");
    let (host, path) = host_and_path(url).unwrap_or(("", url));
    (path.contains("/embed/") || host.starts_with("player.") || is_of_host(src, &HOSTS))
        && !OTHER_FRAMES.iter().any(|word| path.contains(word) || host.starts_with(word))
}

/// The host of an address, or the address itself without a host.
fn host(src: &str) -> &str {
    host_and_path(src).map_or(src, |(host, _)| host)
}

/// The name of the file at an address, or the host without such a name.
fn file_name(src: &str) -> &str {
    let path = src.split(['?', '#']).next().unwrap_or("");
    let name = path.rsplit('/').next().unwrap_or("");
    if name.is_empty() { host(src) } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_players_by_their_host_or_path() {
        for src in [
            "https://www.youtube.com/embed/abc?rel=0",
            "//player.example/1",
            "https://w.soundcloud.com/player/?url=x",
            "https://a.example/video/embed/1",
            "/embed/1",
        ] {
            assert!(is_player(src), "{src}");
        }
        for src in [
            "https://a.example/?u=youtube.com/embed/1",
            "https://www.google.com/maps/embed/v1/place",
            "https://maps.a.example/embed/1",
            "https://disqus.com/embed/comments/",
            "https://myvimeo.com/1",
            "/ad.html",
        ] {
            assert!(!is_player(src), "{src}");
        }
    }

    #[test]
    fn a_file_is_named_by_the_end_of_its_path() {
        assert_eq!(file_name("https://a.example/b/c.mp4?d=/e"), "c.mp4");
        assert_eq!(file_name("https://a.example/"), "a.example");
    }
}
