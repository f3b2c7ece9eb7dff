//! Who takes what is decided.

use crate::line_block::LineBlock;
use crate::segment::Segment;
use alloc::string::String;
use core::ops::ControlFlow;

/// Takes what is decided, as soon as it is decided.
///
/// A sink that answers [`ControlFlow::Break`] gets nothing more of the page; that is not an error.
/// The [`Summary`](crate::Summary) then says so, and tells of what was read and decided up to
/// there, but for [`Summary::bytes_in`](crate::Summary::bytes_in), which counts what was pushed.
/// [`Extractor::is_stopped`](crate::Extractor::is_stopped) says before whether more of the page is
/// worth having.
pub trait Sink {
    /// A piece of the rendered main content, never empty, often a line, and as small as a character
    /// of Markdown: who writes them somewhere holds them in a buffer. All pieces blend are the
    /// whole.
    fn text(&mut self, piece: &str) -> ControlFlow<()>;

    /// A line-block with its verdict, kept or dropped, in the order of the page; before what is
    /// rendered of it.
    fn block(&mut self, line_block: &LineBlock<'_>) -> ControlFlow<()> {
        let _ = line_block;
        ControlFlow::Continue(())
    }

    /// Whether line-blocks come with what moved their score: [`LineBlock::facts`]. It takes as long
    /// as some fifty decisions.
    fn wants_explanations(&self) -> bool {
        false
    }

    /// A segment of the page, where the sink [wants](Self::wants_segments) them: when all of the
    /// page is decided, or a part of it, and before the line-blocks of that part.
    fn segment(&mut self, segment: &Segment<'_>) -> ControlFlow<()> {
        let _ = segment;
        ControlFlow::Continue(())
    }

    /// How many segments of a page, and how many menus,
    /// [`Method::WordsLeaves`](crate::Method::WordsLeaves) is to find; of a page that is decided in
    /// parts, of each part. Each takes as long as a decision.
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

    fn wants_explanations(&self) -> bool {
        (**self).wants_explanations()
    }

    fn segment(&mut self, segment: &Segment<'_>) -> ControlFlow<()> {
        (**self).segment(segment)
    }

    fn wants_segments(&self) -> usize {
        (**self).wants_segments()
    }
}
