//! A batch of feature vectors, and the writer of one of its lanes.

/// Number of features that differ between blocks. The later ones are the same for all blocks of a
/// page.
pub(crate) const BLOCK_FEATURES: usize = 149;

/// Number of vectors filled and evaluated at once.
pub(crate) const BATCH_LANES: usize = 16;

/// Batch of vectors without the page features, feature by feature: each row holds one feature of
/// [`BATCH_LANES`] blocks.
pub(crate) type Batch = [[f32; BATCH_LANES]; BLOCK_FEATURES];

/// Writer of one lane of a batch, from the first feature on.
pub(super) struct Writer<'a> {
    to: &'a mut Batch,
    lane: usize,
    at: usize,
}

impl<'a> Writer<'a> {
    #[inline]
    pub(super) fn new(to: &'a mut Batch, lane: usize) -> Self {
        Self { to, lane, at: 0 }
    }

    /// Number of features written.
    #[inline]
    pub(super) fn written(&self) -> usize {
        self.at
    }

    #[inline]
    pub(super) fn put(&mut self, value: f32) {
        self.to[self.at][self.lane] = value;
        self.at += 1;
    }

    #[inline]
    pub(super) fn put_bit(&mut self, value: bool) {
        self.put(f32::from(u8::from(value)));
    }
}
