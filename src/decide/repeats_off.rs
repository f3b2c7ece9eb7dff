//! Without the feature `repeats`, there is no evidence of what a host repeats.

use crate::block::Arena;
use crate::block::marks::Plain;

/// Settings of [`Evidence`]: there are none.
#[derive(Clone, Debug, Default)]
pub(crate) struct EvidenceConfig;

impl EvidenceConfig {
    pub(crate) fn held_bytes(&self) -> usize {
        0
    }
}

/// No evidence.
pub(crate) struct Evidence;

impl Evidence {
    pub(crate) fn new(_: EvidenceConfig) -> Self {
        Self
    }

    pub(crate) fn reset(&mut self) {}

    pub(crate) fn replace_page(&mut self) {}

    pub(super) fn read(&mut self, _: &Arena, _: &str, _: &mut Plain) {}

    pub(super) fn leave(&mut self, _: usize) {}

    pub(super) fn drop_repeats(&self, _: &mut Arena, _: u32) {}
}
