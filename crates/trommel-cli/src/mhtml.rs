//! Pages saved by browsers as MIME messages (MHTML): finds the HTML part.

use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders, PartType};

use crate::error::CliError;
use crate::page::Input;

/// Maximum bytes of a message, which is held in memory.
const MAX_BYTES: usize = 256 << 20;

/// The page in a message: its first HTML part. The URL is that of the part, or of the message.
///
/// Cost: holds the message, and the page twice.
///
/// Errors: the input cannot be read, has more than [`MAX_BYTES`], or has no HTML part.
pub(crate) fn saved_page(mut input: Input<'_>) -> Result<Input<'_>, CliError> {
    let name = input.name.clone();
    let mut bytes = Vec::new();
    input.read(|chunk| {
        if bytes.len() + chunk.len() > MAX_BYTES {
            return Err(CliError::at(&name, "expected an MHTML file of at most 256 MiB, found more"));
        }
        bytes.extend_from_slice(chunk);
        Ok(())
    })?;
    let message = MessageParser::default().parse(&bytes);
    let page = message.as_ref().and_then(|message| Some((message, message.parts.iter().find_map(html)?)));
    let Some((message, (part, html))) = page else {
        return Err(CliError::at(&name, "expected an MHTML file with a part of type text/html, found none"));
    };
    let url = part.content_location().map(String::from).or_else(|| snapshot_address(message));
    let mut page = input.with_bytes(html.to_vec()).at(url.as_deref());
    page.charset = Some("utf-8".to_string());
    Ok(page)
}

/// An HTML part, in UTF-8.
fn html<'a>(part: &'a MessagePart<'_>) -> Option<(&'a MessagePart<'a>, &'a [u8])> {
    match &part.body {
        PartType::Html(html) => Some((part, html.as_bytes())),
        _ => None,
    }
}

/// The URL in the message header, as browsers write it.
fn snapshot_address(message: &Message<'_>) -> Option<String> {
    Some(message.header("Snapshot-Content-Location")?.as_text()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn the_page_is_the_html_part_of_a_message() {
        let message = "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/a\r\n\
            MIME-Version: 1.0\r\nContent-Type: multipart/related; type=\"text/html\"; boundary=\"xx\"\r\n\r\n\
            --xx\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n\
            --xx\r\nContent-Type: text/html; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
            <p>caf=E9 =\r\nau lait=3D\r\n--xx--\r\n";
        let input = Input::new("x".to_string(), None, Box::new(Cursor::new(message)));
        let mut page = saved_page(input).expect("it has a page");
        let mut html = Vec::new();
        page.read(|chunk| {
            html.extend_from_slice(chunk);
            Ok(())
        })
        .expect("memory can be read");
        assert_eq!(String::from_utf8_lossy(&html).trim_end(), "<p>café au lait=");
        assert_eq!(page.url.as_deref(), Some("https://example.org/a"));
    }
}
