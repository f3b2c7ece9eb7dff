//! Chunks of a page in JSON.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use trommel::blocks::Role;
use trommel::chunk::Chunk;

use crate::source::Source;

/// A chunk in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedChunk {
    /// Number of the chunk on the page, from 0.
    pub chunk: u64,
    /// Its text.
    pub text: String,
    /// Its Markdown, with the header row or the lead-in that it repeats.
    pub markdown: String,
    /// The headings above it, the highest first.
    pub headings: Vec<String>,
    /// Roles of its line-blocks.
    pub roles: Vec<String>,
    /// Characters of its line-blocks.
    pub chars: u32,
    /// Words.
    pub words: u32,
    /// Tokens, estimated.
    pub tokens: u32,
    /// Byte of the page at which its first line-block begins.
    pub offset: u64,
    /// Byte of the page at which its last line-block ends.
    pub end: u64,
}

impl From<&Chunk<'_>> for ListedChunk {
    fn from(chunk: &Chunk<'_>) -> Self {
        let roles = Role::ALL.into_iter().filter(|&role| chunk.roles().contains(role));
        Self {
            chunk: chunk.number(),
            text: chunk.text(),
            markdown: chunk.markdown(),
            headings: chunk.headings().to_vec(),
            roles: roles.map(|role| role.name().to_string()).collect(),
            chars: chunk.chars(),
            words: chunk.words(),
            tokens: chunk.tokens(),
            offset: chunk.offset(),
            end: chunk.end(),
        }
    }
}

/// The fields of a chunk that are known at the end of its page, after its own fields.
#[derive(Serialize)]
pub struct ChunkTail<'a> {
    /// Id of the chunk before it.
    pub previous: Option<String>,
    /// Id of the chunk after it.
    pub next: Option<String>,
    /// Id of the page.
    pub page: Option<&'a str>,
    /// URL of the page.
    pub url: Option<&'a str>,
    /// Title of the page.
    pub title: Option<&'a str>,
    /// Date of the page.
    pub date: Option<&'a str>,
    /// Language of the page.
    pub lang: Option<&'a str>,
    /// Expected F1 of the page.
    pub confidence: Option<f64>,
    /// Place of the page in the inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'a Source>,
}

/// Writes the line of a chunk. `chunk` is a [`ListedChunk`] in JSON.
///
/// # Errors
///
/// The output cannot be written.
pub fn write_chunk(id: &str, chunk: &str, tail: &ChunkTail<'_>, out: &mut dyn Write) -> io::Result<()> {
    // JSON objects without their brackets, joined to one.
    let fields = chunk.trim_start_matches('{').trim_end().strip_suffix('}').unwrap_or_default();
    let tail = serde_json::to_string(tail)?;
    write!(out, "{{\"id\":{},", serde_json::to_string(id)?)?;
    writeln!(out, "{fields},{}", tail.trim_start_matches('{'))
}
