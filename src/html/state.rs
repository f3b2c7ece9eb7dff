//! The states of the tokenizer.

/// States of the HTML standard's tokenizer, as far as they differ here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Data,
    RcData,
    RawText,
    PlainText,
    /// An element whose end tag must be seen before it is read as raw text; see
    /// [`recovery`](super::recovery).
    Held,
    /// After `<` in raw text or RCDATA: the less-than sign, end tag open and end tag name states in
    /// one.
    RawLessThan,
    Script,
    ScriptLessThan,
    ScriptEscapeStart,
    ScriptEscapeStartDash,
    ScriptEscaped,
    ScriptEscapedDash,
    ScriptEscapedDashDash,
    ScriptEscapedLessThan,
    ScriptDoubleEscapeStart,
    ScriptDoubleEscaped,
    ScriptDoubleEscapedDash,
    ScriptDoubleEscapedDashDash,
    ScriptDoubleEscapedLessThan,
    ScriptDoubleEscapeEnd,
    TagOpen,
    EndTagOpen,
    TagName,
    BeforeAttributeName,
    AttributeName,
    AfterAttributeName,
    BeforeAttributeValue,
    AttributeValueDoubleQuoted,
    AttributeValueSingleQuoted,
    AttributeValueUnquoted,
    AfterAttributeValueQuoted,
    SelfClosingStartTag,
    /// Also every doctype state: all of them end at the first `>`.
    BogusComment,
    MarkupDeclarationOpen,
    MarkupDeclarationDash,
    /// Inside `[CDATA[`, after this number of bytes.
    CDataOpen(u8),
    CommentStart,
    CommentStartDash,
    Comment,
    CommentEndDash,
    CommentEnd,
    CommentEndBang,
    CData,
    CDataBracket,
    CDataEnd,
    CharacterReference,
}
