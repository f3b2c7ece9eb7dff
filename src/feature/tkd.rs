//! Title keyword density. Nothing is held.

/// Title keyword density of one line-block.
///
/// In: `keywords`, the number of title keywords, m; `occurrences`, the sum of F(m_i), the number of
/// occurrences of each of them in the block. Out: `0.0` to below `1.0`; `0.0` if the title has no
/// keyword.
///
/// Cost: constant, holds nothing.
/// Source: San 2014, section 4.1, equation (3).
#[inline]
pub(crate) fn tkd(keywords: usize, occurrences: u32) -> f32 {
    if keywords == 0 {
        return 0.0;
    }
    let m = keywords as f32;
    1.0 - m / (m + occurrences as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn density_follows_equation_3() {
        assert_eq!(tkd(0, 5), 0.0);
        assert_eq!(tkd(4, 0), 0.0);
        assert_eq!(tkd(4, 4), 0.5);
        assert!(tkd(1, 1000) < 1.0);
    }
}
