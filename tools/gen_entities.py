#!/usr/bin/env python3
"""Writes src/html/entities_table.rs: the named character references of the HTML standard.

In: Python's own copy of the table, `html.entities.html5`.
Out: Rust source on standard output. Run from the root of the repository:

    python3 tools/gen_entities.py > src/html/entities_table.rs
"""

from html.entities import html5

WIDTH = 108  # columns, indent and string delimiters included


def wrapped(pieces, width, begin=""):
    """Lines of at most `width` characters, which start with `begin`; no piece is cut."""
    lines = [begin]
    for piece in pieces:
        if len(lines[-1]) + len(piece) > width:
            lines.append(begin)
        lines[-1] += piece
    return lines


def rust_string(pieces):
    """One Rust string literal over several lines."""
    return '"\\\n    ' + "\\\n    ".join(wrapped(pieces, WIDTH - 6)) + '"'


def rust_numbers(numbers):
    """A Rust array literal over several lines."""
    return "[\n" + "\n".join(wrapped((f" {number}," for number in numbers), WIDTH, "   ")) + "\n]"


def escaped(text):
    """`text` in Rust escapes.

    The continuation of a literal swallows raw spaces and newlines. Look-alikes and marks of
    right-to-left writing must not be raw in source.
    """
    return "".join(c if "!" <= c <= "~" and c not in '"\\' else f"\\u{{{ord(c):X}}}" for c in text)


def starts(pieces):
    """The byte at which each of the joined pieces starts, and the end of the last one."""
    found = [0]
    for piece in pieces:
        found.append(found[-1] + len(piece.encode()))
    assert found[-1] < 1 << 16
    return found


# Every name exists with a semicolon. Legacy names exist without it too, with the same meaning.
names = sorted(name[:-1] for name in html5 if name.endswith(";"))
legacy = [name for name in html5 if not name.endswith(";")]
assert all(html5[name] == html5[name + ";"] for name in legacy)
assert all(name.isascii() and name.isalnum() and name[0].isalpha() for name in names)
texts = [html5[name + ";"] for name in names]
# names[firsts[b - 'A']..firsts[b - 'A' + 1]] start with byte b.
firsts = [sum(ord(name[0]) < b for name in names) for b in range(ord("A"), ord("z") + 2)]

print(f"""\
//! Generated, do not edit: the {len(html5)} named character references of the HTML standard.
//!
//! `python3 tools/gen_entities.py > src/html/entities_table.rs`

/// Names there are, each valid with a semicolon.
pub(super) const COUNT: usize = {len(names)};

/// Bytes of the longest name, its semicolon included.
pub(super) const MAX_BYTES: usize = {max(map(len, names)) + 1};

/// Bytes of the longest name that is valid without a semicolon.
#[cfg(test)]
pub(super) const MAX_LEGACY_BYTES: usize = {max(map(len, legacy))};

/// All names without their semicolon, sorted by bytes, joined.
#[rustfmt::skip]
pub(super) static NAMES: &str = {rust_string(names)};

/// All texts in the order of the names, joined.
#[rustfmt::skip]
pub(super) static TEXTS: &str = {rust_string(map(escaped, texts))};

/// Name `i` is `NAMES[NAME_STARTS[i]..NAME_STARTS[i + 1]]`.
#[rustfmt::skip]
pub(super) static NAME_STARTS: [u16; COUNT + 1] = {rust_numbers(starts(names))};

/// Text `i` is `TEXTS[TEXT_STARTS[i]..TEXT_STARTS[i + 1]]`.
#[rustfmt::skip]
pub(super) static TEXT_STARTS: [u16; COUNT + 1] = {rust_numbers(starts(texts))};

/// Names that start with byte `b` are `FIRSTS[b - b'A']..FIRSTS[b - b'A' + 1]`, for `b` from `A` to `z`.
#[rustfmt::skip]
pub(super) static FIRSTS: [u16; {len(firsts)}] = {rust_numbers(firsts)};

/// Numbers of the names that are valid without a semicolon too, sorted.
#[rustfmt::skip]
pub(super) static LEGACY: [u16; {len(legacy)}] = {rust_numbers(sorted(map(names.index, legacy)))};""")
