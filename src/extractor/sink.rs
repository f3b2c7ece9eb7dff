//! The receiver of decided text.

use crate::block::reference::{Image, Link};
#[cfg(feature = "chunks")]
use crate::chunk::Chunk;
use crate::line_block::LineBlock;
use crate::posts::Post;
use crate::segment::Segment;
use alloc::string::String;
use core::ops::ControlFlow;

/// Receives blocks and text of a page as soon as they are decided.
///
/// The order of a line-block: the images that stand by themselves before it, each with its rendered
/// text; the block; its links; and if it is kept, its images and its rendered text.
///
/// A sink that returns [`ControlFlow::Break`] gets nothing more of the page; that is not an error.
/// [`Summary::stopped`](crate::Summary::stopped) is then set, and the summary counts what was
/// decided before. Only [`Summary::bytes_in`](crate::Summary::bytes_in) still counts all pushed
/// bytes. [`Extractor::is_stopped`](crate::Extractor::is_stopped) states earlier whether more of
/// the page is needed.
pub trait Sink {
    /// Receives a piece of the rendered main content, never empty, often a line.
    ///
    /// Pieces may be a single character of Markdown: wrap slow writers in a buffer. All pieces in
    /// order are the whole output.
    fn text(&mut self, piece: &str) -> ControlFlow<()>;

    /// Receives a line-block with its verdict, kept or dropped, in page order, before its rendered
    /// text.
    fn block(&mut self, line_block: &LineBlock<'_>) -> ControlFlow<()> {
        let _ = line_block;
        ControlFlow::Continue(())
    }

    /// Receives a kept image, with `Options::with_images` only. An image that stands by itself
    /// comes before the line-block after it; those in a line-block come after its links.
    fn image(&mut self, image: &Image<'_>) -> ControlFlow<()> {
        let _ = image;
        ControlFlow::Continue(())
    }

    /// Receives a link of the page, with `Options::with_link_list` only. Links come after the
    /// line-block that their text begins in.
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<()> {
        let _ = link;
        ControlFlow::Continue(())
    }

    /// Receives a post of a thread, with `Options::with_posts` only, after the line-blocks of it. A
    /// long post comes in parts; see [`Post::index`].
    fn post(&mut self, post: &Post<'_>) -> ControlFlow<()> {
        let _ = post;
        ControlFlow::Continue(())
    }

    /// Receives a chunk of the main content, with `Options::with_chunks` only, as soon as its end
    /// is decided: after the rendered text of a line-block, or at the end of the page.
    #[cfg(feature = "chunks")]
    fn chunk(&mut self, chunk: &Chunk<'_>) -> ControlFlow<()> {
        let _ = chunk;
        ControlFlow::Continue(())
    }

    /// Whether line-blocks come with contributions to their score: [`LineBlock::contributions`].
    /// They take much longer to compute than a decision.
    fn wants_contributions(&self) -> bool {
        false
    }

    /// Whether line-blocks come with [`LineBlock::rule`] and [`LineBlock::thresholds`]. They take
    /// two bytes for each block that waits for its decision, in addition to the budget. The answer
    /// must stay the same for a page.
    fn wants_rules(&self) -> bool {
        false
    }

    /// Receives a segment of the page, if the sink [wants](Self::wants_segments) segments. Segments
    /// come before the line-blocks of the same page, or of the same part of a page that is decided
    /// in parts.
    fn segment(&mut self, segment: &Segment<'_>) -> ControlFlow<()> {
        let _ = segment;
        ControlFlow::Continue(())
    }

    /// Maximum number of segments of a page, and of menus, that
    /// [`Method::WordsLeaves`](crate::Method::WordsLeaves) finds. In a page that is decided in
    /// parts, it applies to each part. Each segment takes as long as a decision.
    fn wants_segments(&self) -> usize {
        0
    }
}

impl Sink for String {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        self.push_str(piece);
        ControlFlow::Continue(())
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn text(&mut self, piece: &str) -> ControlFlow<()> {
        (**self).text(piece)
    }

    fn block(&mut self, line_block: &LineBlock<'_>) -> ControlFlow<()> {
        (**self).block(line_block)
    }

    fn image(&mut self, image: &Image<'_>) -> ControlFlow<()> {
        (**self).image(image)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<()> {
        (**self).link(link)
    }

    fn post(&mut self, post: &Post<'_>) -> ControlFlow<()> {
        (**self).post(post)
    }

    #[cfg(feature = "chunks")]
    fn chunk(&mut self, chunk: &Chunk<'_>) -> ControlFlow<()> {
        (**self).chunk(chunk)
    }

    fn wants_contributions(&self) -> bool {
        (**self).wants_contributions()
    }

    fn wants_rules(&self) -> bool {
        (**self).wants_rules()
    }

    fn segment(&mut self, segment: &Segment<'_>) -> ControlFlow<()> {
        (**self).segment(segment)
    }

    fn wants_segments(&self) -> usize {
        (**self).wants_segments()
    }
}
