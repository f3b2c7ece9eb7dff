//! Writes text inside a JSON string, piece by piece.

use std::io::{self, Write};

/// Writes `piece` as part of a JSON string. A string can be split into pieces between any
/// characters.
pub(crate) fn escape<W: Write>(piece: &str, out: &mut W) -> io::Result<()> {
    let mut rest = piece.as_bytes();
    while let Some(pos) = rest.iter().position(|&byte| matches!(byte, b'"' | b'\\' | 0..0x20)) {
        out.write_all(&rest[..pos])?;
        match rest[pos] {
            b'"' => out.write_all(b"\\\"")?,
            b'\\' => out.write_all(b"\\\\")?,
            b'\n' => out.write_all(b"\\n")?,
            b'\t' => out.write_all(b"\\t")?,
            byte => write!(out, "\\u{byte:04x}")?,
        }
        rest = &rest[pos + 1..];
    }
    out.write_all(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping_in_pieces_preserves_text() {
        let all: String =
            (0..0x250).filter_map(char::from_u32).chain("\u{2028}\u{fffd}😀\\\"".chars()).collect();
        let mut json = b"\"".to_vec();
        for piece in [&all[..40], "", &all[40..]] {
            escape(piece, &mut json).expect("memory can be written");
        }
        json.push(b'"');
        assert_eq!(serde_json::from_slice::<String>(&json).expect("it is JSON"), all);
    }
}
