//! Classes of bytes inside a tag.

/// Bits of the byte classes: white space, and bytes that end a name or an unquoted value.
pub(super) const SPACE: u8 = 1;
pub(super) const NAME_END: u8 = 2;
pub(super) const ATTR_NAME_END: u8 = 4;
pub(super) const UNQUOTED_END: u8 = 8;

pub(super) static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let spaces = b"\t\n\x0C\r ";
    let mut i = 0;
    while i < spaces.len() {
        class[spaces[i] as usize] = SPACE | NAME_END | ATTR_NAME_END | UNQUOTED_END;
        i += 1;
    }
    class[b'/' as usize] = NAME_END | ATTR_NAME_END;
    class[b'>' as usize] = NAME_END | ATTR_NAME_END | UNQUOTED_END;
    class[b'=' as usize] = ATTR_NAME_END;
    class[b'&' as usize] = UNQUOTED_END;
    class
};

/// Whether `byte` is white space inside a tag.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    CLASS[usize::from(byte)] & SPACE != 0
}

/// First position from `pos` whose byte has a bit of `class`, or the end.
#[inline]
pub(super) fn scan_to(bytes: &[u8], mut pos: usize, class: u8) -> usize {
    while pos < bytes.len() && CLASS[usize::from(bytes[pos])] & class == 0 {
        pos += 1;
    }
    pos
}

/// First position from `pos` that is not white space, or the end.
#[inline]
pub(super) fn skip_space(bytes: &[u8], mut pos: usize) -> usize {
    while pos < bytes.len() && is_space(bytes[pos]) {
        pos += 1;
    }
    pos
}
