//! Sizes in bytes on the command line.

use trommel::Budget;

/// Maximum budget: no machine has more memory, so more is a typo.
const MAX_BUDGET_BYTES: u64 = 1 << 40;

/// Units and their binary exponents. As in similar tools, `k`, `kB` and `KiB` are the same.
const UNITS: [(&str, u32); 5] = [("", 0), ("k", 10), ("m", 20), ("g", 30), ("t", 40)];

/// Parses a size such as `65536`, `64KiB`, `5.5MiB`, `1TB`: a number with an optional binary unit.
/// Fractions of a byte are dropped.
///
/// Errors: any other text, or more bytes than fit in 64 bits.
fn parse(text: &str) -> Result<u64, String> {
    let other = || format!("expected a size such as 512KiB or 4MiB, found {text:?}");
    let trimmed = text.trim();
    let end = trimmed.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(trimmed.len());
    let (number, unit) = trimmed.split_at(end);
    let unit = unit.trim().to_ascii_lowercase();
    let unit =
        unit.strip_suffix("ib").filter(|unit| !unit.is_empty()).or(unit.strip_suffix('b')).unwrap_or(&unit);
    let shift = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(other)?.1;
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    if whole.is_empty() || part.is_empty() || part.len() > 9 || part.contains('.') {
        return Err(other());
    }
    let too_large = || format!("expected a size of at most 64 bits, found {text:?}");
    let whole: u128 = whole.parse().map_err(|_| too_large())?;
    let scale = 10_u128.pow(part.len() as u32);
    let part: u128 = part.parse().map_err(|_| other())?;
    let bytes = whole.checked_mul(1 << shift).ok_or_else(too_large)? + (part << shift) / scale;
    u64::try_from(bytes).map_err(|_| too_large())
}

/// A size of at least one byte.
pub(crate) fn at_least_one(text: &str) -> Result<u64, String> {
    match parse(text)? {
        0 => Err(format!("expected a size of at least 1 byte, found {text:?}")),
        bytes => Ok(bytes),
    }
}

/// A size, which may be 0.
pub(crate) fn any(text: &str) -> Result<u64, String> {
    parse(text)
}

/// A memory budget.
pub(crate) fn budget(text: &str) -> Result<Budget, String> {
    let bytes = parse(text)?;
    match usize::try_from(bytes) {
        Ok(size) if bytes <= MAX_BUDGET_BYTES => Ok(Budget::from_bytes(size)),
        _ => Err(format!("expected a budget of at most 1TiB, found {text:?}")),
    }
}

/// A number of bytes for messages, in decimal units.
pub(crate) fn shown(bytes: f64) -> String {
    match bytes {
        ..1e3 => format!("{bytes:.0} B"),
        ..1e6 => format!("{:.0} kB", bytes / 1e3),
        ..1e9 => format!("{:.1} MB", bytes / 1e6),
        _ => format!("{:.1} GB", bytes / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_binary_units_and_may_have_fractions() {
        for (text, bytes) in [
            ("65536", 65536),
            ("64KiB", 64 << 10),
            ("64k", 64 << 10),
            ("5.5MiB", 11 << 19),
            ("1TB", 1 << 40),
            ("1.5 b", 1),
            ("0", 0),
            ("2G", 2 << 30),
        ] {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
        for text in ["", "x", "-1", "4x", ".5", "5.", "1.2.3", "ib", "1e6", "KiB", "99999999999TiB"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn invalid_sizes_are_rejected() {
        assert!(at_least_one("0").is_err_and(|said| said.contains("at least 1 byte")));
        assert!(budget("99999GiB").is_err_and(|said| said.contains("at most 1TiB")));
        assert_eq!(budget("1TiB"), Ok(Budget::from_bytes(1 << 40)));
    }
}
